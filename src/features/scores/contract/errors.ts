import { defineError } from '#platform/live/call-errors.ts'

export const noScore = defineError(404, 'no-score', 'There is no such score.')
export const correctionsByPlayer = defineError(403, 'corrections-by-player', 'Only its player may correct a score.')
export const correctionLate = defineError(403, 'correction-late', 'A score can be corrected for 24 hours, until somebody has verified it.')
export const removalByPlayer = defineError(403, 'removal-by-player', 'Only its player may remove a score.')
export const eventScoresFixed = defineError(403, 'event-scores-fixed', 'The event is over: only its director changes its scores.')
export const scoreOfGame = defineError(
  409,
  'score-of-game',
  'This score was typed with the result of a game: the result is corrected, and the score follows.',
)
export const scoreOfMachine = defineError(409, 'score-of-machine', 'A machine has reported this score: its player cannot change its value.')
export const ownScoreFlag = defineError(403, 'own-score', 'You cannot flag your own score.')
export const flaggedBefore = defineError(409, 'flagged-before', 'You have flagged this score already.')
export const scoreHasChanged = defineError(409, 'score-changed', 'This score has changed since you looked at it.')
export const ownScoreConfirm = defineError(403, 'own-score', 'You cannot confirm your own score.')
export const confirmersOnly = defineError(
  403,
  'confirmers-only',
  'Only players with a verified score on this machine that it has not reported itself, whose accounts are older than 30 days, can confirm it.',
)
export const notUnderReview = defineError(409, 'not-under-review', 'This score is not under review.')
export const noComment = defineError(404, 'no-comment', 'There is no such comment.')
export const commentAuthorOnly = defineError(403, 'comment-author-only', 'Only its author may remove a comment.')
export const commentIdUsed = defineError(409, 'id-used', 'This id was used for another comment.')
export const scoreIdUsed = defineError(409, 'id-used', 'This id was used for another score.')
