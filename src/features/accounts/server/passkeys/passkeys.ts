import {
  passkeyExpired,
  passkeyKnown,
  passkeyNotAccepted,
  passkeyRefused,
  passkeysNeedHttps,
  tooManyPasskeys,
} from '#accounts/contract/errors.ts'
import type { PasskeyRegistration, PasskeySignIn, RegistrationOptions, SignInOptions } from '#accounts/contract/passkeys.ts'
import type { DdpConnection } from '#ddp/server/connection.ts'
import type { Database } from '#platform/db/database.ts'
import { signInFirst } from '#platform/live/call-errors.ts'
import type { Log } from '#platform/log/log.ts'
import { hashToken } from '#platform/tokens.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { LoginLimits } from '../passwords/login-limits.ts'
import type { RequestOrigin } from '../service.ts'
import type { NewSession, Sessions } from '../sessions/sessions.ts'
import * as accounts from '../store.ts'
import { Challenges } from './challenges.ts'
import * as store from './store.ts'
import * as webauthn from './webauthn.ts'

export interface PasskeysOptions {
  database: Database
  now: () => number
  log: Log
  sessions: Sessions
  limits: LoginLimits
  mailQueue: MailQueue
  /** public address of the site */
  address: () => string
}

const MAX_PASSKEYS = 20

/** Passkeys (WebAuthn): added and removed by signed-in users, and a way to sign in without a name and a password. */
export class Passkeys {
  readonly #options: PasskeysOptions
  readonly #registrations: Challenges
  readonly #signIns: Challenges

  constructor(options: PasskeysOptions) {
    this.#options = options
    this.#registrations = new Challenges(options.now)
    this.#signIns = new Challenges(options.now)
  }

  /** Begins to add a passkey; the caller has checked that the user is the owner. @throws DdpError 409 */
  async beginRegistration(userId: string, connection: DdpConnection): Promise<RegistrationOptions> {
    const { db } = this.#options.database
    const site = this.#site()
    const user = await accounts.findUser(db, { id: userId })
    const existing = await store.listCredentials(db, userId)
    if (user === null) throw signInFirst()
    if (existing.length >= MAX_PASSKEYS) throw tooManyPasskeys()
    const options = await webauthn.registrationOptions(site, user, existing)
    this.#registrations.put(connection, options.challenge, userId)
    return options
  }

  /** Adds the passkey that an authenticator has made. @throws DdpError 400, 409 */
  async add(userId: string, response: PasskeyRegistration, connection: DdpConnection, device: string): Promise<{ passkeyId: string }> {
    const { database, now, log, mailQueue } = this.#options
    const site = this.#site()
    const challenge = this.#registrations.take(connection, userId)
    if (challenge === null) throw passkeyExpired()
    const made = await webauthn.verifyRegistration(response, challenge, site).catch((error: unknown) => {
      log.info({ reason: reasonOf(error) }, 'a new passkey was refused')
      throw passkeyNotAccepted()
    })
    const passkeyId = uuidv7()
    await database.transaction(async tx => {
      if ((await accounts.lockUser(tx, userId)) === null) throw signInFirst()
      if ((await store.listCredentials(tx, userId)).length >= MAX_PASSKEYS) throw tooManyPasskeys()
      const passkey = { ...made, id: passkeyId, userId, name: device, createdAt: new Date(now()) }
      if (!(await store.insertPasskey(tx, passkey))) throw passkeyKnown()
      await mailQueue.enqueueToAll(tx, 'passkey-added', userId)
    })
    mailQueue.drain()
    return { passkeyId }
  }

  /** Begins a sign-in. The options are the same for everybody, so they tell nothing about accounts. @throws DdpError 409 */
  async beginSignIn(connection: DdpConnection): Promise<SignInOptions> {
    const options = await webauthn.signInOptions(this.#site())
    this.#signIns.put(connection, options.challenge)
    return options
  }

  /**
   * Signs in by the response of an authenticator. Every refusal is the same, except that of a challenge that is no longer there.
   * @throws DdpError 403, 409, too-many-requests
   */
  async signIn(response: PasskeySignIn, connection: DdpConnection, { address, device }: RequestOrigin): Promise<NewSession> {
    const challenge = this.#signIns.take(connection)
    if (challenge === null) throw passkeyExpired()
    const site = this.#site()
    return this.#options.limits.attempt(`passkey ${hashToken(response.id)}`, address, async () => {
      try {
        return await this.#verifiedSession(response, challenge, site, device)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        this.#options.log[error.isAlarming ? 'warn' : 'info']({ reason: error.message, passkey: error.passkeyId }, 'a passkey was refused')
        return passkeyRefused()
      }
    })
  }

  /** @throws Refusal */
  async #verifiedSession(response: PasskeySignIn, challenge: string, site: webauthn.RelyingParty, device: string): Promise<NewSession> {
    const { database, now, sessions } = this.#options
    const passkey = await store.findPasskey(database.db, response.id)
    if (passkey === null) throw new Refusal('nobody has this passkey')
    const { id, userId } = passkey
    const { counter, backedUp } = await webauthn.verifySignIn(response, challenge, site, passkey).catch((error: unknown) => {
      throw new Refusal(reasonOf(error), id)
    })
    return database.transaction(async tx => {
      if ((await accounts.lockUser(tx, userId)) === null) throw new Refusal('the account is deleted', id)
      // Somebody who has copied the private key counts on from the same number as the owner.
      if (!(await store.usePasskey(tx, id, { counter, backedUp, at: new Date(now()) })))
        throw new Refusal('its counter went backwards, or it was just removed', id, true)
      return sessions.issue(tx, userId, device, 'passkey')
    })
  }

  #site(): webauthn.RelyingParty {
    const site = webauthn.relyingParty(this.#options.address())
    if (site === null) throw passkeysNeedHttps()
    return site
  }
}

/** Why a passkey was not accepted. Only the log says so. */
class Refusal extends Error {
  readonly passkeyId: string | undefined
  readonly isAlarming: boolean

  constructor(reason: string, passkeyId?: string, isAlarming = false) {
    super(reason)
    this.passkeyId = passkeyId
    this.isAlarming = isAlarming
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200)
