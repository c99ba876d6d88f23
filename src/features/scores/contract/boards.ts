import * as v from 'valibot'
import { noEvent, standingsHeld } from '#events/contract/errors.ts'
import { noMachine } from '#machines/contract/machines.ts'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { READING } from '#platform/live/rates.ts'
import { booleanField, id, integer, strictObject } from '#platform/live/schemas.ts'
import { malformed, mustBeOneOf } from '#platform/text/field-rules.ts'
import { noGroup } from '#roles/contract.ts'
import type { UploadedPicture } from '#uploads/contract.ts'
import { noVenue } from '#venues/contract/errors.ts'
import { WINDOWS, type Window } from '../rules.ts'
import { noScore } from './errors.ts'
import type { ScoreStatus } from './scores.ts'

export type Scope =
  | { machineId: string }
  | { groupId: string; machineId: string }
  | { eventId: string; machineId: string }
  /** our addition: the scores that were played in a venue */
  | { venueId: string; machineId: string }

/** A document of `boards`; its `_id` is the board's key (`boardKey`). */
export interface BoardDoc {
  scope: Scope
  window: Window
  period: string | null
  verifiedOnly: boolean
  players: number
  best: number | null
}

/** A document of `boardRows`; its `_id` is `<board's key>/<user id>`. */
export interface BoardRowDoc {
  board: string
  userId: string
  username: string
  displayName: string
  /** the player's picture, in its smallest size only */
  picture?: UploadedPicture
  supporter: boolean
  scoreId: string
  value: number
  achievedAt: Date
  status: ScoreStatus
}

export type BoardRow = BoardRowDoc & { _id: string }

export interface ScorePlacement {
  rank: number
  players: number
  value: number
  /** share of the board's players with a lower best, in percent (0 to 100) */
  percentile: number
}

/** Our addition: a document of `places`, one player's rank on a machine's board in one window. Its `_id` is `userId/machineId/window`. */
export interface PlayerRankDoc extends ScorePlacement {
  userId: string
  machineId: string
  window: Window
  scoreId?: string
}

/** A document of `machineStats`, computed from the players' bests, except `scores` and `lastDigitZero`, which count all accepted scores. */
export interface MachineStatsDoc {
  scores: number
  players: number
  best: number | null
  median: number | null
  deciles: number[]
  histogram: { from: number; to: number; count: number }[]
  /** share of the scores whose last digit is 0 (0 to 1) */
  lastDigitZero: number
}

/** A document of `playerBests`; its `_id` is `userId/machineId`. */
export interface PlayerBestDoc extends ScorePlacement {
  userId: string
  machineId: string
  machineName: string
  achievedAt: Date
}

const window = v.picklist(WINDOWS, mustBeOneOf(WINDOWS))

const scope = v.union(
  [
    strictObject({ machineId: id }),
    strictObject({ groupId: id, machineId: id }),
    strictObject({ eventId: id, machineId: id }),
    strictObject({ venueId: id, machineId: id }),
  ],
  malformed('must be { machineId }, { groupId, machineId }, { eventId, machineId } or { venueId, machineId }'),
)

/** What the scope names is unknown, or the reader may not see it, or not yet. */
const HIDDEN_BOARD = [noMachine, noGroup, noEvent, standingsHeld, noVenue]

export const boardsPlace = defineMethod<ScorePlacement | null>()(
  'boards.place',
  strictObject({ scope, window: v.optional(window), userId: id }),
  {
    access: 'everybody',
    rates: READING,
    errors: HIDDEN_BOARD,
  },
)

export const boardsAround = defineMethod<{ firstRank: number; rows: BoardRow[]; players: number }>()(
  'boards.around',
  strictObject({ scope, window: v.optional(window), userId: id, radius: v.optional(integer(1, 25)) }),
  { access: 'everybody', rates: READING, errors: HIDDEN_BOARD },
)

const limit = v.optional(integer(1, 100))

export const boardsTop = definePublication(
  'boards.top',
  strictObject({ scope, window: v.optional(window), limit, verifiedOnly: v.optional(booleanField) }),
  ['boardRows', 'boards'],
  {
    example: { window: 'month', limit: 20 },
    access: 'everybody',
    errors: HIDDEN_BOARD,
  },
)

/** Our addition: one player's ranks on a machine's boards, in all windows. */
export const boardsPlaces = definePublication('boards.places', strictObject({ machineId: id, userId: id }), ['places'], {
  access: 'everybody',
  errors: [noMachine],
})

/** Our addition: the ranks of a score's player on the machine's boards, for the page of that score. */
export const scoresPlaces = definePublication('scores.places', strictObject({ scoreId: id }), ['places'], {
  access: 'everybody',
  errors: [noScore],
})
