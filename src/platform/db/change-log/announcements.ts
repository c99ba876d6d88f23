import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '../database.ts'
import type { ChangeLogEntry, ChangeLogRow } from './write.ts'

/** bytes: an announcement that would be longer has no rows, so nodes read them from the database */
const MAX_BYTES = 256 * 1024

/** base64 characters of a signature */
const SIGNATURE_LENGTH = 44

export interface Announced {
  rows: ChangeLogRow[]
  /** False: other changes were committed too, which have to be read from the database. */
  isComplete: boolean
}

const NOTHING: Announced = { rows: [], isComplete: false }

/**
 * What nodes tell each other of committed changes, over Redis. Rows that hold several changes are sent along, so that nodes need not all read
 * them from the database. They are signed with a key that only processes with access to the database know; what is not signed by it makes a
 * node look into the database and nothing else.
 */
export class Announcements {
  readonly #key: string

  constructor(key: string) {
    this.#key = key
  }

  write(entries: readonly ChangeLogEntry[]): string {
    const rows = new Set<ChangeLogRow<unknown>>()
    let isComplete = true
    for (const { row } of entries) {
      if (row === undefined) isComplete = false
      else rows.add(row)
    }
    if (rows.size === 0) return ''
    const text = JSON.stringify({ rows: [...rows], isComplete })
    return text.length > MAX_BYTES ? '' : this.#sign(text) + text
  }

  read(message: string): Announced {
    const text = message.slice(SIGNATURE_LENGTH)
    if (text === '') return NOTHING
    const [given, expected] = [message.slice(0, SIGNATURE_LENGTH), this.#sign(text)].map(signature => Buffer.from(signature))
    if (given!.length !== expected!.length || !timingSafeEqual(given!, expected!)) return NOTHING
    return JSON.parse(text) as Announced
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64')
  }
}

export async function readAnnouncements(db: Db): Promise<Announcements> {
  return new Announcements((await db.selectFrom('feed_key').select('key').executeTakeFirstOrThrow()).key)
}
