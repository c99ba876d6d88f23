import * as v from 'valibot'
import { GROUPINGS, type Grouping } from '#events/rules/draw-options.ts'
import { THOUSANDTHS } from '#events/rules/standings/points.ts'
import { sortedPlaces } from '#events/rules/standings/round-standings.ts'
import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import type { StandingsOptions } from '#events/rules/standings-options.ts'
import { groupMultiplier } from '#events/rules/tgp/meaningful-games.ts'
import { integer, strictObject } from '#platform/live/schemas.ts'
import { defineEventFormat } from '../event-format.ts'
import { byePoints, type GroupPoints, groupPointsTable, sharedPoints } from '../group-points.ts'
import { type GroupSize, groupSize, LARGEST_GROUP, oneOf } from '../options.ts'
import { ADDED_POINTS, roundFormat } from '../round-format.ts'

/** More than any total, so that those who have reached the target stand before all others. */
const REACHED = 1e12
/** More than a total can be. */
const ROUND = 1e8

/** Rounds as in match play. Who has reached the target is done, with the place; the first to reach it wins. */
export interface TargetMatchPlay {
  kind: 'target-match-play'
  grouping: Grouping
  groupSize: GroupSize
  /** how many points have to be reached */
  target: number
  points: GroupPoints
}

export const targetMatchPlay = defineEventFormat({
  kind: 'target-match-play',
  schema: strictObject({
    kind: v.literal('target-match-play'),
    grouping: oneOf(GROUPINGS),
    groupSize,
    target: integer(1, 10_000),
    points: groupPointsTable,
  }),
  hasByeChoice: true,
  adjusts: 'point',
  hasRounds: true,
  isHeadToHead: true,
  takesSeeds: true,
  rules({ target, points: table }: TargetMatchPlay, { byes }: StandingsOptions) {
    const goal = target * THOUSANDTHS
    return roundFormat(
      {
        ...ADDED_POINTS,
        rounds: null,
        mayShare: () => true,
        largestGroup: LARGEST_GROUP,
        gameFigures: ({ place, size, tied }) => ({
          points: place === null ? byePoints(table, byes) : sharedPoints(table, { place, size: size as GroupSize, tied }),
        }),
        isOut: (_game, progress) => progress.points >= goal,
        isOutByAdjustment: progress => progress.points >= goal,
        // Of those who reach it in one round, more points are better.
        rankKey: progress => ({
          sortValue: progress.outIn === null ? progress.points : REACHED - progress.outIn * ROUND + progress.points,
          places: sortedPlaces(progress),
        }),
      },
      {
        countGames: ({ standings }, { rounds = [] }) => ({
          games: averageGames(standings, rounds),
          hours: 0,
          needsFinals: false,
          expected: null,
        }),
      },
    )
  },
})

/** Returns how many meaningful games those who have reached the target have played on average; 0 if nobody has. */
function averageGames(standings: readonly StandingsEntry[], rounds: readonly { groups: readonly { order?: string[] }[] }[]): number {
  const reached = standings.filter(({ outIn }) => outIn !== undefined)
  if (reached.length === 0) return 0
  const all = rounds.flatMap(({ groups }) => groups)
  const games = reached.flatMap(({ entrantId }) => all.filter(({ order }) => order?.includes(entrantId)))
  const sum = games.reduce((total, { order }) => total + groupMultiplier(order!.length), 0)
  return Math.round((sum / reached.length) * 100) / 100
}
