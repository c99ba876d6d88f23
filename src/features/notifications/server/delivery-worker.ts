import type { Clock } from '#ddp/timing/clock.ts'
import { appendChanges, type ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { Database } from '#platform/db/database.ts'
import type { FailureAdvice, JobKind } from '#platform/jobs/job-kind.ts'
import type { JobQueue } from '#platform/jobs/job-queue.ts'
import type { Log } from '#platform/log/log.ts'
import { LOCALES, type Locale } from '#platform/text/locales.ts'
import type { NotificationKind } from '../contract.ts'
import { LIFETIME_MS, pushOutcome } from '../rules.ts'
import { claimChangeLogRange, enqueueChangeLogNotices, enqueueEventNotices, hasSubscribers } from './detect-notifications.ts'
import { messageFor } from './payload.ts'
import { settingsChange } from './preferences.ts'
import type { PushSender } from './push-client.ts'
import * as store from './store.ts'

const MINUTE = 60_000
/** ms after which a notice is deleted; until then the user is not notified of the same again */
const NOTICE_LIFETIME = 7 * 86_400_000

export interface DeliveryWorkerOptions {
  database: Database
  clock: Clock
  log: Log
  sender: PushSender
  jobs: JobQueue
  /** the language of a user's account; null: none was chosen */
  getLocale(userId: string): Promise<Locale | null>
  /** Publishes committed changes. */
  publish(changes: ChangeLogEntry[]): Promise<void>
}

/** A push service did not accept a message. */
class PushFailure extends Error {
  override readonly name = 'PushFailure'
  readonly kind: NotificationKind
  readonly status: number
  readonly advice: FailureAdvice

  constructor({ kind, at }: store.Delivery, status: number, wait: number) {
    super(status === 0 ? 'no answer' : `status ${status}`)
    this.kind = kind
    this.status = status
    this.advice = { final: pushOutcome(status) === 'refused', wait, deadline: at + LIFETIME_MS[kind] }
  }
}

/**
 * Finds what users are to be notified of, and sends it. Both are stored in the database, so that what was found before a crash is sent
 * after it. Several nodes share the work. If one dies while a service accepts a message, the message is sent again, and its tag makes the
 * device show only one.
 */
export class DeliveryWorker {
  readonly #options: DeliveryWorkerOptions
  readonly #deliveries: JobKind<store.DeliveryKey>

  constructor(options: DeliveryWorkerOptions) {
    this.#options = options
    this.#deliveries = options.jobs.register<store.DeliveryKey>({
      name: 'push',
      // A slow service holds up few others.
      concurrency: 8,
      lease: 2 * MINUTE,
      // The deadline ends it.
      maxTries: null,
      backoff: { initialMs: MINUTE, maxMs: 360 * MINUTE },
      unavailable: 'notifications could not be detected',
      run: async ({ body }) => {
        await this.#deliver(body)
        return null
      },
      advise: error => (error instanceof PushFailure ? error.advice : {}),
      logFailure(error, { tries }, last) {
        const details = error instanceof PushFailure ? { kind: error.kind, status: error.status } : { err: error }
        options.log.warn(
          { ...details, tries },
          last ? 'a push message was given up' : 'a push message could not be sent and will be tried again',
        )
      },
    })
  }

  /** Finds what users are to be notified of, and begins to send it. */
  async runOnce(): Promise<void> {
    const { database } = this.#options
    const found = await database.transaction(async tx => {
      if (!(await hasSubscribers(tx))) return 0
      const range = await claimChangeLogRange(tx)
      if (range === null) return 0
      const deliveries = range.from === range.to ? [] : await enqueueChangeLogNotices(tx, range, this.#now())
      deliveries.push(...(await enqueueEventNotices(tx, this.#now())))
      await this.#deliveries.add(tx, ...deliveries.map(body => ({ key: `${body.noticeId} ${body.deviceId}`, body })))
      return deliveries.length
    })
    if (found > 0) this.#deliveries.processDue()
    await store.deleteNoticesBefore(database.db, new Date(this.#now().getTime() - NOTICE_LIFETIME))
  }

  /** Resolves when the messages that are due now have been sent or postponed. */
  idle(): Promise<void> {
    return this.#deliveries.idle()
  }

  async #deliver(key: store.DeliveryKey): Promise<void> {
    const { database, clock, sender } = this.#options
    const delivery = await store.findDelivery(database.db, key)
    if (delivery === null) return
    const { kind } = delivery
    const remaining = delivery.at + LIFETIME_MS[kind] - clock.now()
    const locale = (await this.#options.getLocale(delivery.userId)) ?? LOCALES[0]
    const message = remaining > 0 ? await messageFor(database.db, delivery, { now: this.#now(), locale }) : null
    if (message === null) return
    const { status, wait } = await sender.send(delivery, { message, ttl: Math.ceil(remaining / 1000), urgent: kind === 'starts' })
    const outcome = pushOutcome(status)
    if (outcome === 'taken') return store.saveSuccess(database.db, delivery.deviceId, this.#now())
    if (outcome === 'gone') return this.#deleteDevice(delivery)
    throw new PushFailure(delivery, status, wait)
  }

  /** Called when the browser has ended its subscription. */
  async #deleteDevice({ userId, endpoint }: store.Delivery): Promise<void> {
    const { database, publish } = this.#options
    const changes = await database.transaction(async tx => {
      if (!(await store.lockSubscriber(tx, userId))) return []
      return appendChanges(tx, (await store.deleteDevice(tx, userId, endpoint)) ? [settingsChange(userId)] : [])
    })
    await publish(changes)
  }

  #now(): Date {
    return new Date(this.#options.clock.now())
  }
}
