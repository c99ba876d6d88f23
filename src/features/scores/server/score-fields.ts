import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type * as v from 'valibot'
import { epochMs } from '#platform/db/epoch-ms.ts'
import type { PictureSize, UploadedPicture } from '#uploads/contract.ts'
import type { MachineFacts, ScoreSource, ScoreStatus, scoresSubmit } from '../contract/scores.ts'

/** A score as a client submits it. */
export type Submission = v.InferOutput<typeof scoresSubmit.input>

/** A score as change-log entries contain it; times in ms. */
export interface ScoreRecord {
  id: string
  receipt: number
  userId: string
  username: string
  displayName: string
  avatar: PictureSize | null
  supporter: boolean
  machineId: string
  machineName: string
  machineFacts: MachineFacts
  eventId: string | null
  /** whether the event is visible to everybody */
  eventShown: boolean
  /** the group that the event belongs to */
  eventGroupId: string | null
  value: number
  strokes: number | null
  achievedAt: number
  createdAt: number
  windowed: boolean
  status: ScoreStatus
  /** far outside the machine's scores, so that boards and lists leave it out until someone has looked at it */
  underReview: boolean
  /**
   * the value in percent of the highest plausible one (`highestPlausible`) when it was put under review; 0: it was not, or a moderator has
   * decided again after it left the review. So a rejected score with an oddness was rejected before anybody could see it
   */
  oddness: number
  version: number
  picture: UploadedPicture | null
  comment: string | null
  location: string | null
  /** where it was played, also if the venue was removed, because it may come back */
  venueId: string | null
  /** whether the venue exists and is visible to everybody */
  venueShown: boolean
  /** the group that the venue belongs to */
  venueGroupId: string | null
  likes: number
  comments: number
  /** what has told it; null: a person has typed it. Missing in changes that an earlier release wrote */
  source: ScoreSource | null
}

/** SQL: the columns of a `ScoreRecord`, selected from `FROM_SCORES`. */
export const SCORE = sql<ScoreRecord>`
  s.id, s.receipt, s.user_id AS "userId", u.username, u.display_name AS "displayName", u.avatar, u.supporter,
  s.machine_id AS "machineId", m.name AS "machineName", m.facts AS "machineFacts",
  s.event_id AS "eventId", (e.is_public IS TRUE) AS "eventShown", e.group_id AS "eventGroupId", s.value, s.strokes, ${epochMs('s.achieved_at')} AS "achievedAt", ${epochMs('s.created_at')} AS "createdAt", s.windowed, s.status, s.under_review AS "underReview", s.oddness, s.version, s.picture, s.comment, s.location,
  s.venue_id AS "venueId", (p.is_public IS TRUE) AS "venueShown", p.group_id AS "venueGroupId", s.likes, s.comments, s.source`
export const FROM_SCORES = sql<never>`scores s JOIN player_cards u ON u.id = s.user_id JOIN machine_cards m ON m.id = s.machine_id
  LEFT JOIN event_cards e ON e.id = s.event_id LEFT JOIN venue_cards p ON p.id = s.venue_id`

/** True if boards, totals and lists include the score. */
export const isCounted = ({ status, underReview }: Pick<ScoreRecord, 'status' | 'underReview'>): boolean =>
  status !== 'rejected' && !underReview

/** The fields of a score that its player enters; null: not given. Documents, the data export and the fingerprint contain all of them. */
export interface ScoreFields {
  machineId: string
  value: number
  achievedAt: Date
  comment: string | null
  location: string | null
  /** null: not said */
  venueId: string | null
  picture: UploadedPicture | null
  eventId: string | null
  /** only in pin-golf events */
  strokes: number | null
}

export const scoreFields = (score: ScoreRecord): ScoreFields => ({
  machineId: score.machineId,
  value: score.value,
  achievedAt: new Date(score.achievedAt),
  comment: score.comment,
  location: score.location,
  venueId: score.venueId,
  picture: score.picture,
  eventId: score.eventId,
  strokes: score.strokes,
})

/** The fields of a new score that are stored as they were submitted. Its machine, its time and its picture are looked at first. */
export const submittedFields = ({ value, comment, location, venueId, eventId, strokes }: Submission) => ({
  value,
  comment: comment || null,
  location: location || null,
  venueId: venueId ?? null,
  eventId: eventId ?? null,
  strokes: strokes ?? null,
})

/** The columns of an erased score, from which its player's data is removed. */
export const ERASED_COLUMNS = {
  value: 1,
  achieved_at: new Date(0),
  comment: null,
  location: null,
  venue_id: null,
  event_id: null,
  strokes: null,
} as const

/** A score, as the data export of its player shows it. */
export interface ExportedScore extends ScoreFields {
  scoreId: string
  /** the machine's name */
  machine: string
  createdAt: Date
  status: ScoreStatus
  underReview: boolean
}

export const toExportedScore = (score: ScoreRecord): ExportedScore => ({
  scoreId: score.id,
  machine: score.machineName,
  ...scoreFields(score),
  createdAt: new Date(score.createdAt),
  status: score.status,
  underReview: score.underReview,
})

/**
 * What each field adds to the values that are hashed, in this order. Hashes are stored, so what a field adds never changes; a new field adds
 * nothing where it is not given. A missing comment or location counts as equal to an empty one.
 */
const FINGERPRINTED: { readonly [Field in keyof ScoreFields]: (submission: Submission) => unknown[] } = {
  machineId: ({ machineId }) => [machineId],
  value: ({ value }) => [value],
  achievedAt: ({ achievedAt }) => [achievedAt?.getTime() ?? null],
  comment: ({ comment }) => [comment || null],
  location: ({ location }) => [location || null],
  venueId: ({ venueId }) => (venueId === undefined ? [] : [{ venueId }]),
  picture: ({ picture }) => (picture === undefined ? [] : [picture.key]),
  eventId: ({ eventId, strokes }) => (eventId === undefined ? [] : [{ eventId, strokes }]),
  // They belong to an event and are hashed with it.
  strokes: () => [],
}

/** A hash of the submitted values, to distinguish a resent score from a different one with the same id. */
export function scoreFingerprint(submission: Submission): string {
  const values = Object.values(FINGERPRINTED).flatMap(toValues => toValues(submission))
  return hash('sha256', JSON.stringify(values), 'base64')
}
