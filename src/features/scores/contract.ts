import * as v from 'valibot'
import {
  booleanField,
  defineMethod,
  definePublication,
  id,
  integer,
  name,
  strictObject,
  text,
  timestamp,
  uuidV7,
} from '../../platform/live/contract.ts'
import type { MachineType } from '../machines/contract.ts'
import type { PictureSize, UploadedPicture } from '../uploads/contract.ts'
import type { UploadKind } from '../uploads/rules.ts'
import { COMMENT_LENGTH, MAX_VALUE, REASON_LENGTH, WINDOWS, type Window } from './rules.ts'

export type ScoreStatus = 'unverified' | 'verified' | 'disputed' | 'rejected'

export type Scope = { machineId: string } | { groupId: string; machineId: string } | { eventId: string; machineId: string }

/** Our addition: what a drawing of the machine needs, so that a feed need not fetch the machines. */
export type MachineFacts = {
  year: number | null
  type: MachineType
  display: string | null
  backglass?: PictureSize
}

/** A document of `scores`; its `_id` is the score's. */
export interface ScoreDoc {
  userId: string
  username: string
  displayName: string
  /** our addition: the player's picture, small */
  avatar?: PictureSize
  machineId: string
  machineName: string
  machineFacts: MachineFacts
  /** left out where not everybody may see the event */
  eventId?: string
  value: number
  /** in pin-golf events */
  strokes?: number
  achievedAt: Date
  /** when the server got it */
  createdAt: Date
  /** our addition: the server's receipt number, by which feeds are ordered */
  receipt: number
  status: ScoreStatus
  version: number
  picture?: UploadedPicture
  comment?: string
  location?: string
  likes: number
  comments: number
}

/** A document of `scoreHistory`. */
export interface ScoreHistoryDoc {
  scoreId: string
  at: Date
  by: { userId: string; username: string } | null
  action: 'submitted' | 'edited' | 'flagged' | 'moderated' | 'voided' | 'restored'
  changes: { [field: string]: [unknown, unknown] }
  reason?: string
}

/** A document of `comments`. */
export interface CommentDoc {
  scoreId: string
  userId: string
  /** empty: a player who is gone */
  username: string
  displayName: string
  /** our addition */
  avatar?: PictureSize
  text: string
  createdAt: Date
}

/** A document of `likes`, our addition: the reader likes the score. Its `_id` is `scoreId/userId`. */
export interface LikeDoc {
  scoreId: string
  userId: string
}

/** A document of `groupMachines`, our addition: a machine that members of a group have played. Its `_id` is `groupId/machineId`. */
export interface GroupMachineDoc {
  groupId: string
  machineId: string
  machineName: string
  /** members with a score on it */
  players: number
}

/** A document of `progress`, our addition: how a player's best on a machine has grown. Its `_id` is `userId/machineId`. */
export interface ProgressDoc {
  userId: string
  machineId: string
  machineName: string
  /** scores of the machine in the order they were played, at most 400: all bests, and of the others evenly chosen ones */
  points: { at: Date; value: number; best: boolean }[]
}

/** Why a score waits for a moderator, the most urgent first. `record`: the best on its machine, with nothing to show for it. */
export const WAITING = ['disputed', 'pictured', 'record'] as const
export type Waiting = (typeof WAITING)[number]

/** A document of `scoreQueue`, our addition: a score that waits for a moderator. Its `_id` is the score's. */
export interface WaitingScoreDoc {
  state: Waiting
  /** people on the machine's board */
  players: number
  /** the best of all others on the machine; null: nobody else plays it */
  record: number | null
  /** what eight in ten of the machine's players have as their best; null where they are too few to say */
  typical: { from: number; to: number } | null
  flags: { at: Date; by: { userId: string; username: string }; reason: string }[]
}

/** A document of `boards`; its `_id` is the board's key. */
export interface BoardDoc {
  scope: Scope
  window: Window
  period: string | null
  verifiedOnly: boolean
  players: number
  best: number | null
}

/** A document of `boardRows`; its `_id` is the board's key, a slash and the player's id. */
export interface BoardRowDoc {
  board: string
  userId: string
  username: string
  displayName: string
  /** the player's; its small size only */
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
  /** share of the board's players with a lower best, 0..100 */
  percentile: number
}

/** A document of `places`, our addition: one player's place on a machine's board in one window. Its `_id` is `userId/machineId/window`. */
export interface PlayerRankDoc extends ScorePlacement {
  userId: string
  machineId: string
  window: Window
  scoreId?: string
}

/** A document of `machineStats`: over the players' bests but for `scores` and `lastDigitZero`. */
export interface MachineStatsDoc {
  scores: number
  players: number
  best: number | null
  median: number | null
  deciles: number[]
  histogram: { from: number; to: number; count: number }[]
  /** share of scores that end in 0 */
  lastDigitZero: number
}

/** A document of `playerBests`; its `_id` is `userId/machineId`. */
export interface PlayerBestDoc extends ScorePlacement {
  userId: string
  machineId: string
  machineName: string
  achievedAt: Date
}

const value = integer(1, MAX_VALUE)
const window = v.picklist(WINDOWS, `must be one of ${WINDOWS.join(', ')}`)
const scope = v.union(
  [strictObject({ machineId: id }), strictObject({ groupId: id, machineId: id }), strictObject({ eventId: id, machineId: id })],
  'must be { machineId }, { groupId, machineId } or { eventId, machineId }',
)
const picture = strictObject({ key: text(1, 300) })

export interface SubmitAnswer {
  scoreId: string
  rank: number
  players: number
  personalBest: boolean
  previousBest: number | null
}

export const scoresSubmit = defineMethod<SubmitAnswer>()(
  'scores.submit',
  strictObject({
    _id: uuidV7,
    machineId: id,
    value,
    achievedAt: v.optional(timestamp),
    eventId: v.optional(id),
    strokes: v.optional(integer(1, 10)),
    comment: v.optional(text(0, 500, { lines: true })),
    picture: v.optional(picture),
    location: v.optional(name(0, 80)),
  }),
  { access: 'signed in', 404: 'no such machine, event or picture', 409: 'the id was used for another score' },
)

export const scoresEdit = defineMethod<Record<string, never>>()(
  'scores.edit',
  strictObject({
    scoreId: id,
    value: v.optional(value),
    strokes: v.optional(integer(1, 10)),
    comment: v.optional(text(0, 500, { lines: true })),
    picture: v.optional(v.nullable(picture)),
  }),
  { access: 'owner or moderators', 403: 'not the owner, or too late', 404: 'no such score or picture' },
)

export const scoresRemove = defineMethod<Record<string, never>>()('scores.remove', strictObject({ scoreId: id }), {
  access: 'owner or moderators',
  403: 'neither owner nor moderator',
  404: 'no such score',
})

export const scoresFlag = defineMethod<Record<string, never>>()(
  'scores.flag',
  strictObject({ scoreId: id, reason: text(1, REASON_LENGTH, { lines: true }) }),
  { access: 'all but the owner', 403: 'your own score', 404: 'no such score', 409: 'you have flagged it already' },
)

/** `version`: the one that was looked at. */
export const scoresModerate = defineMethod<Record<string, never>>()(
  'scores.moderate',
  strictObject({
    scoreId: id,
    version: integer(1, 1_000_000_000),
    status: v.picklist(['verified', 'rejected', 'unverified'], 'must be one of verified, rejected, unverified'),
    reason: v.optional(text(0, REASON_LENGTH, { lines: true })),
  }),
  { access: 'moderators', 404: 'no such score', 409: 'it has changed since' },
)

export const scoresLike = defineMethod<{ likes: number }>()('scores.like', strictObject({ scoreId: id, like: booleanField }), {
  access: 'signed in',
  404: 'no such score',
})

export const scoresComment = defineMethod<{ commentId: string }>()(
  'scores.comment',
  strictObject({ _id: uuidV7, scoreId: id, text: text(1, COMMENT_LENGTH, { lines: true }) }),
  { access: 'signed in', 404: 'no such score', 409: 'the id was used for another comment' },
)

export const scoresRemoveComment = defineMethod<Record<string, never>>()('scores.removeComment', strictObject({ commentId: id }), {
  access: 'owner or moderators',
  403: 'neither its author nor a moderator',
  404: 'no such comment',
})

export const boardsPlace = defineMethod<ScorePlacement | null>()(
  'boards.place',
  strictObject({ scope, window: v.optional(window), userId: id }),
  {
    access: 'everybody',
    404: 'no such board',
  },
)

export const boardsAround = defineMethod<{ firstRank: number; rows: BoardRow[]; players: number }>()(
  'boards.around',
  strictObject({ scope, window: v.optional(window), userId: id, radius: v.optional(integer(1, 25)) }),
  { access: 'everybody', 404: 'no such board' },
)

const limit = v.optional(integer(1, 100))

export const scoresRecent = definePublication(
  'scores.recent',
  strictObject({
    limit,
    before: v.optional(id),
    machineId: v.optional(id),
    eventId: v.optional(id),
    groupId: v.optional(id),
    userId: v.optional(id),
  }),
  ['scores'],
  { access: 'everybody', 404: 'no such machine, event, group or player' },
)

export const scoresOne = definePublication('scores.one', strictObject({ scoreId: id }), ['scores', 'scoreHistory', 'comments'], {
  access: 'everybody',
  404: 'no such score',
})

/**
 * Our addition, for moderators: scores that wait for one, at most `limit`, the most urgent first, and among those the ones that wait longest.
 * `before`: the last that was seen of one `state`.
 */
export const scoresQueue = definePublication(
  'scores.queue',
  strictObject({ state: v.optional(v.picklist(WAITING, `must be one of ${WAITING.join(', ')}`)), limit, before: v.optional(id) }),
  ['scores', 'scoreQueue'],
  { access: 'moderators' },
)

export const boardsTop = definePublication(
  'boards.top',
  strictObject({ scope, window: v.optional(window), limit, verifiedOnly: v.optional(booleanField) }),
  ['boardRows', 'boards'],
  {
    access: 'everybody',
    404: 'no such board',
  },
)

/** Our addition: one player's places on a machine's boards, all windows. */
export const boardsPlaces = definePublication('boards.places', strictObject({ machineId: id, userId: id }), ['places'], {
  access: 'everybody',
  404: 'no such machine',
})

/** Vent endpoint and channel: each accepted public score. */
export const SCORES_CHANNEL = 'scores'

/** Our addition: the places of a score's player on its machine's boards, for the page of that score. */
export const scoresPlaces = definePublication('scores.places', strictObject({ scoreId: id }), ['places'], {
  access: 'everybody',
  404: 'no such score',
})

/** Our addition: a player's latest scores by user name. */
export const playersScores = definePublication(
  'players.scores',
  strictObject({ username: text(1, 60), limit, before: v.optional(id) }),
  ['scores'],
  { access: 'everybody', 404: 'no such player' },
)

/** Our addition: whether the reader likes a score. */
export const scoresLiked = definePublication('scores.liked', strictObject({ scoreId: id }), ['likes'], { access: 'signed in' })

/** Our addition: the hundred machines that most members of a group have played. */
export const groupsMachines = definePublication('groups.machines', strictObject({ groupId: id }), ['groupMachines'], {
  access: 'everybody',
  404: 'there is no such group for you',
})

/** Vent endpoint of one's own news: a comment on a score of one's own, a moderator's verdict, a record lost, a picture that was not taken in. */
export const USER_CHANNEL = 'user'

/** What comes over `user`. */
export type UserNews =
  | { kind: 'picture-refused'; upload: UploadKind; subjectId: string; reason: string }
  | { kind: 'commented' | 'moderated'; scoreId: string; machineId: string; machineName: string; status: ScoreStatus }
  | { kind: 'record-beaten'; scoreId: string; machineId: string; machineName: string; value: number; by: string }

/** Our addition: how a player has grown on a machine; without `machineId`, on the one played most. */
export const playersProgress = definePublication(
  'players.progress',
  strictObject({ username: text(1, 60), machineId: v.optional(id) }),
  ['progress'],
  { access: 'everybody', 404: 'no such player or machine' },
)
