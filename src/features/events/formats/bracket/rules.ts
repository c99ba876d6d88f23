import * as v from 'valibot'
import { rememberPlans } from '#events/rules/bracket/bracket-rules.ts'
import { firstToWin } from '#events/rules/bracket/follow-group.ts'
import { powerOfTwo } from '#events/rules/bracket/seeding.ts'
import { THOUSANDTHS } from '#events/rules/standings/points.ts'
import { doubleEliminationGames } from '#events/rules/tgp/bracket-table.ts'
import { knockoutGames } from '#events/rules/tgp/meaningful-games.ts'
import { booleanField, strictObject } from '#platform/live/schemas.ts'
import { bracketFormat } from '../bracket-format.ts'
import { defineEventFormat } from '../event-format.ts'
import { oneOf } from '../options.ts'
import { doubleElimination, singleElimination } from './plan.ts'

export const BEST_OF = [1, 3, 5, 7] as const

/** Pairs play until one of them has won most of a number of games. Who loses once, or twice, is out. */
export interface Bracket {
  kind: 'bracket'
  elimination: 'single' | 'double'
  bestOf: (typeof BEST_OF)[number]
  /** true: in a single elimination, the losers of the semifinals play for the third place */
  third: boolean
  /** who chooses the machine of a game; `loser`: the higher seed the first one of a match, then who has lost the last one */
  choice: 'higher-seed' | 'loser' | 'drawn'
}

const PLANS = {
  single: rememberPlans(seats => singleElimination(seats, false)),
  third: rememberPlans(seats => singleElimination(seats, true)),
  double: rememberPlans(doubleElimination),
}

export const bracket = defineEventFormat({
  kind: 'bracket',
  schema: strictObject({
    kind: v.literal('bracket'),
    elimination: oneOf(['single', 'double']),
    bestOf: oneOf(BEST_OF),
    third: booleanField,
    choice: oneOf(['higher-seed', 'loser', 'drawn']),
  }),
  hasRounds: true,
  isBracket: true,
  isHeadToHead: true,
  takesSeeds: true,
  rules: ({ elimination, bestOf, third, choice }: Bracket) =>
    bracketFormat(
      {
        plan: PLANS[elimination === 'single' && third ? 'third' : elimination],
        seats: powerOfTwo,
        follow: firstToWin(bestOf),
        ...(choice === 'drawn' ? {} : { chooses: choice }),
      },
      { gameFigures: ({ place }) => ({ points: place === 1 ? THOUSANDTHS : 0 }), mayShare: () => false, largestGroup: 2 },
      ({ standings }, { rounds = [] }) => {
        const players = (rounds[0]?.field ?? []).filter(player => player !== null).length
        const promised = elimination === 'double' && bestOf === 1 ? doubleEliminationGames(players) : undefined
        const games = knockoutGames(rounds, standings[0]?.entrantId)
        return { games, hours: 0, needsFinals: false, expected: null, ...(promised === undefined ? {} : { promised }) }
      },
    ),
})
