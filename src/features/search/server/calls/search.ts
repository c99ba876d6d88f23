import type { EventsApi } from '#events/server/api.ts'
import type { GroupsApi } from '#groups/server/api.ts'
import type { MachinesApi } from '#machines/server/api.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import type { PlayersApi } from '#players/server/api.ts'
import { type SearchResults, search } from '#search/contract.ts'
import { isSearchable } from '#search/rules.ts'
import type { VenuesApi } from '#venues/server/api.ts'

/** The features whose things are found. */
export interface SearchServices {
  players: PlayersApi
  groups: GroupsApi
  machines: MachinesApi
  venues: VenuesApi
  events: EventsApi
}

const DEFAULT_LIMIT = 5

const NO_RESULTS: SearchResults = { machines: [], players: [], events: [], groups: [], venues: [] }

export const searchCall = handle(search, async ({ input, userId }, { players, groups, machines, events, venues }: SearchServices) => {
  const { text, limit = DEFAULT_LIMIT } = input
  if (!isSearchable(text)) return NO_RESULTS
  const [foundMachines, foundPlayers, foundEvents, foundGroups, foundVenues] = await Promise.all([
    machines.search(text, limit),
    players.search(text, limit),
    events.search(text, userId, limit),
    groups.search(text, userId, limit),
    venues.search(text, userId, limit),
  ])
  return { machines: foundMachines, players: foundPlayers, events: foundEvents, groups: foundGroups, venues: foundVenues }
})
