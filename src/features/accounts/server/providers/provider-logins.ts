import { randomBytes } from 'node:crypto'
import { signInExpired } from '#accounts/contract/errors.ts'
import { NO_LOGIN_ATTEMPT, type OauthPurpose, type PendingLogin } from '#accounts/contract/login-services.ts'
import { noLoginAttempt, serviceNotConfigured } from '#accounts/contract/protocol-errors.ts'
import { usernameProblem } from '#accounts/rules.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import type { SecretBox } from '#platform/storage/secret-box.ts'
import type { Locale } from '#platform/text/locales.ts'
import { hashToken, newToken } from '#platform/tokens.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { NewSession, Sessions } from '../sessions/sessions.ts'
import type { SignUps } from '../sign-ups.ts'
import { isTaken, lockUser } from '../store.ts'
import type { CredentialHandOver } from './hand-over.ts'
import type { LoginProviders } from './login-providers.ts'
import type { AuthorizationSecrets, ProviderUser } from './provider-client.ts'
import * as store from './store.ts'

/** ms within which the browser has to come back from the provider, and the client has to use what it brought */
const LIFETIME = 600_000

export interface ProviderLoginsOptions {
  database: Database
  now: () => number
  providers: LoginProviders
  /** encrypts what a visit to a provider needs when it comes back */
  secretBox: SecretBox
  signUps: Pick<SignUps, 'byService'>
  sessions: Sessions
  mailQueue: MailQueue
}

/** What a client holds of a provider's answer. */
export interface LoginCredential {
  credentialToken: string
  credentialSecret: string
}

/** A visit to a provider as it is asked for. */
interface Visit {
  /** the user who links the provider; null: a login */
  userId: string | null
  /** the path to go to afterwards */
  next: string | null
}

/** What the client that begins a visit wants. */
interface ClientWishes {
  /** chosen by the client; null: it gets one with the answer */
  credentialToken: string | null
  /** the provider may not send the browser back without asking the user */
  ask: boolean
  handOver: CredentialHandOver | null
}

/** A visit that came back from the provider. Nothing can come back a second time. */
interface Returned {
  attempt: store.OauthAttempt
  secrets: AuthorizationSecrets
  handOver: CredentialHandOver | null
}

/** What `login` answers, as Meteor does. */

const purposeOf = ({ userId }: { userId: string | null }): OauthPurpose => (userId === null ? 'login' : 'link')

/**
 * Logins by providers. A visit goes through four steps: `begin` sends the browser to the provider; `takeReturned` and `finish` take the
 * answer and keep it as a credential; the client proves by the credential's token and secret that it began the visit; then `logIn` or `link` uses the credential
 * up. A user is found by issuer and subject, never by an e-mail address.
 */
export class ProviderLogins {
  readonly #options: ProviderLoginsOptions

  constructor(options: ProviderLoginsOptions) {
    this.#options = options
  }

  /** Returns a text that lets `begin` know the signed-in user who links a provider. */
  ticket(service: string, userId: string): string {
    this.#client(service)
    const visit: Visit = { userId, next: null }
    const text = JSON.stringify({ ...visit, until: this.#options.now() + LIFETIME })
    return this.#options.secretBox.encrypt(text, `oauth-ticket ${service}`).toString('base64url')
  }

  /** @returns null if the ticket is for another service, or has expired */
  readTicket(service: string, ticket: string): Visit | null {
    const text = this.#options.secretBox.tryDecrypt(Buffer.from(ticket, 'base64url'), `oauth-ticket ${service}`)
    const visit = text === null ? null : (JSON.parse(text) as Visit & { until: number })
    return visit !== null && this.#options.now() < visit.until ? visit : null
  }

  /**
   * Begins a visit.
   * @param browser a random text that the browser keeps in a cookie: only this browser can finish the visit
   * @returns the address to send the browser to. @throws DdpError 404 when there is no such service; ProviderError
   */
  async begin(
    service: string,
    { userId, next }: Visit,
    browser: string,
    { credentialToken, ask, handOver }: ClientWishes,
  ): Promise<string> {
    const { database, now, secretBox } = this.#options
    const client = this.#client(service)
    const state = newToken()
    const secrets: AuthorizationSecrets = { verifier: newToken(), nonce: newToken() }
    const address = await client.authorizationUrl(state, secrets, ask)
    const stateHash = hashToken(state)
    const attempt: store.OauthAttempt = {
      stateHash,
      service,
      userId,
      secrets: secretBox.encrypt(JSON.stringify({ ...secrets, handOver }), stateHash),
      next,
      tokenHash: credentialToken === null ? null : hashToken(credentialToken),
      expiresAt: new Date(now() + LIFETIME),
    }
    await store.insertOauthAttempt(database.db, attempt, hashToken(browser))
    return address
  }

  /**
   * Takes the visit with whose state the provider has sent the browser back, so that it cannot come back again.
   * @returns null: nothing was begun in this browser with this state, or it came back before. @throws DdpError 404
   */
  async takeReturned(service: string, state: string, browser: string): Promise<Returned | null> {
    const { database, now, secretBox } = this.#options
    this.#client(service)
    const stateHash = hashToken(state)
    const attempt = await store.consumeOauthAttempt(database.db, stateHash, {
      service,
      browserHash: hashToken(browser),
      now: new Date(now()),
    })
    const text = attempt === null ? null : secretBox.tryDecrypt(attempt.secrets, stateHash)
    if (attempt === null || text === null) return null
    const { handOver = null, ...secrets } = JSON.parse(text) as AuthorizationSecrets & { handOver?: CredentialHandOver | null }
    return { attempt, secrets, handOver }
  }

  /**
   * Takes the answer with which the provider sent the browser back.
   * @returns what the client needs; `credentialToken` only if the client has not chosen it. @throws DdpError 404; ProviderError
   */
  async finish(
    { attempt, secrets }: Returned,
    answer: URLSearchParams,
  ): Promise<{ purpose: OauthPurpose; next: string | null; credentialToken: string | null; credentialSecret: string }> {
    const { database, now } = this.#options
    const { service, userId, next } = attempt
    const user = await this.#client(service).identify(answer, answer.get('state') ?? '', secrets)
    const credentialToken = newToken()
    const credentialSecret = newToken()
    await store.insertCredential(
      database.db,
      { service, userId, user },
      {
        tokenHash: attempt.tokenHash ?? hashToken(credentialToken),
        secretHash: hashToken(credentialSecret),
        expiresAt: new Date(now() + LIFETIME),
      },
    )
    return { purpose: purposeOf(attempt), next, credentialToken: attempt.tokenHash === null ? credentialToken : null, credentialSecret }
  }

  /** Tells the client what a credential is good for. Does not use it up. @throws DdpError 404 */
  async look(credential: LoginCredential): Promise<PendingLogin> {
    const { service, userId, user } = await this.find(credential, signInExpired)
    const known = (await store.findIdentity(this.#options.database.db, user)) !== null
    return { service, purpose: purposeOf({ userId }), known, suggestedName: known ? null : await this.#suggestName(user) }
  }

  /**
   * Logs in by a credential. If no account is linked, signs the user up by the rules of the site.
   * @param newUser `username`: null: one is made
   * @throws DdpError of `NO_LOGIN_ATTEMPT`; as SignUps.byService
   */
  async logIn(
    credential: LoginCredential,
    newUser: { username: string | null; invitation: string | null; locale: Locale | null },
    device: string,
  ): Promise<{ login: NewSession; changes: ChangeLogEntry[] }> {
    const { database, sessions, signUps, now } = this.#options
    const { userId: linkedBy, service, user, tokenHash } = await this.find(credential, noLoginAttempt)
    if (linkedBy !== null) throw noLoginAttempt()
    const use = async (tx: Db): Promise<void> => {
      if (!(await store.deleteCredential(tx, tokenHash))) throw noLoginAttempt()
    }
    const userId = await store.findIdentity(database.db, user)
    if (userId !== null) {
      const login = await database.transaction(async tx => {
        await lockUser(tx, userId)
        await use(tx)
        // The link may have been removed, or the user deleted, since it was found.
        if ((await store.findIdentity(tx, user)) !== userId) throw noLoginAttempt()
        await store.touchIdentity(tx, user, new Date(now()))
        return sessions.issue(tx, userId, device, service)
      })
      return { login, changes: [] }
    }
    return signUps.byService(
      {
        username: newUser.username ?? (await this.#suggestName(user)),
        verifiedEmail: user.verifiedEmail,
        invitation: newUser.invitation,
        locale: newUser.locale,
        beganWith: service,
      },
      device,
      async (tx, id) => {
        await use(tx)
        if (!(await store.insertIdentity(tx, id, service, user, new Date(now())))) throw noLoginAttempt()
      },
    )
  }

  async sweep(): Promise<void> {
    await store.deleteExpiredOauth(this.#options.database.db, new Date(this.#options.now()))
  }

  #client(service: string) {
    const client = this.#options.providers.client(service)
    if (client === null) throw serviceNotConfigured()
    return client
  }

  /** Finds what a credential is for. @throws DdpError `absent`, or of `NO_LOGIN_ATTEMPT` for a service that is gone */
  async find(
    { credentialToken, credentialSecret }: LoginCredential,
    absent: () => DdpError,
  ): Promise<store.OauthCredential & { tokenHash: string }> {
    const { database, now, providers } = this.#options
    const tokenHash = hashToken(credentialToken)
    const found = await store.findCredential(database.db, tokenHash, hashToken(credentialSecret), new Date(now()))
    if (found === null) throw absent()
    if (providers.client(found.service) === null)
      throw new DdpError(NO_LOGIN_ATTEMPT, `No registered oauth service found for: ${found.service}`)
    return { ...found, tokenHash }
  }

  /** Makes a user name of the name at the provider; null if that is not possible, or the name is taken. */
  async #suggestName({ name }: ProviderUser): Promise<string | null> {
    const { db } = this.#options.database
    const plain = [...(name ?? '').normalize('NFC').replace(/[^\p{L}\p{M}\p{N} ._'-]/gu, '')].slice(0, 36).join('').trim()
    if (usernameProblem(plain) !== null) return null
    for (const candidate of [plain, `${plain} ${2 + (randomBytes(1)[0]! % 8)}`])
      if (!(await isTaken(db, { username: candidate }))) return candidate
    return null
  }
}
