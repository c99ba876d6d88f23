import * as v from 'valibot'
import { rememberPlans } from '#events/rules/bracket/bracket-rules.ts'
import { oneGame } from '#events/rules/bracket/follow-group.ts'
import { THOUSANDTHS } from '#events/rules/standings/points.ts'
import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import { type StandingsOptions, TIE_BREAKS } from '#events/rules/standings-options.ts'
import { strictObject } from '#platform/live/schemas.ts'
import { defineEventFormat } from '../event-format.ts'
import { oneOf } from '../options.ts'
import { ADDED_POINTS, roundFormat } from '../round-format.ts'
import { roundRobin } from './plan.ts'

/** With more players it would have more than 500 games. */
export const MAX_ROUND_ROBIN = 32

/** Everybody meets everybody. A win is a point. */
export interface RoundRobin {
  kind: 'round-robin'
  /** how often each pair meets */
  meetings: 1 | 2
}

const planOf = (meetings: number) => rememberPlans(seats => roundRobin(seats, meetings))
const PLANS = { 1: planOf(1), 2: planOf(2) }

export const roundRobinFormat = defineEventFormat({
  kind: 'round-robin',
  schema: strictObject({ kind: v.literal('round-robin'), meetings: oneOf([1, 2]) }),
  tieBreaks: TIE_BREAKS,
  adjusts: 'point',
  hasRounds: true,
  isBracket: true,
  isHeadToHead: true,
  takesSeeds: true,
  rules: ({ meetings }: RoundRobin, { tieBreaks, byeOpponent }: StandingsOptions) => ({
    ...roundFormat(
      {
        ...ADDED_POINTS,
        rounds: null,
        mayShare: () => false,
        largestGroup: 2,
        gameFigures: ({ place }) => ({ points: place === 1 ? THOUSANDTHS : 0 }),
      },
      {
        tieBreaks,
        byeOpponent,
        pointTotals: {
          possibleSoFar: (_machineIds, standings) => mostGames(standings) * THOUSANDTHS,
          most: () => null,
        },
        countGames: ({ standings }) => ({
          // A game of two is one meaningful game, and everybody has as many.
          games: mostGames(standings),
          hours: 0,
          needsFinals: false,
          expected: (standings.length - 1) * meetings,
        }),
      },
    ),
    bracket: {
      plan: PLANS[meetings],
      seats: (players: number) => players + (players % 2),
      follow: oneGame,
      keepsGames: true as const,
      largestField: MAX_ROUND_ROBIN,
    },
  }),
})

/** Returns the most games that anybody has played; a bye is none. */
const mostGames = (standings: readonly StandingsEntry[]): number =>
  Math.max(0, ...standings.map(({ games = [] }) => games.filter(({ place }) => place !== null).length))
