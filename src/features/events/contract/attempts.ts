import * as v from 'valibot'
import {
  booleanField,
  defineMethod,
  definePublication,
  id,
  integer,
  strictObject,
  text,
  timestamp,
  uuidV7,
} from '../../../platform/live/contract.ts'
import type { NeedOnMachine } from './documents.ts'

const reason = v.optional(text(0, 300, { lines: true }))

/** Our addition: a guest's score, which a director types. */
export const eventsEnter = defineMethod<Record<string, never>>()(
  'events.enter',
  strictObject({
    _id: uuidV7,
    eventId: id,
    entrantId: id,
    machineId: id,
    value: integer(1, Number.MAX_SAFE_INTEGER),
    strokes: v.optional(integer(1, 10)),
    playedAt: v.optional(timestamp),
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
  strictObject({
    _id: uuidV7,
    eventId: id,
    what: v.union(
      [strictObject({ attemptId: id }), strictObject({ machineId: id, from: timestamp, to: timestamp })],
      'must be { attemptId } or { machineId, from, to }',
    ),
    reason,
  }),
  { access: 'director of the event', 404: 'no such event, attempt or machine', 409: 'the id was used for another void' },
)

/** Our addition: gives back what a void took out. */
export const eventsUndo = defineMethod<Record<string, never>>()('events.undo', strictObject({ eventId: id, voidId: id }), {
  access: 'director of the event',
  404: 'no such event or void',
})

/** Our addition: a late score from an offline queue counts, or does not. */
export const eventsDecide = defineMethod<Record<string, never>>()(
  'events.decide',
  strictObject({ eventId: id, attemptId: id, accept: booleanField }),
  {
    access: 'director of the event',
    404: 'no such event, or no such late score',
  },
)

/** Our addition: what one needs on each machine to gain a rank, and the attempts one has left. Empty in formats of rounds. */
export const eventsNeeds = defineMethod<NeedOnMachine[]>()('events.needs', strictObject({ eventId: id }), {
  access: 'signed in',
  404: 'no such event, or one is not in it',
})

/** Our addition: every attempt: late ones that wait for the director first, then the latest. */
export const eventsAttempts = definePublication(
  'events.attempts',
  strictObject({
    eventId: id,
    limit: v.optional(integer(1, 100)),
    before: v.optional(id),
    entrantId: v.optional(id),
    machineId: v.optional(id),
  }),
  ['eventAttempts'],
  { access: 'director of the event', 404: 'there is no such event for you' },
)
