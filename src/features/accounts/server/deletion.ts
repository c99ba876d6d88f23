import { sql } from 'kysely'
import { DdpError } from '../../../ddp/wire/error.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import { type FeedEntry, type News, writeFeed } from '../../../platform/db/feed/write.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import type { Sessions } from './sessions.ts'
import * as store from './store.ts'

/** The name that what is kept of a deleted user stands under. */
export const DELETED_PLAYER = 'Deleted player'

export interface Deleting {
  userId: string
  eraseScores: boolean
}

/**
 * What one feature takes back of a user, in the transaction that deletes the account. Rows are locked in the order that all writers keep.
 * @returns the news to write
 */
export type DeletePart = (tx: Db, deleting: Deleting) => Promise<News[]>

/** Deletes accounts, with what every feature has of them. */
export class Deletion {
  readonly #database: Database
  readonly #sessions: Sessions
  readonly #mailer: Mailer
  readonly #parts: DeletePart[] = []

  constructor({ database, sessions, mailer }: { database: Database; sessions: Sessions; mailer: Mailer }) {
    this.#database = database
    this.#sessions = sessions
    this.#mailer = mailer
  }

  add(part: DeletePart): void {
    this.#parts.push(part)
  }

  /** @returns the news, committed. @throws DdpError 404 */
  async run(deleting: Deleting): Promise<FeedEntry[]> {
    const { userId } = deleting
    const addresses = (await store.emailsOf(this.#database.db, userId)).map(({ address }) => address)
    const entries = await this.#database.transaction(async tx => {
      if ((await store.lockUser(tx, userId)) === null) throw new DdpError(404, 'There is no such user.')
      const news: News[] = []
      for (const part of this.#parts) news.push(...(await part(tx, deleting)))
      news.push(...(await this.#sessions.endAll(tx, userId, null)))
      for (const address of addresses) await sql`DELETE FROM mail_jobs WHERE lower(address) = lower(${address})`.execute(tx)
      await store.deleteBelongings(tx, userId)
      const written = await writeFeed(tx, [...news, { kind: 'user', body: { userId } }])
      // After the feed's head, against the rule: a submission has the head when it asks for its player's row.
      await store.emptyUser(tx, userId, DELETED_PLAYER)
      return written
    })
    for (const address of addresses) await this.#mailer.forget(address)
    return entries
  }
}
