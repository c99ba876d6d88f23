import type { Clock } from '../../../ddp/timing/clock.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type FeedEntry, writeFeed } from '../../../platform/db/feed/write.ts'
import { uuidv7 } from '../../../platform/id.ts'
import { CHECK_CREDENTIALS, type LoginResult } from '../contract.ts'
import { emailProblem, MIN_PASSWORD, tokenLifetime, usernameProblem } from '../rules.ts'
import { digestOf, type Passwords } from './passwords.ts'
import { algorithmChecked } from './shapes.ts'
import * as store from './store.ts'
import { hashToken, newToken } from './tokens.ts'

export type GivenPassword = string | { digest: string; algorithm: string }

const digest = (given: GivenPassword): string => (typeof given === 'string' ? digestOf(given) : algorithmChecked(given))

export interface Login {
  userId: string
  hashedToken: string
  result: LoginResult
}

export interface AccountsOptions {
  database: Database
  clock: Clock
  passwords: Passwords
  /** null: unexpiring */
  loginExpirationDays: number | null
  signUps: 'open' | 'invite' | 'closed'
}

/** The verbs of accounts. */
export class AccountsService {
  readonly #options: AccountsOptions

  constructor(options: AccountsOptions) {
    this.#options = options
  }

  /** @throws DdpError 403 that does not tell whether there is such an account */
  async logIn(selector: store.Selector, given: GivenPassword): Promise<Login> {
    const { database, passwords } = this.#options
    const wanted = digest(given)
    const user = await store.findUser(database.db, selector)
    const hash = user === null ? null : await store.passwordHashOf(database.db, user.id)
    if (!(await passwords.matches(hash, wanted)) || user === null) throw new DdpError(403, CHECK_CREDENTIALS)
    return this.#issue(user.id)
  }

  async resume(token: string): Promise<Login> {
    const { database, clock, loginExpirationDays } = this.#options
    const hashedToken = hashToken(token)
    const found = await store.findToken(database.db, hashedToken)
    if (found === null) throw new DdpError(403, "You've been logged out by the server. Please log in again.")
    const tokenExpires = new Date(found.issuedAt.getTime() + tokenLifetime(loginExpirationDays))
    if (clock.now() >= tokenExpires.getTime()) throw new DdpError(403, 'Your session has expired. Please log in again.')
    return { userId: found.userId, hashedToken, result: { id: found.userId, token, tokenExpires, type: 'resume' } }
  }

  async create(options: {
    username?: string | undefined
    email?: string | undefined
    password: GivenPassword
    profile?: Record<string, unknown> | undefined
  }): Promise<Login> {
    const { database, passwords, signUps } = this.#options
    if (signUps !== 'open') throw new DdpError(403, 'Signups forbidden')
    const username = options.username?.normalize('NFC').trim() || null
    const email = options.email?.trim() || null
    if (username === null && email === null) throw new DdpError(400, 'Need to set a username or email')
    const profile = options.profile ?? {}
    const problem =
      (username === null ? null : usernameProblem(username)) ?? (email === null ? null : emailProblem(email)) ?? profileProblem(profile)
    if (problem !== null) throw new DdpError(403, 'User validation failed', problem)
    if (typeof options.password === 'string' && [...options.password].length < MIN_PASSWORD)
      throw new DdpError(403, `Passwords need at least ${MIN_PASSWORD} characters.`)
    const wanted = digest(options.password)
    if (!/^[0-9a-f]{64}$/.test(wanted)) throw new DdpError(400, 'Match failed')
    if (username !== null && (await store.isTaken(database.db, { username }))) throw new DdpError(403, 'Username already exists.')
    const passwordHash = await passwords.hash(wanted)
    if (email !== null && (await store.isTaken(database.db, { email }))) throw new DdpError(403, CHECK_CREDENTIALS)
    const id = uuidv7()
    const name = username ?? `player-${id.slice(-8)}`
    const displayName = typeof profile.name === 'string' && profile.name.trim() !== '' ? profile.name.normalize('NFC').trim() : name
    try {
      await database.transaction(tx => store.insertUser(tx, { id, username: name, displayName, profile, email, passwordHash }))
    } catch (error) {
      throw takenError(error)
    }
    return this.#issue(id)
  }

  /** Forgets a token. @returns the news of it, for every connection that used it */
  async forgetToken(hashedToken: string): Promise<FeedEntry[]> {
    return this.#options.database.transaction(async tx => {
      await store.deleteToken(tx, hashedToken)
      return writeFeed(tx, [{ kind: 'token-gone', body: { hashedToken } }])
    })
  }

  async #issue(userId: string): Promise<Login> {
    const { database, clock, loginExpirationDays } = this.#options
    const token = newToken()
    const hashedToken = hashToken(token)
    const issuedAt = new Date(clock.now())
    await store.insertToken(database.db, hashedToken, userId, issuedAt)
    const tokenExpires = new Date(issuedAt.getTime() + tokenLifetime(loginExpirationDays))
    return { userId, hashedToken, result: { id: userId, token, tokenExpires, type: 'password' } }
  }
}

function profileProblem(profile: Record<string, unknown>): string | null {
  const text = JSON.stringify(profile)
  if (text.length > 2000 || /\\u(?:0000|d[89a-f])/.test(text)) return 'That profile cannot be kept.'
  return typeof profile.name === 'string' && [...profile.name].length > 60 ? 'A name has at most 60 characters.' : null
}

/** Two sign-ups at the same moment: the slower one hears what it would have heard a moment later. */
function takenError(error: unknown): unknown {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  if (code !== '23505') return error
  return constraint === 'users_username_key_key' ? new DdpError(403, 'Username already exists.') : new DdpError(403, CHECK_CREDENTIALS)
}
