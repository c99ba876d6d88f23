import * as v from 'valibot'
import { THOUSANDTHS } from '#events/rules/standings/points.ts'
import type { ByeWorth } from '#events/rules/standings-options.ts'
import { strictObject } from '#platform/live/schemas.ts'
import { fieldRule, mustBeNumber } from '#platform/text/field-rules.ts'
import type { GroupSize } from './options.ts'
import { mustBeNumbers, mustNotRise } from './options.ts'

type ByPlace = readonly number[]
type BySize = Readonly<Record<GroupSize, ByPlace>>

/** Group points with a name. */
export type NamedGroupPoints = 'ifpa' | 'papa' | 'pinburgh' | 'winner'

/** Points by place in a match group. `custom`: as listed by the director, for each size of a group, first place first. */
export type GroupPoints = NamedGroupPoints | { custom: Record<GroupSize, number[]> }

/** How much a place in a custom table is worth at most. */
export const MAX_GROUP_POINTS = 1000

const atMostTwoDecimals = (value: number): boolean => Math.round(value * 100) / 100 === value

const listedPoints = v.pipe(
  v.number(mustBeNumber()),
  v.check(
    value => value >= 0 && value <= MAX_GROUP_POINTS && atMostTwoDecimals(value),
    fieldRule('range', 'must be a number from {min} to {max} with at most 2 decimals', { min: 0, max: MAX_GROUP_POINTS }),
  ),
)

const listedPlaces = (size: GroupSize) =>
  v.pipe(
    v.array(listedPoints, mustBeNumbers),
    v.length(size, fieldRule('item-count', 'must list {count} numbers', { count: size })),
    v.check(list => list.every((points, i) => i === 0 || points <= list[i - 1]!), mustNotRise),
  )

export const groupPointsTable: v.GenericSchema<unknown, GroupPoints> = v.union(
  [
    v.picklist(['ifpa', 'papa', 'pinburgh', 'winner']),
    strictObject({ custom: strictObject({ 4: listedPlaces(4), 3: listedPlaces(3), 2: listedPlaces(2) }) }),
  ],
  fieldRule('choice', 'must be one of ifpa, papa, pinburgh, winner, or { custom: { 4: numbers, 3: numbers, 2: numbers } }'),
)

const GROUP: Readonly<Record<NamedGroupPoints, BySize>> = {
  ifpa: { 4: [7000, 5000, 3000, 1000], 3: [7000, 4000, 1000], 2: [7000, 1000] },
  papa: { 4: [4000, 2000, 1000, 0], 3: [4000, 2000, 1000], 2: [4000, 1000] },
  pinburgh: { 4: [3000, 2000, 1000, 0], 3: [3000, 1500, 0], 2: [3000, 0] },
  winner: { 4: [1000, 0, 0, 0], 3: [1000, 0, 0], 2: [1000, 0] },
}

/** Returns what the places in a match group are worth, first place first, in thousandths. */
export const groupPoints = (table: GroupPoints, size: GroupSize): ByPlace =>
  typeof table === 'string' ? GROUP[table][size] : table.custom[size].map(points => Math.round(points * THOUSANDTHS))

const BYE_SHARE: Readonly<Record<ByeWorth, number>> = { full: 1, half: 0.5, none: 0 }

/**
 * Returns the points for a bye, in thousandths: those of the winner of a group of two, half of them, or none. Tables have at most 2
 * decimals, so half is exact.
 */
export const byePoints = (table: GroupPoints, byes: ByeWorth): number => groupPoints(table, 2)[0]! * BYE_SHARE[byes]

/** Returns the points of a place in thousandths. Tied players share the mean of the points of the places that they take together. */
export function sharedPoints(table: GroupPoints, { place, size, tied }: { place: number; size: GroupSize; tied: number }): number {
  const shared = groupPoints(table, size).slice(place - 1, place - 1 + tied)
  return Math.round(shared.reduce((sum, points) => sum + points, 0) / tied)
}
