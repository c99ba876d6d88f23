import * as v from 'valibot'
import { rememberPlans } from '#events/rules/bracket/bracket-rules.ts'
import { fewestStrokes } from '#events/rules/bracket/follow-group.ts'
import { MAX_GAMES_PER_ROUND } from '#events/rules/draw-options.ts'
import { knockoutGames } from '#events/rules/tgp/meaningful-games.ts'
import { integer, strictObject } from '#platform/live/schemas.ts'
import { bracketFormat } from '../bracket-format.ts'
import { defineEventFormat } from '../event-format.ts'
import { groupBracket } from '../group-plan.ts'
import { LARGEST_GROUP } from '../options.ts'
import { findTarget, type Targets, targetOptions, targetsProblem, targetsSchema } from '../targets.ts'

/** Groups of four play some holes of pin-golf. The two with the fewest strokes of each group go on, until one group is left. */
export interface GolfBracket {
  kind: 'golf-bracket'
  /** how many holes a group plays in each round */
  holes: number
  /** the score to reach, by machine id; a machine without one has a target that is said on the spot */
  targets: Targets
}

const plan = rememberPlans(groupBracket)

export const golfBracketFormat = defineEventFormat({
  kind: 'golf-bracket',
  schema: strictObject({ kind: v.literal('golf-bracket'), holes: integer(1, MAX_GAMES_PER_ROUND), targets: targetsSchema(0) }),
  changeableOptions: ['targets'],
  machineOptions: targetOptions<GolfBracket>(),
  hasRounds: true,
  isBracket: true,
  isHeadToHead: true,
  takesSeeds: true,
  entersStrokes: true,
  rules(format: GolfBracket) {
    const rules = bracketFormat(
      { plan, seats: players => players, follow: fewestStrokes(format.holes) },
      {
        gameFigures: ({ score }) => ({ points: 0, ...(typeof score === 'number' ? { strokes: score } : {}) }),
        mayShare: () => true,
        largestGroup: LARGEST_GROUP,
      },
      ({ standings }, { rounds = [] }) => ({
        games: knockoutGames(rounds, standings[0]?.entrantId),
        ...{ hours: 0, needsFinals: false, expected: null },
      }),
    )
    return { ...rules, target: machineId => findTarget(format, machineId), machinesProblem: targetsProblem(format) }
  },
})
