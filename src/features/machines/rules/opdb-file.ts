/** The lists of Match Play's file that hold machines and their editions. It also lists groups of machines, which are not imported. */
const LISTS = ['machines', 'aliases']

/**
 * Returns the records of a catalogue file, with the field names of OPDB (`opdb_id`). The data of OPDB is published in two shapes: by OPDB
 * itself as a list of records, and by Match Play, which asks everybody to use its file, as an object with lists of records (`machineGroups`,
 * `machines`, `aliases`) and with names in camel case (`opdbId`). A record that is no object is passed on, to be refused on its own.
 * @returns null if it is neither, so that the file is refused as a whole: no record in it has an id of OPDB
 */
export function listOpdbRecords(json: unknown): unknown[] | null {
  const records = listRecords(json)?.map(withOpdbNames)
  return records?.some(record => isObject(record) && Object.hasOwn(record, 'opdb_id')) ? records : null
}

function listRecords(json: unknown): unknown[] | null {
  if (Array.isArray(json)) return Array.from(json)
  if (!isObject(json)) return null
  return LISTS.flatMap(name => {
    const list = Object.hasOwn(json, name) ? json[name] : null
    return Array.isArray(list) ? Array.from(list) : []
  })
}

function withOpdbNames(record: unknown): unknown {
  if (!isObject(record)) return record
  const named = Object.entries(record).map(
    ([name, value]) => [name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`), value] as const,
  )
  return Object.fromEntries(named)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
