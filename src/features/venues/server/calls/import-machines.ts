import { isDeepStrictEqual } from 'node:util'
import { fieldError } from '#platform/live/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { atMostItems } from '#platform/text/field-rules.ts'
import {
  type ImportedMachine,
  MAX_VENUE_MACHINES,
  type MachinesImport,
  venueMachinesChanged,
  venuesImportMachines,
} from '#venues/contract.ts'
import { matchMachines } from '#venues/rules/match-machines.ts'
import { type PinballMapEntry, parseLocationAddress, parsePinballMap } from '#venues/rules/pinball-map.ts'
import { replaceMachines } from '../machine-list.ts'
import { fetchLocation } from '../pinball-map-client.ts'
import { type VenueMachineRow, venueMachines } from '../store.ts'
import { changeAsManager, type VenuesServices } from '../venues.ts'

/** Returns the machines of the list that the caller names. @throws DdpError 404, 409, 503 */
async function readList(
  { json, address }: { json?: string | undefined; address?: string | undefined },
  { pinballMap, clock }: VenuesServices,
): Promise<PinballMapEntry[]> {
  const read = json === undefined ? null : parsePinballMap(json)
  if (read?.kind === 'machines') return read.machines
  return fetchLocation(pinballMap, clock, read?.locationId ?? parseLocationAddress(address!)!)
}

export const importMachines = handle(venuesImportMachines, async (call, services: VenuesServices) => {
  const { access, machines } = services
  const userId = signedIn(call)
  const { venueId, dryRun, chosen = [], remove = [], was, ...source } = call.input
  await access.requireManager(venueId, userId)
  const list = await readList(source, services)
  const catalogue = await machines.catalogue()
  const names = new Map(catalogue.map(({ machineId, name }) => [machineId, name]))
  const picked = new Map(chosen.map(({ pinballMapId, machineId }) => [pinballMapId, machineId]))
  const matches = matchMachines(catalogue, list)
  const found = list.map((listed, i): Omit<ImportedMachine, 'stands'> => {
    const { pinballMapId, name, manufacturer, year } = listed
    const choice = picked.get(pinballMapId)
    const match = choice === undefined ? matches[i]! : { machineId: choice, by: 'chosen' as const }
    const machine = match && { ...match, name: names.get(match.machineId) ?? name }
    return { pinballMapId, name, manufacturer, year, machine }
  })
  const describe = (standing: readonly VenueMachineRow[]): MachinesImport => {
    const standingIds = new Set(standing.map(({ machineId }) => machineId))
    const listedIds = new Set(found.map(({ machine }) => machine?.machineId))
    return {
      listed: found.map(each => ({ ...each, stands: each.machine !== null && standingIds.has(each.machine.machineId) })),
      gone: standing.filter(({ machineId }) => !listedIds.has(machineId)).map(({ machineId, name }) => ({ machineId, name })),
    }
  }
  let result: MachinesImport = { listed: [], gone: [] }
  // The list may have taken a while to come: who may change the venue is asked again.
  await changeAsManager(call, services, async (tx, venue) => {
    const standing = await venueMachines(tx, venueId)
    result = describe(standing)
    if (dryRun) return []
    const before = standing.map(({ machineId }) => machineId)
    if (was !== undefined && !isDeepStrictEqual(before, was)) throw venueMachinesChanged()
    const leaving = new Set(remove.filter(machineId => result.gone.some(each => each.machineId === machineId)))
    const listed = found.flatMap(({ machine }) => (machine === null ? [] : [machine.machineId]))
    const after = [...new Set([...before.filter(machineId => !leaving.has(machineId)), ...listed])]
    if (after.length > MAX_VENUE_MACHINES) throw fieldError('json' in source ? 'json' : 'address', atMostItems(MAX_VENUE_MACHINES))
    return isDeepStrictEqual(before, after) ? [] : replaceMachines(tx, venue, before, after)
  })
  return result
})
