import { sql } from 'kysely'
import { tooManyRequests } from '#ddp/server/rate-limit.ts'
import type { DdpError } from '#ddp/wire/error.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/db/database.ts'
import type { Log } from '#platform/log/log.ts'

const DAY_MS = 86_400_000

/**
 * Refuses to make more of something within 24 hours. The rows of its table are counted, in columns `made_by` and `created_at`, where removed
 * ones stay as tombstones. So the limit holds across restarts and nodes, and a call that is sent again with the same `_id` counts once.
 */
export class DayLimit {
  readonly #mode: Config['rateLimits']
  readonly #log: Log
  readonly #method: string
  readonly #table: string

  /**
   * @param mode `warn` logs and lets pass, `off` does not count
   * @param what.method the limited method, for the log
   */
  constructor(mode: Config['rateLimits'], log: Log, { method, table }: { method: string; table: string }) {
    this.#mode = mode
    this.#log = log
    this.#method = method
    this.#table = table
  }

  /**
   * Called in a transaction that has locked the user's row, so that simultaneous calls are counted one after the other, and has inserted
   * the new row.
   * @param limit how many a user may make in 24 hours
   * @throws DdpError too-many-requests with `timeToReset` in ms
   */
  async check(tx: Db, userId: string, limit: number): Promise<void> {
    if (this.#mode === 'off') return
    const wait = await this.#readWait(tx, userId, limit)
    if (wait === null) return
    if (this.#mode === 'on') throw tooManyRequests(wait)
    this.#warn(wait)
  }

  /**
   * The same before the new rows are inserted, for a caller that makes as many of them as it may. If the user's row is not locked, calls at the
   * same moment may pass the limit by what each of them makes.
   * @returns how many of `wanted` the user may make, and the error for the others; null: there are no others
   */
  async admit(tx: Db, userId: string, limit: number, wanted: number): Promise<{ admitted: number; refusal: DdpError | null }> {
    if (this.#mode === 'off') return { admitted: wanted, refusal: null }
    const admitted = Math.max(0, Math.min(limit - (await this.#countMade(tx, userId)), wanted))
    if (admitted === wanted) return { admitted, refusal: null }
    const wait = (await this.#readWait(tx, userId, limit - admitted - 1)) ?? DAY_MS
    if (this.#mode === 'on') return { admitted, refusal: tooManyRequests(wait) }
    this.#warn(wait)
    return { admitted: wanted, refusal: null }
  }

  #warn(wait: number): void {
    this.#log.warn({ name: this.#method, wait }, 'a rate limit would have refused this')
  }

  async #countMade(tx: Db, userId: string): Promise<number> {
    const { rows } = await sql<{ made: number }>`
      SELECT count(*)::integer AS made FROM ${sql.table(this.#table)} WHERE made_by = ${userId} AND created_at > now() - interval '1 day'
    `.execute(tx)
    return rows[0]!.made
  }

  /** @returns ms until the user may make another one; null: the newest one is within the limit */
  async #readWait(tx: Db, userId: string, limit: number): Promise<number | null> {
    const { rows } = await sql<{ wait: number }>`
      SELECT ceil(extract(epoch FROM created_at + interval '1 day' - now()) * 1000)::integer AS wait FROM ${sql.table(this.#table)}
      WHERE made_by = ${userId} AND created_at > now() - interval '1 day' ORDER BY created_at DESC OFFSET ${limit} LIMIT 1
    `.execute(tx)
    return rows[0]?.wait ?? null
  }
}
