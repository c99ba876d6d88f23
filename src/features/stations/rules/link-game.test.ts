import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findOwnGame, initialsFit, isAwaited, resultOf, saysPlays } from './link-game.ts'

const drawn = (entrantIds: string[], { drawnAt = 100, hasOrder = true } = {}) => ({ entrantIds, drawnAt, hasOrder })

describe('a reported game', () => {
  it('is that of the only open game on its machine with as many players that was drawn before it began', () => {
    const game = drawn(['a', 'b'])
    expect(findOwnGame([game], { players: 2, startedAt: 100 })).toBe(game)
    expect(findOwnGame([game], { players: 2, startedAt: 99 })).toBeNull()
    expect(findOwnGame([game], { players: 2, startedAt: null })).toBeNull()
    expect(findOwnGame([game], { players: 1, startedAt: 200 })).toBeNull()
    expect(findOwnGame([game, drawn(['c', 'd'])], { players: 2, startedAt: 200 })).toBeNull()
    expect(findOwnGame([], { players: 2, startedAt: 200 })).toBeNull()
  })

  it('is not certain where players agree among themselves who begins, unless there is only one', () => {
    const [two, one] = [drawn(['a', 'b'], { hasOrder: false }), drawn(['a'], { hasOrder: false })]
    expect(findOwnGame([two], { players: 2, startedAt: 200 })).toBeNull()
    expect(findOwnGame([one], { players: 1, startedAt: 200 })).toBe(one)
  })
})

describe('the result of a group', () => {
  it('has its players in the order of play, whatever order the plays were told in', () => {
    const plays = [
      { score: 30, player: 3 },
      { score: 10, player: 1 },
      { score: 20, player: 2 },
    ]
    expect(resultOf(plays, ['a', 'b', 'c'], null)).toEqual({ order: ['c', 'b', 'a'], scores: [30, 20, 10] })
  })

  it('is not known where a player is missing, the number differs, or nobody says whose the plays are', () => {
    const two = [
      { score: 1, player: 1 },
      { score: 2, player: 3 },
    ]
    expect(resultOf(two, ['a', 'b'], null)).toBeNull()
    expect(resultOf(two, ['a', 'b', 'c'], null)).toBeNull()
    expect(
      resultOf(
        [
          { score: 1, player: null },
          { score: 2, player: null },
        ],
        ['a', 'b'],
        null,
      ),
    ).toBeNull()
  })

  it('follows who is said to have played, each of the group once', () => {
    const plays = [
      { score: 5, player: null },
      { score: 9, player: null },
    ]
    expect(resultOf(plays, ['a', 'b'], ['b', 'a'])).toEqual({ order: ['a', 'b'], scores: [9, 5] })
    expect(resultOf(plays, ['a', 'b'], ['b', 'b'])).toBeNull()
    expect(resultOf(plays, ['a', 'b'], ['b', 'x'])).toBeNull()
  })

  it('gives each player the score of the machine’s player with that number, the highest first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 6 }),
        fc.infiniteStream(fc.nat()),
        (scores, keys) => {
          const plays = scores
            .map((score, i) => ({ score, player: i + 1, key: keys.next().value as number }))
            .toSorted((a, b) => a.key - b.key)
          const result = resultOf(
            plays,
            scores.map((_, i) => `p${i}`),
            null,
          )!
          expect(result.order.map(id => scores[Number(id.slice(1))])).toEqual(result.scores)
          expect(result.scores).toEqual(scores.toSorted((a, b) => b - a))
          expect(new Set(result.order).size).toBe(scores.length)
        },
      ),
    )
  })
})

describe('initials', () => {
  const registered = [
    { userId: 'ada', initials: 'ADA' },
    { userId: 'ann', initials: 'ANN' },
  ]
  it('fit a group unless they are those of a user who is not at that place', () => {
    expect(
      initialsFit(
        [
          { player: 1, initials: 'ADA' },
          { player: 2, initials: null },
        ],
        ['ada', 'bob'],
        registered,
      ),
    ).toBe(true)
    expect(initialsFit([{ player: 1, initials: 'XYZ' }], ['ada'], registered)).toBe(true)
    expect(
      initialsFit(
        [
          { player: 2, initials: 'ADA' },
          { player: 1, initials: null },
        ],
        ['ada', 'bob'],
        registered,
      ),
    ).toBe(false)
    expect(initialsFit([{ player: 1, initials: 'ANN' }], ['ada'], registered)).toBe(false)
    expect(initialsFit([{ player: 1, initials: 'ANN' }], [''], registered)).toBe(false)
  })
})

describe('a reported game that is offered to a group', () => {
  const reported = { machineId: 'm', entrantIds: ['a', 'b'] }
  it('is awaited as long as the same players, in the same order, have no result on the same machine', () => {
    expect(isAwaited(reported, { ...reported, confirmed: false })).toBe(true)
    expect(isAwaited(reported, { ...reported, confirmed: true })).toBe(false)
    expect(isAwaited(reported, { ...reported, machineId: 'n', confirmed: false })).toBe(false)
    for (const entrantIds of [['b', 'a'], ['a'], ['a', 'b', 'c']])
      expect(isAwaited(reported, { machineId: 'm', entrantIds, confirmed: false })).toBe(false)
  })
})

describe('a result', () => {
  it('says a reported game where each of its scores is one of the game’s, each once', () => {
    const plays = [{ score: 5 }, { score: 5 }, { score: 9 }]
    expect(saysPlays([9, 5, 5], plays)).toBe(true)
    expect(saysPlays([9, null, 5], plays)).toBe(true)
    expect(saysPlays([9, 9, 5], plays)).toBe(false)
    expect(saysPlays([9, 5, 4], plays)).toBe(false)
    expect(saysPlays([null, null, null], plays)).toBe(false)
    expect(saysPlays([], plays)).toBe(false)
  })
})
