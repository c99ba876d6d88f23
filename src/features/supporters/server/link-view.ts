import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type Follower, follow } from '../../../platform/live/server/follow.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'
import { linkDocument } from './store.ts'

const LINKS = 'supporterLinks'

/** One player's own link. */
export class LinkView implements LiveQuery {
  readonly set = new LiveSet()
  readonly follower: Follower
  readonly userId: string
  readonly #onClose: (view: LinkView) => void

  constructor(database: Database, userId: string, onClose: (view: LinkView) => void) {
    this.userId = userId
    this.#onClose = onClose
    const load = (): Promise<number> =>
      database.snapshot(async (tx, position) => {
        const link = await linkDocument(tx, userId)
        this.set.replace(LINKS, new Map(link === null ? [] : [[userId, { ...link } satisfies Fields]]))
        return position
      })
    this.follower = follow(load, async () => void (await load()))
  }

  close(): void {
    this.#onClose(this)
  }
}
