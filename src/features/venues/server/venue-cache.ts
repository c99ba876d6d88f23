import type { Database } from '#platform/db/database.ts'
import { ReadCache } from '#platform/read-cache.ts'
import type { KnownVenue } from './api.ts'
import { knownVenue } from './store.ts'

/** Venues by id, whoever may see them. */
export const createVenueCache = ({ db }: Database): ReadCache<KnownVenue> =>
  new ReadCache({ max: 5000, bytes: 400, read: id => knownVenue(db, { id }) })
