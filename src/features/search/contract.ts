import * as v from 'valibot'
import type { FoundEvent } from '#events/contract/documents.ts'
import type { FoundGroup } from '#groups/contract.ts'
import type { FoundMachine } from '#machines/contract/machines.ts'
import { defineMethod } from '#platform/live/contract.ts'
import { READING } from '#platform/live/rates.ts'
import { integer, strictObject, text } from '#platform/live/schemas.ts'
import type { FoundPlayer } from '#players/contract/players.ts'
import type { FoundVenue } from '#venues/contract.ts'

/** Results by kind, each with the best match first. */
export interface SearchResults {
  machines: FoundMachine[]
  players: FoundPlayer[]
  events: FoundEvent[]
  groups: FoundGroup[]
  /** our addition to the API */
  venues: FoundVenue[]
}

/** `limit`: results of each kind, 5 if left out. Private groups and their venues are found only by their members, unlisted players by nobody. */
export const search = defineMethod<SearchResults>()('search', strictObject({ text: text(0, 100), limit: v.optional(integer(1, 20)) }), {
  access: 'everybody',
  rates: READING,
  errors: [],
})
