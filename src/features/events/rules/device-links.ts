import { type EventSpan, stateAt } from './event-state.ts'

/** How long after the planned end of an event that runs over its device links are good, in ms. */
export const DEVICE_LINK_GRACE_MS = 12 * 60 * 60 * 1000

/** True while an event's device links may be made and used: until it ends, and at most until 12 hours after its planned end. */
export function devicesMayAct(event: EventSpan, now: number): boolean {
  const state = stateAt(event, now)
  return (state === 'upcoming' || state === 'live') && now < event.endsAt + DEVICE_LINK_GRACE_MS
}
