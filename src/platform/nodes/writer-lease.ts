import { sql } from 'kysely'
import type { Clock, Timer } from '#ddp/timing/clock.ts'
import type { Database } from '#platform/db/database.ts'

const RENEW_MS = 1000
/** ms for which a lease is good; a node that stands still loses it */
const LEASE_MS = 3000

/**
 * Which node writes the scores of all. It is a hint: two nodes may write at once without harm, only slower. Each node asks for the lease every
 * second, and gets it when the last holder has not renewed it.
 */
export class WriterLease {
  readonly #database: Database
  readonly #clock: Clock
  readonly #node: string
  #holder: string | null = null
  /** when the holder is no longer known, by the clock */
  #until = 0
  #doubtedUntil = 0
  #timer: Timer | null = null
  #closed = false

  /** @param node the id of this node */
  constructor(database: Database, clock: Clock, node: string) {
    this.#database = database
    this.#clock = clock
    this.#node = node
  }

  /** The other node that writes; null: this one does. */
  get otherWriter(): string | null {
    const now = this.#clock.now()
    return this.#holder === this.#node || now >= this.#until || now < this.#doubtedUntil ? null : this.#holder
  }

  /** Call it when the holder did not answer: this node writes by itself until a holder that stands still has lost the lease. */
  doubt(): void {
    this.#doubtedUntil = this.#clock.now() + LEASE_MS
  }

  async start(): Promise<void> {
    await this.renew().catch(() => undefined)
    if (!this.#closed) this.#timer = this.#clock.after(RENEW_MS, () => void this.start())
  }

  /** Gives the lease back, so that another node takes it within a second. */
  async close(): Promise<void> {
    this.#closed = true
    this.#timer?.cancel()
    await this.#database.db
      .updateTable('writer_lease')
      .set({ until: new Date(0) })
      .where('node', '=', this.#node)
      .execute()
      .catch(() => undefined)
  }

  /** Asks for the lease, or keeps it. */
  async renew(): Promise<void> {
    const { rows } = await sql<{ node: string; isLive: boolean }>`
      WITH taken AS (
        UPDATE writer_lease SET node = ${this.#node}, until = now() + ${LEASE_MS} * interval '1 ms' WHERE node = ${this.#node} OR until < now()
        RETURNING node
      ) SELECT node, true AS "isLive" FROM taken UNION ALL SELECT node, until > now() FROM writer_lease WHERE NOT EXISTS (SELECT FROM taken)`.execute(
      this.#database.db,
    )
    const { node, isLive } = rows[0]!
    this.#holder = isLive ? node : null
    this.#until = this.#clock.now() + LEASE_MS
  }
}
