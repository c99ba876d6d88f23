import { DdpError } from '../../../ddp/wire/error.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '../../../platform/db/change-log/write.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import { uuidv7 } from '../../../platform/uuid.ts'
import { CHECK_CREDENTIALS, LOOKALIKE } from '../contract.ts'
import { DAY_MS, ENROLL_DAYS, emailProblem, RESET_DAYS, usernameProblem } from '../rules.ts'
import { userChanged } from './changes.ts'
import type { MailQueue } from './mail/mail-queue.ts'
import { type Credentials, type PasswordInput, type VerifiedPassword, wrongCredentials } from './passwords/credentials.ts'
import { profileNameProblem, profileProblem, readDisplayName } from './profile.ts'
import { hashToken } from './sessions/connection-registry.ts'
import type { NewSession, Sessions } from './sessions/sessions.ts'
import { consumePasswordToken, deletePasswordTokens, findPasswordToken, type PasswordToken } from './sessions/token-store.ts'
import * as store from './store.ts'
import { hasLookalike } from './usernames/lookalikes.ts'

export interface AccountsOptions {
  database: Database
  now: () => number
  credentials: Credentials
  sessions: Sessions
  mailQueue: MailQueue
  signUps: 'open' | 'invite' | 'closed'
}

/** Decides who may sign up; set by a higher feature. */
export interface SignUpRule {
  /** Called before anything else is checked. @throws DdpError 403 */
  check(invitation: string | null): Promise<void>
  /** Called in the transaction that creates the account. @returns the changes to write. @throws DdpError 403 */
  redeem(tx: Db, userId: string, invitation: string | null): Promise<NewChange[]>
}

/** Where a call comes from. */
export interface RequestOrigin {
  address: string | null
  /** for example "Firefox on Android" */
  device: string
}

/** Sign-ins, sign-ups and passwords. Methods return change-log entries that are already committed; the caller publishes them. */
export class AccountsService {
  readonly #options: AccountsOptions
  #signUpRule: SignUpRule | null = null

  constructor(options: AccountsOptions) {
    this.#options = options
  }

  onSignUp(rule: SignUpRule): void {
    this.#signUpRule = rule
  }

  /** @throws as Credentials.check */
  async logIn(selector: store.Selector, password: PasswordInput, { address, device }: RequestOrigin): Promise<NewSession> {
    return this.#startSession(await this.#options.credentials.check(selector, password, address), device)
  }

  /** @throws as Credentials.checkOldFormat */
  async logInOldFormat(
    selector: store.Selector,
    credential: string,
    password: PasswordInput,
    { address, device }: RequestOrigin,
  ): Promise<NewSession> {
    return this.#startSession(await this.#options.credentials.checkOldFormat(selector, credential, password, address), device)
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
      return sessions.issue(tx, verified.userId, device)
    })
  }

  /**
   * Signs a user up. @throws DdpError 400, 403 as the mission lists them; 403 `Signups forbidden` without an invitation where one is needed
   */
  async create(
    options: {
      username?: string | undefined
      email?: string | undefined
      password: PasswordInput
      profile?: Record<string, unknown> | undefined
      invitation?: string | null | undefined
    },
    { device }: RequestOrigin,
  ): Promise<{ login: NewSession; changes: ChangeLogEntry[] }> {
    const { database, credentials, sessions, mailQueue, signUps } = this.#options
    const rule = this.#signUpRule
    if (signUps === 'closed' || (signUps === 'invite' && rule === null)) throw new DdpError(403, 'Signups forbidden')
    const invitation = options.invitation ?? null
    await rule?.check(invitation)
    const username = options.username?.normalize('NFC').trim() || null
    const email = options.email?.trim() || null
    if (username === null && email === null) throw new DdpError(400, 'Need to set a username or email')
    const profile = options.profile ?? {}
    const problem =
      (username === null ? null : usernameProblem(username)) ??
      (email === null ? null : emailProblem(email)) ??
      profileProblem(profile) ??
      profileNameProblem(profile)
    if (problem !== null) throw new DdpError(403, 'User validation failed', problem)
    if (username !== null && (await store.isTaken(database.db, { username }))) throw new DdpError(403, 'Username already exists.')
    const passwordHash = await credentials.hash(options.password)
    if (email !== null && (await store.isTaken(database.db, { email }))) {
      await mailQueue.enqueue(database.db, 'address-taken', null, email)
      mailQueue.drain()
      throw new DdpError(403, CHECK_CREDENTIALS)
    }
    const id = uuidv7()
    const name = username ?? `player-${id.slice(-8)}`
    const displayName = readDisplayName(profile, name)
    const result = await database
      .transaction(async tx => {
        if (await hasLookalike(tx, name, id)) throw new DdpError(403, 'User validation failed', LOOKALIKE)
        await store.insertUser(tx, { id, username: name, displayName, profile, email, passwordHash })
        const redeemed = (await rule?.redeem(tx, id, invitation)) ?? []
        if (email !== null) await mailQueue.enqueue(tx, 'verify', id, email)
        const login = await sessions.issue(tx, id, device)
        return { login, changes: await appendChanges(tx, [userChanged.of({ userId: id }), ...redeemed]) }
      })
      .catch(error => {
        throw takenError(error)
      })
    if (email !== null) mailQueue.drain()
    return result
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
    if (userId === null) throw new DdpError(401, 'Must be logged in')
    const verified = await credentials.check({ id: userId }, oldPassword, address)
    const hash = await credentials.hash(newPassword)
    const changes = await database.transaction(async tx => {
      await credentials.lockVerified(tx, verified)
      await store.putPasswordHash(tx, userId, hash)
      await deletePasswordTokens(tx, userId)
      for (const email of await store.listEmails(tx, userId)) await mailQueue.enqueue(tx, 'password-changed', userId, email.address)
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
   * Sets a new password, also the first one of an enrolled account. Ends all of the user's sessions and begins a new one.
   * @throws DdpError 403; as Credentials.hash
   */
  async resetPassword(
    token: string,
    newPassword: PasswordInput,
    { device }: RequestOrigin,
  ): Promise<{ login: NewSession; changes: ChangeLogEntry[] }> {
    const { database, credentials, sessions, mailQueue } = this.#options
    const hashedToken = hashToken(token)
    const { userId } = this.#valid(await findPasswordToken(database.db, hashedToken))
    const hash = await credentials.hash(newPassword)
    const result = await database.transaction(async tx => {
      if ((await store.lockUser(tx, userId)) === null) throw new DdpError(403, 'Token expired')
      const { reason, address } = this.#valid(await consumePasswordToken(tx, hashedToken))
      if (address !== null && !(await store.verifyAddress(tx, userId, address))) throw new DdpError(403, 'Token has invalid email address')
      await store.putPasswordHash(tx, userId, hash)
      if (reason === 'reset' && address !== null) await mailQueue.enqueue(tx, 'password-changed', userId, address)
      const ended = await sessions.endAll(tx, userId, null)
      const login = await sessions.issue(tx, userId, device)
      return { login, changes: await appendChanges(tx, [...ended, userChanged.of({ userId })]) }
    })
    mailQueue.drain()
    return result
  }

  #valid(token: PasswordToken | null): PasswordToken {
    const days = token?.reason === 'enroll' ? ENROLL_DAYS : RESET_DAYS
    if (token === null || this.#options.now() >= token.issuedAt.getTime() + days * DAY_MS) throw new DdpError(403, 'Token expired')
    return token
  }
}

/** When two sign-ups compete for a name or an address, the slower one gets the same error as if it had come a moment later. */
function takenError(error: unknown): unknown {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  if (code !== '23505') return error
  return constraint === 'users_username_key_key' ? new DdpError(403, 'Username already exists.') : new DdpError(403, CHECK_CREDENTIALS)
}
