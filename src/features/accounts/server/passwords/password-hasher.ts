import { createHash } from 'node:crypto'
import { compare } from 'bcryptjs'
import { ConcurrencyLimit } from '../../../../platform/jobs/concurrency-limit.ts'
import { argonHash, verify } from './argon.ts'

/** Hashes and checks passwords, at most two at a time. */
export class PasswordHasher {
  readonly #concurrencyLimit = new ConcurrencyLimit(2, 64)
  #dummyHash: string | null = null

  /** Returns a PHC string. @throws DdpError too-many-requests when too many calls wait already */
  hash(digest: string): Promise<string> {
    return this.#concurrencyLimit.run(() => argonHash(digest))
  }

  /** Does the same work whether or not there is a stored hash, so that the time taken reveals nothing. */
  async matches(stored: string | null, digest: string): Promise<boolean> {
    this.#dummyHash ??= await this.hash('0'.repeat(64))
    const hash = stored ?? this.#dummyHash
    const same = await this.#concurrencyLimit.run(() => (isImported(hash) ? compare(digest, hash) : verify(hash, digest)))
    return same && stored !== null
  }
}

/** True for a bcrypt hash of the digest, from an imported account. It is replaced once a password has matched it. */
export const isImported = (hash: string): boolean => hash.startsWith('$2')

/** Returns the digest that a client sends for this password. */
export const toDigest = (password: string): string => createHash('sha256').update(password, 'utf8').digest('hex')
