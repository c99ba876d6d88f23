import { createHash } from 'node:crypto'
import { compare } from 'bcryptjs'
import { ConcurrencyLimit } from '../../../platform/jobs/concurrency-limit.ts'
import { argonHash, verify } from './argon.ts'

/** Hashes few at a time. */
export class PasswordHasher {
  readonly #turns = new ConcurrencyLimit(2, 64)
  #decoy: string | null = null

  /** A PHC string. @throws DdpError too-many-requests when too many wait already */
  hash(digest: string): Promise<string> {
    return this.#turns.run(() => argonHash(digest))
  }

  /** The same work whether there is a hash to compare with or not, so that the time taken tells nothing. */
  async matches(stored: string | null, digest: string): Promise<boolean> {
    this.#decoy ??= await this.hash('0'.repeat(64))
    const against = stored ?? this.#decoy
    const same = await this.#turns.run(() => (isImported(against) ? compare(digest, against) : verify(against, digest)))
    return same && stored !== null
  }
}

/** A bcrypt hash of the digest, from an imported account: to be replaced once it has been right. */
export const isImported = (hash: string): boolean => hash.startsWith('$2')

/** What a client would have sent for this password. */
export const toDigest = (password: string): string => createHash('sha256').update(password, 'utf8').digest('hex')
