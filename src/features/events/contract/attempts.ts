import * as v from 'valibot'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { MINUTE, perUser } from '#platform/live/rates.ts'
import { booleanField, id, integer, strictObject, text, timestamp, uuidV7 } from '#platform/live/schemas.ts'
import { malformed } from '#platform/text/field-rules.ts'
import { MAX_GAMES_PER_ROUND } from '../rules/draw-options.ts'
import { deviceKey } from './devices.ts'
import type { NeedOnMachine } from './documents.ts'
import { EVENT_STAFF, KEEPING_SCORES } from './rates.ts'

const reason = v.optional(text(0, 300, { lines: true }))

/** Our addition: one who runs the event enters a score for an entrant, usually a guest. */
export const eventsEnter = defineMethod<Record<string, never>>()(
  'events.enter',
  strictObject({
    _id: uuidV7,
    eventId: id,
    device: v.optional(deviceKey),
    entrantId: id,
    machineId: id,
    value: integer(1, Number.MAX_SAFE_INTEGER),
    strokes: v.optional(integer(1, 10)),
    playedAt: v.optional(timestamp),
  }),
  {
    access: 'scorekeeper of the event',
    rates: KEEPING_SCORES,
    404: 'no such event, entrant or machine',
    409: 'it is not live, no attempt is left, or the id was used for another score',
  },
)

/**
 * Our addition: voids one attempt, all attempts on a machine between two moments, or the confirmed game of a group. Void attempts
 * and games do not count in the standings; a void game may be moved to another machine and entered again.
 */
export const eventsVoid = defineMethod<Record<string, never>>()(
  'events.void',
  strictObject({
    _id: uuidV7,
    eventId: id,
    what: v.union(
      [
        strictObject({ attemptId: id }),
        strictObject({ machineId: id, from: timestamp, to: timestamp }),
        strictObject({ groupId: id, game: v.optional(integer(1, MAX_GAMES_PER_ROUND)) }),
      ],
      malformed('must be { attemptId }, { machineId, from, to } or { groupId, game? }'),
    ),
    reason,
  }),
  {
    access: 'director of the event',
    rates: EVENT_STAFF,
    404: 'no such event, attempt, machine, group or game',
    409: 'the id was used for another void, or the game is not confirmed',
  },
)

/** Our addition: undoes a void, so that its attempts or its game count again. */
export const eventsUndo = defineMethod<Record<string, never>>()('events.undo', strictObject({ eventId: id, voidId: id }), {
  access: 'director of the event',
  rates: EVENT_STAFF,
  404: 'no such event or void',
  409: 'the game was entered again, or its round was taken back',
})

/** Our addition: decides whether a late score from an offline queue counts. */
export const eventsDecide = defineMethod<Record<string, never>>()(
  'events.decide',
  strictObject({ eventId: id, attemptId: id, accept: booleanField }),
  {
    access: 'director of the event',
    rates: EVENT_STAFF,
    404: 'no such event, or no such late score',
  },
)

/**
 * Our addition: what the caller needs on each machine to gain a rank, and how many attempts the caller has left. Empty in round
 * formats.
 */
export const eventsNeeds = defineMethod<NeedOnMachine[]>()('events.needs', strictObject({ eventId: id }), {
  access: 'signed in',
  rates: [perUser(300, MINUTE)],
  404: 'no such event, or one is not in it',
})

/** Our addition: all attempts. Late ones that wait for the director come first, then the latest. */
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
