import { handle } from '#platform/live/server/call-handler.ts'
import { venuesSearch } from '#venues/contract.ts'
import type { VenuesServices } from '../venues.ts'

export const searchVenues = handle(venuesSearch, ({ input: { text, limit = 20 }, userId }, { search }: VenuesServices) =>
  search(text, userId, limit),
)
