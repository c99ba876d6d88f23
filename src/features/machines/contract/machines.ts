import * as v from 'valibot'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { ADMINISTRATION, READING } from '#platform/live/rates.ts'
import { addEntries, editEntries, type ShownFields } from '#platform/live/record.ts'
import { booleanField, id, integer, strictObject, text, uuidV7 } from '#platform/live/schemas.ts'
import { fieldRule, mustBeList } from '#platform/text/field-rules.ts'
import { pictureGone, type UploadedPicture } from '#uploads/contract.ts'
import { MACHINE_FIELDS } from './machine-fields.ts'
import { type MachineType, machineType } from './machine-types.ts'

export const noMachine = defineError(404, 'no-machine', 'There is no such machine.')
export const opdbIdTaken = defineError(409, 'opdb-id-taken', 'Another machine has this OPDB id.')
export const machineIdUsed = defineError(409, 'id-used', 'This id was used for another machine.')
export const machineKnown = defineError(409, 'machine-known', 'This machine is in the catalogue already.')
export const machineEditorsOnly = defineError(403, 'machine-editors-only', 'Only a machine editor may do this.')
export const backglassPending = defineError(
  409,
  'backglass-pending',
  'A backglass of one of them is still being taken in. Try again in a minute.',
)
export const machinesOfEventDiffer = defineError(409, 'machines-both-played', 'An event has used both as two machines, so two they stay.')
export const sameMachine = defineError(409, 'same-machine', 'This is the same machine.')

/** A document of the collection `machines`; its `_id` is the machine id. */
export interface MachineDoc extends ShownFields<typeof MACHINE_FIELDS> {
  backglass?: UploadedPicture
  /** number of accepted scores */
  scores: number
  /** number of players who have a score */
  players: number
  retired: boolean
  /** Our addition, of `machines.browse` only: when the newest accepted game ended; missing if there is none. */
  lastPlayedAt?: Date
}

/**
 * Our addition: a document of `mergedMachines`, which names the machine that an
 * old machine was merged into. Its `_id` is the old machine's id.
 */
export interface MergedMachineDoc {
  into: string
}

/** What a merge would move from the machine that disappears to the one that stays. */
export interface MergePreview {
  scores: number
  /** number of players who have a score on the machine that disappears */
  players: number
  events: number
  /** what happens to the backglass of the machine that disappears: it moves, or it is removed; `null`: it has none */
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

const picture = strictObject({ key: text(1, 300) })

/** `_id`: made by the client. The same call sent again by the same user changes nothing. */
export const machinesAdd = defineMethod<{ machineId: string }>()(
  'machines.add',
  strictObject({
    _id: uuidV7,
    ...addEntries(MACHINE_FIELDS),
    backglass: v.optional(picture),
  }),
  {
    example: { year: 1997, type: 'ss', display: 'dmd', playerCount: 4 },
    access: 'machine editors',
    rates: ADMINISTRATION,
    errors: [pictureGone, machineKnown, opdbIdTaken, machineIdUsed],
  },
)

/** A field that is left out keeps its value. null clears an optional field. */
export const machinesEdit = defineMethod<Record<string, never>>()(
  'machines.edit',
  strictObject({
    machineId: id,
    ...editEntries(MACHINE_FIELDS),
    backglass: v.optional(v.nullable(picture)),
    retired: v.optional(booleanField),
  }),
  {
    example: { year: 1997 },
    access: 'machine editors',
    rates: ADMINISTRATION,
    errors: [noMachine, pictureGone, opdbIdTaken],
  },
)

const merging = strictObject({ from: id, into: id })

/**
 * Our addition: merges two catalogue entries of the same machine. Everything of `from` moves to `into`. Calling it again changes nothing.
 */
export const machinesMerge = defineMethod<Record<string, never>>()('machines.merge', merging, {
  access: 'machine editors',
  rates: ADMINISTRATION,
  errors: [noMachine, sameMachine, backglassPending, machinesOfEventDiffer],
})

/** Our addition: returns what `machines.merge` would move, or throws the error with which it would fail. */
export const machinesMergePreview = defineMethod<MergePreview>()('machines.mergePreview', merging, {
  access: 'machine editors',
  rates: ADMINISTRATION,
  errors: [noMachine, sameMachine, machinesOfEventDiffer],
})

/** `refused`: records that could not be used. */
export interface ImportCounts {
  added: number
  changed: number
  unchanged: number
  refused: number
}

/**
 * Our addition: imports machines from an export of OPDB, or from a part of one that has the editions of a machine together with it. Doing it
 * again changes nothing. `records`: each in JSON.
 */
export const machinesImport = defineMethod<ImportCounts>()(
  'machines.import',
  strictObject({
    records: v.pipe(
      v.array(text(2, 2000), mustBeList()),
      v.maxLength(500, fieldRule('max-items', 'must have at most {count} records', { count: 500 })),
    ),
  }),
  { access: 'administrators', rates: ADMINISTRATION, errors: [] },
)

export const machinesSearch = defineMethod<FoundMachine[]>()(
  'machines.search',
  strictObject({ text: text(0, 100), limit: v.optional(integer(1, 100)) }),
  { access: 'everybody', rates: READING, errors: [] },
)

/** A machine as it is chosen without a connection: its id, name, manufacturer and year. */
export type MachineName = [machineId: string, name: string, manufacturer: string, year: number | null]

/** `machines`: at most `MAX_NAMES`, those with the most scores first; left out if the caller has this version */
export interface MachineNames {
  version: string
  machines?: MachineName[]
}

export const MAX_NAMES = 5000

/** Our addition: the names of the catalogue, for a device that keeps them. `known`: the version that it has. */
export const machinesNames = defineMethod<MachineNames>()('machines.names', strictObject({ known: v.optional(text(1, 64)) }), {
  access: 'everybody',
  rates: READING,
  errors: [],
})

export const machinesAll = definePublication(
  'machines.all',
  strictObject({ type: v.optional(machineType), manufacturer: v.optional(text(1, 100)) }),
  ['machines'],
  { access: 'everybody', errors: [] },
)

/** For a machine that was merged into another, it publishes only the document of `mergedMachines`. */
export const machinesOne = definePublication(
  'machines.one',
  strictObject({ machineId: id }),
  ['machines', 'machineStats', 'mergedMachines'],
  {
    access: 'everybody',
    errors: [noMachine],
  },
)
