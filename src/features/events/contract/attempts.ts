import * as v from 'valibot'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod, definePublication, partsOf } from '#platform/live/contract.ts'
import { MINUTE, perUser } from '#platform/live/rates.ts'
import { booleanField, id, integer, strictObject, text, timestamp, uuidV7 } from '#platform/live/schemas.ts'
import { malformed } from '#platform/text/field-rules.ts'
import { MAX_GAMES } from '../rules/draw-options.ts'
import { deviceKey } from './devices.ts'
import type { NeedOnMachine } from './documents.ts'
import {
  deviceEnded,
  eventNotLive,
  eventScoreIdUsed,
  machineNotInEvent,
  machineOutOfOrder,
  noAttemptLeft,
  noEntrant,
  noEvent,
  noGameInGroup,
  noGroupInEvent,
  noMachineInEvent,
  playedInRounds,
  resultsWouldOpen,
} from './errors.ts'
import { EVENT_STAFF, KEEPING_SCORES } from './rates.ts'

export const eventCallIdUsed = defineError(409, 'id-used', 'This id was used for something else.')
export const noVoid = defineError(404, 'no-void', 'There is no such void.')
export const noLateScore = defineError(404, 'no-score', 'There is no such late score.')
export const noScoreInEvent = defineError(404, 'no-score', 'There is no such score in this event.')
export const resultUnconfirmed = defineError(409, 'result-unconfirmed', 'The result of this group is not confirmed.')
export const roundUndone = defineError(409, 'round-undone', 'The round of this game was taken back.')
export const roundChanged = defineError(409, 'round-changed', 'Somebody else has changed this round.')
export const gameReplayed = defineError(409, 'game-replayed', 'This game was played again.')
export const playerOnWaitList = defineError(409, 'player-on-wait-list', 'This player waits for a place. Check the player in first.')
export const notInEvent = defineError(404, 'not-in-event', 'You are not in this event.')

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
    /** left out: only the strokes are known (pin-golf), or the attempt was spent without a score */
    value: v.optional(integer(0, Number.MAX_SAFE_INTEGER)),
    strokes: v.optional(integer(1, 10)),
    playedAt: v.optional(timestamp),
  }),
  {
    access: 'scorekeeper of the event',
    rates: KEEPING_SCORES,
    errors: [
      noEvent,
      deviceEnded,
      noEntrant,
      playerOnWaitList,
      playedInRounds,
      eventNotLive,
      machineNotInEvent,
      machineOutOfOrder,
      noAttemptLeft,
      eventScoreIdUsed,
    ],
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
        strictObject({ groupId: id, game: v.optional(integer(1, MAX_GAMES)) }),
      ],
      malformed('must be { attemptId }, { machineId, from, to } or { groupId, game? }'),
    ),
    reason,
    /** in a bracket: also if confirmed results of later games would not count any more */
    reopens: v.optional(v.literal(true)),
  }),
  {
    access: 'director of the event',
    rates: EVENT_STAFF,
    errors: [
      noEvent,
      noScoreInEvent,
      noMachineInEvent,
      noGroupInEvent,
      noGameInGroup,
      resultUnconfirmed,
      resultsWouldOpen,
      eventCallIdUsed,
    ],
  },
)

/** Our addition: undoes a void, so that its attempts or its game count again, a change of a round (`events.arrange`), or an adjustment (`events.adjust`). */
export const eventsUndo = defineMethod<Record<string, never>>()('events.undo', strictObject({ eventId: id, voidId: id }), {
  access: 'director of the event',
  rates: EVENT_STAFF,
  errors: [noEvent, noVoid, roundUndone, gameReplayed, roundChanged],
})

/** Our addition: decides whether a late score from an offline queue counts. */
export const eventsDecide = defineMethod<Record<string, never>>()(
  'events.decide',
  strictObject({ eventId: id, attemptId: id, accept: booleanField }),
  {
    access: 'director of the event',
    rates: EVENT_STAFF,
    errors: [noEvent, noLateScore],
  },
)

/**
 * Our addition: what the caller needs on each machine to gain a rank, and how many attempts the caller has left. Empty in round
 * formats.
 */
export const eventsNeeds = defineMethod<NeedOnMachine[]>()('events.needs', strictObject({ eventId: id }), {
  access: 'signed in',
  rates: [perUser(300, MINUTE)],
  errors: [noEvent, notInEvent],
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
  {
    access: 'director of the event',
    errors: [noEvent],
    parts: partsOf('eventAttempts', ({ state }) => state !== 'pending', '-at', '-_id'),
  },
)
