import { listScoresAround } from './calls/around.ts'
import { commentOnScore } from './calls/comment.ts'
import { confirmScore } from './calls/confirm.ts'
import { editScore } from './calls/edit.ts'
import { endOneKiosk } from './calls/end-kiosk.ts'
import { enterScore } from './calls/enter.ts'
import { flagScore } from './calls/flag.ts'
import { createKioskLink } from './calls/kiosk-link.ts'
import { leaveKiosk } from './calls/leave-kiosk.ts'
import { likeScore } from './calls/like.ts'
import { linkVenue } from './calls/link-venue.ts'
import { moderateScore } from './calls/moderate.ts'
import { openKiosk } from './calls/open-kiosk.ts'
import { findPlace } from './calls/place.ts'
import { removeOneScore } from './calls/remove.ts'
import { removeComment } from './calls/remove-comment.ts'
import { submitScore } from './calls/submit.ts'
import { unlinkVenue } from './calls/unlink-venue.ts'

/** How the calls of this feature are answered. */
export const SCORE_CALLS = [
  submitScore,
  enterScore,
  createKioskLink,
  openKiosk,
  leaveKiosk,
  endOneKiosk,
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
  linkVenue,
  unlinkVenue,
]
