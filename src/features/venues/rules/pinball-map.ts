/** A machine in a list of Pinball Map. `pinballMapId`: its number there */
export interface PinballMapEntry {
  pinballMapId: number
  name: string
  manufacturer: string | null
  year: number | null
  opdbId: string | null
  ipdbId: number | null
}

/** What a JSON text of Pinball Map is: a list of machines, or a location, whose machines have to be asked for. */
export type PinballMapText = { kind: 'machines'; machines: PinballMapEntry[] } | { kind: 'location'; locationId: number }

const MAX_ID = 999_999_999
/** Of one location; the largest collections have some hundreds. */
const MAX_LISTED = 1000

const asId = (value: unknown): number | null =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_ID ? Number(value) : null

/** Names and makers of Pinball Map are shown here, so they are cut to the length that names have here. */
const asText = (value: unknown, max: number): string | null => {
  const text = typeof value === 'string' ? value.normalize('NFC').replace(/\p{C}/gu, '').trim() : ''
  return text === '' ? null : [...text].slice(0, max).join('')
}

function readMachine(value: unknown): PinballMapEntry | null {
  if (typeof value !== 'object' || value === null) return null
  const { id, name, manufacturer, year, opdb_id, ipdb_id } = value as Record<string, unknown>
  const [pinballMapId, title] = [asId(id), asText(name, 200)]
  if (pinballMapId === null || title === null) return null
  return {
    pinballMapId,
    name: title,
    manufacturer: asText(manufacturer, 100),
    year: Number.isInteger(year) && Number(year) >= 1800 && Number(year) <= 2200 ? Number(year) : null,
    opdbId: asText(opdb_id, 60),
    ipdbId: asId(ipdb_id),
  }
}

/**
 * Reads what Pinball Map answers about a location: the list of its machines (`machine_details.json`), in which two of the same title are one,
 * or the location itself.
 * @returns null: it is neither
 */
export function readPinballMap(value: unknown): PinballMapText | null {
  if (typeof value !== 'object' || value === null) return null
  const { machines, id, location_machine_xrefs: xrefs } = value as Record<string, unknown>
  if (Array.isArray(machines)) {
    const read = machines.slice(0, MAX_LISTED).map(readMachine)
    if (read.some(machine => machine === null)) return null
    return {
      kind: 'machines',
      machines: [...new Map((read as PinballMapEntry[]).map(machine => [machine.pinballMapId, machine])).values()],
    }
  }
  const locationId = asId(id)
  return Array.isArray(xrefs) && locationId !== null ? { kind: 'location', locationId } : null
}

/** The same for a text. */
export function parsePinballMap(text: string): PinballMapText | null {
  try {
    return readPinballMap(JSON.parse(text))
  } catch {
    return null
  }
}

/**
 * Returns the list as Pinball Map writes it, without what nobody here needs: a location's comments and the names of its users, and what is not
 * known of a machine.
 */
export const toMachineDetails = (machines: readonly PinballMapEntry[]): string =>
  JSON.stringify(
    {
      machines: machines.map(({ pinballMapId, opdbId, ipdbId, ...machine }) => ({
        id: pinballMapId,
        ...machine,
        opdb_id: opdbId,
        ipdb_id: ipdbId,
      })),
    },
    (_key, value: unknown) => value ?? undefined,
  )

const ADDRESS = /^https:\/\/(?:www\.)?pinballmap\.com(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?(?:#.*)?$/i
const LOCATION_PATH = /^\/(?:api\/v1\/)?locations\/(\d{1,9})(?:\.json|\/machine_details(?:\.json)?)?\/?$/
const LOCATION_QUERY = /(?:^|&)by_location_id=(\d{1,9})(?:&|$)/

/**
 * Returns the number of the location that an address of Pinball Map names: that of its page, of its data, or of a map with it. Nothing else of
 * the address is used.
 * @returns null: it names none
 */
export function parseLocationAddress(address: string): number | null {
  const parts = ADDRESS.exec(address.trim())?.groups
  if (parts === undefined) return null
  const digits = LOCATION_QUERY.exec(parts.query ?? '')?.[1] ?? LOCATION_PATH.exec(parts.path ?? '')?.[1]
  return digits === undefined ? null : asId(Number(digits))
}
