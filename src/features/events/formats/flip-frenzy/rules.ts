import * as v from 'valibot'
import type { RoundProgress } from '#events/rules/format-rules.ts'
import { THOUSANDTHS } from '#events/rules/standings/points.ts'
import { integer, strictObject } from '#platform/live/schemas.ts'
import { defineEventFormat } from '../event-format.ts'
import { oneOf } from '../options.ts'
import { ADDED_POINTS, averageGames, roundFormat } from '../round-format.ts'

/** A share of all games that were won, in millionths. */
const ALL = 1_000_000
/** More than any number of games: where the shares are equal, more games are better. */
const GAMES = 10_000
/** More than any share: who has played enough games stands before those who have not. */
const ENOUGH = 1e12

/** A game begins whenever players and a machine are free, until the time is over. The first of a game wins it, and the others lose it. */
export interface FlipFrenzy {
  kind: 'flip-frenzy'
  groupSize: 2 | 3
  /** how long games begin, from the first one on */
  minutes: number
  /** `percentage`: by the share of games won; `net`: by wins minus losses */
  order: 'percentage' | 'net'
  /** how many games it takes to stand before those with fewer, if the share decides */
  leastGames: number
}

export const flipFrenzyFormat = defineEventFormat({
  kind: 'flip-frenzy',
  schema: strictObject({
    kind: v.literal('flip-frenzy'),
    groupSize: oneOf([2, 3]),
    minutes: integer(10, 1440),
    order: oneOf(['percentage', 'net']),
    leastGames: integer(0, 100),
  }),
  changeableOptions: ['minutes', 'leastGames'],
  hasRounds: true,
  isMatchmade: true,
  isHeadToHead: true,
  rules: ({ groupSize, minutes, order, leastGames }: FlipFrenzy) => ({
    ...roundFormat(
      {
        ...ADDED_POINTS,
        rounds: null,
        // Who of those who lost was better is not played for.
        mayShare: (_size, place) => place > 1,
        largestGroup: groupSize,
        gameFigures: ({ place }) => ({ points: place === 1 ? THOUSANDTHS : 0 }),
        rankKey: progress => ({
          sortValue: (order === 'net' ? netWins : shareOfWins)(progress, Math.max(1, leastGames)) * GAMES + progress.games,
          places: [],
        }),
      },
      { countGames: ({ standings }) => ({ games: averageGames(standings, groupSize), hours: 0, needsFinals: false, expected: null }) },
    ),
    matchmaking: { groupSize, gamesEach: null, minutes, waitsForUnmet: false },
  }),
})

type Played = Pick<RoundProgress, 'points' | 'games'>

/** Returns the share of games won, in millionths, and more than any share for those who have played enough games. */
const shareOfWins = ({ points, games }: Played, enough: number): number =>
  (games === 0 ? 0 : Math.round((points / THOUSANDTHS / games) * ALL)) + (games < enough ? 0 : ENOUGH / GAMES)

/** Returns wins minus losses, and less than any of them for those who have not played. */
const netWins = ({ points, games }: Played): number => (games === 0 ? -GAMES : (2 * points) / THOUSANDTHS - games)
