import * as v from 'valibot'
import {
  booleanField,
  defineMethod,
  definePublication,
  id,
  integer,
  name,
  strictObject,
  text,
  uuidV7,
} from '../../platform/live/contract.ts'
import type { UploadedPicture } from '../uploads/contract.ts'

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
  backglass?: UploadedPicture
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

/** A document of `mergedMachines`, our addition: what has become of a machine that was merged into another. Its `_id` is the old machine's. */
export interface MergedMachineDoc {
  into: string
}

/** What a merge moves. */
export interface MergePreview {
  scores: number
  /** people with a score on the machine that goes */
  players: number
  events: number
  /** the backglass of the machine that goes; `null`: it has none */
  backglass: 'moves' | 'goes' | null
}

export interface FoundMachine {
  machineId: string
  name: string
  manufacturer: string
  year: number | null
  type: MachineType
  scores: number
}

export const DISPLAYS = ['reels', 'lights', 'alphanumeric', 'dmd', 'lcd', 'cga'] as const
export const PLAYER_COUNTS = [1, 2, 4, 6] as const

const type = v.picklist(MACHINE_TYPES, 'must be one of em, ss, me')
const picture = strictObject({ key: text(1, 300) })
const machineName = name(1, 200)
const manufacturer = name(1, 100)
const year = integer(1930, 2100)
const display = v.picklist(DISPLAYS, `must be one of ${DISPLAYS.join(', ')}`)
const playerCount = v.picklist(PLAYER_COUNTS, `must be one of ${PLAYER_COUNTS.join(', ')}`)
const opdbId = v.pipe(text(1, 60), v.regex(/^G[a-zA-Z0-9]+-M[a-zA-Z0-9]+(?:-A[a-zA-Z0-9]+)?$/, 'must be of the form G…-M… or G…-M…-A…'))
const ipdbId = integer(1, 10_000_000)

/** `_id`: the client's; the same again from the same user changes nothing. */
export const machinesAdd = defineMethod<{ machineId: string }>()(
  'machines.add',
  strictObject({
    _id: uuidV7,
    name: machineName,
    manufacturer,
    year: v.optional(year),
    type,
    display: v.optional(display),
    playerCount: v.optional(playerCount),
    opdbId: v.optional(opdbId),
    ipdbId: v.optional(ipdbId),
    backglass: v.optional(picture),
  }),
  {
    access: 'machine editors',
    404: 'no such picture',
    409: 'there is one of this name, manufacturer and year, or with this OPDB id, or the id was used for another machine',
  },
)

/** What is left out stays; null takes away what a machine may be without. */
export const machinesEdit = defineMethod<Record<string, never>>()(
  'machines.edit',
  strictObject({
    machineId: id,
    name: v.optional(machineName),
    manufacturer: v.optional(manufacturer),
    year: v.optional(v.nullable(year)),
    type: v.optional(type),
    display: v.optional(v.nullable(display)),
    playerCount: v.optional(v.nullable(playerCount)),
    opdbId: v.optional(v.nullable(opdbId)),
    ipdbId: v.optional(v.nullable(ipdbId)),
    backglass: v.optional(v.nullable(picture)),
    retired: v.optional(booleanField),
  }),
  { access: 'machine editors', 404: 'no such machine or picture', 409: 'another machine has this OPDB id' },
)

const merging = strictObject({ from: id, into: id })
const MERGE_TERMS = {
  access: 'machine editors',
  404: 'no such machine',
  409: 'the same machine; a backglass of one of them is being taken in; an event has used both as two machines',
} as const

/** Our addition: two entries of the catalogue are one machine. Everything of `from` goes to `into`; doing it again changes nothing. */
export const machinesMerge = defineMethod<Record<string, never>>()('machines.merge', merging, MERGE_TERMS)

/** Our addition: what `machines.merge` would move, or why it would be refused. */
export const machinesMergePreview = defineMethod<MergePreview>()('machines.mergePreview', merging, MERGE_TERMS)

export const machinesSearch = defineMethod<FoundMachine[]>()(
  'machines.search',
  strictObject({ text: text(0, 100), limit: v.optional(integer(1, 100)) }),
  { access: 'everybody' },
)

export const machinesAll = definePublication(
  'machines.all',
  strictObject({ type: v.optional(type), manufacturer: v.optional(text(1, 100)) }),
  ['machines'],
  { access: 'everybody' },
)

/** Our addition: one page of the catalogue, so that a big one need not travel whole. */
export const machinesBrowse = definePublication(
  'machines.browse',
  strictObject({ text: v.optional(text(0, 100)), type: v.optional(type), page: v.optional(integer(1, 1000)) }),
  ['machines', 'machinePages'],
  { access: 'everybody' },
)

/** One that was merged into another sends only where it has gone. */
export const machinesOne = definePublication(
  'machines.one',
  strictObject({ machineId: id }),
  ['machines', 'machineStats', 'mergedMachines'],
  {
    access: 'everybody',
    404: 'there is no such machine',
  },
)

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
