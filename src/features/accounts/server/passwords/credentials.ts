import { OLD_PASSWORD_FORMAT } from '#accounts/contract/accounts.ts'
import { passwordShort, passwordTooCommon, wrongCredentials } from '#accounts/contract/protocol-errors.ts'
import { foldName, MIN_PASSWORD, usernameKey } from '#accounts/rules.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { readSha256Digest } from '../method-args.ts'
import * as store from '../store.ts'
import { isCommonPassword } from './common-passwords.ts'
import type { LoginLimits } from './login-limits.ts'
import { isImported, type PasswordHasher, toDigest } from './password-hasher.ts'
import { legacyCredential, matchesVerifier } from './srp.ts'

export type PasswordInput = string | { digest: string; algorithm: string }

/** A password that was correct: the user, the secret it was compared with, and whether a login needs a code besides. */
export interface VerifiedPassword {
  userId: string
  hasSecondStep: boolean
  secret: store.Secret
}

const digest = (password: PasswordInput): string => (typeof password === 'string' ? toDigest(password) : readSha256Digest(password))

/** Like `digest`, for a password that is to be stored. @throws DdpError 400 */
function newDigest(password: PasswordInput): string {
  const inputDigest = digest(password)
  if (!/^[0-9a-f]{64}$/.test(inputDigest)) throw new DdpError(400, 'Match failed')
  return inputDigest
}

const secretText = (secret: store.Secret | null): string | undefined => secret?.hash ?? secret?.verifier

/** Key under which guesses are counted: the name as it was typed. Counting by user would reveal whose an e-mail address is. */
const attemptKey = (selector: store.Selector): string =>
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
  async check(selector: store.Selector, password: PasswordInput, address: string | null): Promise<VerifiedPassword> {
    const inputDigest = digest(password)
    const checkOnce = async (): Promise<VerifiedPassword | DdpError> => {
      const { userId, hasSecondStep, secret } = await this.#find(selector)
      if (secret?.verifier === undefined) {
        const same = await this.#passwords.matches(secret?.hash ?? null, inputDigest)
        return same ? { userId, hasSecondStep, secret: secret! } : wrongCredentials()
      }
      const { identity } = secret
      if (typeof password !== 'string') return new DdpError(400, OLD_PASSWORD_FORMAT, JSON.stringify({ format: 'srp', identity }))
      return matchesVerifier(secret, legacyCredential(identity, password)) ? { userId, hasSecondStep, secret } : wrongCredentials()
    }
    const verified = await this.#limits.attempt(attemptKey(selector), address, known => this.#passwords.inTurn(known, checkOnce))
    if (verified.secret.hash === undefined || !isImported(verified.secret.hash)) return verified
    return (await this.#upgrade(verified, inputDigest)) ?? this.check(selector, password, address)
  }

  /**
   * The retry after `old password format`: checks the password against the SRP verifier and replaces the verifier by a hash. @throws as
   * `check`
   */
  async checkOldFormat(
    selector: store.Selector,
    credential: string,
    password: PasswordInput,
    address: string | null,
  ): Promise<VerifiedPassword> {
    const { userId, hasSecondStep, secret } = await this.#find(selector)
    if (secret?.verifier === undefined) return this.check(selector, password, address)
    const inputDigest = newDigest(password)
    const verified = await this.#limits.attempt(attemptKey(selector), address, async () =>
      matchesVerifier(secret, credential) ? { userId, hasSecondStep, secret } : wrongCredentials(),
    )
    return (await this.#upgrade(verified, inputDigest)) ?? this.check(selector, password, address)
  }

  /**
   * Called in the transaction that acts on a proof: locks the account, so that meanwhile its sessions are not ended and its password is not
   * changed.
   * @throws DdpError 403 when the password has changed since, or the account is deleted
   */
  async lockVerified(tx: Db, verified: VerifiedPassword): Promise<void> {
    if (!(await this.#isCurrent(tx, verified))) throw wrongCredentials()
  }

  /** Returns the hash to store for a new password. @throws DdpError 400 `Match failed`, 403 too short or too common */
  async hash(password: PasswordInput): Promise<string> {
    if (typeof password === 'string' && [...password].length < MIN_PASSWORD) throw passwordShort()
    const inputDigest = newDigest(password)
    if (isCommonPassword(inputDigest)) throw passwordTooCommon()
    return this.#passwords.hash(inputDigest)
  }

  async #find(selector: store.Selector): Promise<{ userId: string; hasSecondStep: boolean; secret: store.Secret | null }> {
    return (await store.findUserSecret(this.#database.db, selector)) ?? { userId: '', hasSecondStep: false, secret: null }
  }

  async #isCurrent(tx: Db, { userId, secret }: VerifiedPassword): Promise<boolean> {
    return (await store.lockUser(tx, userId)) !== null && secretText(await store.findSecret(tx, userId)) === secretText(secret)
  }

  /**
   * Stores a new hash for a correct password, even one that would be refused as a new password today.
   * @returns null when the stored secret has changed meanwhile
   */
  async #upgrade(verified: VerifiedPassword, inputDigest: string): Promise<VerifiedPassword | null> {
    const hash = await this.#passwords.hash(inputDigest)
    return this.#database.transaction(async tx => {
      if (!(await this.#isCurrent(tx, verified))) return null
      await store.putPasswordHash(tx, verified.userId, hash)
      return { ...verified, secret: { hash } }
    })
  }
}
