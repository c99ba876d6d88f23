import type { Clock } from '#ddp/timing/clock.ts'
import type { ChangeLogRow } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { isUnavailable } from '#platform/db/unavailable.ts'
import type { Log } from '#platform/log/log.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { type Shown, wanted } from '../rules/wanted.ts'
import { lockCursor, moveCursor, readChanges } from './cursor-store.ts'
import type { HookDeliverer } from './deliverer.ts'
import { insertDeliveries, type NewDelivery } from './delivery-store.ts'
import { FOLLOWED_KINDS, findByClock, findHappenings, type Told, toChanges } from './happenings.ts'
import { type ActiveHook, listActiveHooks, listOrphans, removeHooks } from './hook-store.ts'
import { writeBody } from './message.ts'

const HOUR = 3_600_000
/** rows of the change log that one transaction takes */
const PAGE = 200

interface CollectorOptions {
  database: Database
  clock: Clock
  log: Log
  deliverer: Pick<HookDeliverer, 'enqueue'>
  /** returns the public address of the site, without a slash at its end */
  address(): string
}

/**
 * Writes the deliveries of what has happened. The position in the change log moves in the transaction that writes them, so none is lost and none
 * is written twice, whenever a node ends. One node at a time does it, which has locked the position.
 */
export class HappeningCollector {
  readonly #options: CollectorOptions

  constructor(options: CollectorOptions) {
    this.#options = options
  }

  /** Writes the deliveries of everything so far. @returns false: there is no hook that would be told */
  async collect(): Promise<boolean> {
    const { database } = this.#options
    const orphans = await listOrphans(database.db)
    if (orphans.length > 0) await database.transaction(tx => removeHooks(tx, orphans))
    for (let limit = PAGE; ; ) {
      const page = await this.#collectPage(limit).catch((error: unknown) => {
        if (isUnavailable(error)) throw error
        return error as Error
      })
      if (page instanceof Error) {
        // One change that cannot be told must not keep back all others: it is found alone, and left out.
        if (limit > 1) limit = 1
        else await this.#skipChange(page)
        continue
      }
      if (page === 'no hooks') return false
      if (page === 'done') break
      limit = PAGE
    }
    await this.#collectByClock()
    return true
  }

  #collectPage(limit: number): Promise<'no hooks' | 'more' | 'done'> {
    const { database } = this.#options
    return database.longTransaction(async tx => {
      const hooks = await listActiveHooks(tx)
      if (hooks.length === 0) return 'no hooks'
      const cursor = await lockCursor(tx)
      if (cursor === null) return 'done'
      // What happened while there was no hook is nobody's business.
      const from = Math.max(cursor.n, Math.min(...hooks.map(({ sinceN }) => sinceN)))
      const { rows, upTo, isComplete } = await readChanges(tx, from, FOLLOWED_KINDS, limit)
      await this.#write(tx, hooks, await this.#read(tx, hooks, rows))
      if (upTo !== cursor.n) await moveCursor(tx, { n: upTo })
      return isComplete ? 'done' : 'more'
    })
  }

  #read(tx: Db, hooks: readonly ActiveHook[], rows: readonly ChangeLogRow[]): Promise<Told[]> {
    const withRecords = hooks.some(({ types }) => types.includes('score.record'))
    return findHappenings(tx, rows.flatMap(toChanges), this.#options.address(), withRecords)
  }

  /** Leaves the next change out. */
  async #skipChange(err: Error): Promise<void> {
    const { database, log } = this.#options
    await database.transaction(async tx => {
      const cursor = await lockCursor(tx)
      const hooks = await listActiveHooks(tx)
      if (cursor === null || hooks.length === 0) return
      const from = Math.max(cursor.n, Math.min(...hooks.map(({ sinceN }) => sinceN)))
      const { rows, upTo } = await readChanges(tx, from, FOLLOWED_KINDS, 1)
      log.error({ err, n: rows[0]?.n }, 'webhooks are not told of a change')
      await moveCursor(tx, { n: upTo })
    })
  }

  /**
   * Writes what the clock has made happen. The last hour is looked at again each time: a director starts an event at a time before the commit.
   * What was told already has the same source.
   */
  #collectByClock(): Promise<void> {
    const { database, clock, address } = this.#options
    return database.longTransaction(async tx => {
      const hooks = await listActiveHooks(tx)
      const cursor = await lockCursor(tx)
      if (hooks.length === 0 || cursor === null) return
      const now = new Date(clock.now())
      const from = new Date(Math.min(cursor.lookedAt.getTime(), now.getTime() - HOUR))
      const first = Math.min(...hooks.map(({ sinceAt }) => sinceAt.getTime()))
      await this.#write(tx, hooks, await findByClock(tx, new Date(Math.max(from.getTime(), first)), now, address()))
      if (now.getTime() - cursor.lookedAt.getTime() > HOUR / 4) await moveCursor(tx, { lookedAt: now })
    })
  }

  async #write(tx: Db, hooks: readonly ActiveHook[], happenings: readonly Told[]): Promise<void> {
    const deliveries = happenings.flatMap(told =>
      hooks.flatMap(hook => {
        const isLater = told.n === null ? told.at > hook.sinceAt.getTime() : told.n > hook.sinceN
        const shown = isLater ? wanted(hook, told) : null
        return shown === null ? [] : [toDelivery(hook, told, shown)]
      }),
    )
    await this.#options.deliverer.enqueue(tx, await insertDeliveries(tx, deliveries, new Date(this.#options.clock.now())))
  }
}

function toDelivery({ id: webhookId, groupId, eventId }: ActiveHook, told: Told, shown: Shown): NewDelivery {
  const { type, at, source, subject, userIds, event, venue } = told
  // What belongs to the hook's own group or event it may be told whenever it is sent.
  const ownGroup = groupId ?? (event?.id === eventId ? event?.groupId : null) ?? null
  const dependsOn = (isShown: boolean, thing: { id: string; groupId: string | null } | null): string | null =>
    isShown && thing!.id !== eventId && (ownGroup === null || thing!.groupId !== ownGroup) ? thing!.id : null
  return {
    id: uuidv7(),
    webhookId,
    source,
    type,
    subject,
    body: writeBody({ type, at, data: told.data(shown) }),
    userIds,
    showsEvent: dependsOn(shown.event, event),
    showsVenue: dependsOn(shown.venue, venue),
  }
}
