import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type Follower, follow } from '../../../platform/live/server/follow.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'
import type { ScoreHistoryDoc } from '../contract.ts'
import { scoreDocument } from './documents.ts'
import type { ScoreNews } from './news.ts'
import { historyOf, scoreById } from './store.ts'

const HISTORY = 'scoreHistory'

/** The first line of a score's history is the score itself. */
function submission(score: ScoreNews): [string, ScoreHistoryDoc & Fields] {
  return [
    `${score.id}/submitted`,
    {
      scoreId: score.id,
      at: new Date(score.createdAt),
      by: { userId: score.userId, username: score.username },
      action: 'submitted',
      changes: {},
    },
  ]
}

/** One score with its history; empty once it is removed. */
export class OneView implements LiveQuery {
  readonly set = new LiveSet()
  readonly follower: Follower
  readonly #close: () => void

  /** @throws (from `follower.ready`) DdpError 404 */
  constructor(database: Database, scoreId: string, close: () => void) {
    this.#close = close
    const load = (): Promise<ScoreNews | null> =>
      database.snapshot(async (tx, position) => {
        const score = await scoreById(tx, scoreId)
        const history = score === null ? [] : await historyOf(tx, scoreId)
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

  close(): void {
    this.#close()
  }
}
