import * as v from 'valibot'
import { chosen, optional, type RecordValues, required, requiredElsewhere, requiredTime } from '#platform/live/record.ts'
import { id, integer, name, text, timestamp, timeZone } from '#platform/live/schemas.ts'
import { atMostItems, fieldRule, malformed, mustBeList, mustBeOneOf, mustNotBeEmpty } from '#platform/text/field-rules.ts'
import { eventFormat } from '../formats/registry.ts'
import { BALANCES, FIRST_ROUNDS, MACHINE_DRAWS, MAX_GAMES_PER_ROUND, PLAY_ORDERS, SEEDINGS } from '../rules/draw-options.ts'
import { MAX_MACHINES } from '../rules/max-machines.ts'
import { AGREEMENTS } from '../rules/result-agreement.ts'
import { BYE_OPPONENTS, BYES, TIE_BREAKS } from '../rules/standings-options.ts'

const machineIds = v.pipe(
  v.array(id, mustBeList()),
  v.minLength(1, mustNotBeEmpty()),
  v.maxLength(MAX_MACHINES, atMostItems(MAX_MACHINES)),
  v.check(ids => new Set(ids).size === ids.length, fieldRule('duplicate', 'must not name a machine twice')),
)
const tieBreaks = v.pipe(
  v.array(v.picklist(TIE_BREAKS, mustBeOneOf(TIE_BREAKS)), mustBeList()),
  v.check(list => new Set(list).size === list.length, fieldRule('duplicate', 'must not name a tie-break twice')),
)
const mustNameBanks = malformed('must name the bank of machines')
const banks = v.pipe(
  // To the library, a list is a record too.
  v.custom<Record<string, string>>(value => Object.prototype.toString.call(value) === '[object Object]', mustNameBanks),
  v.record(id, name(1, 30), mustNameBanks),
  v.check(byMachine => Object.keys(byMachine).length <= MAX_MACHINES, atMostItems(MAX_MACHINES)),
)

/** A rule for the end of an event. */
export const mustComeAfterStart = fieldRule('after-start', 'must come after startsAt')

/** What the director of an event fills in. */
export const EVENT_FIELDS = {
  name: required(name(1, 80)),
  description: optional(text(0, 2000, { lines: true }), ''),
  venue: optional(name(0, 120), ''),
  startsAt: requiredTime(timestamp),
  endsAt: requiredTime(timestamp),
  timeZone: optional(timeZone, 'UTC'),
  format: required(eventFormat),
  machineIds: requiredElsewhere(machineIds),
  /** our addition to the API: whose entry of a group's result counts besides a director's; left out: nobody's (`director`) */
  agreement: chosen(v.picklist(AGREEMENTS, mustBeOneOf(AGREEMENTS)), 'director'),
  /** our addition to the API: how many players may register; left out: any number */
  capacity: chosen(v.nullable(integer(1, 10_000)), null),
  /** our addition to the API: what breaks ties, in this order; left out: places */
  tieBreaks: chosen(tieBreaks, ['places']),
  /** our addition to the API: what a bye is worth; left out: as much as a win (`full`) */
  byes: chosen(v.picklist(BYES, mustBeOneOf(BYES)), 'full'),
  /** our addition to the API: how a bye counts in Buchholz; left out: not at all (`none`) */
  byeOpponent: chosen(v.picklist(BYE_OPPONENTS, mustBeOneOf(BYE_OPPONENTS)), 'none'),
  /** our addition to the API: where the players' seeds come from; left out: there are none (`random`) */
  seeding: chosen(v.picklist(SEEDINGS, mustBeOneOf(SEEDINGS)), 'random'),
  /** our addition to the API: how many games a group plays in a round; left out: one */
  gamesPerRound: chosen(integer(1, MAX_GAMES_PER_ROUND), 1),
  /** our addition to the API: how the first groups of a seeded event come about; left out: the best meet the worst (`slaughter`) */
  firstRound: chosen(v.picklist(FIRST_ROUNDS, mustBeOneOf(FIRST_ROUNDS)), 'slaughter'),
  /** our addition to the API: how the players of a group follow each other; left out: each has each turn about equally often (`balanced`) */
  playOrder: chosen(v.picklist(PLAY_ORDERS, mustBeOneOf(PLAY_ORDERS)), 'balanced'),
  /** our addition to the API: where the machine of a game comes from; left out: it is drawn, least played first (`balanced`) */
  machineDraw: chosen(v.picklist(MACHINE_DRAWS, mustBeOneOf(MACHINE_DRAWS)), 'balanced'),
  /** our addition to the API: the name of each machine's bank, by the machine's id; left out: there are no banks */
  banks: chosen(v.nullable(banks), null),
  /**
   * our addition to the API: the venue where it takes place; left out: none, or one that not everybody may see who sees the event. `venue` is
   * what the director typed
   */
  venueId: chosen(v.nullable(id), null),
  /** our addition to the API: over what opponents and machines are balanced, also over earlier nights (`series`); left out: the event alone */
  balanceOver: chosen(v.picklist(BALANCES, mustBeOneOf(BALANCES)), 'event'),
}

/** What the form of an event asks for: `events.add` takes all of it, `events.edit` what is changed. */
export type EventInput = RecordValues<typeof EVENT_FIELDS>
