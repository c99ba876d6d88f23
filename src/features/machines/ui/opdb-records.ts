import { listOpdbRecords } from '../rules/opdb-file.ts'

/** The fields of a record that the server reads. */
const FIELDS = [
  'opdb_id',
  'is_machine',
  'is_alias',
  'physical_machine',
  'ipdb_id',
  'name',
  'common_name',
  'shortname',
  'type',
  'display',
  'player_count',
  'manufacture_date',
] as const

/** How many records the server takes at once. */
const MAX_RECORDS = 500

/**
 * Bytes of a part as it is sent. A message has at most 65,536 (rule L8); where there is no WebSocket, its JSON is text
 * in another JSON, and each record is text in the message.
 */
const MAX_BYTES = 60_000

const encoder = new TextEncoder()

const countBytes = (record: string): number => encoder.encode(JSON.stringify(JSON.stringify(record))).length

type OpdbRecord = { [field: string]: unknown }

/** Returns the id of the machine that a record is of, or is an edition of. */
const machineOf = ({ opdb_id: id }: OpdbRecord): string =>
  String(id ?? '')
    .split('-')
    .slice(0, 2)
    .join('-')

function shorten(record: OpdbRecord): string {
  const { manufacturer } = record as { manufacturer?: { name?: unknown } | null }
  const fields = FIELDS.filter(field => record[field] !== undefined && record[field] !== null).map(field => [field, record[field]])
  return JSON.stringify({ ...Object.fromEntries(fields), manufacturer: { name: manufacturer?.name } })
}

/**
 * Divides a catalogue file, in either of its shapes, into parts that the server takes, with only the fields that it reads. The editions of a
 * machine are in the same part as the machine, which the server needs to read them.
 * @returns null if the text is not such a file
 */
export function readOpdbFile(text: string): string[][] | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  const listed = listOpdbRecords(json)
  if (listed === null) return null
  const byMachine = new Map<string, OpdbRecord[]>()
  for (const each of listed) {
    // What is no record is sent as one without an id, so that the server counts it as refused.
    const record = typeof each === 'object' && each !== null ? (each as OpdbRecord) : {}
    const key = machineOf(record)
    byMachine.set(key, [...(byMachine.get(key) ?? []), record])
  }
  const parts: string[][] = []
  let bytes = 0
  for (const records of byMachine.values()) {
    const added = records.map(shorten)
    const addedBytes = added.reduce((sum, record) => sum + countBytes(record), 0)
    const part = parts.at(-1)
    if (part === undefined || part.length + added.length > MAX_RECORDS || bytes + addedBytes > MAX_BYTES) {
      parts.push(added)
      bytes = addedBytes
    } else {
      part.push(...added)
      bytes += addedBytes
    }
  }
  return parts
}
