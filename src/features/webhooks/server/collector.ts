import type { Clock } from '#ddp/timing/clock.ts'
import { appendChanges, type ChangeLogEntry, type ChangeLogRow, type NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { isUnavailable } from '#platform/db/unavailable.ts'
import type { Log } from '#platform/log/log.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { MAX_WAITING } from '../contract.ts'
import { type Shown, wanted } from '../rules/wanted.ts'
import { lockCursor, moveCursor, readChanges } from './cursor-store.ts'
import type { HookDeliverer } from './deliverer.ts'
import { giveUpWaiting, insertDeliveries, listFull, type NewDelivery } from './delivery-store.ts'
import { findByClock } from './event-happenings.ts'
import { FOLLOWED_KINDS, findHappenings, toChanges } from './happenings.ts'
import { type ActiveHook, listActiveHooks, listOrphans, lockHook, removeHooks, setHealth } from './hook-store.ts'
import type { Told } from './known.ts'
import { writeBody } from './message.ts'
import type { OffMail } from './off-mail.ts'
import { createHookChange } from './webhooks.ts'

const HOUR = 3_600_000
/** rows of the change log that one transaction takes */
const PAGE = 200

interface CollectorOptions {
  database: Database
  clock: Clock
  log: Log
  deliverer: Pick<HookDeliverer, 'enqueue'>
  offMail: OffMail
  /** returns the public address of the site, without a slash at its end */
  address(): string
  /** Publishes committed changes. */
  publish(changes: ChangeLogEntry[]): Promise<void>
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

  /**
   * Writes the deliveries of everything so far.
   * @param looksAround false: only of what the change log tells; true: also of what the clock has made happen, after hooks were removed whose
   *   group is gone
   * @returns false: there is no hook that would be told
   */
  async collect(looksAround: boolean): Promise<boolean> {
    if (looksAround) await this.#removeOrphans()
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
    if (looksAround) await this.#collectByClock()
    return true
  }

  async #removeOrphans(): Promise<void> {
    const { database } = this.#options
    const orphans = await listOrphans(database.db)
    if (orphans.length > 0) await database.transaction(tx => removeHooks(tx, orphans))
  }

  async #collectPage(limit: number): Promise<'no hooks' | 'more' | 'done'> {
    const { database, publish, offMail } = this.#options
    let changes: ChangeLogEntry[] = []
    const page = await database.longTransaction(async tx => {
      const hooks = await listActiveHooks(tx)
      if (hooks.length === 0) return 'no hooks'
      const cursor = await lockCursor(tx)
      if (cursor === null) return 'done'
      // What happened while there was no hook is nobody's business.
      const from = Math.max(cursor.n, Math.min(...hooks.map(({ sinceN }) => sinceN)))
      const { rows, upTo, isComplete } = await readChanges(tx, from, FOLLOWED_KINDS, limit)
      // Read after the changes: a hook that was added or switched off before one of them is seen as it was then.
      const present = rows.length === 0 ? hooks : await listActiveHooks(tx)
      const paused = await this.#write(tx, present, await this.#read(tx, present, rows))
      if (upTo !== cursor.n) await moveCursor(tx, { n: upTo })
      changes = await appendChanges(tx, paused)
      return isComplete ? 'done' : 'more'
    })
    await publish(changes)
    if (changes.length > 0) offMail.drain()
    return page
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
  async #collectByClock(): Promise<void> {
    const { database, clock, address, publish, offMail } = this.#options
    const changes = await database.longTransaction(async tx => {
      const hooks = await listActiveHooks(tx)
      const cursor = await lockCursor(tx)
      if (hooks.length === 0 || cursor === null) return []
      const now = new Date(clock.now())
      const from = new Date(Math.min(cursor.lookedAt.getTime(), now.getTime() - HOUR))
      const first = Math.min(...hooks.map(({ sinceAt }) => sinceAt.getTime()))
      const paused = await this.#write(tx, hooks, await findByClock(tx, new Date(Math.max(from.getTime(), first)), now, address()))
      if (now.getTime() - cursor.lookedAt.getTime() > HOUR / 4) await moveCursor(tx, { lookedAt: now })
      return appendChanges(tx, paused)
    })
    await publish(changes)
    if (changes.length > 0) offMail.drain()
  }

  /** @returns the changes of the hooks that are switched off, because too much waits for them */
  async #write(tx: Db, hooks: readonly ActiveHook[], happenings: readonly Told[]): Promise<NewChange[]> {
    const deliveries = happenings.flatMap(told =>
      hooks.flatMap(hook => {
        const isLater = told.n === null ? told.at > hook.sinceAt.getTime() : told.n > hook.sinceN
        const shown = isLater ? wanted(hook, told) : null
        return shown === null ? [] : [toDelivery(hook, told, shown)]
      }),
    )
    const { clock, deliverer } = this.#options
    const now = new Date(clock.now())
    const inserted = await insertDeliveries(tx, deliveries, now)
    const full = inserted.length === 0 ? [] : await listFull(tx, inserted, MAX_WAITING)
    const changes: NewChange[] = []
    for (const id of full) changes.push(...(await this.#switchOff(tx, id, now)))
    await deliverer.enqueue(
      tx,
      inserted.filter(id => !full.includes(id)),
    )
    return changes
  }

  /** Switches a hook off that has too much to send, so that what waits has an end. */
  async #switchOff(tx: Db, webhookId: string, now: Date): Promise<NewChange[]> {
    const hook = await lockHook(tx, webhookId)
    if (hook === null || hook.off !== null) return []
    await giveUpWaiting(tx, webhookId, now)
    await setHealth(tx, webhookId, { failingSince: hook.failingSince, failures: 0, retryAt: null, off: 'full' })
    await this.#options.offMail.enqueue(tx, hook)
    this.#options.log.info({ webhookId }, 'a webhook has too much to send and was switched off')
    return [createHookChange(hook)]
  }
}

function toDelivery({ id: webhookId, groupId, eventId }: ActiveHook, told: Told, shown: Shown): NewDelivery {
  const { type, at, source, lane, subject, userIds, event, venue } = told
  // What belongs to the hook's own group or event it may be told whenever it is sent.
  const ownGroup = groupId ?? (event?.id === eventId ? event?.groupId : null) ?? null
  const dependsOn = (isShown: boolean, thing: { id: string; groupId: string | null } | null): string | null =>
    isShown && thing!.id !== eventId && (ownGroup === null || thing!.groupId !== ownGroup) ? thing!.id : null
  return {
    id: uuidv7(),
    webhookId,
    source,
    lane,
    type,
    subject,
    body: writeBody({ type, at, data: told.data(shown) }),
    userIds,
    showsEvent: dependsOn(shown.event, event),
    showsVenue: dependsOn(shown.venue, venue),
  }
}
