import type { Clock } from '../../../ddp/timing/clock.ts'
import { appendChanges, type ChangeLogEntry } from '../../../platform/db/change-log/write.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Log } from '../../../platform/log/log.ts'
import { LIFE, pause, pushOutcome } from '../rules.ts'
import { claimFeedRange, hasSubscribers, tellOfEvents, tellOfScores } from './detect-notifications.ts'
import { messageFor } from './payload.ts'
import type { PushSender } from './push-client.ts'
import { settingsChange } from './service.ts'
import * as store from './store.ts'

/** ms for which a message is reserved for the node that is sending it */
const CLAIM = 120_000
/** Messages that one node sends at once, so that a slow service holds up few others. */
const LANES = 8
/** ms after which a notice is deleted; until then the user is not notified of the same again */
const KEPT = 7 * 86_400_000

export interface TellerParts {
  database: Database
  clock: Clock
  log: Log
  sender: PushSender
  /** Publishes committed changes. */
  tell(news: ChangeLogEntry[]): Promise<void>
}

/**
 * Finds what users are to be notified of, and sends it. Both are stored in the database, so that what was found before a crash is sent
 * after it. Several nodes share the work. If one dies while a service accepts a message, the message is sent again, and its tag makes the
 * device show only one.
 */
export class DeliveryWorker {
  readonly #parts: TellerParts

  constructor(parts: TellerParts) {
    this.#parts = parts
  }

  async runOnce(): Promise<void> {
    const { database } = this.#parts
    await database.transaction(async tx => {
      if (!(await hasSubscribers(tx))) return
      const stretch = await claimFeedRange(tx)
      if (stretch === null) return
      if (stretch.from !== stretch.to) await tellOfScores(tx, stretch, this.#now())
      await tellOfEvents(tx, this.#now())
    })
    const lanes = await store.countDue(database.db, this.#now(), LANES)
    await Promise.all(Array.from({ length: lanes }, () => this.#lane()))
    await store.dropNoticesBefore(database.db, new Date(this.#now().getTime() - KEPT))
  }

  async #lane(): Promise<void> {
    const { database, clock } = this.#parts
    for (;;) {
      const delivery = await store.takeDelivery(database.db, this.#now(), new Date(clock.now() + CLAIM))
      if (delivery === null) return
      await this.#deliver(delivery)
    }
  }

  async #deliver(delivery: store.Delivery): Promise<void> {
    const { database, clock, log, sender } = this.#parts
    const { kind, tries } = delivery
    const left = delivery.at + LIFE[kind] - clock.now()
    const message = left > 0 ? await messageFor(database.db, delivery, this.#now()) : null
    if (message === null) return store.endDelivery(database.db, delivery, null)
    const { status, wait } = await sender.send(delivery, { message, life: Math.ceil(left / 1000), urgent: kind === 'starts' })
    const outcome = pushOutcome(status)
    if (outcome === 'taken') return store.endDelivery(database.db, delivery, this.#now())
    if (outcome === 'gone') return this.#forgetDevice(delivery)
    const next = clock.now() + pause(tries, wait)
    const last = outcome === 'refused' || next >= delivery.at + LIFE[kind]
    log.warn({ kind, status, tries }, last ? 'a push message was given up' : 'a push message could not be sent and will be tried again')
    if (last) await store.endDelivery(database.db, delivery, null)
    else await store.putOff(database.db, delivery, new Date(next))
  }

  /** Called when the browser has ended its subscription. */
  async #forgetDevice({ userId, endpoint }: store.Delivery): Promise<void> {
    const { database, tell } = this.#parts
    const news = await database.transaction(async tx => {
      if (!(await store.lockSubscriber(tx, userId))) return []
      return appendChanges(tx, (await store.deleteDevice(tx, userId, endpoint)) ? [settingsChange(userId)] : [])
    })
    await tell(news)
  }

  #now(): Date {
    return new Date(this.#parts.clock.now())
  }
}
