import { DdpError } from '../../../../ddp/wire/error.ts'
import { appendChanges, type ChangeLogEntry } from '../../../../platform/db/change-log/write.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { DAY_MS, emailProblem, RESET_DAYS } from '../../rules.ts'
import { userChanged } from '../changes.ts'
import type { Credentials, PasswordInput } from '../passwords/credentials.ts'
import type { RequestOrigin } from '../service.ts'
import { hashToken } from '../sessions/connection-registry.ts'
import type { NewSession, Sessions } from '../sessions/sessions.ts'
import { deleteEmailTokens, type EmailToken, findEmailToken } from '../sessions/token-store.ts'
import * as store from '../store.ts'
import type { MailQueue } from './mail-queue.ts'

const expired = (): DdpError => new DdpError(403, 'Verify email link expired')

/** E-mail addresses of users: a link verifies an address or changes it. */
export class Emails {
  readonly #database: Database
  readonly #credentials: Credentials
  readonly #sessions: Sessions
  readonly #mailQueue: MailQueue
  readonly #now: () => number

  constructor(options: { database: Database; now: () => number; credentials: Credentials; sessions: Sessions; mailQueue: MailQueue }) {
    this.#database = options.database
    this.#credentials = options.credentials
    this.#sessions = options.sessions
    this.#mailQueue = options.mailQueue
    this.#now = options.now
  }

  /** Verifies the address that a link was sent to, or makes it the user's address, and logs in. @throws DdpError 403 */
  async verify(token: string, { device }: RequestOrigin): Promise<{ login: NewSession; changes: ChangeLogEntry[] }> {
    const hashedToken = hashToken(token)
    const { userId } = this.#valid(await findEmailToken(this.#database.db, hashedToken))
    return this.#database.transaction(async tx => {
      if ((await store.lockUser(tx, userId)) === null) throw expired()
      const { address, replaces } = this.#valid(await findEmailToken(tx, hashedToken))
      const succeeded = await (replaces ? store.replaceAddress : store.verifyAddress)(tx, userId, address)
      if (!succeeded) throw new DdpError(403, 'Verify email link is for unknown address')
      await deleteEmailTokens(tx, userId, replaces ? null : address)
      const login = await this.#sessions.issue(tx, userId, device)
      return { login, changes: await appendChanges(tx, [userChanged.of({ userId })]) }
    })
  }

  /** Links that verify an address do not expire (wire reference §2.5); links that change one do. */
  #valid(token: EmailToken | null): EmailToken {
    if (token === null || (token.replaces && this.#now() >= token.issuedAt.getTime() + RESET_DAYS * DAY_MS)) throw expired()
    return token
  }

  /** Sends a link to the new address. @throws DdpError 400, 403 */
  async change(userId: string, email: string, password: PasswordInput, { address }: RequestOrigin): Promise<void> {
    const problem = emailProblem(email)
    if (problem !== null) throw new DdpError(400, problem, [{ path: 'email', message: 'must be an e-mail address' }])
    await this.#credentials.check({ id: userId }, password, address)
    await this.#mailQueue.enqueue(this.#database.db, 'change-address', userId, email)
    this.#mailQueue.drain()
  }

  /** @throws DdpError 409 */
  async sendVerification(userId: string): Promise<void> {
    const email = (await store.listEmails(this.#database.db, userId)).find(({ verified }) => !verified)
    if (email === undefined) throw new DdpError(409, 'There is no address that waits to be verified.')
    await this.#mailQueue.enqueue(this.#database.db, 'verify', userId, email.address)
    this.#mailQueue.drain()
  }
}
