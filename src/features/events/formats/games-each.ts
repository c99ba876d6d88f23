import * as v from 'valibot'
import { integer, strictObject } from '#platform/live/schemas.ts'
import { defineEventFormat } from './event-format.ts'
import { type GroupPoints, groupPointsTable, sharedPoints } from './group-points.ts'
import { type GroupSize, groupSize, LARGEST_GROUP } from './options.ts'
import { ADDED_POINTS, averageGames, roundFormat } from './round-format.ts'

/** Everybody plays as many games, which begin one by one. Places earn points, and most points win. */
export interface GamesEach<Kind extends string> {
  kind: Kind
  /** how many games each player plays */
  games: number
  groupSize: GroupSize
  points: GroupPoints
}

/** Defines a format in which everybody plays as many games. @param waitsForUnmet see `MatchmakingRules` */
export const defineGamesEach = <Kind extends string>(kind: Kind, waitsForUnmet: boolean) =>
  defineEventFormat({
    kind,
    schema: strictObject({ kind: v.literal(kind), games: integer(1, 100), groupSize, points: groupPointsTable }),
    changeableOptions: ['games'],
    adjusts: 'point',
    hasRounds: true,
    isMatchmade: true,
    isHeadToHead: true,
    rules: ({ games, groupSize: size, points: table }: GamesEach<Kind>) => ({
      ...roundFormat(
        {
          ...ADDED_POINTS,
          rounds: null,
          mayShare: () => true,
          largestGroup: LARGEST_GROUP,
          gameFigures: ({ place, size: players, tied }) => ({
            points: place === null ? 0 : sharedPoints(table, { place, size: players as GroupSize, tied }),
          }),
        },
        { countGames: ({ standings }) => ({ games: averageGames(standings, size), hours: 0, needsFinals: false, expected: null }) },
      ),
      matchmaking: { groupSize: size, gamesEach: games, minutes: null, waitsForUnmet },
    }),
  })
