import * as v from 'valibot'
import { fieldRule } from '#platform/text/field-rules.ts'

export const MACHINE_TYPES = ['em', 'ss', 'me'] as const
export type MachineType = (typeof MACHINE_TYPES)[number]

export const DISPLAYS = ['reels', 'lights', 'alphanumeric', 'dmd', 'lcd', 'cga'] as const
export const PLAYER_COUNTS = [1, 2, 4, 6] as const

export const machineType = v.picklist(MACHINE_TYPES, fieldRule('choice', 'must be one of em, ss, me'))
