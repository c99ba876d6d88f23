import { expect, it } from 'vitest'
import { withoutScoresOf } from './erase-game-scores.ts'

it('a player’s scores are erased from a game, its entries, what it replaced and stored changes of rounds, and nobody else’s', () => {
  const game = (score: number | null) => ({
    ...{ result: ['b', 'a'], scores: [20, score], machine_id: 'm', places: null },
    entries: [{ entrantId: 'b', order: ['a', 'b'], places: null, scores: [score, 7] }],
    replaced: { order: ['a', 'b'], places: [1, 1], scores: [score, 30] },
  })
  const stored = (score: number | null) => ({ arrangement: { before: { games: [game(score)], byes: ['a'] } }, result: null, scores: null })
  expect(withoutScoresOf(stored(10), id => id === 'a')).toEqual(stored(null))
  expect(withoutScoresOf(stored(10), () => false)).toEqual(stored(10))
})
