import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FairShares, type Hold } from './fair-shares.ts'

interface Held {
  path: string[]
  hold: Hold
}

/** Shares whose holds are listed, oldest first; what was given up leaves the list. */
function createShares(capacity: number, caps: readonly number[] = []) {
  const shares = new FairShares({ capacity: () => capacity, caps: () => caps })
  const held: Held[] = []
  const givenUp: string[] = []
  const take = (path: string[], amount = 1): boolean => {
    const hold = shares.hold(path, amount, () => {
      givenUp.push(path.join('/'))
      held.splice(
        held.findIndex(each => each.hold === hold),
        1,
      )
    })
    if (hold !== null) held.push({ path, hold })
    return hold !== null
  }
  return { shares, held, givenUp, take }
}

describe('shares of what is limited', () => {
  it('who comes while there is room gets it all, and the next group gets its share from who holds most, the oldest first', () => {
    const { take, givenUp, shares } = createShares(4)
    for (const name of ['1', '2', '3', '4']) expect(take(['a', name])).toBe(true)
    expect(take(['a', '5'])).toBe(false)
    expect([take(['b', '1']), take(['b', '2']), take(['b', '3'])]).toEqual([true, true, false])
    expect(givenUp).toEqual(['a/1', 'a/2'])
    expect(shares.largest(9)).toEqual([
      { name: 'a', amount: 2 },
      { name: 'b', amount: 2 },
    ])
  })

  it('within the group that holds most, the narrower group that holds most gives up', () => {
    const { take, givenUp } = createShares(6)
    for (const path of ['a/quiet', 'a/loud', 'a/loud', 'a/loud', 'b/x', 'b/x']) take(path.split('/'))
    expect(take(['c', 'new'])).toBe(true)
    expect(givenUp).toEqual(['a/loud'])
  })

  it('a newcomer behind the address of the loudest gets a place from the loudest', () => {
    const { take, givenUp } = createShares(4)
    for (let i = 0; i < 4; i++) take(['bar', 'loud'])
    expect([take(['bar', 'guest']), take(['bar', 'guest']), take(['bar', 'loud'])]).toEqual([true, true, false])
    expect(givenUp).toEqual(['bar/loud', 'bar/loud'])
  })

  it('a bound of a group keeps it small while others have room', () => {
    const { take, shares } = createShares(100, [2, 3])
    expect([take(['a', '1']), take(['a', '1']), take(['a', '1'])]).toEqual([true, true, false])
    expect([take(['a', '2']), take(['a', '3'])]).toEqual([true, true])
    expect([shares.amountOf(['a']), shares.amountOf(['a', '1']), shares.amountOf(['b'])]).toEqual([3, 1, 0])
    expect(take(['b', '1'], 3)).toBe(false)
  })

  it('what grows takes from who holds most, is refused when it holds most itself, and grows all the same when it must', () => {
    const { take, held, shares, givenUp } = createShares(10)
    take(['a', '1'], 3)
    take(['b', '1'], 6)
    expect(held[0]!.hold.resize(4)).toBe(true)
    expect(held[0]!.hold.resize(5)).toBe(true)
    expect(givenUp).toEqual(['b/1'])
    expect(held[0]!.hold.resize(11)).toBe(false)
    expect(held[0]!.hold.resize(11, true)).toBe(true)
    expect(shares.amount).toBe(11)
    held[0]!.hold.end()
    held[0]!.hold.end()
    expect([shares.amount, shares.largest(9)]).toEqual([0, []])
  })

  it('holds never exceed the capacity; whoever gives up held more than a fair share, and whoever is refused holds the most', () => {
    const path = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2', '3'), fc.constantFrom('x', 'y'))
    const step = fc.oneof(
      fc.record({ path, amount: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ end: fc.nat(20) }),
      fc.record({ resize: fc.nat(20), to: fc.integer({ min: 1, max: 6 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), steps => {
        const capacity = 12
        const { take, held, shares, givenUp } = createShares(capacity)
        const sum = (prefix: string): number =>
          held.filter(each => `${each.path.join('/')}/`.startsWith(prefix)).reduce((total, { hold }) => total + hold.amount, 0)
        for (const each of steps) {
          const before = new Map(['a', 'b', 'c'].map(name => [name, sum(`${name}/`)]))
          givenUp.length = 0
          if ('path' in each) {
            const own = before.get(each.path[0])!
            const active = [...before].filter(([name, amount]) => amount > 0 || name === each.path[0]).length
            const would = shares.wouldHold(each.path, each.amount)
            const taken = take(each.path, each.amount)
            if (would) expect(taken || givenUp.length > 0).toBe(true)
            else expect(taken).toBe(false)
            const first = givenUp[0]?.charAt(0)
            if (first !== undefined) {
              expect(before.get(first)! + (first === each.path[0] ? each.amount : 0)).toBeGreaterThan(capacity / active - each.amount)
              if (first !== each.path[0]) expect(before.get(first)).toBeGreaterThan(own + each.amount)
            }
            if (!taken && givenUp.length === 0) {
              expect(sum('') + each.amount).toBeGreaterThan(capacity)
              for (const [name, amount] of before) if (name !== each.path[0]) expect(amount).toBeLessThanOrEqual(own + each.amount)
            }
          } else if ('end' in each) {
            if (held.length > 0) held.splice(each.end % held.length, 1)[0]!.hold.end()
          } else held[each.resize % Math.max(1, held.length)]?.hold.resize(each.to)
          expect(shares.amount).toBe(sum(''))
          expect(shares.amount).toBeLessThanOrEqual(capacity)
          for (const name of ['a', 'b', 'c'])
            for (const narrower of ['1', '2', '3']) expect(shares.amountOf([name, narrower])).toBe(sum(`${name}/${narrower}/`))
        }
      }),
    )
  })
})
