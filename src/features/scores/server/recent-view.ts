import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { FeedEntry } from '../../../platform/db/feed/write.ts'
import { type Follower, follow } from '../../../platform/live/server/follow.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'
import { scoreDocument } from './documents.ts'
import type { ScoreChange, ScoreNews } from './news.ts'
import { type RecentFilter, recentScores } from './store.ts'

const SCORES = 'scores'

/** The latest scores that pass a filter, newest first by receipt. */
export class RecentView implements LiveQuery {
  readonly set = new LiveSet()
  readonly follower: Follower
  readonly #database: Database
  readonly #filter: RecentFilter
  readonly #onClose: (view: RecentView) => void
  /** what is shown: id and receipt, newest first */
  #shown: { id: string; receipt: number }[] = []

  constructor(database: Database, filter: RecentFilter, onClose: (view: RecentView) => void) {
    this.#database = database
    this.#filter = filter
    this.#onClose = onClose
    this.follower = follow(
      () => this.#load(),
      entry => this.#apply(entry),
    )
  }

  close(): void {
    this.#onClose(this)
  }

  async #load(): Promise<number> {
    return this.#database.snapshot(async (tx, position) => {
      const rows = await recentScores(tx, this.#filter)
      this.set.replace(SCORES, new Map(rows.map(row => [row.id, scoreDocument(row)])))
      this.#shown = rows.map(({ id, receipt }) => ({ id, receipt }))
      return position
    })
  }

  #apply({ body }: FeedEntry): void | Promise<void> {
    const { op, score } = body as ScoreChange
    if (!this.#passes(score)) return
    const shown = this.#shown.some(each => each.id === score.id)
    const out = op === 'removed' || score.status === 'rejected'
    if (shown && !out) return this.set.put(SCORES, score.id, scoreDocument(score))
    if (shown) return this.#load().then(() => undefined)
    if (op === 'submitted' && this.#filter.before === null) this.#push(score)
  }

  #push(score: ScoreNews): void {
    this.set.put(SCORES, score.id, scoreDocument(score))
    this.#shown = [...this.#shown, { id: score.id, receipt: score.receipt }].sort((a, b) => b.receipt - a.receipt)
    for (const { id } of this.#shown.splice(this.#filter.limit)) this.set.remove(SCORES, id)
  }

  #passes({ machineId, userId }: ScoreNews): boolean {
    const { machineId: machine, userId: user } = this.#filter
    return (machine === null || machine === machineId) && (user === null || user === userId)
  }
}
