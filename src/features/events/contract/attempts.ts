import * as v from 'valibot'
import { argument, defineMethod, definePublication, flag, id, instant, newId, text, whole } from '../../../platform/live/contract.ts'
import type { NeedOnMachine } from './documents.ts'

const reason = v.optional(text(0, 300, { lines: true }))

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
    access: 'director of the event',
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
  { access: 'director of the event', 404: 'no such event, attempt or machine', 409: 'the id was used for another void' },
)

/** Our addition: gives back what a void took out. */
export const eventsUndo = defineMethod<Record<string, never>>()('events.undo', argument({ eventId: id, voidId: id }), {
  access: 'director of the event',
  404: 'no such event or void',
})

/** Our addition: a late score from an offline queue counts, or does not. */
export const eventsDecide = defineMethod<Record<string, never>>()('events.decide', argument({ eventId: id, attemptId: id, accept: flag }), {
  access: 'director of the event',
  404: 'no such event, or no such late score',
})

/** Our addition: what one needs on each machine to gain a rank, and the attempts one has left. Empty in formats of rounds. */
export const eventsNeeds = defineMethod<NeedOnMachine[]>()('events.needs', argument({ eventId: id }), {
  access: 'signed in',
  404: 'no such event, or one is not in it',
})

/** Our addition: every attempt: late ones that wait for the director first, then the latest. */
export const eventsAttempts = definePublication(
  'events.attempts',
  argument({ eventId: id, limit: v.optional(whole(1, 100)), before: v.optional(id), entrantId: v.optional(id), machineId: v.optional(id) }),
  ['eventAttempts'],
  { access: 'director of the event', 404: 'there is no such event for you' },
)
