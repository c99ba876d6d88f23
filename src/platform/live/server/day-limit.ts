import { sql } from 'kysely'
import { tooManyRequests } from '../../../ddp/server/rate-limit.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Log } from '../../../platform/log/log.ts'

/** Groups that one user may create in 24 hours, including those removed since. */
export const GROUPS_A_DAY = 10

/**
 * Refuses a user's eleventh new group within 24 hours. The rows of `groups` are counted, where removed groups stay as tombstones. So the
 * limit holds across restarts and nodes, and a call that is sent again with the same `_id` counts once.
 */
export class DayLimit {
  readonly #mode: Config['rateLimits']
  readonly #log: Log

  /** @param mode `warn` logs and lets pass, `off` does not count */
  constructor(mode: Config['rateLimits'], log: Log) {
    this.#mode = mode
    this.#log = log
  }

  /**
   * Called in a transaction that has locked the user's row, so that simultaneous calls are counted one after the other, and has inserted
   * the new group.
   * @throws DdpError too-many-requests with `timeToReset` in ms
   */
  async check(tx: Db, userId: string): Promise<void> {
    if (this.#mode === 'off') return
    const wait = await readWait(tx, userId)
    if (wait === null) return
    if (this.#mode === 'on') throw tooManyRequests(wait)
    this.#log.warn({ name: 'groups.add', wait }, 'a rate limit would have refused this')
  }
}

/** @returns ms until the user may create another group; null: the newest one is within the limit */
async function readWait(tx: Db, userId: string): Promise<number | null> {
  const { rows } = await sql<{ wait: number }>`
    SELECT ceil(extract(epoch FROM created_at + interval '1 day' - now()) * 1000)::integer AS wait FROM groups
    WHERE made_by = ${userId} AND created_at > now() - interval '1 day' ORDER BY created_at DESC OFFSET ${GROUPS_A_DAY} LIMIT 1
  `.execute(tx)
  return rows[0]?.wait ?? null
}
