import type { EventState } from '../../rules/event-state.ts'
import type { ShownEvent } from '../types.ts'
import { readEventId } from './event-url.ts'

/** In the order of the page of all events. */
export const STATES = ['live', 'upcoming', 'finished', 'cancelled'] as const satisfies readonly EventState[]

export const EVENTS_PER_PAGE = 20
/** How many of each state the page of all events shows. */
export const SOME: Readonly<Record<EventState, number>> = { live: 20, upcoming: 10, finished: 5, cancelled: 0 }

type Query = Readonly<Record<string, string>>

/** The state in an address; null: all of them. */
export const eventStateParam = ({ state }: Query): EventState | null => STATES.find(each => each === state) ?? null

/** What the page of one state asks for. */
export function pageInput(state: EventState, { before }: Query): { state: EventState; limit: number; before?: string } {
  const cursor = readEventId(before)
  return { state, limit: EVENTS_PER_PAGE, ...(cursor === null ? {} : { before: cursor }) }
}

export const someInput = (state: EventState): { state: EventState; limit: number } => ({ state, limit: SOME[state] })

/** By their beginning: what is to come the soonest first, everything else the latest first. */
export function inOrder(state: EventState): (a: ShownEvent, b: ShownEvent) => number {
  const sign = state === 'upcoming' ? 1 : -1
  return (a, b) => sign * (a.startsAt.getTime() - b.startsAt.getTime() || (a._id < b._id ? -1 : Number(a._id > b._id)))
}

/** The events of a state among those at hand, in order. @param after the last one of the page before */
export function listed(events: readonly ShownEvent[], state: EventState, limit: number, after?: string): ShownEvent[] {
  const order = inOrder(state)
  const last = events.find(each => each._id === after)
  return events
    .filter(each => each.state === state && (last === undefined || order(last, each) < 0))
    .sort(order)
    .slice(0, limit)
}

/** What the page of a group asks for. */
export const groupEventsInput = (groupId: string): { groupId: string; limit: number } => ({ groupId, limit: 20 })
