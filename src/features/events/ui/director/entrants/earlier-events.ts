import type { ShownEvent } from '#events/ui/types.ts'

/** Selects the events whose players may be taken over, the latest first: those of the same group, and those of certain directors. */
export const selectEarlierEvents = (events: readonly ShownEvent[], event: ShownEvent, directorIds: readonly string[]): ShownEvent[] =>
  events
    .filter(each => each._id !== event._id && each.state === 'finished' && each.players > 0)
    .filter(each => (event.groupId !== undefined && each.groupId === event.groupId) || directorIds.includes(each.directorId))
    .sort((a, b) => b.startsAt.getTime() - a.startsAt.getTime() || (a._id < b._id ? 1 : -1))
