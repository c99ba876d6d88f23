import type { Platform } from '../../../platform/platform.ts'
import type { GroupsDoor } from '../../groups/server/door.ts'
import type { MachinesDoor } from '../../machines/server/door.ts'
import type { PlayersDoor } from '../../players/server/door.ts'
import { type Found, type FoundEvent, search } from '../contract.ts'
import { isSearchable } from '../rules.ts'

const A_FEW = 5

const NOTHING: Found = { machines: [], players: [], events: [], groups: [] }

/** As soon as there are events, their door is asked here. */
const searchEvents = async (): Promise<FoundEvent[]> => []

export function startSearch(
  { live }: Platform,
  { players, groups, machines }: { players: PlayersDoor; groups: GroupsDoor; machines: MachinesDoor },
): void {
  live.method(search, async ({ input: { text, limit = A_FEW }, userId }) => {
    if (!isSearchable(text)) return NOTHING
    const [foundMachines, foundPlayers, foundEvents, foundGroups] = await Promise.all([
      machines.search(text, limit),
      players.search(text, limit),
      searchEvents(),
      groups.search(text, userId, limit),
    ])
    return { machines: foundMachines, players: foundPlayers, events: foundEvents, groups: foundGroups }
  })
}
