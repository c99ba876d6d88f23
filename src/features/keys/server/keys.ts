import { createHmac, hash } from 'node:crypto'
import type { Clock } from '#ddp/timing/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log/log.ts'
import { findGrant, type KeyGrant, noteUse } from './key-store.ts'
import { KnownSecrets } from './shared/known-secrets.ts'

/** By this, programs that look for secrets in published code recognise ours. */
const PREFIX = 'skillshot_'
const SECRET = /^skillshot_[\w-]{43}$/

/**
 * Derives the secret of a key, which can be computed only with the site's own one, so that a repeated call returns the same, although the
 * database has only its hash. The owner is part of the input, so that another user who sends the same id gets another secret.
 */
export const deriveSecret = (own: Buffer, userId: string, keyId: string): string =>
  PREFIX + createHmac('sha256', own).update(`${userId} ${keyId}`).digest('base64url')
export const hashKeySecret = (secret: string): string => hash('sha256', secret, 'base64url')
/** The characters by which its owner recognises a secret; they are no help to guess the others. */
export const beginningOf = (secret: string): string => secret.slice(0, PREFIX.length + 4)

/** The secrets that programs present. */
export class Keys {
  readonly #known: KnownSecrets

  constructor({ database, clock, log }: { database: Database; clock: Pick<Clock, 'now'>; log: Log }) {
    const { db } = database
    this.#known = new KnownSecrets({ clock, log, find: hashed => findGrant(db, hashed), noteUse: keyId => noteUse(db, keyId) })
  }

  forget(hashedSecret: string): void {
    this.#known.forget(hashedSecret)
  }

  known(secret: string): KeyGrant | null {
    return SECRET.test(secret) ? this.#known.known(hashKeySecret(secret)) : null
  }

  async authenticate(secret: string): Promise<KeyGrant | null> {
    return SECRET.test(secret) ? this.#known.authenticate(hashKeySecret(secret)) : null
  }
}
