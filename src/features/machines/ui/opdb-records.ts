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
const BATCH = 500

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
 * Divides an export of OPDB into parts that the server takes, with only the fields that it reads. The editions of a machine are in the same
 * part as the machine, which the server needs to read them.
 * @returns null if the text is not an export
 */
export function readOpdbFile(text: string): string[][] | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  if (!Array.isArray(json) || json.length === 0 || !json.every(each => typeof each === 'object' && each !== null && 'opdb_id' in each))
    return null
  const byMachine = new Map<string, OpdbRecord[]>()
  for (const record of json as OpdbRecord[]) {
    const key = machineOf(record)
    byMachine.set(key, [...(byMachine.get(key) ?? []), record])
  }
  const parts: string[][] = [[]]
  for (const records of byMachine.values()) {
    if (parts.at(-1)!.length + records.length > BATCH) parts.push([])
    parts.at(-1)!.push(...records.map(shorten))
  }
  return parts.filter(part => part.length > 0)
}
