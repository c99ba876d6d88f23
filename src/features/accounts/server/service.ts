import { wrongCredentials } from '#accounts/contract/protocol-errors.ts'
import type { DdpError } from '#ddp/wire/error.ts'
import { appendChanges, type ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { Database } from '#platform/db/database.ts'
import type { Call } from '#platform/live/server/live-server.ts'
import { hashToken } from '#platform/tokens.ts'
import { mustBeLoggedIn, passwordLinkExpired, passwordLinkUnknown } from '../contract/protocol-errors.ts'
import { DAY_MS, userSelector } from '../rules/sign-in.ts'
import { ENROLL_DAYS, RESET_DAYS } from '../rules.ts'
import { userChanged } from './changes.ts'
import type { MailQueue } from './mail/mail-queue.ts'
import type { Credentials, PasswordInput, VerifiedPassword } from './passwords/credentials.ts'
import type { SecondStep } from './second-step/second-step.ts'
import { hasSecondStep } from './second-step/store.ts'
import type { NewSession, Sessions } from './sessions/sessions.ts'
import { consumePasswordToken, deletePasswordTokens, findPasswordToken, type PasswordToken } from './sessions/token-store.ts'
import * as store from './store.ts'

export interface AccountsOptions {
  database: Database
  now: () => number
  credentials: Credentials
  sessions: Sessions
  mailQueue: MailQueue
  secondStep: SecondStep
}

/**
 * What the link of an e-mail has done.
 * @property login the session that begins; null: the account has a second step; an error: the user is suspended
 */
export interface FinishedLink {
  login: NewSession | DdpError | null
  changes: ChangeLogEntry[]
}

/** Where a call comes from. */
export interface RequestOrigin {
  address: string | null
  /** for example "Firefox on Android" */
  device: string
}

/** Sign-ins and passwords. Methods return change-log entries that are already committed; the caller publishes them. */
export class AccountsService {
  readonly #options: AccountsOptions

  constructor(options: AccountsOptions) {
    this.#options = options
  }

  /**
   * @param code of the second step; undefined if none was given
   * @throws as Credentials.check; as SecondStep.check if the account has a second step
   */
  async logIn(
    selector: store.Selector,
    password: PasswordInput,
    code: string | undefined,
    { address, device }: RequestOrigin,
  ): Promise<NewSession> {
    const verified = await this.#options.credentials.check(selector, password, address)
    await this.#checkSecondStep(verified, code, address)
    return this.#startSession(verified, device)
  }

  /** @throws as Credentials.checkOldFormat; as SecondStep.check if the account has a second step */
  async logInOldFormat(
    selector: store.Selector,
    credential: string,
    password: PasswordInput,
    code: string | undefined,
    { address, device }: RequestOrigin,
  ): Promise<NewSession> {
    const verified = await this.#options.credentials.checkOldFormat(selector, credential, password, address)
    await this.#checkSecondStep(verified, code, address)
    return this.#startSession(verified, device)
  }

  /** Checks name, password and code without beginning a session. @returns the user's id. @throws as `logIn` */
  async identify({ input, invocation }: Call<{ name: string; password: PasswordInput; code?: string | undefined }>): Promise<string> {
    const address = invocation.connection.clientAddress
    const verified = await this.#options.credentials.check(userSelector(input.name), input.password, address)
    await this.#checkSecondStep(verified, input.code, address)
    return verified.userId
  }

  async #checkSecondStep({ userId, hasSecondStep }: VerifiedPassword, code: string | undefined, address: string | null): Promise<void> {
    if (hasSecondStep) await this.#options.secondStep.check(userId, code, address)
  }

  async #startSession(verified: VerifiedPassword, device: string): Promise<NewSession> {
    const { database, credentials, sessions } = this.#options
    const { userId, secret } = verified
    if (secret.hash !== undefined) {
      const session = await sessions.issueForHash(userId, secret.hash, device)
      if (session === null) throw wrongCredentials()
      return session
    }
    return database.transaction(async tx => {
      await credentials.lockVerified(tx, verified)
      return sessions.issue(tx, verified.userId, device, 'password')
    })
  }

  /**
   * Ends all sessions except that of `exceptToken`, the hashed token of the caller.
   * @throws DdpError 401; 403 and 400 as Credentials.check and hash
   */
  async changePassword(
    userId: string | null,
    oldPassword: PasswordInput,
    newPassword: PasswordInput,
    exceptToken: string | null,
    { address }: RequestOrigin,
  ): Promise<ChangeLogEntry[]> {
    const { database, credentials, sessions, mailQueue } = this.#options
    if (userId === null) throw mustBeLoggedIn()
    const verified = await credentials.check({ id: userId }, oldPassword, address)
    const hash = await credentials.hash(newPassword)
    const changes = await database.transaction(async tx => {
      await credentials.lockVerified(tx, verified)
      await store.putPasswordHash(tx, userId, hash)
      await deletePasswordTokens(tx, userId)
      await mailQueue.enqueueToAll(tx, 'password-changed', userId)
      return appendChanges(tx, await sessions.endAll(tx, userId, exceptToken))
    })
    mailQueue.drain()
    return changes
  }

  /** Behaves the same whether the address is known or not. */
  async forgotPassword(email: string): Promise<void> {
    const { database, mailQueue } = this.#options
    await mailQueue.enqueue(database.db, 'reset', null, email)
    mailQueue.drain()
  }

  /**
   * Sets a new password, also the first one of an enrolled account. Ends all of the user's sessions and begins a new one, unless the account
   * has a second step or is suspended.
   * @throws DdpError 403; as Credentials.hash
   */
  async resetPassword(token: string, newPassword: PasswordInput, { device }: RequestOrigin): Promise<FinishedLink> {
    const { database, credentials, sessions, mailQueue } = this.#options
    const hashedToken = hashToken(token)
    const { userId } = this.#valid(await findPasswordToken(database.db, hashedToken))
    const hash = await credentials.hash(newPassword)
    const result = await database.transaction(async tx => {
      if ((await store.lockUser(tx, userId)) === null) throw passwordLinkExpired()
      const { reason, address } = this.#valid(await consumePasswordToken(tx, hashedToken))
      if (address !== null && !(await store.verifyAddress(tx, userId, address))) throw passwordLinkUnknown()
      await store.putPasswordHash(tx, userId, hash)
      if (reason === 'reset' && address !== null) await mailQueue.enqueue(tx, 'password-changed', userId, address)
      const ended = await sessions.endAll(tx, userId, null)
      const login = (await hasSecondStep(tx, userId)) ? null : await sessions.issueOrRefuse(tx, userId, device, 'link')
      return { login, changes: await appendChanges(tx, [...ended, userChanged.of({ userId })]) }
    })
    mailQueue.drain()
    return result
  }

  #valid(token: PasswordToken | null): PasswordToken {
    const days = token?.reason === 'enroll' ? ENROLL_DAYS : RESET_DAYS
    if (token === null || this.#options.now() >= token.issuedAt.getTime() + days * DAY_MS) throw passwordLinkExpired()
    return token
  }
}
