import * as v from 'valibot'
import {
  eventFull,
  eventNotLive,
  finalistsOnly,
  machineNotInEvent,
  machineOutOfOrder,
  noAttemptLeft,
  noEvent,
  playedInRounds,
} from '#events/contract/errors.ts'
import type { MachineType } from '#machines/contract/machine-types.ts'
import { noMachine } from '#machines/contract/machines.ts'
import { defineMethod, definePublication, partsOf } from '#platform/live/contract.ts'
import { MINUTE, PERSONAL, perAddress, perUser } from '#platform/live/rates.ts'
import { booleanField, id, integer, name, strictObject, text, timestamp, uuidV7 } from '#platform/live/schemas.ts'
import { malformed } from '#platform/text/field-rules.ts'
import { noPlayer } from '#players/contract/players.ts'
import { noGroup } from '#roles/contract.ts'
import { type PictureSize, pictureGone, type UploadedPicture } from '#uploads/contract.ts'
import { noVenue } from '#venues/contract/errors.ts'
import { MAX_VALUE, NOTE_LENGTH, REASON_LENGTH } from '../rules.ts'
import { correctionLate, eventScoresFixed, flaggedBefore, noScore, scoreIdUsed, scoreOfGame, scoreOfMachine } from './errors.ts'

/** What tells a score that no person has typed. `machine`: the machine has reported it itself */
export type ScoreSource = 'machine'

export type ScoreStatus = 'unverified' | 'verified' | 'disputed' | 'rejected'

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
  /** our addition: the score is far outside the machine's scores, and boards and lists leave it out until someone has looked at it */
  underReview?: true
  version: number
  /** our addition: what told the score; left out: a person has typed it */
  source?: ScoreSource
  picture?: UploadedPicture
  comment?: string
  location?: string
  /** our addition: where it was played; left out if the venue is not visible to everybody */
  venueId?: string
  likes: number
  comments: number
}

/**
 * Our addition: a document of `scorePlaces`; its `_id` is a score's id. There is one for each listed score that is its player's best on its
 * machine.
 */
export interface ScorePlaceDoc {
  /** the player's rank on the machine's all-time board */
  rank: number
}

/** A document of `scoreHistory`. */
export interface ScoreHistoryDoc {
  scoreId: string
  at: Date
  by: { userId: string; username: string } | null
  /** `entered`: the score was entered at a kiosk, which `by` has made */
  action: 'submitted' | 'entered' | 'edited' | 'flagged' | 'moderated' | 'confirmed' | 'voided' | 'restored'
  changes: { [field: string]: [unknown, unknown] }
  reason?: string
}

/** Our addition: a document of `voidedScores`, a score that its event's director has voided in the event. Its `_id` is the score's. */
export interface VoidedScoreDoc {
  eventId: string
  /** when it was voided */
  at: Date
  /** null: the account was deleted */
  by: { userId: string; username: string } | null
  reason?: string
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

const value = integer(1, MAX_VALUE)

const picture = strictObject({ key: text(1, 300) })

const limit = v.optional(integer(1, 100))

/** Where the score puts its player on the machine's all-time board, as far as the node that wrote it knew the board then (decision 040). */
export interface SubmitScoreResult {
  scoreId: string
  rank: number
  players: number
  personalBest: boolean
  previousBest: number | null
  /** our addition: the score is under review; the other fields say what the boards have without it */
  underReview?: true
}

export const scoresSubmit = defineMethod<SubmitScoreResult>()(
  'scores.submit',
  strictObject({
    _id: uuidV7,
    machineId: id,
    value,
    achievedAt: v.optional(timestamp),
    eventId: v.optional(id),
    strokes: v.optional(integer(1, 10)),
    comment: v.optional(text(0, NOTE_LENGTH, { lines: true })),
    picture: v.optional(picture),
    location: v.optional(name(0, 80)),
    venueId: v.optional(id),
  }),
  {
    example: { achievedAt: new Date('2026-12-03T20:15:00Z'), comment: 'Multiball at last', location: 'Flipper Bar' },
    access: 'signed in',
    rates: [perUser(30, MINUTE), perAddress(1200, MINUTE)],
    errors: [
      noMachine,
      noEvent,
      pictureGone,
      scoreIdUsed,
      eventNotLive,
      eventFull,
      finalistsOnly,
      playedInRounds,
      machineNotInEvent,
      machineOutOfOrder,
      noAttemptLeft,
      noVenue,
    ],
  },
)

export const scoresEdit = defineMethod<Record<string, never>>()(
  'scores.edit',
  strictObject({
    scoreId: id,
    value: v.optional(value),
    strokes: v.optional(integer(1, 10)),
    comment: v.optional(text(0, NOTE_LENGTH, { lines: true })),
    picture: v.optional(v.nullable(picture)),
    venueId: v.optional(v.nullable(id)),
  }),
  {
    example: { value: 5_234_012 },
    access: 'owner, moderators or the director of the event',
    rates: PERSONAL,
    errors: [correctionLate, eventScoresFixed, noScore, pictureGone, scoreOfGame, scoreOfMachine, noVenue],
  },
)

export const scoresRemove = defineMethod<Record<string, never>>()('scores.remove', strictObject({ scoreId: id }), {
  access: 'owner, moderators or the director of the event',
  rates: PERSONAL,
  errors: [eventScoresFixed, noScore],
})

export const scoresFlag = defineMethod<Record<string, never>>()(
  'scores.flag',
  strictObject({ scoreId: id, reason: text(1, REASON_LENGTH, { lines: true }) }),
  { access: 'all but the owner', rates: PERSONAL, errors: [noScore, flaggedBefore] },
)

/** `venueId`, our addition: only scores that were played there. `places`, our addition: also publishes which of the scores are their players' bests on their machines, and their places. */
export const scoresRecent = definePublication(
  'scores.recent',
  strictObject({
    limit,
    before: v.optional(id),
    machineId: v.optional(id),
    eventId: v.optional(id),
    groupId: v.optional(id),
    userId: v.optional(id),
    venueId: v.optional(id),
    places: v.optional(booleanField),
  }),
  ['scores', 'scorePlaces'],
  {
    example: { limit: 20, machineId: '019a3c52-7b10-7e4d-9c2a-5f0b1df2d2f3' },
    access: 'everybody',
    errors: [noMachine, noEvent, noGroup, noPlayer, noVenue],
    parts: partsOf('scores', '-receipt'),
  },
)

export const scoresOne = definePublication('scores.one', strictObject({ scoreId: id }), ['scores', 'scoreHistory', 'comments'], {
  access: 'everybody',
  errors: [noScore],
})

/**
 * Our addition: the scores that are void in an event, or whether this one is, with the entries of its history about that. Of events that the
 * reader may not see there is nothing to know.
 */
export const scoresVoids = definePublication(
  'scores.voids',
  v.pipe(
    strictObject({ eventId: v.optional(id), scoreId: v.optional(id) }),
    v.forward(
      v.check(
        ({ eventId, scoreId }) => (eventId === undefined) !== (scoreId === undefined),
        malformed('must not come together with eventId, nor be missing without it'),
      ),
      ['scoreId'],
    ),
  ),
  ['voidedScores', 'scoreHistory'],
  { access: 'everybody', errors: [noEvent], example: { eventId: '019a3c52-7b10-7e4d-9c2a-5f0b1df2d2f3' } },
)

/** Our addition: the latest scores of the player with this user name. */
export const playersScores = definePublication(
  'players.scores',
  strictObject({ username: text(1, 60), limit, before: v.optional(id) }),
  ['scores'],
  { access: 'everybody', errors: [noPlayer], parts: partsOf('scores', '-receipt') },
)

/** Our addition: the 100 machines that the most members of a group have played. */
export const groupsMachines = definePublication('groups.machines', strictObject({ groupId: id }), ['groupMachines'], {
  access: 'everybody',
  errors: [noGroup],
})

/** Our addition: a player's progress on a machine; without `machineId`, on the machine with the most scores of the player. */
export const playersProgress = definePublication(
  'players.progress',
  strictObject({ username: text(1, 60), machineId: v.optional(id) }),
  ['progress'],
  { access: 'everybody', errors: [noPlayer, noMachine] },
)
