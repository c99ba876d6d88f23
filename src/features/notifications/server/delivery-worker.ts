import type { Clock } from '#ddp/timing/clock.ts'
import { appendChanges, type ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import type { FailureAdvice, JobKind } from '#platform/jobs/job-kind.ts'
import type { JobQueue } from '#platform/jobs/job-queue.ts'
import type { Log } from '#platform/log/log.ts'
import { LOCALES, type Locale } from '#platform/text/locales.ts'
import { pushOutcome } from '../rules.ts'
import { claimChangeLogRange, hasSubscribers, insertNotices } from './detect-notifications.ts'
import { notificationKinds } from './kinds/registry.ts'
import { type CurrentNotice, loadNotice, writeMessage } from './notice-texts.ts'
import { settingsChange } from './preferences.ts'
import type { PushResponse } from './push-attempt.ts'
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
  /** Queues the e-mails to a user's verified addresses, in the transaction. */
  enqueueMail(tx: Db, userId: string, mail: { noticeId: string }): Promise<void>
  /** Begins to send the e-mails that were queued. */
  drainMails(): void
  /** Publishes committed changes. */
  publish(changes: ChangeLogEntry[]): Promise<void>
}

/** A push service did not accept a message. */
class PushFailure extends Error {
  override readonly name = 'PushFailure'
  readonly kind: string
  readonly status: number
  readonly advice: FailureAdvice

  constructor({ kind: { kind }, deadline }: CurrentNotice, { status, wait }: PushResponse) {
    super(status === 0 ? 'no answer' : `status ${status}`)
    this.kind = kind
    this.status = status
    this.advice = { final: pushOutcome(status) === 'refused', wait, deadline }
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
    const { database, clock, enqueueMail, drainMails } = this.#options
    const postponed = new Set<number>()
    const found = await database.transaction(async tx => {
      if (!(await hasSubscribers(tx))) return 0
      const range = await claimChangeLogRange(tx)
      if (range === null) return 0
      let found = 0
      for (const kind of notificationKinds) {
        const notices = await insertNotices(tx, kind, range, this.#now())
        const deliveries = notices.flatMap(({ noticeId, deviceIds, dueAt }) =>
          deviceIds.map(deviceId => ({ key: `${noticeId} ${deviceId}`, body: { noticeId, deviceId }, dueAt })),
        )
        await this.#deliveries.add(tx, ...deliveries)
        for (const { dueAt } of deliveries) if (dueAt > this.#now()) postponed.add(dueAt.getTime())
        if (kind.mail !== undefined) for (const { userId, noticeId } of notices) await enqueueMail(tx, userId, { noticeId })
        found += notices.length
      }
      return found
    })
    if (found > 0) {
      this.#deliveries.processDue()
      drainMails()
    }
    for (const dueAt of postponed) clock.after(dueAt - clock.now(), () => this.#deliveries.processDue())
    await store.deleteNoticesBefore(database.db, new Date(this.#now().getTime() - NOTICE_LIFETIME))
  }

  /** Resolves when the messages that are due now have been sent or postponed. */
  idle(): Promise<void> {
    return this.#deliveries.idle()
  }

  async #deliver({ noticeId, deviceId }: store.DeliveryKey): Promise<void> {
    const { database, clock, sender } = this.#options
    const notice = await store.findNotice(database.db, noticeId)
    const device = notice && (await store.findDestination(database.db, notice.userId, deviceId))
    if (notice === null || device === null) return
    const now = clock.now()
    const current = await loadNotice(database.db, notice, now)
    if (current === null) return
    const { kind, facts, deadline } = current
    const message = writeMessage(kind, facts, (await this.#options.getLocale(notice.userId)) ?? LOCALES[0])
    const attempt = { message, ttl: Math.ceil((deadline - now) / 1000), urgent: kind.urgent ?? false }
    const response = await sender.send(device, attempt)
    const outcome = pushOutcome(response.status)
    if (outcome === 'taken') return store.saveSuccess(database.db, deviceId, this.#now())
    if (outcome === 'gone') return this.#deleteDevice(notice.userId, device.endpoint)
    throw new PushFailure(current, response)
  }

  /** Called when the browser has ended its subscription. */
  async #deleteDevice(userId: string, endpoint: string): Promise<void> {
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
