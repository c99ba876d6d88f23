import { createHash } from 'node:crypto'
import type { UploadedPicture } from '../../uploads/contract.ts'
import type { ScoreStatus } from '../contract.ts'
import type { ScoreRecord } from './score-changes.ts'
import type { Submission } from './submit/submission.ts'

/** The fields of a score that its player enters; null: not given. Documents, the data export and the fingerprint contain all of them. */
export interface ScoreFields {
  machineId: string
  value: number
  achievedAt: Date
  comment: string | null
  location: string | null
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
  picture: score.picture,
  eventId: score.eventId,
  strokes: score.strokes,
})

/** A score, as the data export of its player shows it. */
export interface ExportedScore extends ScoreFields {
  scoreId: string
  /** the machine's name */
  machine: string
  createdAt: Date
  status: ScoreStatus
}

export const exportedScore = (score: ScoreRecord): ExportedScore => ({
  scoreId: score.id,
  machine: score.machineName,
  ...scoreFields(score),
  createdAt: new Date(score.createdAt),
  status: score.status,
})

/**
 * What each field adds to the values that are hashed, in this order. Hashes are stored, so what a field adds never changes; a new field adds
 * nothing where it is not given. A missing comment or location counts as equal to an empty one.
 */
const HASHED: { readonly [Field in keyof ScoreFields]: (given: Submission) => unknown[] } = {
  machineId: ({ machineId }) => [machineId],
  value: ({ value }) => [value],
  achievedAt: ({ achievedAt }) => [achievedAt?.getTime() ?? null],
  comment: ({ comment }) => [comment || null],
  location: ({ location }) => [location || null],
  picture: ({ picture }) => (picture === undefined ? [] : [picture.key]),
  eventId: ({ eventId, strokes }) => (eventId === undefined ? [] : [{ eventId, strokes }]),
  // They belong to an event and are hashed with it.
  strokes: () => [],
}

/** A hash of the submitted values, to distinguish a resent score from a different one with the same id. */
export function scoreFingerprint(given: Submission): string {
  const values = Object.values(HASHED).flatMap(hashed => hashed(given))
  return createHash('sha256').update(JSON.stringify(values)).digest('base64')
}
