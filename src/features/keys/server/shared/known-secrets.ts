import { LRUCache } from 'lru-cache'
import type { Clock } from '#ddp/timing/clock.ts'
import type { Log } from '#platform/log/log.ts'
import type { KeyGrant } from '../key-store.ts'

/** ms for which a node believes what it has read of a secret */
const BELIEVED_MS = 10_000
const MINUTE_MS = 60_000

export interface KnownSecretsOptions {
  clock: Pick<Clock, 'now'>
  log: Log
  /** Reads what the secret with this hash allows. @returns null: nothing */
  find(hashedSecret: string): Promise<KeyGrant | null>
  /** Notes that a grant was used now, to the minute. */
  noteUse(keyId: string): Promise<void>
}

interface Known {
  grant: KeyGrant | null
  readAt: number
  notedAt: number
}

/** False also for what was read in the future: the time was set back since. */
const isBelieved = ({ readAt }: Known, now: number): boolean => now >= readAt && now - readAt < BELIEVED_MS

/** What is known of the secrets that programs present: each is read again after ten seconds, and its use is noted once a minute. */
export class KnownSecrets {
  readonly #options: KnownSecretsOptions
  readonly #known = new LRUCache<string, Known>({ max: 10_000 })
  /** the reads that are under way, for all who present the same secret meanwhile */
  readonly #reads = new Map<string, Promise<Known>>()
  /** number of calls of `forget` and `forgetAll`: a secret whose read began before the last of them is read again */
  #changes = 0

  constructor(options: KnownSecretsOptions) {
    this.#options = options
  }

  forget(hashedSecret: string): void {
    this.#changes++
    this.#known.delete(hashedSecret)
    this.#reads.delete(hashedSecret)
  }

  forgetAll(): void {
    this.#changes++
    this.#known.clear()
    this.#reads.clear()
  }

  /** Returns what a secret allows that was presented and found good just before; null: `authenticate` has to look. */
  known(hashedSecret: string): KeyGrant | null {
    const now = this.#options.clock.now()
    const known = this.#known.get(hashedSecret)
    return known !== undefined && isBelieved(known, now) ? this.#use(known, now) : null
  }

  async authenticate(hashedSecret: string): Promise<KeyGrant | null> {
    const now = this.#options.clock.now()
    let known = this.#known.get(hashedSecret)
    if (known === undefined || !isBelieved(known, now))
      known = await (this.#reads.get(hashedSecret) ?? this.#read(hashedSecret, now, known?.notedAt ?? Number.NEGATIVE_INFINITY))
    return this.#use(known, now)
  }

  #use(known: Known, now: number): KeyGrant | null {
    const { grant } = known
    if (grant === null || (grant.expiresAt !== null && grant.expiresAt <= now)) return null
    if (now - known.notedAt >= MINUTE_MS) {
      known.notedAt = now
      const { log, noteUse } = this.#options
      noteUse(grant.keyId).catch((err: unknown) => log.warn({ err }, 'the last use of a key was not noted'))
    }
    return grant
  }

  #read(hashedSecret: string, readAt: number, notedAt: number): Promise<Known> {
    const changes = this.#changes
    const read = this.#options
      .find(hashedSecret)
      .then(grant => {
        const known = { grant, readAt, notedAt }
        if (changes === this.#changes) this.#known.set(hashedSecret, known)
        return known
      })
      .finally(() => {
        if (this.#reads.get(hashedSecret) === read) this.#reads.delete(hashedSecret)
      })
    this.#reads.set(hashedSecret, read)
    return read
  }
}
