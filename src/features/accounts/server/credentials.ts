import { DdpError } from '../../../ddp/wire/error.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import { CHECK_CREDENTIALS, OLD_PASSWORD_FORMAT, PASSWORD_TOO_COMMON } from '../contract.ts'
import { MIN_PASSWORD } from '../rules.ts'
import { isCommonPassword } from './common-passwords.ts'
import type { LoginLimits } from './login-limits.ts'
import { digestOf, isImported, type Passwords } from './passwords.ts'
import { algorithmChecked } from './shapes.ts'
import { legacyCredential, matchesVerifier } from './srp.ts'
import * as store from './store.ts'

export type GivenPassword = string | { digest: string; algorithm: string }

const digest = (given: GivenPassword): string => (typeof given === 'string' ? digestOf(given) : algorithmChecked(given))

const wrong = (): DdpError => new DdpError(403, CHECK_CREDENTIALS)

/** Whether a password is right, and what may become one. */
export class Credentials {
  readonly #database: Database
  readonly #passwords: Passwords
  readonly #limits: LoginLimits

  constructor(database: Database, passwords: Passwords, limits: LoginLimits) {
    this.#database = database
    this.#passwords = passwords
    this.#limits = limits
  }

  /**
   * The user whose password it is.
   * @throws DdpError 403 that does not tell whether there is such an account, 400 `old password format`, too-many-requests
   */
  async check(selector: store.Selector, given: GivenPassword, address: string | null): Promise<store.UserRow> {
    const { db } = this.#database
    const wanted = digest(given)
    const user = await store.findUser(db, selector)
    const hash = user === null ? null : await store.passwordHashOf(db, user.id)
    const srp = user === null || hash !== null ? null : await store.srpOf(db, user.id)
    if (srp !== null && typeof given !== 'string')
      throw new DdpError(400, OLD_PASSWORD_FORMAT, JSON.stringify({ format: 'srp', identity: srp.identity }))
    const right = await this.#limits.attempt(user?.id ?? Object.values(selector).join(), address, async () =>
      srp === null ? this.#passwords.matches(hash, wanted) : matchesVerifier(srp, legacyCredential(srp.identity, given as string)),
    )
    if (!right || user === null) throw wrong()
    if (hash !== null && isImported(hash)) await this.#upgrade(user.id, wanted)
    return user
  }

  /** The old format's retry: the verifier is checked once more and gives way to a hash. @throws as `check` */
  async checkOldFormat(selector: store.Selector, credential: string, given: GivenPassword, address: string | null): Promise<store.UserRow> {
    const { db } = this.#database
    const user = await store.findUser(db, selector)
    const srp = user === null ? null : await store.srpOf(db, user.id)
    if (user === null || srp === null) return this.check(selector, given, address)
    const wanted = digest(given)
    if (!/^[0-9a-f]{64}$/.test(wanted)) throw new DdpError(400, 'Match failed')
    if (!(await this.#limits.attempt(user.id, address, async () => matchesVerifier(srp, credential)))) throw wrong()
    await this.#upgrade(user.id, wanted)
    return user
  }

  /** Part of what checks something else: the caller's own password again. @throws as `check` */
  async confirm(userId: string, given: GivenPassword, address: string | null): Promise<void> {
    await this.check({ id: userId }, given, address)
  }

  /** The hash to store of a new password. @throws DdpError 400 `Match failed`, 403 too short or too common */
  async hash(given: GivenPassword): Promise<string> {
    if (typeof given === 'string' && [...given].length < MIN_PASSWORD)
      throw new DdpError(403, `Passwords need at least ${MIN_PASSWORD} characters.`)
    const wanted = digest(given)
    if (!/^[0-9a-f]{64}$/.test(wanted)) throw new DdpError(400, 'Match failed')
    if (isCommonPassword(wanted)) throw new DdpError(403, PASSWORD_TOO_COMMON)
    return this.#passwords.hash(wanted)
  }

  /** A password that was typed right is kept even where it would be refused today. */
  async #upgrade(userId: string, wanted: string): Promise<void> {
    const hash = await this.#passwords.hash(wanted)
    await this.#database.transaction((tx: Db) => store.putPasswordHash(tx, userId, hash))
  }
}
