import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import { type Follower, follow } from '../../../platform/live/server/follow.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'
import { logOf } from './log-store.ts'
import type { EventChange } from './news.ts'

const LOG = 'eventLog'

/** The log of an event as documents. Of a game of a group the one entry is read that tells of it, however long the log is. */
export class LogView implements LiveQuery {
  readonly set = new LiveSet()
  readonly follower: Follower
  readonly #database: Database
  readonly #eventId: string
  readonly #afterRead: (tx: Db) => Promise<void>

  /** @param afterRead runs in the transaction that read, before what was read is shown */
  constructor({ database, afterRead }: { database: Database; afterRead: (tx: Db) => Promise<void> }, eventId: string) {
    this.#database = database
    this.#eventId = eventId
    this.#afterRead = afterRead
    this.follower = follow(
      () => this.#load(),
      ({ body }) => this.#change((body as Partial<EventChange>).change ?? null),
    )
  }

  close(): void {}

  async #load(): Promise<number> {
    return this.#database.snapshot(async (tx, position) => {
      this.set.replace(LOG, new Map(await this.#read(tx, null)))
      return position
    })
  }

  async #change(change: EventChange['change']): Promise<void> {
    if (change?.kind !== 'rounds' || change.played === undefined) {
      await this.#load()
      return
    }
    const { logId } = change.played
    if (logId === null) return
    const entries = await this.#database.snapshot(tx => this.#read(tx, logId))
    for (const [id, document] of entries) this.set.put(LOG, id, document)
  }

  async #read(tx: Db, id: string | null): Promise<[string, Fields][]> {
    const entries = await logOf(tx, this.#eventId, id)
    await this.#afterRead(tx)
    return entries.map(({ id: entryId, ...entry }) => [entryId, entry as unknown as Fields])
  }
}
