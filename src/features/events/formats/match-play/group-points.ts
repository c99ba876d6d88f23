import type { GroupSize } from '../options.ts'
import { oneOf } from '../options.ts'

/** Points by place in a match group. */
export type GroupPoints = 'ifpa' | 'papa' | 'pinburgh' | 'winner'

export const groupPointsTable = oneOf(['ifpa', 'papa', 'pinburgh', 'winner'])

type ByPlace = readonly number[]

const GROUP: Readonly<Record<GroupPoints, Readonly<Record<GroupSize, ByPlace>>>> = {
  ifpa: { 4: [7000, 5000, 3000, 1000], 3: [7000, 4000, 1000], 2: [7000, 1000] },
  papa: { 4: [4000, 2000, 1000, 0], 3: [4000, 2000, 1000], 2: [4000, 1000] },
  pinburgh: { 4: [3000, 2000, 1000, 0], 3: [3000, 1500, 0], 2: [3000, 0] },
  winner: { 4: [1000, 0, 0, 0], 3: [1000, 0, 0], 2: [1000, 0] },
}

/** Returns what the places in a match group are worth, first place first, in thousandths. */
export const groupPoints = (kind: GroupPoints, size: GroupSize): ByPlace => GROUP[kind][size]

/** Returns the points for a bye, in thousandths: those of the winner of a group of two. */
export const byePoints = (kind: GroupPoints): number => groupPoints(kind, 2)[0]!
