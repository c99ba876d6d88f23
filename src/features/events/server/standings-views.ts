import type { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Publishing } from '../../../ddp/server/subscription.ts'
import type { FeedEntry } from '../../../platform/db/feed/write.ts'
import type { LiveQueries } from '../../../platform/live/server/live-queries.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { NeedOnMachine } from '../contract/documents.ts'
import type { EventChange } from './news.ts'
import { StandingsView } from './standings-view.ts'

/** The standings that somebody watches. */
export class StandingsViews {
  readonly #platform: Platform
  readonly #queries: LiveQueries
  readonly #open = new Set<StandingsView>()

  constructor(platform: Platform) {
    this.#platform = platform
    this.#queries = platform.live.queries('standings', 100)
  }

  use(publishing: Publishing, eventId: string, limit: number): Promise<LiveSet> {
    return this.#queries.use(publishing, `${eventId} ${limit}`, () => this.#view(eventId, limit))
  }

  /** Of the standings as somebody watches them, or read for this. Null: the player is not in the event. */
  async needs(eventId: string, userId: string): Promise<NeedOnMachine[] | null> {
    const watched = [...this.#open].find(view => view.eventId === eventId && view.follower.caughtUp)
    if (watched !== undefined) return watched.needs(userId)
    const view = await this.#view(eventId, 0)
    view.close()
    return view.needs(userId)
  }

  async offer(entry: FeedEntry): Promise<void> {
    const { eventId } = entry.body as EventChange
    for (const view of [...this.#open]) if (view.eventId === eventId) await view.follower.offer(entry)
  }

  /** Somebody has another name. */
  async renamed(entry: FeedEntry): Promise<void> {
    const { userId } = entry.body as { userId: string }
    for (const view of [...this.#open]) if (view.mentions(userId)) await view.follower.offer(entry)
  }

  async #view(eventId: string, limit: number): Promise<StandingsView> {
    const view = new StandingsView(this.#platform.database, eventId, limit, closed => this.#open.delete(closed))
    this.#open.add(view)
    await view.follower.ready.catch(error => {
      view.close()
      throw error
    })
    return view
  }
}
