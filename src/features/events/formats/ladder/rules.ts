import * as v from 'valibot'
import { rememberPlans } from '#events/rules/bracket/bracket-rules.ts'
import { oneGame } from '#events/rules/bracket/follow-group.ts'
import { THOUSANDTHS } from '#events/rules/standings/points.ts'
import { strictObject } from '#platform/live/schemas.ts'
import { bracketFormat } from '../bracket-format.ts'
import { defineEventFormat } from '../event-format.ts'
import { type GroupSize, groupSize, LARGEST_GROUP } from '../options.ts'
import { ladder } from './plan.ts'

/** The lowest seeds begin. Who comes last in a game is out, and the next better seed joins, up to the best one. */
export interface Ladder {
  kind: 'ladder'
  /** how many play in each game */
  groupSize: GroupSize
}

const planOf = (size: GroupSize) => rememberPlans(seats => ladder(seats, size))
const PLANS = { 2: planOf(2), 3: planOf(3), 4: planOf(4) }

export const ladderFormat = defineEventFormat({
  kind: 'ladder',
  schema: strictObject({ kind: v.literal('ladder'), groupSize }),
  hasRounds: true,
  isBracket: true,
  isHeadToHead: true,
  takesSeeds: true,
  // Left out is how games count: no public text of IFPA's guide has a value for ladders.
  rules: (format: Ladder) =>
    bracketFormat(
      { plan: PLANS[format.groupSize], seats: players => players, follow: oneGame },
      {
        // A point for each game after which somebody stays.
        gameFigures: ({ place, size }) => ({ points: place !== null && (place < size! || place === 1) ? THOUSANDTHS : 0 }),
        mayShare: () => false,
        largestGroup: LARGEST_GROUP,
      },
    ),
})
