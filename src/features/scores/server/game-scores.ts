import { sql } from 'kysely'
import type { Clock } from '#ddp/timing/clock.ts'
import type { GameScore, GameScoresHook } from '#events/server/api.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { UploadsApi } from '#uploads/server/api.ts'
import { isRecentEnough } from '../rules.ts'
import type { ReportedGameScoresHook } from './api.ts'
import { applyScoreChanges, toScoreChange } from './apply-score-change.ts'
import { usersWithVerifiedScore } from './moderation/review-store.ts'
import { findHighestPlausible, oddnessOver } from './moderation/score-review.ts'
import type { ScoreRecord } from './score-fields.ts'
import { lockScore, removeScore } from './store.ts'
import { SCORE_PICTURE } from './submit/submissions.ts'
import { insertScoreRow } from './submit/submit-store.ts'

type Applied = Parameters<typeof applyScoreChanges>[1][number]

/** What makes a typed score the same: whoever types the same result again changes no score. */
const scoreKey = ({ groupId, game, userId, machineId, value }: Omit<GameScore, 'eventId' | 'venueId' | 'at'>): string =>
  [groupId, game, userId, machineId, value].join(' ')

/**
 * Makes the scores that were typed with results of games the scores of their players: adds those that count from now on, and removes those
 * that no longer do, as after a void. One that was removed before stays removed as long as its result says the same.
 */
export const recordGameScores =
  (uploads: Pick<UploadsApi, 'remove'>, clock: Clock, reportedHooks: readonly ReportedGameScoresHook[]): GameScoresHook =>
  async (tx, { groupIds, scores, unscored }) => {
    const recorded = unscored ? [] : await listGameScores(tx, groupIds)
    const [wanted, known] = [new Set(scores.map(scoreKey)), new Set(recorded.map(scoreKey))]
    const removed = await removeGameScores(
      tx,
      uploads,
      recorded.filter(score => !wanted.has(scoreKey(score))).map(({ scoreId }) => scoreId),
    )
    const fresh = scores.filter(score => !known.has(scoreKey(score)))
    const reported = new Set<GameScore>()
    const others: NewChange[] = []
    for (const hook of reportedHooks) {
      const told = await hook(tx, { groupIds, fresh })
      for (const score of told.reported) reported.add(score)
      others.push(...told.changes)
    }
    const added = await addGameScores(tx, fresh, reported, clock.now())
    const held = added.filter(({ underReview }) => underReview).map((score): NewChange => toScoreChange({ op: 'held', score }))
    const counted = added.filter(({ underReview }) => !underReview)
    const applied = await applyScoreChanges(tx, [
      ...removed,
      ...counted.map((score): Applied => ({ before: null, change: { op: 'submitted', score } })),
    ])
    return [...others, ...applied, ...held]
  }

const listGameScores = (tx: Db, groupIds: readonly string[]) =>
  tx
    .selectFrom('game_scores')
    .select(['score_id as scoreId', 'group_id as groupId', 'game', 'user_id as userId', 'machine_id as machineId', 'value'])
    .where('group_id', '=', anyOf(groupIds))
    .execute()

/** True if the score was typed with the result of a game, which it follows. */
export const isGameScore = (db: Db, scoreId: string): Promise<boolean> =>
  returnsRow(db.selectFrom('game_scores').select('score_id').where('score_id', '=', scoreId))

async function removeGameScores(tx: Db, uploads: Pick<UploadsApi, 'remove'>, scoreIds: readonly string[]): Promise<Applied[]> {
  const removed: Applied[] = []
  for (const scoreId of [...scoreIds].sort()) {
    const score = await lockScore(tx, scoreId)
    if (score === null) continue
    await removeScore(tx, scoreId)
    await uploads.remove(tx, SCORE_PICTURE, scoreId)
    const tombstone: ScoreRecord = { ...score, version: score.version + 1, comment: null, location: null, picture: null }
    removed.push({ before: score, change: { op: 'removed', score: tombstone } })
  }
  if (scoreIds.length > 0) await tx.deleteFrom('game_scores').where('score_id', '=', anyOf(scoreIds)).execute()
  return removed
}

/** Writes the rows of new scores. Deleted accounts get none. */
async function addGameScores(tx: Db, scores: readonly GameScore[], reported: ReadonlySet<GameScore>, now: number): Promise<ScoreRecord[]> {
  if (scores.length === 0) return []
  const userIds = scores.map(({ userId }) => userId)
  const { rows: users } = await sql<{ id: string }>`
    SELECT id FROM user_cards WHERE id = ${anyOf(userIds)} AND deleted_at IS NULL
  `.execute(tx)
  const present = new Set(users.map(({ id }) => id))
  const trusted = await usersWithVerifiedScore(tx, userIds)
  const added: ScoreRecord[] = []
  for (const typed of scores.filter(each => present.has(each.userId))) {
    const { eventId, venueId, groupId, game, userId, machineId, value, at } = typed
    const id = uuidv7()
    const oddness = trusted.has(userId) ? 0 : oddnessOver(value, await findHighestPlausible(tx, machineId))
    const score = await insertScoreRow(
      tx,
      {
        ...{ id, userId, machineId, value, eventId, venueId, achievedAt: at, windowed: isRecentEnough(at, now) },
        ...{ comment: null, location: null, fingerprint: '' },
        answer: { scoreId: id, rank: 0, players: 0, personalBest: false, previousBest: null },
      },
      oddness,
      reported.has(typed) ? 'machine' : null,
    )
    if (score === null) continue
    await tx
      .insertInto('game_scores')
      .values({ score_id: id, group_id: groupId, game, user_id: userId, machine_id: machineId, value })
      .execute()
    added.push(score)
  }
  return added
}
