import type { LoginResult } from '#accounts/contract/accounts.ts'
import { noSession } from '#accounts/contract/errors.ts'
import { loggedOutByServer, sessionExpired } from '#accounts/contract/protocol-errors.ts'
import type { SessionInfo } from '#accounts/contract/sessions.ts'
import { DAY_MS, tokenLifetime } from '#accounts/rules/sign-in.ts'
import { ENROLL_DAYS, RESET_DAYS } from '#accounts/rules.ts'
import type { Clock, Timer } from '#ddp/timing/clock.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { isUnavailable } from '#platform/db/unavailable.ts'
import { hashToken, newToken } from '#platform/tokens.ts'
import { tokenEnded } from '../changes.ts'
import { lockUser } from '../store.ts'
import { findSuspension } from '../suspensions/store.ts'
import { suspendedError } from '../suspensions/suspended-error.ts'
import * as store from './token-store.ts'

export interface NewSession {
  userId: string
  hashedToken: string
  result: LoginResult
}

export interface SessionsOptions {
  database: Database
  clock: Clock
  /** null: unexpiring */
  loginExpirationDays: number | null
  reportFailure(cause: unknown): void
  /** publishes committed changes */
  publish(entries: readonly ChangeLogEntry[]): Promise<void>
}

/** ms that other clients have to find the new token (wire reference §2.4, logoutOtherClients) */
const CLOSE_DELAY = 10_000

/** ms for which having signed in counts as a proof of who the user is */
const FRESH_FOR = 600_000

const toTokenEndedChanges = (hashes: readonly string[]): NewChange[] => hashes.map(hashedToken => tokenEnded.of({ hashedToken }))

function orThrow(session: NewSession | DdpError): NewSession {
  if (session instanceof DdpError) throw session
  return session
}

const notLoggedIn = (): DdpError => new DdpError('You are not logged in.')

/** What a feature ends when all sessions of a user end, in the transaction that ends them. @returns the changes to write */
export type SignOutHook = (tx: Db, userId: string) => Promise<NewChange[]>

/** Login tokens: each one is a session of a user on a device. */
export class Sessions {
  readonly #options: SessionsOptions
  readonly #timers = new Set<Timer>()
  readonly #signOutHooks: SignOutHook[] = []

  constructor(options: SessionsOptions) {
    this.#options = options
  }

  /** Registers what else ends with all sessions of a user: whoever ends them may fear that somebody else acts in their name. */
  onSignOut(hook: SignOutHook): void {
    this.#signOutHooks.push(hook)
  }

  /**
   * Called in a transaction that has locked the account, so that an operation that ends all of a user's sessions misses none that is just
   * beginning.
   * @param beganWith how the user signed in: `password`, `passkey`, `link` (of an e-mail), or the name of a login service
   * @throws DdpError 403 for a suspended user
   */
  async issue(tx: Db, userId: string, device: string, beganWith: string): Promise<NewSession> {
    return orThrow(await this.issueOrRefuse(tx, userId, device, beganWith))
  }

  /** As `issue`. @returns the error for a suspended user, for a caller whose transaction goes on without a session */
  issueOrRefuse(tx: Db, userId: string, device: string, beganWith: string): Promise<NewSession | DdpError> {
    const now = new Date(this.#options.clock.now())
    // Links that verify an address never expire, so who opens one proves little.
    const provedAt = beganWith === 'link' ? null : now
    // To clients of the protocol, whoever sets a password by a link signs in by it.
    const type = beganWith === 'link' ? 'password' : beganWith
    return this.#insert(tx, { userId, device, issuedAt: now, beganWith, provedAt }, type)
  }

  /**
   * True if the user signed in, in this session, within the last ten minutes; a resumed session counts from its beginning.
   * @param beganWith false for sessions that began otherwise
   */
  async isFresh(hashedToken: string | null, beganWith?: string): Promise<boolean> {
    const { database, clock } = this.#options
    const token = hashedToken === null ? null : await store.findToken(database.db, hashedToken, null)
    if (beganWith !== undefined && token?.beganWith !== beganWith) return false
    return token?.provedAt != null && clock.now() < token.provedAt.getTime() + FRESH_FOR
  }

  /** Records that the user of this session has just proved who they are. */
  prove(hashedToken: string): Promise<void> {
    return store.setProvedAt(this.#options.database.db, hashedToken, new Date(this.#options.clock.now()))
  }

  /**
   * Begins a session for a password whose hash was verified. @returns null if the password has changed since, or the account is deleted
   * @throws DdpError 403 for a suspended user
   */
  async issueForHash(userId: string, hash: string, device: string): Promise<NewSession | null> {
    const { database, clock } = this.#options
    const now = new Date(clock.now())
    const session = this.#session(userId, now, 'password')
    const token = { hashedToken: session.hashedToken, userId, issuedAt: now, device, beganWith: 'password', provedAt: now }
    if (await store.insertTokenForHash(database.db, token, { hash, seenAt: now })) return session
    const suspension = await findSuspension(database.db, userId, now)
    if (suspension !== null) throw suspendedError(suspension)
    return null
  }

  /** @throws DdpError 403 */
  async resume(token: string): Promise<NewSession> {
    const { database, clock } = this.#options
    const hashedToken = hashToken(token)
    const found = await store.findToken(database.db, hashedToken, new Date(clock.now()))
    if (found === null) throw loggedOutByServer()
    const tokenExpires = this.#expiresAt(found.issuedAt)
    if (clock.now() >= tokenExpires.getTime()) throw sessionExpired()
    // A database that takes no writes must not sign users out.
    await store.touchTokens(database.db, [hashedToken], new Date(clock.now())).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error
    })
    return { userId: found.userId, hashedToken, result: { id: found.userId, token, tokenExpires, type: 'resume' } }
  }

  /** Deletes one token. @returns the change-log entries by which every connection that used it is closed */
  deleteToken(hashedToken: string): Promise<ChangeLogEntry[]> {
    return this.#end({ hashedToken })
  }

  /**
   * Called in a transaction that has locked the account: ends all of a user's sessions except that of `exceptToken`.
   * @returns the changes to write
   */
  async endAll(tx: Db, userId: string, exceptToken: string | null): Promise<NewChange[]> {
    return [...toTokenEndedChanges(await store.deleteTokens(tx, { userId, exceptToken })), ...(await this.#runSignOutHooks(tx, userId))]
  }

  /** `getNewToken`: issues another token with the same expiry. @throws DdpError with a sentence as its code, as in the protocol */
  async renew(userId: string | null, hashedToken: string | null): Promise<NewSession> {
    const { database } = this.#options
    if (userId === null) throw notLoggedIn()
    return database.transaction(async tx => {
      await lockUser(tx, userId)
      const current = hashedToken === null ? null : await store.findToken(tx, hashedToken, null)
      if (current === null) throw new DdpError('Invalid login token')
      return orThrow(await this.#insert(tx, current, 'resume'))
    })
  }

  /** `removeOtherTokens` */
  async endOthers(userId: string | null, hashedToken: string | null): Promise<ChangeLogEntry[]> {
    if (userId === null) throw notLoggedIn()
    return this.#options.database.transaction(async tx => {
      await lockUser(tx, userId)
      return appendChanges(tx, await this.endAll(tx, userId, hashedToken))
    })
  }

  /**
   * `logoutOtherClients`: issues a new token at once. All other tokens end soon, also the one of this connection, whose client has the new
   * one by then. The new session keeps how and when its user signed in.
   */
  async replaceAll(userId: string | null, hashedToken: string | null, device: string): Promise<NewSession> {
    const { database, clock, reportFailure, publish } = this.#options
    if (userId === null) throw notLoggedIn()
    const { session, changes } = await database.transaction(async tx => {
      if ((await lockUser(tx, userId)) === null) throw notLoggedIn()
      const now = clock.now()
      const current = hashedToken === null ? null : await store.findToken(tx, hashedToken, new Date(now))
      await store.expireTokensAt(tx, userId, new Date(now + CLOSE_DELAY))
      const { beganWith = null, provedAt = null } = current ?? {}
      const session = orThrow(await this.#insert(tx, { userId, device, issuedAt: new Date(now), beganWith, provedAt }, 'password'))
      return { session, changes: await appendChanges(tx, await this.#runSignOutHooks(tx, userId)) }
    })
    await publish(changes)
    const timer = clock.after(CLOSE_DELAY, () => {
      this.#timers.delete(timer)
      this.sweep().then(publish).catch(reportFailure)
    })
    this.#timers.add(timer)
    return session
  }

  async list(userId: string, current: string | null): Promise<SessionInfo[]> {
    const rows = await store.listSessions(this.#options.database.db, userId)
    return rows.map(({ id, hashedToken, issuedAt, lastSeenAt, device, beganWith }) => ({
      sessionId: id,
      createdAt: issuedAt,
      lastSeenAt,
      device,
      beganWith,
      current: hashedToken === current,
    }))
  }

  /** @throws DdpError 404 */
  async end(userId: string, sessionId: string): Promise<ChangeLogEntry[]> {
    const changes = await this.#end({ userId, sessionId })
    if (changes.length === 0) throw noSession()
    return changes
  }

  async touch(hashedTokens: readonly string[]): Promise<void> {
    await store.touchTokens(this.#options.database.db, hashedTokens, new Date(this.#options.clock.now()))
  }

  /** Deletes all expired tokens and links. */
  async sweep(): Promise<ChangeLogEntry[]> {
    const { database, clock, loginExpirationDays } = this.#options
    const now = clock.now()
    const before = (ms: number): Date => new Date(Math.max(0, now - ms))
    return database.transaction(async tx => {
      await store.deleteOldLinks(tx, {
        reset: before(RESET_DAYS * DAY_MS),
        enroll: before(ENROLL_DAYS * DAY_MS),
        change: before(RESET_DAYS * DAY_MS),
        now: new Date(now),
      })
      return appendChanges(
        tx,
        toTokenEndedChanges(await store.deleteTokens(tx, { issuedBefore: before(tokenLifetime(loginExpirationDays)), now: new Date(now) })),
      )
    })
  }

  stop(): void {
    for (const timer of this.#timers) timer.cancel()
  }

  async #runSignOutHooks(tx: Db, userId: string): Promise<NewChange[]> {
    const changes: NewChange[] = []
    for (const hook of this.#signOutHooks) changes.push(...(await hook(tx, userId)))
    return changes
  }

  #expiresAt(issuedAt: Date): Date {
    return new Date(issuedAt.getTime() + tokenLifetime(this.#options.loginExpirationDays))
  }

  async #insert(db: Db, token: Omit<store.LoginToken, 'hashedToken'>, type: string): Promise<NewSession | DdpError> {
    const now = new Date(this.#options.clock.now())
    const session = this.#session(token.userId, token.issuedAt, type)
    if (await store.insertToken(db, { ...token, hashedToken: session.hashedToken }, now)) return session
    const suspension = await findSuspension(db, token.userId, now)
    if (suspension === null) throw new Error('the user of a new session is gone')
    return suspendedError(suspension)
  }

  /** A session with a new token, which is not stored yet. */
  #session(userId: string, issuedAt: Date, type: string): NewSession {
    const token = newToken()
    return { userId, hashedToken: hashToken(token), result: { id: userId, token, tokenExpires: this.#expiresAt(issuedAt), type } }
  }

  #end(filter: Parameters<typeof store.deleteTokens>[1]): Promise<ChangeLogEntry[]> {
    return this.#options.database.transaction(async tx => appendChanges(tx, toTokenEndedChanges(await store.deleteTokens(tx, filter))))
  }
}
