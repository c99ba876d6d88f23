import * as v from 'valibot'
import { MAX_MACHINES } from '#events/rules/max-machines.ts'
import { id, integer, strictObject } from '#platform/live/schemas.ts'
import { fieldRule, malformed } from '#platform/text/field-rules.ts'
import { defineEventFormat } from '../event-format.ts'
import { oneOf } from '../options.ts'
import { scoreFormat } from '../score-format.ts'
import { countStrokes, findTarget, type PinGolf, worstStrokes } from './strokes.ts'

const targets = v.pipe(
  v.record(id, integer(1, Number.MAX_SAFE_INTEGER), malformed('must be targets by machine')),
  v.check(
    each => Object.keys(each).length >= 1 && Object.keys(each).length <= MAX_MACHINES,
    malformed(`must be 1 to ${MAX_MACHINES} targets`),
  ),
)

export const pinGolf = defineEventFormat({
  kind: 'pin-golf',
  schema: strictObject({ kind: v.literal('pin-golf'), balls: oneOf([3, 5]), targets, missed: oneOf(['simple', 'graded']) }),
  changeableOptions: ['targets'],
  adjusts: 'stroke',
  machineOptions: {
    remove(format: PinGolf, machineId) {
      const { [machineId]: target, ...targets } = format.targets
      return target === undefined ? format : { ...format, targets }
    },
    merge(format, { from, into, keep }) {
      const { [from]: target, ...others } = format.targets
      if (target === undefined) return format
      return { ...format, targets: { ...others, [into]: keep === 'from' ? target : (others[into] ?? target) } }
    },
  },
  rules(format: PinGolf) {
    const hole = (machineId: string): number | null => findTarget(format, machineId)
    const worst = worstStrokes(format)
    return scoreFormat(
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
      machineIds =>
        Object.keys(format.targets).every(machineId => machineIds.includes(machineId))
          ? null
          : { path: 'targets', message: malformed("must name the event's machines only") },
    )
  },
})
