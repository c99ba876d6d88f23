import type { Clock } from '#ddp/timing/clock.ts'
import { defineChange } from '#platform/db/change-log/define-change.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { signInFirst } from '#platform/live/call-errors.ts'
import { fieldError } from '#platform/live/contract.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { NOTIFICATION_SWITCHES, type NotificationSwitch, type PhoneService } from '../contract.ts'
import { moveCursorToHead } from './detect-notifications.ts'
import { isPushService, parsePhoneEndpoint } from './push-services.ts'
import * as store from './store.ts'
import { isOnCurve } from './vapid.ts'

/** A user's preferences or devices have changed. */
export const notificationsChanged = defineChange<{ userId: string }>('notifications', ({ userId }) => userId)

export const settingsChange = (userId: string): NewChange => notificationsChanged.of({ userId })

export interface NotificationsOptions {
  database: Database
  clock: Clock
  /** the services of phones with the app that are configured */
  phoneServices: readonly PhoneService[]
  /** origins besides those of the browser vendors that messages may be sent to */
  origins: readonly string[]
}

export interface NewDevice {
  endpoint: string
  /** undefined: a phone with the app */
  keys?: { p256dh: string; auth: string } | undefined
  /** for example "Firefox on Android" */
  device: string
}

/** Changes users' preferences and devices. Methods return change-log entries that are already committed; the caller publishes them. */
export class Notifications {
  readonly #options: NotificationsOptions

  constructor(options: NotificationsOptions) {
    this.#options = options
  }

  /** @throws DdpError 400, 401 */
  async subscribe(userId: string, { endpoint, keys, device }: NewDevice): Promise<ChangeLogEntry[]> {
    const { clock, origins, phoneServices } = this.#options
    const phone = parsePhoneEndpoint(endpoint)
    const isPhone = phone !== null && keys === undefined && phoneServices.includes(phone.service)
    if (!isPhone && !isPushService(endpoint, origins)) throw fieldError('endpoint', 'must be of a push service that this site sends to')
    if (!isPhone && (keys === undefined || !isOnCurve(keys.p256dh))) throw fieldError('keys.p256dh', 'must be a P-256 key in base64url')
    const { p256dh, auth } = keys ?? { p256dh: null, auth: null }
    return this.#changeForUser(userId, async tx => {
      await moveCursorToHead(tx)
      const previous = await store.removeFromOtherUsers(tx, endpoint, userId)
      await store.saveDevice(tx, { id: uuidv7(), userId, endpoint, p256dh, auth, device }, new Date(clock.now()))
      return previous === null ? [userId] : [userId, previous]
    })
  }

  unsubscribe(userId: string, endpoint: string): Promise<ChangeLogEntry[]> {
    return this.#changeForUser(userId, async tx => ((await store.deleteDevice(tx, userId, endpoint)) ? [userId] : []))
  }

  set(userId: string, given: { [each in NotificationSwitch]?: boolean | undefined }): Promise<ChangeLogEntry[]> {
    return this.#changeForUser(userId, async tx => {
      if (Object.keys(given).length === 0) return []
      await moveCursorToHead(tx)
      const previous = await store.findPreferences(tx, userId)
      const switches = NOTIFICATION_SWITCHES.filter(each => given[each] ?? previous[each])
      await store.saveSwitches(tx, userId, switches)
      return [userId]
    })
  }

  /** Part of a user's deletion. */
  async removeUser(tx: Db, userId: string): Promise<NewChange[]> {
    await store.deleteNotificationData(tx, userId)
    return [settingsChange(userId)]
  }

  /** @param run returns the users whose preferences or devices have changed */
  #changeForUser(userId: string, run: (tx: Db) => Promise<string[]>): Promise<ChangeLogEntry[]> {
    return this.#options.database.transaction(async tx => {
      if (!(await store.lockSubscriber(tx, userId))) throw signInFirst()
      return appendChanges(tx, (await run(tx)).map(settingsChange))
    })
  }
}
