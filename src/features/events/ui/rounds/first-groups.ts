import type { EventGroupDoc } from '#events/contract/documents.ts'

/** How many players of the latest round a page shows at first. */
export const FIRST_PLAYERS = 240

/** Returns the groups that show a round's first players: one at least, which may have more players than that in a race. */
export function firstGroups<Group extends Pick<EventGroupDoc, 'entrantIds'>>(groups: readonly Group[]): Group[] {
  let players = 0
  return groups.filter(({ entrantIds }, i) => {
    players += entrantIds.length
    return i === 0 || players <= FIRST_PLAYERS
  })
}
