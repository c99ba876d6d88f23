import { listScoresAround } from './calls/around.ts'
import { commentOnScore } from './calls/comment.ts'
import { confirmScore } from './calls/confirm.ts'
import { editScore } from './calls/edit.ts'
import { flagScore } from './calls/flag.ts'
import { likeScore } from './calls/like.ts'
import { moderateScore } from './calls/moderate.ts'
import { findPlace } from './calls/place.ts'
import { removeOneScore } from './calls/remove.ts'
import { removeComment } from './calls/remove-comment.ts'
import { submitScore } from './calls/submit.ts'

/** How the calls of this feature are answered. */
export const SCORE_CALLS = [
  submitScore,
  editScore,
  removeOneScore,
  flagScore,
  moderateScore,
  confirmScore,
  likeScore,
  commentOnScore,
  removeComment,
  findPlace,
  listScoresAround,
]
