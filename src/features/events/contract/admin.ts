import * as v from 'valibot'
import { defineMethod } from '#platform/live/contract.ts'
import { PERSONAL } from '#platform/live/rates.ts'
import { booleanField, id, integer, name, strictObject, text, timestamp, uuidV7 } from '#platform/live/schemas.ts'
import { eventFormat } from '../formats/registry.ts'
import { MAX_GAMES_PER_ROUND, SEEDINGS } from '../rules/draw-options.ts'
import { MAX_MACHINES } from '../rules/max-machines.ts'
import { AGREEMENTS } from '../rules/result-agreement.ts'
import { BYES, TIE_BREAKS } from '../rules/standings-options.ts'
import { EVENT_STAFF } from './rates.ts'

const eventName = name(1, 80)
const description = text(0, 2000, { lines: true })
const venue = name(0, 120)
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
const agreement = v.picklist(AGREEMENTS, `must be one of ${AGREEMENTS.join(', ')}`)
/** How many players may register; null: any number. */
const capacity = v.nullable(integer(1, 10_000))
const tieBreaks = v.pipe(
  v.array(v.picklist(TIE_BREAKS, `must be one of ${TIE_BREAKS.join(', ')}`), 'must be a list'),
  v.check(list => new Set(list).size === list.length, 'must not name a tie-break twice'),
)
const byes = v.picklist(BYES, `must be one of ${BYES.join(', ')}`)
const seeding = v.picklist(SEEDINGS, `must be one of ${SEEDINGS.join(', ')}`)
const gamesPerRound = integer(1, MAX_GAMES_PER_ROUND)
const picture = strictObject({ key: text(1, 300) })

export const eventsAdd = defineMethod<{ eventId: string }>()(
  'events.add',
  v.pipe(
    strictObject({
      _id: uuidV7,
      name: eventName,
      description: v.optional(description),
      venue: v.optional(venue),
      startsAt: timestamp,
      endsAt: timestamp,
      timeZone: v.optional(timeZone),
      format: eventFormat,
      machineIds,
      groupId: v.optional(id),
      /** our addition to the API; `director` if left out */
      agreement: v.optional(agreement),
      /** our addition to the API; null if left out */
      capacity: v.optional(capacity),
      /** our addition to the API; `["places"]` if left out */
      tieBreaks: v.optional(tieBreaks),
      /** our addition to the API; `full` if left out */
      byes: v.optional(byes),
      /** our addition to the API; `random` if left out */
      seeding: v.optional(seeding),
      /** our addition to the API; 1 if left out */
      gamesPerRound: v.optional(gamesPerRound),
      picture: v.optional(picture),
    }),
    v.forward(
      v.check(({ startsAt, endsAt }) => startsAt < endsAt, 'must come after startsAt'),
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
    403: 'neither an event director nor one who runs the group',
    404: 'no such machine, group or picture',
    409: 'the id was used for another event',
  },
)

/**
 * Omitted fields stay unchanged. Once there is a score or a round, the format stays as it is, but for the number of rounds of match play
 * and the targets of pin golf. A machine that is left out then goes out of order if something was played on it.
 */
export const eventsEdit = defineMethod<Record<string, never>>()(
  'events.edit',
  strictObject({
    eventId: id,
    name: v.optional(eventName),
    description: v.optional(description),
    venue: v.optional(venue),
    startsAt: v.optional(timestamp),
    endsAt: v.optional(timestamp),
    timeZone: v.optional(timeZone),
    format: v.optional(eventFormat),
    machineIds: v.optional(machineIds),
    agreement: v.optional(agreement),
    capacity: v.optional(capacity),
    tieBreaks: v.optional(tieBreaks),
    byes: v.optional(byes),
    seeding: v.optional(seeding),
    gamesPerRound: v.optional(gamesPerRound),
  }),
  {
    example: { venue: 'Flipper Bar', capacity: 60 },
    access: 'director of the event',
    rates: EVENT_STAFF,
    404: 'no such event or machine',
    409: 'it has begun and the format differs, or it is over',
  },
)

export const eventsCancel = defineMethod<Record<string, never>>()('events.cancel', strictObject({ eventId: id }), {
  access: 'director of the event',
  rates: EVENT_STAFF,
  404: 'no such event',
  409: 'it is over',
})

/** Our addition: ends the event now. Closing it again changes nothing. */
export const eventsClose = defineMethod<Record<string, never>>()('events.close', strictObject({ eventId: id }), {
  access: 'director of the event',
  rates: EVENT_STAFF,
  404: 'no such event',
  409: 'it has not begun, or was cancelled',
})

/**
 * Our addition: marks a machine as out of order (`active: false`), so that it takes no scores and is not drawn, or as back in
 * order.
 */
export const eventsSetMachine = defineMethod<Record<string, never>>()(
  'events.setMachine',
  strictObject({ eventId: id, machineId: id, active: booleanField }),
  { access: 'director of the event', rates: EVENT_STAFF, 404: 'no such event or machine', 409: 'it is over' },
)

/** Our addition: starts the event now rather than when it was planned. Starting a live event changes nothing. */
export const eventsStart = defineMethod<Record<string, never>>()('events.start', strictObject({ eventId: id }), {
  access: 'director of the event',
  rates: EVENT_STAFF,
  404: 'no such event',
  409: 'it is over',
})

/**
 * Our addition: makes a finished event live again, with everything as it was. `endsAt` is required where the clock ends the
 * format. Reopening a live event changes nothing.
 */
export const eventsReopen = defineMethod<Record<string, never>>()(
  'events.reopen',
  strictObject({ eventId: id, endsAt: v.optional(timestamp) }),
  { access: 'director of the event', rates: EVENT_STAFF, 404: 'no such event', 409: 'it has not begun, or was cancelled' },
)

/** Our addition: makes another user the event's director; co-directors may not. */
export const eventsHandOver = defineMethod<Record<string, never>>()('events.handOver', strictObject({ eventId: id, userId: id }), {
  access: 'director of the event, but no co-director',
  rates: EVENT_STAFF,
  404: 'no such event, no such player, or the player is not in the event’s group',
})
