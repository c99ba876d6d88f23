import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { MINUTE, PERSONAL, perUser, type Rates, together } from '#platform/live/rates.ts'
import { booleanField, id, strictObject, text, uuidV7 } from '#platform/live/schemas.ts'
import type { PictureSize } from '#uploads/contract.ts'
import { COMMENT_LENGTH } from '../rules.ts'
import { commentIdUsed, noComment, noScore } from './errors.ts'

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

/** Of likes and of confirmations. */
export const OPINIONS: Rates = [together('opinions', perUser(60, MINUTE))]

export const scoresLike = defineMethod<{ likes: number }>()('scores.like', strictObject({ scoreId: id, like: booleanField }), {
  access: 'signed in',
  rates: OPINIONS,
  errors: [noScore],
})

export const scoresComment = defineMethod<{ commentId: string }>()(
  'scores.comment',
  strictObject({ _id: uuidV7, scoreId: id, text: text(1, COMMENT_LENGTH, { lines: true }) }),
  { access: 'signed in', rates: [perUser(20, MINUTE)], errors: [noScore, commentIdUsed] },
)

export const scoresRemoveComment = defineMethod<Record<string, never>>()('scores.removeComment', strictObject({ commentId: id }), {
  access: 'owner or moderators',
  rates: PERSONAL,
  errors: [noComment],
})

/** Our addition: whether the subscribing user likes a score. */
export const scoresLiked = definePublication('scores.liked', strictObject({ scoreId: id }), ['likes'], { access: 'signed in', errors: [] })
