import { type EventSpan, stateAt } from './event-state.ts'

/** How long after the planned end of an event that runs over its device links are good, in ms. */
export const DEVICE_LINK_GRACE_MS = 12 * 60 * 60 * 1000

/** Returns when the clock ends an event's device links that nobody ends before, in ms. */
export const devicesEndAt = ({ endsAt, finishesAt }: EventSpan): number => Math.min(finishesAt ?? Infinity, endsAt + DEVICE_LINK_GRACE_MS)

/** True while an event's device links may be made and used: until it ends, and at most until 12 hours after its planned end. */
export function devicesMayAct(event: EventSpan, now: number): boolean {
  const state = stateAt(event, now)
  return (state === 'upcoming' || state === 'live') && now < devicesEndAt(event)
}
