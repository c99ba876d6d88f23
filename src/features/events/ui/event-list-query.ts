import type { EventState } from '../rules/event-state.ts'
import { readEventId } from './event-url.ts'
import type { ShownEvent } from './types.ts'

/** In the order in which the page of all events shows them. */
export const STATES = ['live', 'upcoming', 'finished', 'cancelled'] as const satisfies readonly EventState[]

export const EVENTS_PER_PAGE = 20
/** How many of each state the page of all events shows. */
export const EVENTS_PER_STATE: Readonly<Record<EventState, number>> = { live: 20, upcoming: 10, finished: 5, cancelled: 0 }

type Query = Readonly<Record<string, string>>

/** Returns the state that an address names; null: all states. */
export const eventStateParam = ({ state }: Query): EventState | null => STATES.find(each => each === state) ?? null

/** Returns the subscription input for the page of one state. */
export function pageInput(state: EventState, { before }: Query): { state: EventState; limit: number; before?: string } {
  const cursor = readEventId(before)
  return { state, limit: EVENTS_PER_PAGE, ...(cursor === null ? {} : { before: cursor }) }
}

export const overviewInput = (state: EventState): { state: EventState; limit: number } => ({ state, limit: EVENTS_PER_STATE[state] })

/** Sorts by start time: upcoming events soonest first, all others latest first. */
export function compareByStart(state: EventState): (a: ShownEvent, b: ShownEvent) => number {
  const sign = state === 'upcoming' ? 1 : -1
  return (a, b) => sign * (a.startsAt.getTime() - b.startsAt.getTime() || (a._id < b._id ? -1 : Number(a._id > b._id)))
}

/** Selects the loaded events of a state, in order. @param after id of the last event of the previous page */
export function selectEvents(events: readonly ShownEvent[], state: EventState, limit: number, after?: string): ShownEvent[] {
  const order = compareByStart(state)
  const last = events.find(each => each._id === after)
  return events
    .filter(each => each.state === state && (last === undefined || order(last, each) < 0))
    .sort(order)
    .slice(0, limit)
}

/** Returns the subscription input for the page of a group (club). */
export const groupEventsInput = (groupId: string): { groupId: string; limit: number } => ({ groupId, limit: 20 })

/** Sorts events of all states: live ones first, then upcoming ones, then finished ones, then those that were called off. */
export const sortByState = (events: readonly ShownEvent[]): ShownEvent[] =>
  STATES.flatMap(state => events.filter(each => each.state === state).sort(compareByStart(state)))
