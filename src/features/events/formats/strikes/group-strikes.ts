import type { GroupSize } from '../options.ts'

export const GROUP_STRIKES = ['standard', 'fair', 'progressive'] as const
export type GroupStrikes = (typeof GROUP_STRIKES)[number]

type ByPlace = readonly number[]

const STRIKES: Readonly<Record<GroupStrikes, Readonly<Record<GroupSize, ByPlace>>>> = {
  standard: { 4: [0, 0, 1, 1], 3: [0, 1, 1], 2: [0, 1] },
  fair: { 4: [0, 1, 1, 2], 3: [0, 1, 2], 2: [0, 1] },
  progressive: { 4: [0, 1, 2, 3], 3: [0, 1, 2], 2: [0, 1] },
}

/** Returns how many strikes the places in a match group take, first place first. */
export const groupStrikes = (kind: GroupStrikes, size: GroupSize): ByPlace => STRIKES[kind][size]
