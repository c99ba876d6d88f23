import * as v from 'valibot'
import { THOUSANDTHS } from '#events/rules/standings/points.ts'
import { integer, strictObject } from '#platform/live/schemas.ts'
import { fieldRule, malformed, mustBeNumber } from '#platform/text/field-rules.ts'
import { mustBeNumbers, mustNotRise } from '../options.ts'

/**
 * Points by rank on a machine. `papa`: 100, 90, 85, 84, … down by 1; `linear`: from 100 or from the given number, down by 1; `custom`: as
 * listed, then its last step is repeated. Never below 0.
 */
export type PointsTable = 'papa' | 'linear' | { linear: number } | { custom: number[] }

const inThousandths = (value: number): boolean => Math.round(value * 1000) / 1000 === value

const listedPoints = v.pipe(
  v.number(mustBeNumber()),
  v.check(
    value => value >= 0 && value <= 10_000 && inThousandths(value),
    fieldRule('range', 'must be a number from {min} to {max} with at most 3 decimals', { min: 0, max: 10_000 }),
  ),
)

const customPoints = v.pipe(
  v.array(listedPoints, mustBeNumbers),
  v.minLength(2, fieldRule('min-items', 'must list at least {count} numbers', { count: 2 })),
  v.maxLength(1000, fieldRule('max-items', 'must list at most {count} numbers', { count: 1000 })),
  v.check(list => list.every((points, i) => i === 0 || points <= list[i - 1]!), mustNotRise),
  v.check(
    list => list.at(-1) === 0 || list.at(-1)! < list.at(-2)!,
    fieldRule('descending-end', 'must fall at its end: the last step is repeated down to 0'),
  ),
)

export const pointsTable: v.GenericSchema<unknown, PointsTable> = v.union(
  [v.picklist(['papa', 'linear']), strictObject({ linear: integer(1, 10_000) }), strictObject({ custom: customPoints })],
  malformed('must be "papa", "linear", { linear: number } or { custom: numbers }'),
)

const inWholeThousandths = (points: number): number => Math.round(points * THOUSANDTHS)

function listedOrStepped(list: readonly number[], rank: number): number {
  if (rank <= list.length) return inWholeThousandths(list[rank - 1]!)
  const last = inWholeThousandths(list.at(-1)!)
  const step = inWholeThousandths(list.at(-2) ?? 0) - last
  return Math.max(0, last - step * (rank - list.length))
}

/** Returns what a rank on a machine is worth, in thousandths; a better rank is never worth less. @param rank 1 for the first */
export function rankPoints(table: PointsTable, rank: number): number {
  if (table === 'papa') return THOUSANDTHS * (rank === 1 ? 100 : rank === 2 ? 90 : Math.max(0, 88 - rank))
  if (table === 'linear') return rankPoints({ linear: 100 }, rank)
  if ('linear' in table) return THOUSANDTHS * Math.max(0, table.linear - rank + 1)
  return listedOrStepped(table.custom, rank)
}
