import { createHash } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { compare } from 'bcryptjs'
import { tooManyRequests } from '../../../ddp/server/rate-limit.ts'

/** argon2id (the package's default) as OWASP's password storage sheet has it; memory in KiB. */
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 2
const QUEUE = 64

/** Hashes on the thread pool, few at a time: at full concurrency they would starve everything else that uses it. */
export class Passwords {
  readonly #waiting: (() => void)[] = []
  #running = 0
  #decoy: string | null = null

  /** A PHC string. @throws DdpError too-many-requests when too many wait already */
  hash(digest: string): Promise<string> {
    return this.#take(() => hash(digest, ARGON))
  }

  /** The same work whether there is a hash to compare with or not, so that the time taken tells nothing. */
  async matches(stored: string | null, digest: string): Promise<boolean> {
    this.#decoy ??= await this.hash('0'.repeat(64))
    const against = stored ?? this.#decoy
    const same = await this.#take(() => (isImported(against) ? compare(digest, against) : verify(against, digest)))
    return same && stored !== null
  }

  async #take<T>(run: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) {
      if (this.#waiting.length >= QUEUE) throw tooManyRequests(1000)
      await new Promise<void>(resolve => this.#waiting.push(resolve))
    } else this.#running++
    try {
      return await run()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }
}

/** A bcrypt hash of the digest, from an imported account: to be replaced once it has been right. */
export const isImported = (hash: string): boolean => hash.startsWith('$2')

/** What a client would have sent for this password. */
export const digestOf = (password: string): string => createHash('sha256').update(password, 'utf8').digest('hex')
