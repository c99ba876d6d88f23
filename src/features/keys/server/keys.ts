import { createHash, createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#ddp/timing/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log/log.ts'
import { findGrant, type KeyGrant, noteUse } from './key-store.ts'

/** By this, programs that look for secrets in published code recognise ours. */
const PREFIX = 'skillshot_'
const SECRET = /^skillshot_[\w-]{43}$/
/** ms for which a node believes what it has read of a key */
const BELIEVED_MS = 10_000
const MINUTE_MS = 60_000

/**
 * Derives the secret of a key, which can be computed only with the site's own one, so that a repeated call returns the same, although the
 * database has only its hash. The owner is part of the input, so that another user who sends the same id gets another secret.
 */
export const deriveSecret = (own: Buffer, userId: string, keyId: string): string =>
  PREFIX + createHmac('sha256', own).update(`${userId} ${keyId}`).digest('base64url')
export const hashKeySecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
/** The characters by which its owner recognises a secret; they are no help to guess the others. */
export const beginningOf = (secret: string): string => secret.slice(0, PREFIX.length + 4)

interface Known {
  grant: KeyGrant | null
  readAt: number
  notedAt: number
}

/** The secrets that programs present. */
export class Keys {
  readonly #database: Database
  readonly #clock: Pick<Clock, 'now'>
  readonly #log: Log
  readonly #known = new LRUCache<string, Known>({ max: 10_000 })

  constructor({ database, clock, log }: { database: Database; clock: Pick<Clock, 'now'>; log: Log }) {
    this.#database = database
    this.#clock = clock
    this.#log = log
  }

  forget(hashedSecret: string): void {
    this.#known.delete(hashedSecret)
  }

  async authenticate(secret: string): Promise<KeyGrant | null> {
    if (!SECRET.test(secret)) return null
    const hashed = hashKeySecret(secret)
    const now = this.#clock.now()
    let known = this.#known.get(hashed)
    if (known === undefined || now - known.readAt >= BELIEVED_MS || now < known.readAt) {
      known = { grant: await findGrant(this.#database.db, hashed), readAt: now, notedAt: known?.notedAt ?? Number.NEGATIVE_INFINITY }
      this.#known.set(hashed, known)
    }
    const { grant } = known
    if (grant === null || (grant.expiresAt !== null && grant.expiresAt <= now)) return null
    if (now - known.notedAt >= MINUTE_MS) {
      known.notedAt = now
      noteUse(this.#database.db, grant.keyId).catch((err: unknown) => this.#log.warn({ err }, 'the last use of a key was not noted'))
    }
    return grant
  }
}
