import type { EventsApi } from '#events/server/api.ts'
import type { GroupsApi } from '#groups/server/api.ts'
import type { MachinesApi } from '#machines/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import type { PlayersApi } from '#players/server/api.ts'
import { type SearchResults, search } from '../contract.ts'
import { isSearchable } from '../rules.ts'

const DEFAULT_LIMIT = 5

const NO_RESULTS: SearchResults = { machines: [], players: [], events: [], groups: [] }

export function startSearch(
  { live }: FeatureContext,
  { players, groups, machines, events }: { players: PlayersApi; groups: GroupsApi; machines: MachinesApi; events: EventsApi },
): void {
  live.method(search, async ({ input: { text, limit = DEFAULT_LIMIT }, userId }) => {
    if (!isSearchable(text)) return NO_RESULTS
    const [foundMachines, foundPlayers, foundEvents, foundGroups] = await Promise.all([
      machines.search(text, limit),
      players.search(text, limit),
      events.search(text, userId, limit),
      groups.search(text, userId, limit),
    ])
    return { machines: foundMachines, players: foundPlayers, events: foundEvents, groups: foundGroups }
  })
}
