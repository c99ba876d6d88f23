import * as v from 'valibot'
import { chosen, optional, type RecordValues, required, requiredElsewhere } from '#platform/live/record.ts'
import { id, integer, name, text, timestamp } from '#platform/live/schemas.ts'
import { eventFormat } from '../formats/registry.ts'
import { MAX_GAMES_PER_ROUND, SEEDINGS } from '../rules/draw-options.ts'
import { MAX_MACHINES } from '../rules/max-machines.ts'
import { AGREEMENTS } from '../rules/result-agreement.ts'
import { BYES, TIE_BREAKS } from '../rules/standings-options.ts'

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
const tieBreaks = v.pipe(
  v.array(v.picklist(TIE_BREAKS, `must be one of ${TIE_BREAKS.join(', ')}`), 'must be a list'),
  v.check(list => new Set(list).size === list.length, 'must not name a tie-break twice'),
)

/** What the director of an event fills in. */
export const EVENT_FIELDS = {
  name: required(name(1, 80)),
  description: optional(text(0, 2000, { lines: true }), ''),
  venue: optional(name(0, 120), ''),
  startsAt: required(timestamp),
  endsAt: required(timestamp),
  timeZone: optional(timeZone, 'UTC'),
  format: required(eventFormat),
  machineIds: requiredElsewhere(machineIds),
  /** our addition to the API: whose entry of a group's result counts besides a director's; left out: nobody's (`director`) */
  agreement: chosen(v.picklist(AGREEMENTS, `must be one of ${AGREEMENTS.join(', ')}`), 'director'),
  /** our addition to the API: how many players may register; left out: any number */
  capacity: chosen(v.nullable(integer(1, 10_000)), null),
  /** our addition to the API: what breaks ties, in this order; left out: places */
  tieBreaks: chosen(tieBreaks, ['places']),
  /** our addition to the API: what a bye is worth; left out: as much as a win (`full`) */
  byes: chosen(v.picklist(BYES, `must be one of ${BYES.join(', ')}`), 'full'),
  /** our addition to the API: where the players' seeds come from; left out: there are none (`random`) */
  seeding: chosen(v.picklist(SEEDINGS, `must be one of ${SEEDINGS.join(', ')}`), 'random'),
  /** our addition to the API: how many games a group plays in a round; left out: one */
  gamesPerRound: chosen(integer(1, MAX_GAMES_PER_ROUND), 1),
}

/** What the form of an event asks for: `events.add` takes all of it, `events.edit` what is changed. */
export type EventInput = RecordValues<typeof EVENT_FIELDS>
