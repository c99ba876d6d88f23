import * as v from 'valibot'
import { MAX_MACHINES } from '#events/rules/max-machines.ts'
import { applyPlayoffs } from '#events/rules/standings/playoffs.ts'
import { bestGameGames } from '#events/rules/tgp/meaningful-games.ts'
import { integer, strictObject } from '#platform/live/schemas.ts'
import { defineEventFormat } from '../event-format.ts'
import { pointsTable } from '../points-table.ts'
import { type PointsTable, rankPoints } from '../rank-points.ts'
import { scoreFormat } from '../score-format.ts'
import { cardStandings } from './card-standings.ts'

/** Scores are collected on cards, each a set of games on different machines. A player's best card counts. */
export interface CardBestGame {
  kind: 'card-best-game'
  /** what the rank of a score on its machine is worth */
  points: PointsTable
  /** how many games a card has */
  gamesPerCard: number
  /** how many cards a player may play; if omitted, any number */
  cardsPerPlayer?: number
}

export const cardBestGame = defineEventFormat({
  kind: 'card-best-game',
  schema: strictObject({
    kind: v.literal('card-best-game'),
    points: pointsTable,
    gamesPerCard: integer(1, MAX_MACHINES),
    cardsPerPlayer: v.exactOptional(integer(1, 1000)),
  }),
  adjusts: 'point',
  rules({ points, gamesPerCard, cardsPerPlayer }: CardBestGame) {
    const cards = { games: gamesPerCard, ...(cardsPerPlayer === undefined ? {} : { most: cardsPerPlayer }) }
    const base = scoreFormat({ cards, totalChange: amount => amount, totalFigures: total => ({ points: total }) })
    const worth = (rank: number): number => rankPoints(points, rank)
    const most = (machineIds: readonly string[]): number => Math.min(machineIds.length, gamesPerCard) * worth(1)
    return {
      ...base,
      standings: (machineIds, entrantIds, { attempts = [], windows = [], playoffs = [], adjustments = [] }) =>
        applyPlayoffs(cardStandings({ rules: base.scores!, machineIds, windows, adjustments }, worth, entrantIds, attempts), playoffs),
      countGames: ({ machineIds, hours }) => {
        const games = bestGameGames(Math.min(machineIds.length, gamesPerCard))
        return {
          games,
          hours: cardsPerPlayer === undefined ? hours : 0,
          needsFinals: true,
          expected: Math.min(machineIds.length, gamesPerCard),
        }
      },
      pointTotals: { possibleSoFar: most, most },
    }
  },
})
