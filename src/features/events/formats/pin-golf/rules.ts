import * as v from 'valibot'
import { strictObject } from '#platform/live/schemas.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import { defineEventFormat } from '../event-format.ts'
import { oneOf } from '../options.ts'
import { scoreFormat } from '../score-format.ts'
import { findTarget, targetOptions, targetsProblem, targetsSchema } from '../targets.ts'
import { countStrokes, type PinGolf, worstStrokes } from './strokes.ts'

export const pinGolf = defineEventFormat({
  kind: 'pin-golf',
  schema: strictObject({
    kind: v.literal('pin-golf'),
    balls: oneOf([3, 5]),
    targets: targetsSchema(1),
    missed: oneOf(['simple', 'graded']),
  }),
  changeableOptions: ['targets'],
  adjusts: 'stroke',
  machineOptions: targetOptions<PinGolf>(),
  rules(format: PinGolf) {
    const hole = (machineId: string): number | null => findTarget(format, machineId)
    const worst = worstStrokes(format)
    const rules = scoreFormat(
      {
        machineIds: all => all.filter(id => hole(id) !== null),
        // Sort values and totals are negated strokes.
        sortValue(score) {
          const target = hole(score.machineId)
          return target === null ? null : -countStrokes(format, target, score)
        },
        machineFigures: sortValue => ({ points: 0, strokes: -sortValue }),
        total: (machines, places, sortValues) => sortValues - (machines - places.length) * worst,
        totalChange: strokes => -strokes,
        totalFigures: total => ({ points: 0, strokes: 0 - total }),
        // Each stroke less changes the total, so every improvement may change a rank.
        sortValuesToTry(own) {
          const least = own === undefined ? -worst : own + 1
          return { count: Math.max(1, -least), sortValue: i => Math.min(-1, least + i) }
        },
        hole(machineId) {
          const target = hole(machineId)
          return target === null ? null : { target, balls: format.balls, worst }
        },
        strokesProblem(strokes, hasValue) {
          if (!hasValue) return strokes > worst ? fieldRule('strokes-of-hole', 'must be at most {max} on a hole', { max: worst }) : null
          return strokes > format.balls ? fieldRule('ball', 'must be one of the balls') : null
        },
      },
      targetsProblem(format),
    )
    return { ...rules, target: hole }
  },
})
