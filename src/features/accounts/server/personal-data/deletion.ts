import { DdpError } from '../../../../ddp/wire/error.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '../../../../platform/db/change-log/write.ts'
import type { Database, Db } from '../../../../platform/db/database.ts'
import type { Mailer } from '../../../../platform/mail/mail.ts'
import { type PlayerCard, userChanged } from '../changes.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { askedAddresses } from '../sessions/token-store.ts'
import * as store from '../store.ts'

/** Display name for what is kept of a deleted user. */
export const DELETED_PLAYER = 'Deleted player'

const GONE: PlayerCard = { username: '', displayName: DELETED_PLAYER, avatar: null, supporter: false }

export interface Deleting {
  userId: string
  eraseScores: boolean
}

/**
 * What one feature removes of a user, in the transaction that deletes the account. A part locks rows in the same order as all other
 * writers.
 * @returns the changes to write
 */
export type DeletePart = (tx: Db, deleting: Deleting) => Promise<NewChange[]>

/** An additional step in the same transaction. @returns the changes to write */
export type Also = (tx: Db) => Promise<NewChange[]>

/** Deletes accounts, with everything that the features store about them. */
export class Deletion {
  readonly #database: Database
  readonly #sessions: Sessions
  readonly #mailer: Mailer
  readonly #post: MailQueue
  readonly #parts: DeletePart[] = []
  readonly #settled: (() => Promise<void>)[] = []

  constructor({ database, sessions, mailer, post }: { database: Database; sessions: Sessions; mailer: Mailer; post: MailQueue }) {
    this.#database = database
    this.#sessions = sessions
    this.#mailer = mailer
    this.#post = post
  }

  /** @param settled resolves when all work that had begun before the call has ended */
  add(part: DeletePart, settled?: () => Promise<void>): void {
    this.#parts.push(part)
    if (settled !== undefined) this.#settled.push(settled)
  }

  /**
   * Runs all parts twice: the second run removes what was still being written during the first.
   * @returns the change-log entries, already committed. @throws DdpError 404
   */
  async run(deleting: Deleting, also: Also = async () => []): Promise<ChangeLogEntry[]> {
    const { userId } = deleting
    const done = await this.#database.patient(async tx => {
      if ((await store.lockUser(tx, userId)) === null) throw new DdpError(404, 'There is no such user.')
      const own = (await store.listEmails(tx, userId)).map(({ address }) => address)
      const addresses = [...new Set([...own, ...(await askedAddresses(tx, userId))])]
      const news = await this.#takeBack(tx, deleting)
      await store.scrubChanges(tx, userId)
      news.push(...(await this.#sessions.endAll(tx, userId, null)))
      await this.#post.forget(tx, userId, addresses)
      await store.deleteBelongings(tx, userId)
      news.push(...(await also(tx)))
      const written = await appendChanges(tx, [...news, userChanged.of({ userId, card: GONE, roles: null })])
      // Normally a transaction locks the change log's head last. Here the user's row comes after it, because a score submission locks the
      // two in that order.
      await store.emptyUser(tx, userId, DELETED_PLAYER)
      return { written, addresses }
    })
    for (const address of done.addresses) await this.#mailer.forget(address)
    await Promise.all(this.#settled.map(settled => settled()))
    const late = await this.#database.patient(async tx => {
      await store.scrubChanges(tx, userId)
      return appendChanges(tx, await this.#takeBack(tx, deleting))
    })
    return [...done.written, ...late]
  }

  async #takeBack(tx: Db, deleting: Deleting): Promise<NewChange[]> {
    const news: NewChange[] = []
    for (const part of this.#parts) news.push(...(await part(tx, deleting)))
    return news
  }
}
