import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arranged, movedPlayers, type Seating, seatingProblem } from './arrangement.ts'
import { type ArrangedParts, type Move, planMove } from './move-player.ts'

const seating = (groups: Record<string, string>, byes = ''): Seating => ({
  groups: new Map(Object.entries(groups).map(([id, players]) => [id, [...players]])),
  byes: [...byes],
})
const apply = (before: Seating, { groups, byes }: ArrangedParts): Seating =>
  arranged(before, {
    groups: new Map(groups.map(({ groupId = 'new', entrantIds }) => [groupId, entrantIds])),
    byes: byes?.entrantIds ?? null,
  })
const shown = ({ groups, byes }: Seating): string =>
  [...[...groups].map(([id, players]) => `${id} ${players.join('')}`), ...(byes.length === 0 ? [] : [`bye ${byes.join('')}`])].join(', ')
const moved = (before: Seating, player: string, move: Move): string => shown(apply(before, planMove(before, player, move)))

describe('a player of a running round', () => {
  const pairs = seating({ g1: 'ab', g2: 'cd' }, 'e')

  it('who comes late joins a group, or plays who stands by', () => {
    expect(moved(pairs, 'x', { kind: 'group', groupId: 'g1' })).toBe('g1 abx, g2 cd, bye e')
    expect(moved(pairs, 'x', { kind: 'new group', with: 'e' })).toBe('g1 ab, g2 cd, new ex')
  })

  it('who goes home leaves a smaller group, and nobody alone', () => {
    expect(moved(seating({ g1: 'abcd' }), 'c', { kind: 'out' })).toBe('g1 abd')
    expect(moved(pairs, 'a', { kind: 'out' })).toBe('g2 cd, bye eb')
  })

  it('changes places with one of another group, with one who stands by, or with one who does not play', () => {
    expect(moved(pairs, 'a', { kind: 'swap', for: 'd' })).toBe('g1 db, g2 ca, bye e')
    expect(moved(pairs, 'a', { kind: 'swap', for: 'e' })).toBe('g1 eb, g2 cd, bye a')
    expect(moved(pairs, 'x', { kind: 'swap', for: 'a' })).toBe('g1 xb, g2 cd, bye e')
  })

  it('gets another turn in the same group', () => {
    expect(moved(seating({ g1: 'abcd' }), 'c', { kind: 'turn', at: 0 })).toBe('g1 cabd')
    expect(moved(seating({ g1: 'abcd' }), 'a', { kind: 'turn', at: 3 })).toBe('g1 bcda')
  })

  it('is always where the director put the player, and nobody else is lost or in two places', () => {
    const players = [...'abcdefgh']
    const before = fc.shuffledSubarray(players, { minLength: 4 }).chain(named =>
      fc.integer({ min: 2, max: 4 }).map((size): Seating => {
        const count = Math.floor(named.length / size)
        const groups = new Map(Array.from({ length: count }, (_, i) => [`g${i}`, named.slice(i * size, (i + 1) * size)]))
        return { groups, byes: named.slice(count * size) }
      }),
    )
    fc.assert(
      fc.property(
        before,
        fc.constantFrom(...players),
        fc.nat(),
        fc.constantFrom('group', 'bye', 'out', 'swap', 'new group'),
        (from, player, n, kind) => {
          const seated = [...[...from.groups.values()].flat(), ...from.byes]
          const others = seated.filter(each => each !== player)
          const groupIds = [...from.groups.keys()].filter(id => !from.groups.get(id)!.includes(player))
          const other = others[n % others.length]!
          if (kind === 'group' && groupIds.length === 0) return
          const move: Move =
            kind === 'group'
              ? { kind, groupId: groupIds[n % groupIds.length]! }
              : kind === 'swap'
                ? { kind, for: other }
                : kind === 'new group'
                  ? { kind, with: other }
                  : { kind }
          const after = apply(from, planMove(from, player, move))
          const all = [...[...after.groups.values()].flat(), ...after.byes]
          expect(new Set(all).size).toBe(all.length)
          const isGone = kind === 'out' || (kind === 'swap' && !seated.includes(player))
          const gone = kind === 'out' ? player : other
          expect([...all].sort()).toEqual([...new Set([...seated, player])].filter(each => !isGone || each !== gone).sort())
          if (move.kind === 'group') expect(after.groups.get(move.groupId)).toContain(player)
          if (move.kind === 'bye') expect(after.byes).toContain(player)
          // Only groups that grow too large are refused.
          const sizes = [...after.groups.values()].map(({ length }) => length)
          if (sizes.length > 0) expect(seatingProblem(after, { largestGroup: 4 }) === null).toBe(Math.max(...sizes) <= 4)
          expect(movedPlayers(from, from)).toEqual([])
        },
      ),
    )
  })
})
