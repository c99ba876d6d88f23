export type EventState = 'upcoming' | 'live' | 'finished' | 'cancelled'

/** Times are in ms. The event is live from `startsAt` (inclusive) to `endsAt` (exclusive). */
export interface EventSpan {
  startsAt: number
  endsAt: number
  cancelled?: boolean
}

/** How long after the end (ms) a late score from an offline queue is still accepted. */
export const LATE = 24 * 60 * 60 * 1000

export const isInside = ({ startsAt, endsAt }: EventSpan, at: number): boolean => startsAt <= at && at < endsAt

export function stateAt(event: EventSpan, now: number): EventState {
  if (event.cancelled) return 'cancelled'
  if (now < event.startsAt) return 'upcoming'
  return now < event.endsAt ? 'live' : 'finished'
}

/** Returns when the clock next changes the event's state (ms); null: never. */
export function nextChange(event: EventSpan, now: number): number | null {
  const state = stateAt(event, now)
  return state === 'upcoming' ? event.startsAt : state === 'live' ? event.endsAt : null
}

/**
 * Decides about a score played at `at` that arrives at `now`: it counts, it waits for the director (`pending`), or it is refused (null).
 */
export function admission(event: EventSpan, at: number, now: number): 'counts' | 'pending' | null {
  if (event.cancelled || !isInside(event, at)) return null
  if (now < event.endsAt) return 'counts'
  return now < event.endsAt + LATE ? 'pending' : null
}
