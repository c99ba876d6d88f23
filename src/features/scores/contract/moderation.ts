import * as v from 'valibot'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { ADMINISTRATION } from '#platform/live/rates.ts'
import { booleanField, id, integer, strictObject, text } from '#platform/live/schemas.ts'
import { fieldRule, mustBeOneOf } from '#platform/text/field-rules.ts'
import { REASON_LENGTH } from '../rules.ts'
import { confirmersOnly, eventScoresFixed, noScore, notUnderReview, scoreHasChanged } from './errors.ts'
import { OPINIONS } from './likes-and-comments.ts'

/**
 * Why a score waits for a moderator, the most urgent reason first. `held`: it is under review, and no board has it. `pictured`: unverified, with a picture. `record`: the best score on its
 * machine, unverified and without a picture.
 */
export const MODERATION_REASONS = ['held', 'disputed', 'pictured', 'record'] as const

export type ModerationReason = (typeof MODERATION_REASONS)[number]

/** Our addition: a document of `scoreQueue`, a score that waits for a moderator. Its `_id` is the score id. */
export interface PendingScoreDoc {
  state: ModerationReason
  /** number of players on the machine's board */
  players: number
  /** the best score of all other players on the machine; null: there are no others */
  record: number | null
  /** the range from the 10th to the 90th percentile of the players' bests; null if there are too few players */
  typical: { from: number; to: number } | null
  /** in the state `held`: the value in percent of the highest plausible one */
  oddness?: number
  flags: { at: Date; by: { userId: string; username: string }; reason: string }[]
}

/**
 * Our addition: a player with a verified score on the machine that it has not reported itself, whose account is older than 30 days, confirms a
 * score that is under review, or takes that back. The second player's confirmation releases the score. Repeating it changes nothing, also once
 * it has released the score. A confirmation is for one value: it is gone when the value changes.
 */
export const scoresConfirm = defineMethod<{ confirmations: number }>()(
  'scores.confirm',
  strictObject({ scoreId: id, confirm: booleanField }),
  {
    access: 'all but the owner',
    rates: OPINIONS,
    errors: [confirmersOnly, noScore, notUnderReview],
  },
)

const limit = v.optional(integer(1, 100))

/** `version`: the version of the score that the moderator has seen. */
export const scoresModerate = defineMethod<Record<string, never>>()(
  'scores.moderate',
  strictObject({
    scoreId: id,
    version: integer(1, 1_000_000_000),
    status: v.picklist(['verified', 'rejected', 'unverified'], fieldRule('choice', 'must be one of verified, rejected, unverified')),
    reason: v.optional(text(0, REASON_LENGTH, { lines: true })),
  }),
  { access: 'moderators, or the director of the event', rates: ADMINISTRATION, errors: [eventScoresFixed, noScore, scoreHasChanged] },
)

/**
 * Our addition, for moderators: at most `limit` scores that wait for a moderator, the most urgent `state` first, and within a state those
 * that have waited longest; in the state `held` the oddest. `before`: the id of the last score already loaded; it requires `state`.
 */
export const scoresQueue = definePublication(
  'scores.queue',
  strictObject({
    state: v.optional(v.picklist(MODERATION_REASONS, mustBeOneOf(MODERATION_REASONS))),
    limit,
    before: v.optional(id),
  }),
  ['scores', 'scoreQueue'],
  {
    access: 'moderators',
    errors: [],
    parts: {
      rows: 'scores',
      order: ({ state }) => (state === undefined ? null : state === 'held' ? ['-oddness', 'receipt'] : ['receipt']),
    },
  },
)
