import { pinGolfOnly } from '#events/formats/score-format.ts'
import { fieldError } from '#platform/live/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { correctionLate, correctionsByPlayer, eventScoresFixed, noScore, scoreOfGame, scoreOfMachine } from '#scores/contract/errors.ts'
import { scoresEdit } from '#scores/contract/scores.ts'
import { isCorrectable } from '#scores/rules.ts'
import { applyScoreChange } from '../apply-score-change.ts'
import { isGameScore } from '../game-scores.ts'
import { deleteConfirmations, usersWithVerifiedScore } from '../moderation/review-store.ts'
import { measureOddness } from '../moderation/score-review.ts'
import { scoreRights } from '../moderation/score-rights.ts'
import type { ScoreRecord } from '../score-fields.ts'
import { auditSubject } from '../score-title.ts'
import type { ScoresServices } from '../services.ts'
import * as store from '../store.ts'
import { SCORE_PICTURE } from '../submit/submissions.ts'

/** A new picture is shown once it has been processed; until then the old one stays. */
export const editScore = handle(scoresEdit, async (call, services: ScoresServices) => {
  const { clock, audit, uploads, events, venues } = services
  const userId = signedIn(call)
  const { scoreId, value, strokes, comment, picture, venueId } = call.input
  const { isOfficial, isFixed } = await scoreRights(services, scoreId, userId)
  // Where a game was played changes nothing about it, and may be said later.
  const isLinkOnly = [value, strokes, comment, picture].every(each => each === undefined)
  const venue = venueId ? await venues.assertVisible(venueId, userId) : null
  const oddness = value === undefined ? 0 : await oddnessWith(services, scoreId, value)
  await call.commit(async tx => {
    await store.lockActiveUser(tx, userId)
    const upload = picture ? await uploads.reserve(tx, SCORE_PICTURE, picture, userId) : null
    const score = await store.lockScore(tx, scoreId)
    if (score === null) throw noScore()
    if (!isOfficial && score.userId !== userId) throw correctionsByPlayer()
    if (isFixed && !isLinkOnly) throw eventScoresFixed()
    if (strokes !== undefined && score.eventId === null) throw fieldError('strokes', pinGolfOnly)
    if (!isOfficial && !isLinkOnly && !isCorrectable(score.status, score.createdAt, clock.now())) throw correctionLate()
    const updated: ScoreRecord = {
      ...score,
      value: value ?? score.value,
      comment: comment === undefined ? score.comment : comment || null,
    }
    const changes: Record<string, [unknown, unknown]> = {}
    if (updated.value !== score.value) {
      if (await isGameScore(tx, scoreId)) throw scoreOfGame()
      if (score.source === 'machine' && score.userId === userId) throw scoreOfMachine()
      changes.value = [score.value, updated.value]
      // A moderator's or director's correction needs no review.
      updated.oddness = score.userId === userId ? oddness : 0
      updated.underReview = updated.oddness > 0
      if (updated.underReview !== score.underReview) changes.underReview = [score.underReview, updated.underReview]
    }
    if (strokes !== undefined && strokes !== score.strokes) {
      changes.strokes = [score.strokes, strokes]
      updated.strokes = strokes
    }
    if (updated.comment !== score.comment) changes.comment = [score.comment, updated.comment]
    if (venueId !== undefined && (venue?.id ?? null) !== score.venueId) {
      changes.venue = [score.venueId !== null, venue !== null]
      Object.assign(updated, { venueId: venue?.id ?? null, venueShown: venue?.isPublic ?? false, venueGroupId: venue?.groupId ?? null })
    }
    if (upload !== null) {
      await uploads.attach(tx, upload, scoreId)
      if (upload.attachedTo === null) changes.picture = [score.picture !== null, true]
    }
    if (picture === null) {
      await uploads.remove(tx, SCORE_PICTURE, scoreId)
      updated.picture = null
      if (score.picture !== null) changes.picture = [true, false]
    }
    if (Object.keys(changes).length === 0) return []
    updated.version = score.version + 1
    await store.updateScore(tx, updated)
    if (changes.value !== undefined) await deleteConfirmations(tx, scoreId)
    await store.insertHistory(tx, { id: uuidv7(), scoreId, by: userId, action: 'edited', changes })
    const pending = changes.underReview === undefined ? {} : { pending: updated.underReview }
    const attempt = { ...updated, rejected: updated.status === 'rejected', ...pending }
    const inEvent = await events.syncScore(tx, attempt, { by: userId, as: 'corrected' })
    const details = { ...changes, ...(changes.comment === undefined ? {} : { comment: 'changed' }) }
    const entry = { by: userId, action: 'scores.edit', subject: auditSubject(score), about: score.userId, details } as const
    const audited = score.userId === userId ? [] : await audit.write(tx, entry)
    const leftVenue = updated.venueId === score.venueId || score.venueId === null ? {} : { leftVenue: score.venueId }
    return [await applyScoreChange(tx, score, { op: 'edited', score: updated, ...leftVenue }), ...inEvent, ...audited]
  })
  if (picture !== undefined) uploads.kick()
  return {}
})

/**
 * The oddness (percent) with which a score would be under review if it had this value; 0: it would not be. Call it before a transaction,
 * because it may have to load a board.
 */
async function oddnessWith({ database: { db }, boards }: ScoresServices, scoreId: string, value: number): Promise<number> {
  const score = await store.scoreById(db, scoreId)
  if (score === null) return 0
  const { board } = await boards.get({ machineId: score.machineId, window: 'all', verifiedOnly: false })
  const oddness = measureOddness(value, board.board)
  return oddness > 0 && (await usersWithVerifiedScore(db, [score.userId])).has(score.userId) ? 0 : oddness
}
