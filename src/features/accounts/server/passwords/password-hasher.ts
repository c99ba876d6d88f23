import { createHash } from 'node:crypto'
import { compare } from 'bcryptjs'
import { callerGroups } from '#ddp/transport/node/client-address.ts'
import { FairQueue } from '#platform/fair-queue.ts'
import { currentRequest } from '#platform/log/request-context.ts'
import { argonHash, verify } from './argon.ts'

/** Hashes and checks passwords, at most two at a time and one of each address; the others take turns by network, address and caller. */
export class PasswordHasher {
  readonly #queue = new FairQueue({ atOnce: 2, perAddress: 1, maxWaiting: 64 })
  #dummyHash: string | null = null

  /** Returns a PHC string. @throws DdpError too-many-requests when too many calls wait already */
  hash(digest: string): Promise<string> {
    return this.inTurn(false, () => argonHash(digest))
  }

  /**
   * Runs what ends with `matches` when its turn comes, so that a check that is refused has cost nothing yet.
   * @param known true: the account signed in from this address before, so that it goes first
   * @throws what `run` throws; DdpError as `hash`
   */
  inTurn<T>(known: boolean, run: () => Promise<T>): Promise<T> {
    return this.#queue.run(currentRequest()?.caller ?? callerGroups(null, ''), run, known)
  }

  /** Called in a turn. Does the same work whether or not there is a stored hash, so that the time taken reveals nothing. */
  async matches(stored: string | null, digest: string): Promise<boolean> {
    this.#dummyHash ??= await argonHash('0'.repeat(64))
    const hash = stored ?? this.#dummyHash
    return (await (isImported(hash) ? compare(digest, hash) : verify(hash, digest))) && stored !== null
  }
}

/** True for a bcrypt hash of the digest, from an imported account. It is replaced once a password has matched it. */
export const isImported = (hash: string): boolean => hash.startsWith('$2')

/** Returns the digest that a client sends for this password. */
export const toDigest = (password: string): string => createHash('sha256').update(password, 'utf8').digest('hex')
