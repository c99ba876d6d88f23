import * as v from 'valibot'
import { argument, defineMethod, definePublication, id, text, whole } from '../../platform/live/contract.ts'
import type { Picture } from '../uploads/contract.ts'

export const MACHINE_TYPES = ['em', 'ss', 'me'] as const
export type MachineType = (typeof MACHINE_TYPES)[number]

/** A document of `machines`; its `_id` is the machine's. */
export interface MachineDoc {
  name: string
  manufacturer: string
  year: number | null
  type: MachineType
  display?: string
  playerCount?: number
  opdbId?: string
  ipdbId?: number
  backglass?: Picture
  /** accepted scores */
  scores: number
  /** people with a score */
  players: number
  retired: boolean
}

/** A document of `machinePages`: which machines stand on a page of the catalogue, in order. `_id` names the question. */
export interface MachinePageDoc {
  machineIds: string[]
  /** how many machines match */
  total: number
  page: number
  pageSize: number
}

export interface FoundMachine {
  machineId: string
  name: string
  manufacturer: string
  year: number | null
  type: MachineType
  scores: number
}

const type = v.picklist(MACHINE_TYPES, 'must be one of em, ss, me')

export const machinesSearch = defineMethod<FoundMachine[]>()(
  'machines.search',
  argument({ text: text(0, 100), limit: v.optional(whole(1, 100)) }),
  {},
)

export const machinesAll = definePublication('machines.all', argument({ type: v.optional(type), manufacturer: v.optional(text(1, 100)) }), [
  'machines',
])

/** Our addition: one page of the catalogue, so that a big one need not travel whole. */
export const machinesBrowse = definePublication(
  'machines.browse',
  argument({ text: v.optional(text(0, 100)), type: v.optional(type), page: v.optional(whole(1, 1000)) }),
  ['machines', 'machinePages'],
)

export const machinesOne = definePublication('machines.one', argument({ machineId: id }), ['machines', 'machineStats'], {
  404: 'there is no such machine',
})

/** The `_id` of a page's document. */
export const machinePageId = ({
  text = '',
  type = '',
  page = 1,
}: {
  text?: string | undefined
  type?: string | undefined
  page?: number | undefined
}): string => `${type}/${page}/${text}`
