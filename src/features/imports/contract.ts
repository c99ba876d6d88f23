import * as v from 'valibot'
import { noEvent } from '#events/contract/errors.ts'
import type { EventFormatKind } from '#events/formats/registry.ts'
import { peopleFull } from '#groups/contract.ts'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod } from '#platform/live/contract.ts'
import { HOUR, PERSONAL, perUser } from '#platform/live/rates.ts'
import { booleanField, id, integer, strictObject, text, uuidV7 } from '#platform/live/schemas.ts'
import { atMostItems, fieldRule, malformed, mustBeList, mustBeOneOf } from '#platform/text/field-rules.ts'
import { noGroup } from '#roles/contract.ts'
import { pinballMapDown, pinballMapRefuses } from '#venues/contract.ts'
import type { StandingsDifference } from './rules/compare-standings.ts'
import { type ImportedEvent, importedEvent } from './rules/imported-event.ts'
import { parseTournamentAddress } from './rules/match-play/answers.ts'
import { parseUserAddress } from './rules/pinball-map-scores.ts'

/* Imports are our addition to the API. Each is made under an id of the caller's, and is undone as a whole. */

export const IMPORT_KINDS = ['scores', 'people', 'event'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

export const noImport = defineError(404, 'no-import', 'There is no such import.')
export const importIdUsed = defineError(409, 'id-used', 'This id was used for another import.')
export const importsADay = defineError(409, 'imports-a-day', 'At most {n} scores can be imported in 24 hours.')
export const importedBefore = defineError(409, 'imported-before', 'This event was imported before.')
export const eventPlayedHere = defineError(
  409,
  'event-played-here',
  'Somebody has played, joined or claimed an entry here since. Cancel the event on its page; one that is over has to be reopened there first.',
)
export const eventUnreadable = defineError(409, 'event-unreadable', 'This event has no results that could be imported.')
export const eventStillOpen = defineError(
  409,
  'event-still-open',
  'Games of this event begin one by one. It can be imported once it has ended.',
)
export const eventTooLarge = defineError(409, 'event-too-large', 'This event is larger than an import can hold.')
export const noTournament = defineError(404, 'no-tournament', 'Match Play knows no such event, or does not show it with this token.')
export const matchPlayRefuses = defineError(409, 'match-play-refuses', 'Match Play does not take this token.')
export const matchPlayDown = defineError(503, 'match-play-down', 'Match Play gave no answer. Try again in a minute.')
export const ifpaNotSetUp = defineError(409, 'ifpa-not-set-up', 'The operator of this site has set no key for the IFPA.')
export const ifpaDown = defineError(503, 'ifpa-down', 'The IFPA gave no answer. Try again in a minute.')

/** Characters of a list of scores or people. */
export const MAX_CSV = 60_000

/**
 * Why a row is left out. `too-long`: it has more cells than the first row has headings, as where a number has commas; `later`: its date lies in
 * the future; `refused`: it was not accepted when it was to be written.
 */
export const ROW_PROBLEMS = [
  'too-long',
  'no-machine',
  'several-machines',
  'no-score',
  'bad-date',
  'later',
  'no-name',
  'bad-number',
  'refused',
] as const
export type RowProblem = (typeof ROW_PROBLEMS)[number]

interface RowFate {
  /** where the row begins in the text, 1 for the first line; at Pinball Map: the number of the score there */
  line: number
  /**
   * `new`: it is imported; `known`: it is there already, or stands in an earlier row too; `numbered`: the person is on the list already, and gets
   * the number; `failed`: it is left out
   */
  fate: 'new' | 'known' | 'numbered' | 'failed'
  problem?: RowProblem
}

export interface ImportedScore extends RowFate {
  /** as the row has it */
  machine: string
  machineId?: string
  machineName?: string
  value?: number
  achievedAt?: Date
}

export interface ImportedPerson extends RowFate {
  name: string
  ifpaNumber?: string
}

const csv = text(1, MAX_CSV, { lines: true })
const mustNameUser = fieldRule('pinball-map-user', 'must be the address of a profile at pinballmap.com, or its number')
const mustNameTournament = fieldRule('match-play-event', 'must be the address of an event at app.matchplay.events, or its number')
const mustComeAlone = malformed('must come alone')

/**
 * Imports the caller's own scores: from a table with the columns `machine` and `score`, and if there are some `date`, `comment` and `opdb`;
 * or the best ones of a user of Pinball Map. They are scores as if the caller had submitted them, when they were played. Those that the
 * caller has already are left out: of the same value, on the same machine and within a day. `dryRun`: says what would become of each row, and
 * changes nothing. `chosen`: which machines names are that could not be told.
 */
export const importsScores = defineMethod<{ rows: ImportedScore[]; added: number }>()(
  'imports.scores',
  v.pipe(
    strictObject({
      _id: uuidV7,
      csv: v.optional(csv),
      pinballMapUser: v.optional(
        v.pipe(
          text(1, 300),
          v.check(address => parseUserAddress(address) !== null, mustNameUser),
        ),
      ),
      chosen: v.optional(
        v.pipe(v.array(strictObject({ name: text(1, 200), machineId: id }), mustBeList()), v.maxLength(300, atMostItems(300))),
      ),
      dryRun: booleanField,
    }),
    v.forward(
      v.check(({ csv: table, pinballMapUser }) => (table === undefined) !== (pinballMapUser === undefined), mustComeAlone),
      ['csv'],
    ),
  ),
  {
    example: { csv: 'machine,score,date\nMedieval Madness,52340120,2026-03-08', dryRun: true },
    access: 'signed in',
    rates: [perUser(60, HOUR)],
    errors: [importIdUsed, importsADay, pinballMapRefuses, pinballMapDown],
  },
)

/**
 * Imports people into a group's list: from a table with the column `name`, and if there is one `ifpa`. Those on the list already stay; who has no
 * number there gets that of the table. `dryRun`: says what would become of each row, and changes nothing. `added`: how many were added, or have got
 * a number.
 */
export const importsPeople = defineMethod<{ rows: ImportedPerson[]; added: number }>()(
  'imports.people',
  strictObject({ _id: uuidV7, groupId: id, csv, dryRun: booleanField }),
  {
    example: { csv: 'name,ifpa\nAda,1234', dryRun: true },
    access: 'who runs the group',
    rates: [perUser(60, HOUR)],
    errors: [noGroup, peopleFull, importIdUsed],
  },
)

/** What an import of an event finds. */
export interface EventImport {
  /** the new event; null: only what would happen was asked, or nothing has happened because `machines` does not fit what was read */
  eventId: string | null
  /** what was read; the call takes it in place of the address */
  read: ImportedEvent
  /**
   * what each machine that it names is here, in its order; null: that is not known, so its games are imported without a machine, and scores on it
   * are left out
   */
  machines: ({ machineId: string; name: string } | null)[]
  format: EventFormatKind
  /** how many places were compared with those at the source, and which of them differ */
  compared: number
  differences: StandingsDifference[]
  /** the event that was imported from the same one before, unless it was cancelled; left out as well if the caller may not see it */
  before?: string
}

/**
 * Imports an event of Match Play with its players, rounds and results, whose director the caller becomes. `matchPlay`: its address, and a token
 * of the caller's (matchplay.events/account/tokens), which is used for this call and not stored; or `event`: what was read from saved answers.
 * `machines`: which machines those are that could not be told, by their places in the list and the names that the list gives them. If the list
 * has another name in such a place by now, nothing is imported, and the answer is that of a dry run. `dryRun`: changes nothing. Players are
 * imported as guests, whose entries accounts may claim; in a group, those whom its list knows by their IFPA number or name become these people.
 */
export const importsEvent = defineMethod<EventImport>()(
  'imports.event',
  v.pipe(
    strictObject({
      _id: uuidV7,
      groupId: v.optional(id),
      matchPlay: v.optional(
        strictObject({
          tournament: v.pipe(
            text(1, 300),
            v.check(address => parseTournamentAddress(address) !== null, mustNameTournament),
          ),
          token: text(1, 300),
        }),
      ),
      event: v.optional(importedEvent),
      machines: v.optional(
        v.pipe(
          v.array(strictObject({ machine: integer(0, 63), name: text(1, 200), machineId: id }), mustBeList()),
          v.maxLength(64, atMostItems(64)),
        ),
      ),
      dryRun: booleanField,
    }),
    v.forward(
      v.check(({ matchPlay, event }) => (matchPlay === undefined) !== (event === undefined), mustComeAlone),
      ['event'],
    ),
  ),
  {
    example: { matchPlay: { tournament: 'https://app.matchplay.events/tournaments/260001', token: '1|secret' }, dryRun: true },
    access: 'event directors, or who runs the group',
    rates: [perUser(60, HOUR)],
    errors: [
      noGroup,
      importIdUsed,
      importedBefore,
      eventUnreadable,
      eventStillOpen,
      eventTooLarge,
      noTournament,
      matchPlayRefuses,
      matchPlayDown,
    ],
  },
)

/**
 * An import, for the user who made it. `added`: how many scores or people, 0 for scores that are still being written; of an event, its players
 */
export interface ImportInfo {
  importId: string
  kind: ImportKind
  title: string
  added: number
  createdAt: Date
  undoneAt: Date | null
  groupId?: string
  eventId?: string
}

/** Returns the caller's latest imports, the newest first, at most 50. */
export const importsMine = defineMethod<ImportInfo[]>()(
  'imports.mine',
  strictObject({ kind: v.optional(v.picklist(IMPORT_KINDS, mustBeOneOf(IMPORT_KINDS))) }),
  { access: 'signed in', rates: PERSONAL, errors: [] },
)

/**
 * Undoes an import: its scores are removed, its people leave the list, its event is cancelled, unless somebody has played, joined or claimed an
 * entry there since. People stay whom an account has claimed, who were corrected, into whom another one was merged, or who have played: `kept`
 * says how many. Numbers that it has given are taken away again, unless the person was corrected since. Undoing it again changes nothing.
 */
export const importsUndo = defineMethod<{ kept: number }>()('imports.undo', strictObject({ importId: id }), {
  access: 'signed in',
  rates: PERSONAL,
  errors: [noImport, noGroup, noEvent, eventPlayedHere],
})

/** What the IFPA says of a number. `name` null: it knows nobody of that number */
export interface IfpaPlayer {
  ifpaNumber: string
  name: string | null
}

/** Asks the IFPA whose numbers these are, if the operator has set a key. */
export const importsIfpa = defineMethod<IfpaPlayer[]>()(
  'imports.ifpa',
  strictObject({
    ifpaNumbers: v.pipe(
      v.array(v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, fieldRule('ifpa-number', 'must be 1 to 6 digits'))), mustBeList()),
      v.minLength(1, malformed('must name one')),
      v.maxLength(50, atMostItems(50)),
    ),
  }),
  { example: { ifpaNumbers: ['1234'] }, access: 'signed in', rates: [perUser(60, HOUR)], errors: [ifpaNotSetUp, ifpaDown] },
)
