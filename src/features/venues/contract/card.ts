import { definePublication } from '#platform/live/contract.ts'
import { id, strictObject } from '#platform/live/schemas.ts'
import { noVenue } from './errors.ts'

/** One venue without its machines and managers, for pages that name it. */
export const venuesCard = definePublication('venues.card', strictObject({ venueId: id }), ['venues'], {
  access: 'everybody',
  errors: [noVenue],
})
