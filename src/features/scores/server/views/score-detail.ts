import { userChanged } from '#accounts/server/changes.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import { groupChanged } from '#groups/server/changes.ts'
import { ANY_MACHINE, machineKey, machineKeys, machinesChanged } from '#machines/server/changes.ts'
import { removeAll } from '#platform/live/server/documents.ts'
import { documentsById, updates } from '#platform/live/server/live-query.ts'
import type { LiveServer } from '#platform/live/server/live-server.ts'
import { noScore } from '#scores/contract/errors.ts'
import { type ScoreHistoryDoc, scoresOne } from '#scores/contract/scores.ts'
import { venueChanged } from '#venues/server/changes.ts'
import { scoreChanged, scoresErased, scoresMerged } from '../changes.ts'
import { scoreDocument } from '../documents.ts'
import type { ScoreRecord } from '../score-fields.ts'
import { listComments } from '../social/social-store.ts'
import { listHistory, scoreById } from '../store.ts'
import { renameScore, withoutEvent, withoutVenue } from './score-patches.ts'

const scoreKey = (id: string): string => `score:${id}`
const userKey = (id: string): string => `user:${id}`
/** of the group whose event or venue the score names */
const ownerKey = (groupId: string): string => `owner:${groupId}`
const venueKey = (id: string): string => `venue:${id}`

/** The first entry of a score's history, which is made from the score itself. */
const toSubmittedEntry = (score: ScoreRecord): [string, ScoreHistoryDoc & Fields] => [
  `${score.id}/submitted`,
  {
    scoreId: score.id,
    at: new Date(score.createdAt),
    by: score.username === '' ? null : { userId: score.userId, username: score.username },
    action: 'submitted',
    changes: {},
  },
]

/** Publishes one score with its history and comments, or no documents once it has been removed. */
export function publishScore(live: LiveServer, cache: { name: string; maxIdle: number }): void {
  live.query(scoresOne, {
    cache,
    params: ({ scoreId }) => scoreId,
    key: scoreId => `one ${scoreId}`,
    async load(tx, scoreId, { shown, watchKeys }) {
      const score = await scoreById(tx, scoreId)
      if (score === null && shown('scores') === null) throw noScore()
      watchKeys(scoreKey(scoreId))
      if (score === null) return {}
      const [history, comments] = [await listHistory(tx, scoreId), await listComments(tx, scoreId)]
      const userIds = [score, ...comments, ...history.map(({ by }) => by)].flatMap(each => each?.userId ?? [])
      watchKeys(ANY_MACHINE, machineKey(score.machineId), ...userIds.map(userKey))
      for (const groupId of [score.eventGroupId, score.venueGroupId]) if (groupId) watchKeys(ownerKey(groupId))
      if (score.venueId) watchKeys(venueKey(score.venueId))
      return {
        scores: [[scoreId, scoreDocument(score)]],
        scoreHistory: [toSubmittedEntry(score), ...documentsById(history, ({ id, ...entry }) => [id, entry])],
        comments: documentsById(comments, ({ id, ...comment }) => [id, comment]),
      }
    },
    reloadOn: [
      // Removals and likes are shown at once. Other changes reload the score together with its history, so that the two agree.
      updates(
        scoreChanged,
        ({ score }) => [scoreKey(score.id)],
        (_source, documents, { op, score }) => {
          if (op === 'removed') removeAll(documents, 'scores', 'scoreHistory', 'comments')
          if (op === 'liked' && documents.get('scores', score.id) !== undefined) documents.put('scores', score.id, scoreDocument(score))
          return op !== 'liked' && op !== 'removed'
        },
      ),
      scoresErased.touches(({ userId, touched }) => [userKey(userId), ...touched.map(scoreKey)]),
      scoresMerged.touches(({ from }) => [machineKey(from)]),
      machinesChanged.touches(machineKeys),
      updates(
        groupChanged,
        ({ groupId }) => [ownerKey(groupId)],
        // Which of the two the group hides is told by the load that follows.
        (_source, documents, { visibility }) => {
          if (visibility !== 'public')
            for (const id of documents.ids('scores')) documents.put('scores', id, withoutVenue(withoutEvent(documents.get('scores', id)!)))
          return true
        },
        { revokes: true },
      ),
      venueChanged.touches(({ venueId, part }) => (part === 'venue' ? [venueKey(venueId)] : [])),
      // The name of the score's player is updated at once. The names of commenters and moderators come with the reload.
      updates(
        userChanged,
        ({ userId, card }) => (card === undefined ? [] : [userKey(userId)]),
        (_source, documents, { userId, card }) => {
          for (const id of documents.ids('scores')) renameScore(documents, id, userId, card!)
          return true
        },
      ),
    ],
  })
}
