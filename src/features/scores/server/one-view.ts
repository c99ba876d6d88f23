import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type Follower, follow } from '../../../platform/live/server/follow.ts'
import type { ScoreHistoryDoc } from '../contract.ts'
import { commentsOf } from './company-store.ts'
import { scoreDocument } from './documents.ts'
import type { ScoreNews } from './news.ts'
import { historyOf, scoreById } from './store.ts'

const HISTORY = 'scoreHistory'
const COMMENTS = 'comments'

/** The first line of a score's history is the score itself. */
function submission(score: ScoreNews): [string, ScoreHistoryDoc & Fields] {
  return [
    `${score.id}/submitted`,
    {
      scoreId: score.id,
      at: new Date(score.createdAt),
      by: score.username === '' ? null : { userId: score.userId, username: score.username },
      action: 'submitted',
      changes: {},
    },
  ]
}

/** One score with its history and comments; empty once it is removed. */
export class OneView {
  readonly set = new LiveSet()
  readonly follower: Follower
  #people = new Set<string>()

  /** @throws (from `follower.ready`) DdpError 404 */
  constructor(database: Database, scoreId: string) {
    const load = (): Promise<ScoreNews | null> =>
      database.snapshot(async (tx, position) => {
        const score = await scoreById(tx, scoreId)
        const history = score === null ? [] : await historyOf(tx, scoreId)
        const comments = score === null ? [] : await commentsOf(tx, scoreId)
        this.#people = new Set([score, ...comments, ...history.map(({ by }) => by)].flatMap(each => each?.userId ?? []))
        loadedAt = position
        this.set.replace('scores', new Map(score === null ? [] : [[scoreId, scoreDocument(score)]]))
        this.set.replace(
          HISTORY,
          new Map(
            score === null
              ? []
              : [submission(score), ...history.map(({ id, ...entry }): [string, Fields] => [id, entry as unknown as Fields])],
          ),
        )
        this.set.replace(COMMENTS, new Map(comments.map(({ id, ...comment }): [string, Fields] => [id, comment as unknown as Fields])))
        return score
      })
    let loadedAt = 0
    this.follower = follow(
      async () => {
        if ((await load()) === null) throw new DdpError(404, 'There is no such score.')
        return loadedAt
      },
      () => load().then(() => undefined),
    )
  }

  /** Whether somebody's name stands on it. */
  mentions(userId: string): boolean {
    return !this.follower.caughtUp || this.#people.has(userId)
  }
}
