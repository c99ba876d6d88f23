import { DdpError } from '../../../../ddp/wire/error.ts'
import type { Database, Db } from '../../../../platform/db/database.ts'
import { CHECK_CREDENTIALS, OLD_PASSWORD_FORMAT, PASSWORD_TOO_COMMON } from '../../contract.ts'
import { foldName, MIN_PASSWORD, usernameKey } from '../../rules.ts'
import { algorithmChecked } from '../method-args.ts'
import * as store from '../store.ts'
import { isCommonPassword } from './common-passwords.ts'
import type { LoginLimits } from './login-limits.ts'
import { isImported, type PasswordHasher, toDigest } from './password-hasher.ts'
import { legacyCredential, matchesVerifier } from './srp.ts'

export type GivenPassword = string | { digest: string; algorithm: string }

/** A password that was correct: the user, and the secret it was compared with. */
export interface Proof {
  userId: string
  secret: store.Secret
}

const digest = (given: GivenPassword): string => (typeof given === 'string' ? toDigest(given) : algorithmChecked(given))

/** Like `digest`, for a password that is to be stored. @throws DdpError 400 */
function newDigest(given: GivenPassword): string {
  const wanted = digest(given)
  if (!/^[0-9a-f]{64}$/.test(wanted)) throw new DdpError(400, 'Match failed')
  return wanted
}

const wrong = (): DdpError => new DdpError(403, CHECK_CREDENTIALS)

const textOf = (secret: store.Secret | null): string | undefined => secret?.hash ?? secret?.verifier

/** Key under which guesses are counted: the name as it was typed. Counting by user would reveal whose an e-mail address is. */
const triedName = (selector: store.Selector): string =>
  Object.entries(selector)
    .map(([kind, name]) => `${kind} ${kind === 'username' ? usernameKey(name) : foldName(name)}`)
    .join()

/** Checks passwords, and decides which new ones are accepted. */
export class Credentials {
  readonly #database: Database
  readonly #passwords: PasswordHasher
  readonly #limits: LoginLimits

  constructor(database: Database, passwords: PasswordHasher, limits: LoginLimits) {
    this.#database = database
    this.#passwords = passwords
    this.#limits = limits
  }

  /** @throws DdpError 403, which does not reveal whether the account exists; 400 `old password format`; too-many-requests */
  async check(selector: store.Selector, given: GivenPassword, address: string | null): Promise<Proof> {
    const wanted = digest(given)
    const proof = await this.#limits.attempt(triedName(selector), address, async () => {
      const { userId, secret } = await this.#find(selector)
      if (secret?.verifier === undefined) {
        const same = await this.#passwords.matches(secret?.hash ?? null, wanted)
        return same ? { userId, secret: secret! } : wrong()
      }
      const { identity } = secret
      if (typeof given !== 'string') return new DdpError(400, OLD_PASSWORD_FORMAT, JSON.stringify({ format: 'srp', identity }))
      return matchesVerifier(secret, legacyCredential(identity, given)) ? { userId, secret } : wrong()
    })
    if (proof.secret.hash === undefined || !isImported(proof.secret.hash)) return proof
    return (await this.#upgrade(proof, wanted)) ?? this.check(selector, given, address)
  }

  /**
   * The retry after `old password format`: checks the password against the SRP verifier and replaces the verifier by a hash. @throws as
   * `check`
   */
  async checkOldFormat(selector: store.Selector, credential: string, given: GivenPassword, address: string | null): Promise<Proof> {
    const { userId, secret } = await this.#find(selector)
    if (secret?.verifier === undefined) return this.check(selector, given, address)
    const wanted = newDigest(given)
    const proof = await this.#limits.attempt(triedName(selector), address, async () =>
      matchesVerifier(secret, credential) ? { userId, secret } : wrong(),
    )
    return (await this.#upgrade(proof, wanted)) ?? this.check(selector, given, address)
  }

  /**
   * Called in the transaction that acts on a proof: locks the account, so that meanwhile its sessions are not ended and its password is not
   * changed.
   * @throws DdpError 403 when the password has changed since, or the account is deleted
   */
  async hold(tx: Db, proof: Proof): Promise<void> {
    if (!(await this.#holds(tx, proof))) throw wrong()
  }

  /** Returns the hash to store for a new password. @throws DdpError 400 `Match failed`, 403 too short or too common */
  async hash(given: GivenPassword): Promise<string> {
    if (typeof given === 'string' && [...given].length < MIN_PASSWORD)
      throw new DdpError(403, `Passwords need at least ${MIN_PASSWORD} characters.`)
    const wanted = newDigest(given)
    if (isCommonPassword(wanted)) throw new DdpError(403, PASSWORD_TOO_COMMON)
    return this.#passwords.hash(wanted)
  }

  async #find(selector: store.Selector): Promise<{ userId: string; secret: store.Secret | null }> {
    const { db } = this.#database
    const user = await store.findUser(db, selector)
    return { userId: user?.id ?? '', secret: user === null ? null : await store.findSecret(db, user.id) }
  }

  async #holds(tx: Db, { userId, secret }: Proof): Promise<boolean> {
    return (await store.lockUser(tx, userId)) !== null && textOf(await store.findSecret(tx, userId)) === textOf(secret)
  }

  /**
   * Stores a new hash for a correct password, even one that would be refused as a new password today.
   * @returns null when the stored secret has changed meanwhile
   */
  async #upgrade(proof: Proof, wanted: string): Promise<Proof | null> {
    const hash = await this.#passwords.hash(wanted)
    return this.#database.transaction(async tx => {
      if (!(await this.#holds(tx, proof))) return null
      await store.putPasswordHash(tx, proof.userId, hash)
      return { userId: proof.userId, secret: { hash } }
    })
  }
}
