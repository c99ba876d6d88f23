import { noUser } from '#accounts/contract/errors.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { type PlayerCard, userChanged } from '../changes.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { listLinkAddresses } from '../sessions/token-store.ts'
import * as store from '../store.ts'

/** Display name for what is kept of a deleted user. */
export const DELETED_PLAYER = 'Deleted player'

const DELETED_CARD: PlayerCard = { username: '', displayName: DELETED_PLAYER, avatar: null, supporter: false }

export interface DeletionRequest {
  userId: string
  eraseScores: boolean
}

/**
 * What one feature removes of a user, in the transaction that deletes the account. A part locks rows in the same order as all other
 * writers.
 * @returns the changes to write
 */
export type DeletionHook = (tx: Db, request: DeletionRequest) => Promise<NewChange[]>

/** An additional step in the same transaction. @returns the changes to write */
export type TransactionHook = (tx: Db) => Promise<NewChange[]>

/** Deletes accounts, with everything that the features store about them. */
export class AccountDeletion {
  readonly #database: Database
  readonly #sessions: Sessions
  readonly #mailer: Mailer
  readonly #mailQueue: MailQueue
  readonly #hooks: DeletionHook[] = []
  readonly #waits: (() => Promise<void>)[] = []

  constructor({ database, sessions, mailer, mailQueue }: { database: Database; sessions: Sessions; mailer: Mailer; mailQueue: MailQueue }) {
    this.#database = database
    this.#sessions = sessions
    this.#mailer = mailer
    this.#mailQueue = mailQueue
  }

  /** @param waitForRunning resolves when all work that had begun before the call has ended */
  add(hook: DeletionHook, waitForRunning?: () => Promise<void>): void {
    this.#hooks.push(hook)
    if (waitForRunning !== undefined) this.#waits.push(waitForRunning)
  }

  /**
   * Runs all parts twice: the second run removes what was still being written during the first.
   * @returns the change-log entries, already committed. @throws DdpError 404
   */
  async run(request: DeletionRequest, extra: TransactionHook = async () => []): Promise<ChangeLogEntry[]> {
    const { userId } = request
    const result = await this.#database.longTransaction(async tx => {
      if ((await store.lockUser(tx, userId)) === null) throw noUser()
      const ownAddresses = (await store.listEmails(tx, userId)).map(({ address }) => address)
      const addresses = [...new Set([...ownAddresses, ...(await listLinkAddresses(tx, userId))])]
      const changes = await this.#runHooks(tx, request)
      await store.scrubChanges(tx, userId)
      changes.push(...(await this.#sessions.endAll(tx, userId, null)))
      await this.#mailQueue.cancelFor(tx, userId, addresses)
      await store.deleteUserRows(tx, userId)
      changes.push(...(await extra(tx)))
      await store.anonymizeUser(tx, userId, DELETED_PLAYER)
      const written = await appendChanges(tx, [...changes, userChanged.of({ userId, card: DELETED_CARD, roles: null })])
      return { written, addresses }
    })
    for (const address of result.addresses) await this.#mailer.forget(address)
    await Promise.all(this.#waits.map(waitForRunning => waitForRunning()))
    const late = await this.#database.longTransaction(async tx => {
      await store.scrubChanges(tx, userId)
      await this.#mailQueue.cancelFor(tx, userId, result.addresses)
      return appendChanges(tx, await this.#runHooks(tx, request))
    })
    return [...result.written, ...late]
  }

  async #runHooks(tx: Db, request: DeletionRequest): Promise<NewChange[]> {
    const changes: NewChange[] = []
    for (const hook of this.#hooks) changes.push(...(await hook(tx, request)))
    return changes
  }
}
