import * as v from 'valibot'
import { THOUSANDTHS } from '#events/rules/standings/points.ts'
import { integer, strictObject } from '#platform/live/schemas.ts'
import { defineEventFormat } from '../event-format.ts'
import { scoreFormat } from '../score-format.ts'
import { findTarget, type Targets, targetOptions, targetsProblem, targetsSchema } from '../targets.ts'
import { bowlingTotal, frameOf, scoreOfFrame } from './frames.ts'

/** Each machine with a target is a frame of ten-pin bowling, in the order of the machines. The most pins win. */
export interface Bowling {
  kind: 'bowling'
  /** the score of a strike, by machine id; a machine without a target is no frame */
  targets: Targets
  /** the score of a spare, in percent of the target */
  spareAt: number
  /** if omitted, each frame is played once */
  attemptsPerMachine?: number
}

export const bowling = defineEventFormat({
  kind: 'bowling',
  schema: strictObject({
    kind: v.literal('bowling'),
    targets: targetsSchema(1),
    spareAt: integer(10, 99),
    attemptsPerMachine: v.exactOptional(integer(1, 1000)),
  }),
  changeableOptions: ['targets'],
  adjusts: 'point',
  machineOptions: targetOptions<Bowling>(),
  rules(format: Bowling) {
    const target = (machineId: string): number | null => findTarget(format, machineId)
    const rules = scoreFormat(
      {
        attemptLimit: format.attemptsPerMachine ?? 1,
        machineIds: all => all.filter(id => target(id) !== null),
        sortValue({ machineId, value = 0 }) {
          const strike = target(machineId)
          return strike === null ? null : frameOf(value, strike, format.spareAt)
        },
        totalInOrder: frames => bowlingTotal(frames) * THOUSANDTHS,
        // The frame itself, see frames.ts.
        machineFigures: frame => ({ points: frame * THOUSANDTHS }),
        totalChange: points => points,
        totalFigures: total => ({ points: total }),
        scoreOf: (machineId, frame) => Math.max(1, scoreOfFrame(frame, target(machineId)!, format.spareAt)),
        sortValuesToTry(own) {
          // A frame without a pin may still be a place.
          const least = own === undefined ? 0 : own + 1
          return { count: Math.max(1, 21 - least), sortValue: i => Math.min(20, least + i) }
        },
      },
      targetsProblem(format),
    )
    // What is left out is how games count: no public text of IFPA's guide has a value for bowling.
    const { countGames: _, ...own } = rules
    return { ...own, target }
  },
})
