export type EventState = 'upcoming' | 'live' | 'finished' | 'cancelled'

/** Times are in ms. The event is live from `startsAt` (inclusive) to `finishesAt` (exclusive). */
export interface EventSpan {
  startsAt: number
  /** the planned end */
  endsAt: number
  /**
   * The real end: the planned one where the clock ends the format, otherwise when the director ended the event. null: the director has not
   * ended it, so it runs on past its planned end.
   */
  finishesAt: number | null
  cancelled?: boolean
}

/** How long after the end (ms) a late score from an offline queue is still accepted. */
export const LATE_SCORE_MS = 24 * 60 * 60 * 1000

export const isInside = ({ startsAt, endsAt }: EventSpan, at: number): boolean => startsAt <= at && at < endsAt

export function stateAt(event: Omit<EventSpan, 'endsAt'>, now: number): EventState {
  if (event.cancelled) return 'cancelled'
  if (now < event.startsAt) return 'upcoming'
  return event.finishesAt === null || now < event.finishesAt ? 'live' : 'finished'
}

export const isOver = (event: EventSpan, now: number): boolean => ['finished', 'cancelled'].includes(stateAt(event, now))

/** Returns when the clock next changes the event's state (ms); null: never. */
export function nextChange(event: EventSpan, now: number): number | null {
  const state = stateAt(event, now)
  return state === 'upcoming' ? event.startsAt : state === 'live' ? event.finishesAt : null
}

/**
 * Decides about a score played at `at` that arrives at `now`: it counts, it waits for the director (`pending`), or it is refused (null).
 */
export function scoreAdmission(event: EventSpan, at: number, now: number): 'counts' | 'pending' | null {
  if (event.cancelled || !isInside(event, at)) return null
  if (now < event.endsAt) return 'counts'
  return now < event.endsAt + LATE_SCORE_MS ? 'pending' : null
}
