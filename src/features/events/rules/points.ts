import type { GroupPoints, PointsTable, Strikes } from './format.ts'

/** Inside the rules all points are whole thousandths: 1.5 points are 1500. */
export const THOUSANDTHS = 1000

/** Converts thousandths to points as documents and exports show them: a number with at most 3 decimals. */
export const shownPoints = (points: number): number => points / THOUSANDTHS

const listed = (points: number): number => Math.round(points * THOUSANDTHS)

function customPoints(list: readonly number[], rank: number): number {
  if (rank <= list.length) return listed(list[rank - 1]!)
  const last = listed(list.at(-1)!)
  const step = listed(list.at(-2) ?? 0) - last
  return Math.max(0, last - step * (rank - list.length))
}

/** Returns what a rank on a machine is worth, in thousandths; a better rank is never worth less. @param rank 1 for the first */
export function rankPoints(table: PointsTable, rank: number): number {
  if (table === 'papa') return THOUSANDTHS * (rank === 1 ? 100 : rank === 2 ? 90 : Math.max(0, 88 - rank))
  if (table === 'linear') return rankPoints({ linear: 100 }, rank)
  if ('linear' in table) return THOUSANDTHS * Math.max(0, table.linear - rank + 1)
  return customPoints(table.custom, rank)
}

type ByPlace = readonly number[]

const GROUP: Readonly<Record<GroupPoints, Readonly<Record<2 | 3 | 4, ByPlace>>>> = {
  ifpa: { 4: [7000, 5000, 3000, 1000], 3: [7000, 4000, 1000], 2: [7000, 1000] },
  papa: { 4: [4000, 2000, 1000, 0], 3: [4000, 2000, 1000], 2: [4000, 1000] },
  pinburgh: { 4: [3000, 2000, 1000, 0], 3: [3000, 1500, 0], 2: [3000, 0] },
  winner: { 4: [1000, 0, 0, 0], 3: [1000, 0, 0], 2: [1000, 0] },
}

/** Returns what the places in a match group are worth, first place first, in thousandths. */
export const groupPoints = (kind: GroupPoints, size: 2 | 3 | 4): ByPlace => GROUP[kind][size]

/** Returns the points for a bye, in thousandths: those of the winner of a group of two. */
export const byePoints = (kind: GroupPoints): number => groupPoints(kind, 2)[0]!

const STRIKES: Readonly<Record<Strikes['strikes'], Readonly<Record<2 | 3 | 4, ByPlace>>>> = {
  standard: { 4: [0, 0, 1, 1], 3: [0, 1, 1], 2: [0, 1] },
  fair: { 4: [0, 1, 1, 2], 3: [0, 1, 2], 2: [0, 1] },
  progressive: { 4: [0, 1, 2, 3], 3: [0, 1, 2], 2: [0, 1] },
}

/** Returns how many strikes the places in a match group take, first place first. */
export const groupStrikes = (kind: Strikes['strikes'], size: 2 | 3 | 4): ByPlace => STRIKES[kind][size]
