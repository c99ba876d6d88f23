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

/** Our addition: the machine data needed to draw its backglass, so that lists of scores need not load the machines. */
export type MachineFacts = {
  year: number | null
  type: MachineType
  display: string | null
  backglass?: PictureSize
}

/** A document of the collection `scores`; its `_id` is the score id. */
export interface ScoreDoc {
  userId: string
  username: string
  displayName: string
  /** our addition: the player's picture in its smallest size */
  avatar?: PictureSize
  machineId: string
  machineName: string
  machineFacts: MachineFacts
  /** left out if the event is not visible to everybody */
  eventId?: string
  value: number
  /** only in pin-golf events */
  strokes?: number
  achievedAt: Date
  /** when the server received the score */
  createdAt: Date
  /** our addition: the server's receipt number, by which lists of scores are ordered */
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
  /** empty for a deleted player */
  username: string
  displayName: string
  /** our addition: the author's picture in its smallest size */
  avatar?: PictureSize
  text: string
  createdAt: Date
}

/** Our addition: a document of `likes`, which says that the subscribing user likes the score. Its `_id` is `scoreId/userId`. */
export interface LikeDoc {
  scoreId: string
  userId: string
}

/** Our addition: a document of `groupMachines`, a machine that members of a group have played. Its `_id` is `groupId/machineId`. */
export interface GroupMachineDoc {
  groupId: string
  machineId: string
  machineName: string
  /** number of members who have a score on the machine */
  players: number
}

/** Our addition: a document of `progress`, a player's scores on a machine over time. Its `_id` is `userId/machineId`. */
export interface ProgressDoc {
  userId: string
  machineId: string
  machineName: string
  /**
   * At most 400 scores in the order in which they were played: all that were a new best (`best`; at most the latest 400 of them), and an
   * even selection of the others.
   */
  points: { at: Date; value: number; best: boolean }[]
}

/**
 * Why a score waits for a moderator, the most urgent reason first. `pictured`: unverified, with a picture. `record`: the best score on its
 * machine, unverified and without a picture.
 */
export const WAITING = ['disputed', 'pictured', 'record'] as const
export type Waiting = (typeof WAITING)[number]

/** Our addition: a document of `scoreQueue`, a score that waits for a moderator. Its `_id` is the score id. */
export interface WaitingScoreDoc {
  state: Waiting
  /** number of players on the machine's board */
  players: number
  /** the best score of all other players on the machine; null: there are no others */
  record: number | null
  /** the range from the 10th to the 90th percentile of the players' bests; null if there are too few players */
  typical: { from: number; to: number } | null
  flags: { at: Date; by: { userId: string; username: string }; reason: string }[]
}

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

/** `version`: the version of the score that the moderator has seen. */
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
 * Our addition, for moderators: at most `limit` scores that wait for a moderator, the most urgent `state` first, and within a state those
 * that have waited longest. `before`: the id of the last score already loaded; it requires `state`.
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

/** Our addition: one player's ranks on a machine's boards, in all windows. */
export const boardsPlaces = definePublication('boards.places', strictObject({ machineId: id, userId: id }), ['places'], {
  access: 'everybody',
  404: 'no such machine',
})

/** The vent endpoint and channel that sends every accepted public score. */
export const SCORES_CHANNEL = 'scores'

/** Our addition: the ranks of a score's player on the machine's boards, for the page of that score. */
export const scoresPlaces = definePublication('scores.places', strictObject({ scoreId: id }), ['places'], {
  access: 'everybody',
  404: 'no such score',
})

/** Our addition: the latest scores of the player with this user name. */
export const playersScores = definePublication(
  'players.scores',
  strictObject({ username: text(1, 60), limit, before: v.optional(id) }),
  ['scores'],
  { access: 'everybody', 404: 'no such player' },
)

/** Our addition: whether the subscribing user likes a score. */
export const scoresLiked = definePublication('scores.liked', strictObject({ scoreId: id }), ['likes'], { access: 'signed in' })

/** Our addition: the 100 machines that the most members of a group have played. */
export const groupsMachines = definePublication('groups.machines', strictObject({ groupId: id }), ['groupMachines'], {
  access: 'everybody',
  404: 'there is no such group for you',
})

/**
 * The vent endpoint that sends messages to the signed-in user: a comment on the user's score, a moderator's decision, a lost machine
 * record, or a rejected picture.
 */
export const USER_CHANNEL = 'user'

/** The messages of the vent endpoint `user`. */
export type UserChannelMessage =
  | { kind: 'picture-refused'; upload: UploadKind; subjectId: string; reason: string }
  | { kind: 'commented' | 'moderated'; scoreId: string; machineId: string; machineName: string; status: ScoreStatus }
  | { kind: 'record-beaten'; scoreId: string; machineId: string; machineName: string; value: number; by: string }

/** Our addition: a player's progress on a machine; without `machineId`, on the machine with the most scores of the player. */
export const playersProgress = definePublication(
  'players.progress',
  strictObject({ username: text(1, 60), machineId: v.optional(id) }),
  ['progress'],
  { access: 'everybody', 404: 'no such player or machine' },
)
