import { emailLinkExpired, emailLinkUnknown } from '#accounts/contract/protocol-errors.ts'
import { DAY_MS } from '#accounts/rules/sign-in.ts'
import { emailProblem, RESET_DAYS } from '#accounts/rules.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { appendChanges } from '#platform/db/change-log/write.ts'
import type { Database } from '#platform/db/database.ts'
import { toFieldProblem } from '#platform/live/contract.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import { hashToken } from '#platform/tokens.ts'
import { userChanged } from '../changes.ts'
import { hasSecondStep } from '../second-step/store.ts'
import type { FinishedLink, RequestOrigin } from '../service.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { deleteEmailTokens, type EmailToken, findEmailToken } from '../sessions/token-store.ts'
import * as store from '../store.ts'
import type { BlockedNamesApi } from '../usernames/blocked-names.ts'
import type { MailQueue } from './mail-queue.ts'

/** E-mail addresses of users: a link verifies an address or changes it. */
export class EmailAddresses {
  readonly #database: Database
  readonly #sessions: Sessions
  readonly #mailQueue: MailQueue
  readonly #blockedNames: BlockedNamesApi
  readonly #now: () => number

  constructor(options: {
    database: Database
    now: () => number
    sessions: Sessions
    mailQueue: MailQueue
    blockedNames: BlockedNamesApi
  }) {
    this.#database = options.database
    this.#sessions = options.sessions
    this.#mailQueue = options.mailQueue
    this.#blockedNames = options.blockedNames
    this.#now = options.now
  }

  /** Verifies the address that a link was sent to, or makes it the user's address, and logs in unless the account has a second step. @throws DdpError 403 */
  async verify(token: string, { device }: RequestOrigin): Promise<FinishedLink> {
    const hashedToken = hashToken(token)
    const { userId } = this.#valid(await findEmailToken(this.#database.db, hashedToken))
    return this.#database.transaction(async tx => {
      if ((await store.lockUser(tx, userId)) === null) throw emailLinkExpired()
      const { address, replaces } = this.#valid(await findEmailToken(tx, hashedToken))
      const succeeded = await (replaces ? store.replaceAddress : store.verifyAddress)(tx, userId, address)
      if (!succeeded) throw emailLinkUnknown()
      await deleteEmailTokens(tx, userId, replaces ? null : address)
      const login = (await hasSecondStep(tx, userId)) ? null : await this.#sessions.issueOrRefuse(tx, userId, device, 'link')
      return { login, changes: await appendChanges(tx, [userChanged.of({ userId })]) }
    })
  }

  /** Links that verify an address do not expire (wire reference §2.5); links that change one do. */
  #valid(token: EmailToken | null): EmailToken {
    if (token === null || (token.replaces && this.#now() >= token.issuedAt.getTime() + RESET_DAYS * DAY_MS)) throw emailLinkExpired()
    return token
  }

  /**
   * Sends a link to the new address.
   * @param checkOwner rejects when the caller is not proved to be the owner of the account
   * @throws DdpError 400, 403
   */
  async change(userId: string, email: string, checkOwner: () => Promise<void>): Promise<void> {
    const problem = emailProblem(email)
    if (problem !== null) throw new DdpError(400, problem, [toFieldProblem('email', fieldRule('email', 'must be an e-mail address'))])
    await checkOwner()
    await this.#blockedNames.check(this.#database.db, { email: { path: 'email', name: email } })
    await this.#mailQueue.enqueue(this.#database.db, 'change-address', userId, email)
    this.#mailQueue.drain()
  }
}
