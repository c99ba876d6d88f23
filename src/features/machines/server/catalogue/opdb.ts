import { DISPLAYS, MACHINE_TYPES, PLAYER_COUNTS } from '#machines/contract/machine-types.ts'
import type { CatalogueMachine } from './machine.ts'

/** A record that was not imported: its index in the list, its id and name (null if unusable), and a sentence that gives the reason. */
export type RefusedRecord = { index: number; opdbId: string | null; name: string | null; reason: string }

/** Both lists are in the order of the records; every record is in exactly one of them. */
export type OpdbReading = { machines: CatalogueMachine[]; refused: RefusedRecord[] }

/**
 * An OPDB id consists of the ids of the group, the machine in the group, and the edition ("alias") of the machine. Source: opdb.org/api.
 */
const ID_PATTERN = /^G([a-zA-Z0-9]+)(?:-M([a-zA-Z0-9]+)(?:-A([a-zA-Z0-9]+))?)?$/

/** NUL (which Postgres cannot store), other control characters, lone surrogates, and characters that change the direction of text. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u

/** Coin-operated pinball began about 1931. The export contains 1900-01-01 for unknown dates. */
const FIRST_YEAR = 1930
const LAST_YEAR = 2100

const MAX_LENGTHS = { id: 64, name: 200, manufacturer: 100, alias: 100 }

type Fields = Record<string, unknown>
type Imported = { machine: CatalogueMachine; physical: boolean }

/**
 * Reads the records of OPDB (`listOpdbRecords`) into machines and refused records. Pure: it uses no clock and does not modify its input. It
 * never throws for any input.
 *
 * - A record is refused if a required field (id, name, manufacturer, type) is missing or unusable. An unusable optional field (year,
 *   display, player count, IPDB number) becomes `null`, so that an error there does not lose the machine.
 * - An alias is an edition of a machine and is imported as a machine of its own. It inherits type, display, player count and search names
 *   from its machine where it has none, but not the date. An alias without an imported machine is refused, because its type may be unknown.
 * - An alias inherits its machine's IPDB number only if it has none, both have the same manufacturer, and the machine is physical.
 *   Otherwise (another manufacturer's licensed version, or one edition of a collective record) it would be a different entry in the IPDB.
 * - `physical_machine: 0` marks a collective record such as "(Premium/LE)". It is imported like any other record, because results on other
 *   sites refer to it if the edition does not matter, and because some titles (Pulp Fiction, Queen) have no other record for the title.
 * - If several records have the same id, the first one that can be imported is used and the later ones are refused.
 */
export function readOpdbExport(list: readonly unknown[]): OpdbReading {
  const records = Array.from(list, toFields)
  const kinds = records.map(parseKind)
  const imported = new Map<string, Imported>()
  const outcomes: (CatalogueMachine | string)[] = []

  for (const pass of ['machines', 'aliases']) {
    for (const [index, kind] of kinds.entries()) {
      if (typeof kind === 'string') outcomes[index] = kind
      else if ((kind.machineId === null) === (pass === 'machines')) {
        const outcome = readRecord(kind, imported)
        if (typeof outcome !== 'string') imported.set(kind.id, outcome)
        outcomes[index] = typeof outcome === 'string' ? outcome : outcome.machine
      }
    }
  }

  const machines: CatalogueMachine[] = []
  const refused: RefusedRecord[] = []
  for (const [index, outcome] of outcomes.entries()) {
    if (typeof outcome !== 'string') machines.push(outcome)
    else {
      const record = records[index] ?? {}
      refused.push({
        index,
        opdbId: text(ownProperty(record, 'opdb_id'), MAX_LENGTHS.id),
        name: text(ownProperty(record, 'name'), MAX_LENGTHS.name),
        reason: outcome,
      })
    }
  }
  return { machines, refused }
}

/** A record with a usable id; `machineId` is null unless it is an alias. */
type Kind = { record: Fields; id: string; machineId: string | null }

/**
 * Classifies a record by its id. A contradicting flag makes it unusable. Returns
 * the reason as a string if the record is refused, as `readRecord` does.
 */
function parseKind(record: Fields | null): Kind | string {
  if (record === null) return 'The record is not an object.'
  const id = text(ownProperty(record, 'opdb_id'), MAX_LENGTHS.id)
  const parts = id === null ? null : ID_PATTERN.exec(id)
  if (id === null || parts === null) return 'Its opdb_id is missing or not of the form G…-M… or G…-M…-A….'
  const [, , machine, alias] = parts
  if (machine === undefined) return 'It is a group of machines, not a machine.'
  if (ownProperty(record, alias === undefined ? 'is_alias' : 'is_machine') === true) {
    return 'Its opdb_id and its is_machine or is_alias flag contradict each other.'
  }
  return { record, id, machineId: alias === undefined ? null : id.slice(0, id.lastIndexOf('-')) }
}

function readRecord({ record, id, machineId }: Kind, imported: ReadonlyMap<string, Imported>): Imported | string {
  if (imported.has(id)) return 'An earlier record has the same opdb_id.'
  const parent = machineId === null ? undefined : imported.get(machineId)
  if (machineId !== null && parent === undefined) return `Its machine ${machineId} is not in the file or was refused.`

  const name = text(ownProperty(record, 'name'), MAX_LENGTHS.name)
  if (name === null) return `It has no name of 1 to ${MAX_LENGTHS.name} printable characters.`
  const manufacturer = text(ownProperty(toFields(ownProperty(record, 'manufacturer')) ?? {}, 'name'), MAX_LENGTHS.manufacturer)
  if (manufacturer === null) return `It has no manufacturer with a name of 1 to ${MAX_LENGTHS.manufacturer} printable characters.`
  const type = oneOf(MACHINE_TYPES, ownProperty(record, 'type')) ?? parent?.machine.type
  if (type === undefined) return `Its type is not one of ${MACHINE_TYPES.join(', ')}.`

  const aliases = readAliases(record, name)
  const inheritedIpdbId = parent?.physical && parent.machine.manufacturer === manufacturer ? parent.machine.ipdbId : null
  const machine: CatalogueMachine = {
    name,
    manufacturer,
    year: parseYear(ownProperty(record, 'manufacture_date')),
    type,
    display: oneOf(DISPLAYS, ownProperty(record, 'display')) ?? parent?.machine.display ?? null,
    playerCount: oneOf(PLAYER_COUNTS, ownProperty(record, 'player_count')) ?? parent?.machine.playerCount ?? null,
    opdbId: id,
    ipdbId: ipdbNumber(ownProperty(record, 'ipdb_id')) ?? inheritedIpdbId,
    aliases: aliases.length > 0 ? aliases : distinct(parent?.machine.aliases ?? [], name),
  }
  return { machine, physical: ownProperty(record, 'physical_machine') !== 0 }
}

function toFields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

/** An own property of the record, never an inherited one such as `constructor`. */
function ownProperty(record: Fields, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

/** Returns the text trimmed and in NFC, or null for anything that is not 1 to `limit` printable code points. */
function text(value: unknown, limit: number): string | null {
  if (typeof value !== 'string' || value.length > 8 * limit) return null
  const normalized = value.normalize('NFC').trim()
  return normalized === '' || UNPRINTABLE.test(normalized) || [...normalized].length > limit ? null : normalized
}

function oneOf<T>(allowed: readonly T[], value: unknown): T | null {
  return allowed.find(each => each === value) ?? null
}

function parseYear(date: unknown): number | null {
  const year = typeof date === 'string' && /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(date) ? Number(date.slice(0, 4)) : 0
  return year >= FIRST_YEAR && year <= LAST_YEAR ? year : null
}

/** Returns a positive integer that fits into a Postgres `integer`, or null. */
function ipdbNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 2 ** 31 ? value : null
}

function readAliases(record: Fields, name: string): string[] {
  const found = ['shortname', 'common_name'].map(key => text(ownProperty(record, key), MAX_LENGTHS.alias))
  return distinct(
    found.filter(each => each !== null),
    name,
  )
}

function distinct(aliases: readonly string[], name: string): string[] {
  const seen = new Set([name.toLowerCase()])
  return aliases.filter(alias => seen.size < seen.add(alias.toLowerCase()).size)
}
