import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { FeedEntry } from '../../../platform/db/feed/write.ts'
import { type Follower, follow } from '../../../platform/live/server/follow.ts'
import { type GroupsDoor, MEMBERSHIP_FEED, type MembershipChange } from '../../groups/server/door.ts'
import { scoreDocument } from './documents.ts'
import { SCORE_FEED, type ScoreChange, type ScoreNews } from './news.ts'
import { memberIds, type RecentFilter, recentScores } from './store.ts'

const SCORES = 'scores'

/** The latest scores that pass a filter, newest first by receipt. */
export class RecentView {
  readonly set = new LiveSet()
  readonly follower: Follower
  readonly #database: Database
  readonly #groups: Pick<GroupsDoor, 'dismiss'>
  readonly #filter: RecentFilter
  /** what is shown: id and receipt, newest first */
  #shown: { id: string; receipt: number; userId: string }[] = []
  /** null: everybody */
  #members: Set<string> | null = null

  constructor(database: Database, groups: Pick<GroupsDoor, 'dismiss'>, filter: RecentFilter) {
    this.#database = database
    this.#groups = groups
    this.#filter = filter
    this.follower = follow(
      () => this.#load(),
      entry => this.#apply(entry),
    )
  }

  async #load(): Promise<number> {
    const { groupId } = this.#filter
    const { rows, members, position } = await this.#database.snapshot(async (tx, at) => ({
      rows: await recentScores(tx, this.#filter),
      members: groupId === null ? null : new Set(await memberIds(tx, groupId)),
      position: at,
    }))
    if (groupId !== null) await this.#groups.dismiss(groupId)
    this.#members = members
    this.set.replace(SCORES, new Map(rows.map(row => [row.id, scoreDocument(row)])))
    this.#shown = rows.map(({ id, receipt, userId }) => ({ id, receipt, userId }))
    return position
  }

  /** Whether an entry about anything but a score of its own concerns it: a name, a membership, scores that were erased. */
  concerns({ kind, body }: FeedEntry): boolean {
    if (kind === MEMBERSHIP_FEED) return (body as MembershipChange).groupId === this.#filter.groupId
    const { userId, touched = [] } = body as { userId: string; touched?: string[] }
    return !this.follower.caughtUp || this.#shown.some(each => each.userId === userId || touched.includes(each.id))
  }

  #apply({ kind, body }: FeedEntry): void | Promise<void> {
    if (kind !== SCORE_FEED) return this.#load().then(() => undefined)
    const { op, score } = body as ScoreChange
    if (!this.#passes(score)) return
    const shown = this.#shown.some(each => each.id === score.id)
    const out = op === 'removed' || score.status === 'rejected'
    if (shown && !out) return this.set.put(SCORES, score.id, scoreDocument(score))
    if (shown) return this.#load().then(() => undefined)
    if (op === 'moderated' && !out) return this.#load().then(() => undefined)
    if (op === 'submitted' && this.#filter.before === null) this.#push(score)
  }

  #push(score: ScoreNews): void {
    this.set.put(SCORES, score.id, scoreDocument(score))
    this.#shown = [...this.#shown, { id: score.id, receipt: score.receipt, userId: score.userId }].sort((a, b) => b.receipt - a.receipt)
    for (const { id } of this.#shown.splice(this.#filter.limit)) this.set.remove(SCORES, id)
  }

  #passes({ machineId, userId, eventId }: ScoreNews): boolean {
    const { machineId: machine, userId: user, eventId: event } = this.#filter
    const among = this.#members === null || this.#members.has(userId)
    return (
      among && (machine === null || machine === machineId) && (user === null || user === userId) && (event === null || event === eventId)
    )
  }
}
