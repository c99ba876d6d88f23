import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attempt } from '#events/rules/attempt.ts'
import { countingCards } from '#events/rules/cards.ts'
import { shownPoints } from '#events/rules/standings/points.ts'
import { adjustmentLists, attemptLists, entrantLists, MACHINES, windowLists } from '#events/rules/testing/arbitraries.ts'
import { rankPoints } from '../rank-points.ts'
import { type CardBestGame, cardBestGame } from './rules.ts'

const twoGames: CardBestGame = { kind: 'card-best-game', points: { linear: 10 }, gamesPerCard: 2 }
const rulesOf = (format: CardBestGame) => cardBestGame.rules(format, undefined as never)

let n = 0
const game = (entrantId: string, machineId: string, value: number): Attempt => ({ id: `a${++n}`, entrantId, machineId, value, at: n })

describe('standings of an event on cards', () => {
  it('count each player’s best card, and compare its games with the best ones of the others', () => {
    const attempts = [
      ...[game('ann', 'm1', 100), game('ann', 'm2', 100)],
      ...[game('ben', 'm1', 300), game('ben', 'm2', 10)],
      // The second card is better on one machine and worse on the other.
      ...[game('ann', 'm1', 400), game('ann', 'm2', 5)],
    ]
    const rows = rulesOf(twoGames).standings(['m1', 'm2'], ['ann', 'ben', 'cy'], { attempts })
    expect(rows.map(({ entrantId, rank, points }) => [entrantId, rank, shownPoints(points)])).toEqual([
      ['ann', 1, 19],
      ['ben', 2, 18],
      ['cy', 3, 0],
    ])
    // Ann's 100 is compared with Ben's 300, not with her own 400.
    expect(rows[0]!.machines).toMatchObject([
      { machineId: 'm1', value: 100, rank: 2, points: 9000 },
      { machineId: 'm2', value: 100, rank: 1, points: 10_000 },
    ])
  })

  it('count no card beyond the limit, and the games of one that is not full', () => {
    const attempts = [game('ann', 'm1', 1), game('ann', 'm1', 500), game('ben', 'm1', 50)]
    const once = rulesOf({ ...twoGames, cardsPerPlayer: 1 }).standings(['m1', 'm2'], ['ann', 'ben'], { attempts })
    expect(once.map(({ entrantId, points }) => [entrantId, shownPoints(points)])).toEqual([
      ['ben', 10],
      ['ann', 9],
    ])
  })

  it('equal a plain computation of every card', () => {
    fc.assert(
      fc.property(
        attemptLists,
        windowLists,
        adjustmentLists,
        entrantLists,
        fc.integer({ min: 1, max: 4 }),
        (attempts, windows, adjustments, entrantIds, gamesPerCard) => {
          const format: CardBestGame = { kind: 'card-best-game', points: { linear: 7 }, gamesPerCard, cardsPerPlayer: 3 }
          const rows = rulesOf(format).standings(MACHINES, entrantIds, { attempts, windows, adjustments })
          const played = attempts.filter(each => MACHINES.includes(each.machineId))
          const cardsOf = (id: string): Attempt[][] =>
            countingCards(
              { games: gamesPerCard, most: 3 },
              played.filter(each => each.entrantId === id),
              windows,
            )
          const isBeaten = ({ entrantId, machineId, value = 0 }: Attempt, by: string): boolean =>
            by !== entrantId && cardsOf(by).some(card => card.some(each => each.machineId === machineId && (each.value ?? 0) > value))
          const points = (card: readonly Attempt[]): number =>
            card.reduce((sum, each) => sum + rankPoints(format.points, 1 + entrantIds.filter(by => isBeaten(each, by)).length), 0)
          expect(rows.map(({ entrantId }) => entrantId).sort()).toEqual([...entrantIds].sort())
          for (const row of rows) {
            const added = adjustments.filter(each => each.entrantId === row.entrantId).reduce((sum, { amount }) => sum + amount, 0)
            expect(row.points).toBe(Math.max(0, ...cardsOf(row.entrantId).map(points)) + added)
          }
          for (const [i, row] of rows.entries()) if (i > 0) expect(row.points).toBeLessThanOrEqual(rows[i - 1]!.points)
        },
      ),
      { numRuns: 200 },
    )
  })
})
