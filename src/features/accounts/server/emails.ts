import { DdpError } from '../../../ddp/wire/error.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type FeedEntry, writeFeed } from '../../../platform/db/feed/write.ts'
import { emailProblem } from '../rules.ts'
import type { Credentials, GivenPassword } from './credentials.ts'
import type { Post } from './post.ts'
import type { From } from './service.ts'
import type { Login, Sessions } from './sessions.ts'
import * as store from './store.ts'
import { deleteEmailTokens, takeEmailToken } from './token-store.ts'
import { hashToken } from './tokens.ts'

/** A user's address: verified by a link, changed by a link. */
export class Emails {
  readonly #database: Database
  readonly #credentials: Credentials
  readonly #sessions: Sessions
  readonly #post: Post

  constructor(options: { database: Database; credentials: Credentials; sessions: Sessions; post: Post }) {
    this.#database = options.database
    this.#credentials = options.credentials
    this.#sessions = options.sessions
    this.#post = options.post
  }

  /** Verifies the address that a link was sent to, or makes it the user's, and logs in. @throws DdpError 403 */
  async verify(token: string, { device }: From): Promise<{ login: Login; news: FeedEntry[] }> {
    return this.#database.transaction(async tx => {
      const found = await takeEmailToken(tx, hashToken(token))
      if (found === null) throw new DdpError(403, 'Verify email link expired')
      const { userId, address, replaces } = found
      const done = await (replaces ? store.replaceAddress : store.verifyAddress)(tx, userId, address)
      if (!done) throw new DdpError(403, 'Verify email link is for unknown address')
      await deleteEmailTokens(tx, userId, replaces ? null : address)
      const login = await this.#sessions.issue(userId, device, tx)
      return { login, news: await writeFeed(tx, [{ kind: 'user', body: { userId } }]) }
    })
  }

  /** Sends a link to the new address. @throws DdpError 400, 403 */
  async change(userId: string, email: string, given: GivenPassword, { address }: From): Promise<void> {
    const problem = emailProblem(email)
    if (problem !== null) throw new DdpError(400, problem, [{ path: 'email', message: 'must be an e-mail address' }])
    await this.#credentials.confirm(userId, given, address)
    await this.#post.ask(this.#database.db, 'change-address', userId, email)
    this.#post.deliver()
  }

  /** @throws DdpError 409 */
  async sendVerification(userId: string): Promise<void> {
    const email = (await store.emailsOf(this.#database.db, userId)).find(({ verified }) => !verified)
    if (email === undefined) throw new DdpError(409, 'There is no address that waits to be verified.')
    await this.#post.ask(this.#database.db, 'verify', userId, email.address)
    this.#post.deliver()
  }
}
