import type { ShownEvent } from '#events/ui/types.ts'
import type { Score } from './use-scores.ts'

/**
 * True if a score belongs to the event. Scores of an event that is not visible to everybody carry no event id, so for events of a group a
 * matching machine and time are enough.
 */
export const belongsToEvent = ({ eventId, machineId, achievedAt }: Score, event: ShownEvent): boolean =>
  eventId === event._id ||
  (eventId === undefined &&
    event.groupId !== undefined &&
    event.machineIds.includes(machineId) &&
    achievedAt >= event.startsAt &&
    achievedAt < event.endsAt)
