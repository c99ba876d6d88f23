import { randomInt } from 'node:crypto'
import { noMachine } from '#machines/contract/machines.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { newMachineCode } from '../rules/machine-code.ts'
import * as store from './store.ts'
import { changeOf } from './venues.ts'

/**
 * Sets which machines stand in a venue, whose row the caller has locked, and in which order.
 * @param before the ids of those that stood there
 * @throws DdpError 404 if a machine that is new there does not exist
 */
export async function replaceMachines(
  tx: Db,
  venue: store.VenueRow,
  before: readonly string[],
  after: readonly string[],
): Promise<NewChange[]> {
  const added = after.filter(machineId => !before.includes(machineId))
  if ((await store.keepMachines(tx, added)).size < added.length) throw noMachine()
  const codes = await store.machineCodes(tx, venue.id)
  const taken = new Set(codes.values())
  const machines = after.map(machineId => {
    const code = codes.get(machineId) ?? newMachineCode(taken, randomInt)
    taken.add(code)
    return { machineId, code }
  })
  await store.saveMachines(tx, venue.id, machines)
  const removed = before.filter(machineId => !after.includes(machineId))
  return [changeOf(venue, { part: 'machines', machineIds: [...added, ...removed] })]
}
