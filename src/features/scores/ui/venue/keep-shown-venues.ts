import type { DocumentStore } from '#ddp/client/store.ts'
import type { VenueDoc, VenueMachineDoc } from '#venues/contract.ts'
import { keptVenues } from './kept-venues.ts'

/** What this page has kept already, by the venue's id. */
const kept = new Map<string, string>()

/**
 * Keeps on this device the venues whose machines are all among the documents, so that their QR codes work without a connection. Other pages
 * show single machines of venues, which are no list to choose from.
 * @param userId who is signed in; null: nobody
 */
export function keepShownVenues(store: DocumentStore, userId: string | null, now: number): void {
  const standing = store.collection('venueMachines').all() as unknown as VenueMachineDoc[]
  for (const { _id: venueId, slug, name, groupId, machineCount } of store.collection('venues').all() as unknown as (VenueDoc & {
    _id: string
  })[]) {
    const machines = standing
      .filter(each => each.venueId === venueId)
      .sort((a, b) => a.order - b.order)
      .map(machine => ({ machineId: machine.machineId, name: machine.name, code: machine.code }))
    if (machines.length === 0 || machines.length !== machineCount) continue
    const owner = groupId === undefined ? null : userId
    const text = JSON.stringify([name, machines, owner])
    if (kept.get(venueId) === text) continue
    kept.set(venueId, text)
    void keptVenues.keep({ venueId, slug, name }, machines, owner, now)
  }
}
