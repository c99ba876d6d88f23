import { definePublication } from '#platform/live/contract.ts'
import { strictObject } from '#platform/live/schemas.ts'
import type { PictureSize } from '#uploads/contract.ts'
import type { MachineFacts } from './scores.ts'

/** What a highlight shows of its player. */
interface HighlightedPlayer {
  username: string
  displayName: string
  /** the player's picture in its smallest size */
  avatar?: PictureSize
}

/**
 * Our addition: a document of `weekRecords`, a machine whose all-time record was set today or on one of the six days before (in UTC). Its
 * `_id` is the machine's id.
 */
export interface WeekRecordDoc extends HighlightedPlayer {
  userId: string
  machineName: string
  machineFacts: MachineFacts
  scoreId: string
  value: number
  achievedAt: Date
}

/**
 * Our addition: a document of `playing`, a player who has submitted a score in this hour or one of the three before. Its `_id` is the
 * player's id.
 */
export interface PlayingDoc extends HighlightedPlayer {
  /** the latest score, with when the server received it and its receipt number, by which players are ordered */
  scoreId: string
  machineId: string
  machineName: string
  createdAt: Date
  receipt: number
}

/** Our addition: what the home page shows beside the latest scores: the five newest records, and the eight players who played last. */
export const scoresHighlights = definePublication('scores.highlights', strictObject({}), ['weekRecords', 'playing'], {
  access: 'everybody',
  errors: [],
})
