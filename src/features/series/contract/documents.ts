import type { EventState } from '#events/rules/event-state.ts'
import type { ShownFields } from '#platform/live/record.ts'
import type { SERIES_FIELDS } from './series-fields.ts'

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
  /** how many nights were played, and how many of these were dropped */
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
