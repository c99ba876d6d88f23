import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '#platform/db/database.ts'

/** base64 characters of a signature */
const SIGNATURE_LENGTH = 44

/** Signs what the nodes of one database tell each other, with a key that only processes with access to the database know. */
export class SignedMessages {
  readonly #key: string

  constructor(key: string) {
    this.#key = key
  }

  write(text: string): string {
    return this.#sign(text) + text
  }

  /** @returns null: the message was not signed with the key */
  read(message: string): string | null {
    const text = message.slice(SIGNATURE_LENGTH)
    const [given, expected] = [Buffer.from(message.slice(0, SIGNATURE_LENGTH)), Buffer.from(this.#sign(text))]
    return given.length === expected.length && timingSafeEqual(given, expected) ? text : null
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64')
  }
}

export async function readSigningKey(db: Db): Promise<SignedMessages> {
  return new SignedMessages((await db.selectFrom('feed_key').select('key').executeTakeFirstOrThrow()).key)
}
