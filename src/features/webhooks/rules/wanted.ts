import type { EventType } from './event-types.ts'

/** Something that only those see who see a group; `groupId` null: everybody sees it. */
export interface Placed {
  id: string
  groupId: string | null
  /** true: everybody sees it, because it is of no group or of a public one */
  isPublic: boolean
}

/** Something that has happened, as far as it decides which hooks are told. */
export interface Happening {
  type: EventType
  machineIds: readonly string[]
  /** the event that it is about, or that a score was given in; null: none */
  event: (Placed & { isListed: boolean }) | null
  /** true: it is about a score in that event, so that it means nothing to those who may not know of the event */
  needsEvent?: true
  venue: Placed | null
  /** the groups of which the player is a member; none where it is not about one player's score */
  playerGroups: readonly { id: string; isPublic: boolean }[]
}

/** What a hook is narrowed to: of each kind that is named, one of these things. A member that is left out narrows nothing. */
export interface Only {
  machineIds?: string[]
  venueIds?: string[]
  groupIds?: string[]
  eventIds?: string[]
}

/** The part of a hook that decides what it is told. @property groupId whose hook it is, like `eventId`; both null: the site's */
export interface HookScope {
  groupId: string | null
  eventId: string | null
  types: readonly string[]
  only: Only
}

/** What of a happening a hook may be told. */
export interface Shown {
  event: boolean
  venue: boolean
}

/** True for what is about the catalogue, which everybody sees, and which concerns scores of all venues, groups and events. */
const isOfCatalogue = (type: EventType): boolean => type === 'machine.merged'
/** True for the types that are about an event itself, unlike scores, which everybody sees on the board of their machine. */
const isOfEvent = (type: EventType): boolean => !type.startsWith('score.') && !isOfCatalogue(type)

/**
 * Tells what of a happening a hook may be told: what everybody sees, and what belongs to the hook's own group. A hook of an event may be told
 * of that event, and of a venue that everybody sees who sees the event.
 */
export function shownTo({ groupId, eventId }: Pick<HookScope, 'groupId' | 'eventId'>, { event, venue }: Happening): Shown {
  const ownEvent = event !== null && event.id === eventId
  const ownGroup = groupId ?? (ownEvent ? event.groupId : null)
  const sees = (thing: Placed | null): boolean => thing !== null && (thing.isPublic || (ownGroup !== null && thing.groupId === ownGroup))
  return { event: ownEvent || sees(event), venue: sees(venue) }
}

/**
 * Decides whether a hook is told of a happening. @returns null: it is not; else what the message may name
 */
export function wanted(hook: HookScope, happening: Happening): Shown | null {
  const { types, only } = hook
  const { type, machineIds, event, needsEvent = false, venue, playerGroups } = happening
  if (!types.includes(type)) return null
  const shown = shownTo(hook, happening)
  if (needsEvent && !shown.event) return null
  if (!concerns(hook, happening, shown)) return null
  if (only.machineIds !== undefined && !only.machineIds.some(id => machineIds.includes(id))) return null
  if (isOfCatalogue(type)) return shown
  if (only.venueIds !== undefined && !(shown.venue && only.venueIds.includes(venue!.id))) return null
  if (only.eventIds !== undefined && !(shown.event && only.eventIds.includes(event!.id))) return null
  const { groupIds } = only
  if (groupIds === undefined) return shown
  const isOneOfThem = (groupId: string | null): boolean => groupId !== null && groupIds.includes(groupId)
  const isOfGroup =
    (shown.event && isOneOfThem(event!.groupId)) ||
    (shown.venue && isOneOfThem(venue!.groupId)) ||
    playerGroups.some(({ id, isPublic }) => groupIds.includes(id) && (isPublic || id === hook.groupId))
  return isOfGroup ? shown : null
}

/** True if a happening is the business of those whose hook it is. */
function concerns({ groupId, eventId }: HookScope, { type, event, venue, playerGroups }: Happening, shown: Shown): boolean {
  if (isOfCatalogue(type)) return true
  if (eventId !== null) return event?.id === eventId
  if (groupId !== null)
    return event?.groupId === groupId || (!isOfEvent(type) && (venue?.groupId === groupId || playerGroups.some(({ id }) => id === groupId)))
  // An event that the lists for everybody do not show yet is not spread by webhooks either.
  return !isOfEvent(type) || (shown.event && event!.isListed)
}
