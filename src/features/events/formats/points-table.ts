import * as v from 'valibot'
import { integer, strictObject } from '#platform/live/schemas.ts'
import { fieldRule, malformed, mustBeNumber } from '#platform/text/field-rules.ts'
import { mustBeNumbers, mustNotRise } from './options.ts'
import type { PointsTable } from './rank-points.ts'

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
