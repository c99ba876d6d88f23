import * as v from 'valibot'
import { id, integer } from '#platform/live/schemas.ts'
import { malformed } from '#platform/text/field-rules.ts'
import { MAX_MACHINES } from '../rules/max-machines.ts'
import type { FormatRules, MachineOptions } from './event-format.ts'

/** The score to reach on each machine, by machine id. */
export interface Targets {
  [machineId: string]: number
}

const isPlainObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null)

/** @param least how many machines must have a target */
export const targetsSchema = (least: 0 | 1) =>
  v.pipe(
    // A record takes a list and a date too, which are objects without keys.
    v.custom<unknown>(isPlainObject, malformed('must be targets by machine')),
    v.record(id, integer(1, Number.MAX_SAFE_INTEGER), malformed('must be targets by machine')),
    v.check(
      each => Object.keys(each).length >= least && Object.keys(each).length <= MAX_MACHINES,
      malformed(`must be ${least} to ${MAX_MACHINES} targets`),
    ),
  )

/** Returns the target of a machine; null: it has none. */
export const findTarget = ({ targets }: { targets: Targets }, machineId: string): number | null =>
  Object.hasOwn(targets, machineId) ? targets[machineId]! : null

/** Targets follow the machines of an event. */
export const targetOptions = <F extends { targets: Targets }>(): MachineOptions<F> => ({
  remove(format, machineId) {
    const { [machineId]: target, ...targets } = format.targets
    return target === undefined ? format : { ...format, targets }
  },
  merge(format, { from, into, keep }) {
    const { [from]: target, ...others } = format.targets
    if (target === undefined) return format
    return { ...format, targets: { ...others, [into]: keep === 'from' ? target : (others[into] ?? target) } }
  },
})

/** Makes the check that targets belong to machines of the event. */
export const targetsProblem =
  ({ targets }: { targets: Targets }): FormatRules['machinesProblem'] =>
  machineIds =>
    Object.keys(targets).every(machineId => machineIds.includes(machineId))
      ? null
      : { path: 'targets', message: malformed("must name the event's machines only") }
