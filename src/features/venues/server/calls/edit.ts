import { isDeepStrictEqual } from 'node:util'
import { recordValues } from '#platform/live/record.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { VENUE_FIELDS, venuesEdit } from '#venues/contract.ts'
import * as store from '../store.ts'
import { changeAsManager, changeOf, checkNames, type VenuesServices } from '../venues.ts'

export const editVenue = handle(venuesEdit, (call, services: VenuesServices) =>
  changeAsManager(call, services, async (tx, venue) => {
    const { venueId, ...given } = call.input
    const before = store.COLUMNS.read(venue)
    const fields = recordValues(VENUE_FIELDS, given, before)
    if (isDeepStrictEqual(fields, before)) return []
    if (fields.name !== before.name || fields.place !== before.place) await checkNames(services, tx, fields)
    await store.updateVenue(tx, venueId, fields)
    return [changeOf(venue, { part: 'venue' })]
  }),
)
