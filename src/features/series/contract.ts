import * as v from 'valibot'
import { eventOver, noEvent } from '#events/contract/errors.ts'
import { pointsTable } from '#events/formats/best-game/points-table.ts'
import type { EventState } from '#events/rules/event-state.ts'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { PERSONAL } from '#platform/live/rates.ts'
import { addEntries, chosen, editEntries, optional, type RecordValues, required, type ShownFields } from '#platform/live/record.ts'
import { id, integer, name, strictObject, text, uuidV7 } from '#platform/live/schemas.ts'
import { atMostItems, fieldRule, malformed, mustBeList, mustBeNumber, mustBeOneOf, mustBeText } from '#platform/text/field-rules.ts'
import { isSlug } from '#platform/text/parameters.ts'
import { noPlayer } from '#players/contract/players.ts'
import { noGroup } from '#roles/contract.ts'
import { SERIES_TIES, type SeriesPoints } from './rules/series-rules.ts'

export const noSeries = defineError(404, 'no-series', 'There is no such season.')
export const seriesManagersOnly = defineError(403, 'series-managers-only', 'Only those who run the season may do this.')
export const seriesIdUsed = defineError(409, 'id-used', 'This id was used for another season.')
export const noNight = defineError(404, 'no-night', 'One of these events does not exist, or cannot be a night of this season.')
export const nightsChanged = defineError(409, 'nights-changed', 'Somebody has changed the nights of this season meanwhile.')
export const noSeriesEntry = defineError(404, 'no-series-entry', 'There is no such change of nights.')
export const noFinalists = defineError(409, 'no-finalists', 'Nobody has played enough nights yet.')

/** How many nights a season has at most. */
export const MAX_NIGHTS = 200

const inThousandths = (value: number): boolean => Math.round(value * 1000) / 1000 === value

const points: v.GenericSchema<unknown, SeriesPoints> = v.union(
  [
    strictObject({ kind: v.literal('own') }),
    strictObject({ kind: v.literal('places'), table: pointsTable }),
    strictObject({ kind: v.literal('share') }),
  ],
  malformed('must be { kind: "own" }, { kind: "places", table } or { kind: "share" }'),
)
const attendance = v.pipe(
  v.number(mustBeNumber()),
  v.check(
    value => value >= 0 && value <= 1000 && inThousandths(value),
    fieldRule('range', 'must be a number from {min} to {max} with at most 3 decimals', { min: 0, max: 1000 }),
  ),
)
const ties = v.pipe(
  v.array(v.picklist(SERIES_TIES, mustBeOneOf(SERIES_TIES)), mustBeList()),
  v.check(list => new Set(list).size === list.length, fieldRule('duplicate', 'must not name a tie-break twice')),
)

/** A rule for the nights that fall away. */
export const mustNotDropBeside = fieldRule('drop-or-count', 'must be 0 where only the best nights count')

/** What those who run a season fill in: what it is called, and how its nights are added up. */
export const SERIES_FIELDS = {
  name: required(name(1, 60)),
  description: optional(text(0, 500, { lines: true }), ''),
  points: optional(points, { kind: 'own' }),
  counts: chosen(v.nullable(integer(1, MAX_NIGHTS)), null),
  drop: chosen(integer(0, MAX_NIGHTS), 0),
  attendance: chosen(attendance, 0),
  ties: chosen(ties, []),
}

export type SeriesValues = RecordValues<typeof SERIES_FIELDS>

/** True unless a season both counts its best nights and lets its worst fall away. */
export const isCountOrDrop = ({ counts = null, drop = 0 }: { counts?: number | null | undefined; drop?: number | undefined }): boolean =>
  counts === null || drop === 0

/** A document of `series`, our addition to the API: a season. Its `_id` is the season's. */
export interface SeriesDoc extends ShownFields<typeof SERIES_FIELDS> {
  /** its part of the address of its page; it never changes */
  slug: string
  /** left out: it belongs to the site */
  groupId?: string
  /** how many nights it has */
  nights: number
  /** the server's receipt number, by which lists are ordered */
  receipt: number
}

/** A document of `seriesNights`, our addition: a night of a season. Its `_id` is `seriesId/eventId`. */
export interface SeriesNightDoc {
  seriesId: string
  eventId: string
  /** 1 for the first */
  number: number
  name: string
  startsAt: Date
  /** minutes by which the event's own time zone is ahead of UTC then */
  startsOffset: number
  state: EventState
  /** how many have played */
  players: number
  /** the standings are held back, so nobody has points of it yet */
  held?: true
  /** the format has no points of its own, so that its places count */
  byPlace?: true
}

/** A document of `seriesRows`, our addition: a row of a season's standings. Its `_id` is `seriesId/rowId`. */
export interface SeriesRowDoc {
  seriesId: string
  rowId: string
  name: string
  /** left out for a guest; `username` is empty if the account was deleted */
  userId?: string
  username?: string
  total: number
  /** how many nights were played */
  nights: number
  /** the most that the total can still become; left out: nothing more, or that is not known */
  possible?: number
  /** left out where the reader counts the ranks */
  rank?: number
  /** by which rows are ranked, higher first: the total in thousandths, then the figure of each tie-break. Equal ones share a rank. */
  order: number[]
}

/** `counts` or `dropped`: it was played; `missed`: it is over, and was not; `open`: it may still bring points */
export type NightOutcome = 'counts' | 'dropped' | 'missed' | 'open' | 'cancelled'

/** A document of `seriesRowNights`, our addition: what one night came to for one row. Its `_id` is `seriesId/rowId/eventId`. */
export interface SeriesRowNightDoc {
  seriesId: string
  rowId: string
  eventId: string
  number: number
  outcome: NightOutcome
  /** in the night's standings, and what that is worth; left out: the night was not played, or is held back */
  rank?: number
  points?: number
  /** the points for having played */
  attendance?: number
  /** the most that an open night can be worth; left out: that is not known */
  most?: number
}

/** A document of `eventSeries`, our addition: a season that an event is a night of. Its `_id` is `eventId/seriesId`. */
export interface EventSeriesDoc {
  eventId: string
  seriesId: string
  name: string
  slug: string
  /** which night it is, 1 for the first, and of how many */
  number: number
  of: number
}

/** A document of `playerSeries`, our addition: a player's place in a season. Its `_id` is `userId/seriesId`. */
export interface PlayerSeriesDoc {
  userId: string
  seriesId: string
  name: string
  slug: string
  rank: number
  /** how many have played in it */
  players: number
  total: number
  /** how many nights were played, and how many of these fell away */
  nights: number
  dropped: number
  receipt: number
}

export type SeriesAction = 'added' | 'edited' | 'nights' | 'undone' | 'finals'

/** A document of `seriesLog`, our addition: what was done to a season. */
export interface SeriesLogDoc {
  seriesId: string
  at: Date
  action: SeriesAction
  /** null: the account was deleted */
  by: { userId: string; username: string } | null
  /** the names of events: those that became nights, and those that are none any more; null for one that not everybody may see */
  added?: (string | null)[]
  removed?: (string | null)[]
  /** true: the same nights come in another order */
  moved?: true
  /** how many finalists were entered */
  players?: number
  /** true: it is the last change of the nights, which can be undone */
  undoable?: true
}

const slug = v.pipe(v.string(mustBeText()), v.check(isSlug, malformed('must be the slug of a season')))
const eventIds = v.pipe(
  v.array(id, mustBeList()),
  v.maxLength(MAX_NIGHTS, atMostItems(MAX_NIGHTS)),
  v.check(ids => new Set(ids).size === ids.length, fieldRule('duplicate', 'must not name an event twice')),
)

/** Our addition: adds a season of a group, or without `groupId` one of the site. */
export const seriesAdd = defineMethod<{ seriesId: string; slug: string }>()(
  'series.add',
  v.pipe(
    strictObject({ _id: uuidV7, ...addEntries(SERIES_FIELDS), groupId: v.optional(id) }),
    v.forward(
      v.check(({ counts, drop }) => isCountOrDrop({ counts, drop }), mustNotDropBeside),
      ['drop'],
    ),
  ),
  {
    example: { points: { kind: 'places', table: 'papa' }, drop: 2, attendance: 1, ties: ['night-wins'] },
    access: 'event directors, or who runs the group',
    rates: PERSONAL,
    errors: [noGroup, seriesIdUsed],
  },
)

/** Our addition: omitted fields stay unchanged, and so does the address. */
export const seriesEdit = defineMethod<Record<string, never>>()(
  'series.edit',
  strictObject({ seriesId: id, ...editEntries(SERIES_FIELDS) }),
  { example: { drop: 3 }, access: 'who runs the season', rates: PERSONAL, errors: [noSeries] },
)

/** Our addition: removes a season. Its events stay as they are. */
export const seriesRemove = defineMethod<Record<string, never>>()('series.remove', strictObject({ seriesId: id }), {
  access: 'who runs the season',
  rates: PERSONAL,
  errors: [noSeries],
})

/**
 * Our addition: sets the nights of a season, in their order. Nights of a group's season are events of this group, others are public events.
 * `was`: the nights that the caller has seen; if they are others by now, nothing is changed. A night that is hidden from everybody stays.
 */
export const seriesSetEvents = defineMethod<Record<string, never>>()(
  'series.setEvents',
  strictObject({ seriesId: id, eventIds, was: eventIds }),
  {
    example: { eventIds: ['019a3c52-7b10-7e4d-9c2a-5f0b1d22a645'], was: [] },
    access: 'who runs the season',
    rates: PERSONAL,
    errors: [noSeries, noNight, nightsChanged],
  },
)

/** Our addition: undoes the last change of the nights. An undo is such a change too. */
export const seriesUndoNights = defineMethod<Record<string, never>>()('series.undoNights', strictObject({ seriesId: id, entryId: id }), {
  access: 'who runs the season',
  rates: PERSONAL,
  errors: [noSeries, noSeriesEntry, noNight, nightsChanged],
})

/**
 * Our addition: enters the finalists of a season in an event that the caller directs, seeded by their ranks: the best `best`, or all who have
 * played at least `minNights` nights. Who shares the last rank is among the best too. Who is in the event already gets the seed.
 * `refused`: the names of those who could not be entered
 */
export const seriesAddFinals = defineMethod<{ added: number; refused: string[] }>()(
  'series.addFinals',
  v.pipe(
    strictObject({ seriesId: id, eventId: id, best: v.optional(integer(1, 500)), minNights: v.optional(integer(1, MAX_NIGHTS)) }),
    v.forward(
      v.check(({ best, minNights }) => (best === undefined) !== (minNights === undefined), 'or minNights must be given, one of them'),
      ['best'],
    ),
  ),
  {
    example: { best: 8 },
    access: 'who runs the season',
    rates: PERSONAL,
    errors: [noSeries, noEvent, noNight, eventOver, noFinalists],
  },
)

/** Our addition: the seasons of a group, or without `groupId` those of the site, newest first. */
export const seriesList = definePublication(
  'series.list',
  strictObject({ groupId: v.optional(id), limit: v.optional(integer(1, 100)) }),
  ['series'],
  { access: 'everybody', errors: [noGroup] },
)

/** Our addition: one season. */
export const seriesOne = definePublication('series.one', strictObject({ slug }), ['series'], {
  example: { slug: 'winter-2026' },
  access: 'everybody',
  errors: [noSeries],
})

/** Our addition: the nights of a season, in their order. */
export const seriesNights = definePublication('series.nights', strictObject({ slug }), ['seriesNights'], {
  example: { slug: 'winter-2026' },
  access: 'everybody',
  errors: [noSeries],
})

/** Our addition: the first rows of a season's standings. `withoutRanks`: as in `events.standings`; the ranks follow from `order`. */
export const seriesStandings = definePublication(
  'series.standings',
  strictObject({ slug, limit: v.optional(integer(1, 1000)), withoutRanks: v.optional(v.literal(true)) }),
  ['seriesRows'],
  { example: { slug: 'winter-2026' }, access: 'everybody', errors: [noSeries] },
)

/** Our addition: one row of a season's standings, night by night. */
export const seriesRow = definePublication('series.row', strictObject({ slug, rowId: id }), ['seriesRowNights'], {
  example: { slug: 'winter-2026' },
  access: 'everybody',
  errors: [noSeries],
})

/** Our addition: what was done to a season. */
export const seriesLog = definePublication('series.log', strictObject({ slug }), ['seriesLog'], {
  example: { slug: 'winter-2026' },
  access: 'everybody',
  errors: [noSeries],
})

/** Our addition: the seasons that an event is a night of. */
export const seriesOfEvent = definePublication('series.ofEvent', strictObject({ eventId: id }), ['eventSeries'], {
  access: 'everybody',
  errors: [noEvent],
})

/** Our addition: a player's places in seasons that everybody may see, newest season first. */
export const seriesOfPlayer = definePublication('series.ofPlayer', strictObject({ username: text(1, 60) }), ['playerSeries'], {
  access: 'everybody',
  errors: [noPlayer],
})
