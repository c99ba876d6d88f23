import * as v from 'valibot'
import { argument, defineMethod, definePublication, flag, id, instant, newId, text, whole } from '../../platform/live/contract.ts'
import { type EventFormat, eventFormat, MAX_MACHINES } from './rules/format.ts'
import type { EventState } from './rules/state.ts'

/** A document of `events`; its `_id` is the event's. */
export interface EventDoc {
  name: string
  description: string
  venue: string
  startsAt: Date
  endsAt: Date
  timeZone: string
  format: EventFormat
  state: EventState
  machineIds: string[]
  groupId?: string
  directorId: string
  /** those who have entered, guests included */
  players: number
  /** our addition: the server's receipt number, by which lists are ordered */
  receipt: number
}

/** A document of `eventMachines`; its `_id` is `eventId/machineId`. */
export interface EventMachineDoc {
  eventId: string
  machineId: string
  name: string
  order: number
  /** pin-golf */
  target?: number
  active: boolean
}

export interface StandingsMachine {
  machineId: string
  value: number
  strokes?: number
  rank: number
  points: number
  /** our addition: false where only the best machines count, and this is none of them */
  counted: boolean
}

/** A document of `standings`; its `_id` is `eventId/entrantId`. Points have at most 3 decimals. */
export interface StandingsDoc {
  eventId: string
  entrantId: string
  /** none for a guest */
  userId?: string
  username?: string
  displayName: string
  rank: number
  points: number
  /** the place (1: firsts, 2: seconds …) whose count tells this row from its neighbour with the same total */
  tieBreak?: number
  strokes?: number
  machines: StandingsMachine[]
}

/** A document of `eventLog`, our addition: what a director has done. */
export interface EventLogDoc {
  eventId: string
  at: Date
  by: { userId: string; username: string } | null
  action: EventAction
  /** what it was done to, in words for a person */
  what: string
  /** the void it made, which can be undone */
  voidId?: string
  undone?: true
}

export const EVENT_ACTIONS = ['added', 'edited', 'cancelled', 'guest', 'voided', 'undone', 'accepted', 'refused'] as const
export type EventAction = (typeof EVENT_ACTIONS)[number]

const name = text(1, 80)
const description = text(0, 2000, { lines: true })
const venue = text(0, 120)
const timeZone = v.pipe(
  text(1, 60),
  v.check(zone => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
    } catch {
      return false
    }
  }, 'must be a time zone such as Europe/Berlin'),
)
const machineIds = v.pipe(
  v.array(id, 'must be a list'),
  v.minLength(1, 'must not be empty'),
  v.maxLength(MAX_MACHINES, `must hold at most ${MAX_MACHINES}`),
  v.check(ids => new Set(ids).size === ids.length, 'must not name a machine twice'),
)
const picture = argument({ key: text(1, 300) })

const reason = v.optional(text(0, 300, { lines: true }))

export const eventsAdd = defineMethod<{ eventId: string }>()(
  'events.add',
  v.pipe(
    argument({
      _id: newId,
      name,
      description: v.optional(description),
      venue: v.optional(venue),
      startsAt: instant,
      endsAt: instant,
      timeZone: v.optional(timeZone),
      format: eventFormat,
      machineIds,
      groupId: v.optional(id),
      picture: v.optional(picture),
    }),
    v.forward(
      v.check(({ startsAt, endsAt }) => startsAt < endsAt, 'must come after startsAt'),
      ['endsAt'],
    ),
  ),
  {
    401: 'not signed in',
    403: 'neither an event director nor one who runs the group',
    404: 'no such machine, group or picture',
    409: 'the id was used for another event',
  },
)

/** What is left out stays. The format and its machines can be changed until the first score. */
export const eventsEdit = defineMethod<Record<string, never>>()(
  'events.edit',
  argument({
    eventId: id,
    name: v.optional(name),
    description: v.optional(description),
    venue: v.optional(venue),
    startsAt: v.optional(instant),
    endsAt: v.optional(instant),
    timeZone: v.optional(timeZone),
    format: v.optional(eventFormat),
    machineIds: v.optional(machineIds),
  }),
  { 401: 'not signed in', 403: 'not its director', 404: 'no such event or machine', 409: 'it has scores, or is over' },
)

export const eventsCancel = defineMethod<Record<string, never>>()('events.cancel', argument({ eventId: id }), {
  401: 'not signed in',
  403: 'not its director',
  404: 'no such event',
  409: 'it is over',
})

export const eventsJoin = defineMethod<Record<string, never>>()('events.join', argument({ eventId: id }), {
  401: 'not signed in',
  404: 'no such event',
  409: 'it is over',
})

export const eventsLeave = defineMethod<Record<string, never>>()('events.leave', argument({ eventId: id }), {
  401: 'not signed in',
  404: 'no such event',
  409: 'you have scores in it',
})

/** Our addition: a player without an account. */
export const eventsAddGuest = defineMethod<{ entrantId: string }>()(
  'events.addGuest',
  argument({ _id: newId, eventId: id, displayName: text(1, 60) }),
  { 401: 'not signed in', 403: 'not its director', 404: 'no such event', 409: 'the id was used for another guest, or it is over' },
)

/** Our addition: a guest's score, which a director types. */
export const eventsEnter = defineMethod<Record<string, never>>()(
  'events.enter',
  argument({
    _id: newId,
    eventId: id,
    entrantId: id,
    machineId: id,
    value: whole(1, Number.MAX_SAFE_INTEGER),
    strokes: v.optional(whole(1, 10)),
    playedAt: v.optional(instant),
  }),
  {
    401: 'not signed in',
    403: 'not its director',
    404: 'no such event, entrant or machine',
    409: 'it is not live, no attempt is left, or the id was used for another score',
  },
)

/** Our addition: takes attempts out of the standings: one, or all on a machine between two moments. */
export const eventsVoid = defineMethod<Record<string, never>>()(
  'events.void',
  argument({
    _id: newId,
    eventId: id,
    what: v.union(
      [argument({ attemptId: id }), argument({ machineId: id, from: instant, to: instant })],
      'must be { attemptId } or { machineId, from, to }',
    ),
    reason,
  }),
  { 401: 'not signed in', 403: 'not its director', 404: 'no such event, attempt or machine', 409: 'the id was used for another void' },
)

/** Our addition: gives back what a void took out. */
export const eventsUndo = defineMethod<Record<string, never>>()('events.undo', argument({ eventId: id, voidId: id }), {
  401: 'not signed in',
  403: 'not its director',
  404: 'no such event or void',
})

/** Our addition: a late score from an offline queue counts, or does not. */
export const eventsDecide = defineMethod<Record<string, never>>()('events.decide', argument({ eventId: id, attemptId: id, accept: flag }), {
  401: 'not signed in',
  403: 'not its director',
  404: 'no such event, or no such late score',
})

const limit = v.optional(whole(1, 100))

/** By their beginning: what is to come, the soonest first; everything else the latest first. `groupId`, our addition: those of a group. */
export const eventsList = definePublication(
  'events.list',
  argument({
    state: v.optional(v.picklist(['upcoming', 'live', 'finished', 'cancelled'], 'must be one of upcoming, live, finished, cancelled')),
    limit,
    before: v.optional(id),
    groupId: v.optional(id),
  }),
  ['events'],
  { 404: 'there is no such group for you' },
)

export const eventsOne = definePublication('events.one', argument({ eventId: id }), ['events', 'eventMachines'], {
  404: 'there is no such event for you',
})

export const eventsStandings = definePublication(
  'events.standings',
  argument({ eventId: id, limit: v.optional(whole(1, 1000)) }),
  ['standings'],
  { 404: 'there is no such event for you' },
)

/** Our addition: what its directors have done. */
export const eventsLog = definePublication('events.log', argument({ eventId: id }), ['eventLog'], { 404: 'there is no such event for you' })
