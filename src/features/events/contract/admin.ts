import * as v from 'valibot'
import { noMachine } from '#machines/contract/machines.ts'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod } from '#platform/live/contract.ts'
import { PERSONAL } from '#platform/live/rates.ts'
import { addEntries, editEntries } from '#platform/live/record.ts'
import { booleanField, id, strictObject, text, timestamp, uuidV7 } from '#platform/live/schemas.ts'
import { noPlayer } from '#players/contract/players.ts'
import { noGroup } from '#roles/contract.ts'
import { pictureGone } from '#uploads/contract.ts'
import { noVenue } from '#venues/contract/errors.ts'
import { eventNotLive, eventOver, noEvent, noEventMember, noMachineInEvent } from './errors.ts'
import { EVENT_FIELDS, mustComeAfterStart } from './event-fields.ts'
import { EVENT_STAFF } from './rates.ts'

export const eventIdUsed = defineError(409, 'id-used', 'This id was used for another event.')
export const formatFixed = defineError(409, 'format-fixed', 'It has begun: its format stays as it is.')
export const eventNotFinished = defineError(409, 'event-not-finished', 'This event is not finished.')

const picture = strictObject({ key: text(1, 300) })

export const eventsAdd = defineMethod<{ eventId: string }>()(
  'events.add',
  v.pipe(
    strictObject({
      _id: uuidV7,
      ...addEntries(EVENT_FIELDS),
      groupId: v.optional(id),
      picture: v.optional(picture),
    }),
    v.forward(
      v.check(({ startsAt, endsAt }) => startsAt < endsAt, mustComeAfterStart),
      ['endsAt'],
    ),
  ),
  {
    example: {
      endsAt: new Date('2026-12-03T23:00:00Z'),
      timeZone: 'Europe/Berlin',
      format: { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 5, points: 'ifpa' },
      capacity: 40,
    },
    access: 'event directors, or who runs the group',
    rates: PERSONAL,
    errors: [noGroup, noMachine, noVenue, pictureGone, eventIdUsed],
  },
)

/**
 * Omitted fields stay unchanged. Once there is a score, a round or an adjustment, the format stays as it is, but for the number of rounds of match play
 * and the targets of pin golf. A machine that is left out then goes out of order if something was played on it.
 */
export const eventsEdit = defineMethod<Record<string, never>>()(
  'events.edit',
  strictObject({
    eventId: id,
    ...editEntries(EVENT_FIELDS),
  }),
  {
    example: { venue: 'Flipper Bar', capacity: 60 },
    access: 'director of the event',
    rates: EVENT_STAFF,
    errors: [noVenue, noEvent, noMachine, eventOver, formatFixed],
  },
)

export const eventsCancel = defineMethod<Record<string, never>>()('events.cancel', strictObject({ eventId: id }), {
  access: 'director of the event',
  rates: EVENT_STAFF,
  errors: [noEvent, eventOver],
})

/** Our addition: ends the event now. Closing it again changes nothing. */
export const eventsClose = defineMethod<Record<string, never>>()('events.close', strictObject({ eventId: id }), {
  access: 'director of the event',
  rates: EVENT_STAFF,
  errors: [noEvent, eventNotLive],
})

/**
 * Our addition: holds the standings back, or shows them again. While they are held back, also after the end, only those who direct the event
 * learn ranks, totals and what follows from them (`events.heldStandings`); the results of games stay visible. Asking for what is so already
 * changes nothing.
 */
export const eventsHoldStandings = defineMethod<Record<string, never>>()(
  'events.holdStandings',
  strictObject({ eventId: id, held: booleanField }),
  { example: { held: true }, access: 'director of the event', rates: EVENT_STAFF, errors: [noEvent] },
)

/**
 * Our addition: marks a machine as out of order (`active: false`), so that it takes no scores and is not drawn, or as back in
 * order.
 */
export const eventsSetMachine = defineMethod<Record<string, never>>()(
  'events.setMachine',
  strictObject({ eventId: id, machineId: id, active: booleanField }),
  { access: 'director of the event', rates: EVENT_STAFF, errors: [noEvent, noMachineInEvent, eventOver] },
)

/** Our addition: starts the event now rather than when it was planned. Starting a live event changes nothing. */
export const eventsStart = defineMethod<Record<string, never>>()('events.start', strictObject({ eventId: id }), {
  access: 'director of the event',
  rates: EVENT_STAFF,
  errors: [noEvent, eventOver],
})

/**
 * Our addition: makes a finished event live again, with everything as it was. `endsAt` is required where the clock ends the
 * format. Reopening a live event changes nothing.
 */
export const eventsReopen = defineMethod<Record<string, never>>()(
  'events.reopen',
  strictObject({ eventId: id, endsAt: v.optional(timestamp) }),
  { access: 'director of the event', rates: EVENT_STAFF, errors: [noEvent, eventNotFinished] },
)

/** Our addition: makes another user the event's director; co-directors may not. */
export const eventsHandOver = defineMethod<Record<string, never>>()('events.handOver', strictObject({ eventId: id, userId: id }), {
  access: 'director of the event, but no co-director',
  rates: EVENT_STAFF,
  errors: [noEvent, noPlayer, noEventMember],
})
