import type { SignedMessages } from '#platform/pubsub/signed-messages.ts'
import type { ChangeLogEntry, ChangeLogRow } from './write.ts'

/** bytes: an announcement that would be longer has no rows, so nodes read them from the database */
const MAX_BYTES = 256 * 1024

export interface ChangeAnnouncement {
  rows: ChangeLogRow[]
  /** False: other changes were committed too, which have to be read from the database. */
  isComplete: boolean
}

const NOTHING: ChangeAnnouncement = { rows: [], isComplete: false }

/**
 * What nodes tell each other of committed changes, over Redis. Rows that hold several changes are sent along, so that nodes need not all read
 * them from the database. They are signed with a key that only processes with access to the database know; what is not signed by it makes a
 * node look into the database and nothing else.
 */
export class Announcements {
  readonly #messages: SignedMessages
  readonly #announced = new WeakSet<ChangeLogRow<unknown>>()

  constructor(messages: SignedMessages) {
    this.#messages = messages
  }

  /** @returns null: everything has been announced already */
  write(entries: readonly ChangeLogEntry[]): string | null {
    const rows = new Set<ChangeLogRow<unknown>>()
    let isComplete = true
    for (const { row } of entries) {
      if (row === undefined) isComplete = false
      else if (!this.#announced.has(row)) rows.add(row)
    }
    if (rows.size === 0) return isComplete ? null : ''
    for (const row of rows) this.#announced.add(row)
    const text = JSON.stringify({ rows: [...rows], isComplete })
    return text.length > MAX_BYTES ? '' : this.#messages.write(text)
  }

  read(message: string): ChangeAnnouncement {
    const text = this.#messages.read(message)
    return text === null || text === '' ? NOTHING : (JSON.parse(text) as ChangeAnnouncement)
  }
}
