import * as v from 'valibot'
import { GROUPINGS, type Grouping } from '#events/rules/draw-options.ts'
import { type StandingsOptions, TIE_BREAKS } from '#events/rules/standings-options.ts'
import { gamesOfRound, matchPlayGames } from '#events/rules/tgp/meaningful-games.ts'
import { integer, strictObject } from '#platform/live/schemas.ts'
import { defineEventFormat } from '../event-format.ts'
import { byePoints, type GroupPoints, groupPoints, groupPointsTable, sharedPoints } from '../group-points.ts'
import { GROUP_SIZE_CHOICES, type GroupSize, groupSize, LARGEST_GROUP, oneOf } from '../options.ts'
import { ADDED_POINTS, countGamesPlayed, roundFormat } from '../round-format.ts'

/** A fixed number of rounds. Places in groups earn points, which are added up. */
export interface MatchPlay {
  kind: 'match-play'
  grouping: Grouping
  groupSize: GroupSize
  rounds: number
  points: GroupPoints
}

export const matchPlay = defineEventFormat({
  kind: 'match-play',
  schema: strictObject({
    kind: v.literal('match-play'),
    grouping: oneOf(GROUPINGS),
    groupSize,
    rounds: integer(1, 100),
    points: groupPointsTable,
  }),
  changeableOptions: ['rounds'],
  tieBreaks: TIE_BREAKS,
  hasByeChoice: true,
  adjusts: 'point',
  hasRounds: true,
  isHeadToHead: true,
  takesSeeds: true,
  playsSeveralGames: true,
  rules(format: MatchPlay, { tieBreaks, byes, byeOpponent }: StandingsOptions) {
    const sizes = GROUP_SIZE_CHOICES.filter(size => size <= format.groupSize)
    /** the most that a game is worth */
    const win = Math.max(...sizes.map(size => groupPoints(format.points, size)[0]!))
    return roundFormat(
      {
        ...ADDED_POINTS,
        rounds: format.rounds,
        mayShare: () => true,
        largestGroup: LARGEST_GROUP,
        gameFigures: ({ place, size, tied }) => ({
          points: place === null ? byePoints(format.points, byes) : sharedPoints(format.points, { place, size: size as GroupSize, tied }),
        }),
      },
      {
        tieBreaks,
        byeOpponent,
        pointTotals: {
          possibleSoFar: (_machineIds, standings) => countGamesPlayed(standings) * win,
          most: (_machineIds, { gamesPerRound }) => format.rounds * gamesPerRound * win,
        },
        countGames: (_event, { rounds = [] }) => ({
          games: matchPlayGames(rounds),
          hours: 0,
          needsFinals: false,
          expected: rounds.flatMap(gamesOfRound).filter(({ groups }) => groups.some(({ order }) => order !== undefined)).length,
        }),
      },
    )
  },
})
