import { defineChange } from '#platform/db/change-log/define-change.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { signInFirst } from '#platform/live/call-errors.ts'
import type { Call } from '#platform/live/server/live-server.ts'
import type { PhoneService } from '../contract.ts'
import { lockSubscriber } from './store.ts'

/** A user's preferences or devices have changed. */
export const notificationsChanged = defineChange<{ userId: string }>('notifications', ({ userId }) => userId)

export const settingsChange = (userId: string): NewChange => notificationsChanged.of({ userId })

/** What the calls of this feature use. */
export interface NotificationsServices extends FeatureContext {
  /** the services of phones with the app that are configured */
  phoneServices: readonly PhoneService[]
}

/** @param run returns the users whose preferences or devices have changed. @throws DdpError 401 */
export const changeForUser = (call: Call<unknown>, userId: string, run: (tx: Db) => Promise<string[]>): Promise<void> =>
  call.commit(async tx => {
    if (!(await lockSubscriber(tx, userId))) throw signInFirst()
    return (await run(tx)).map(settingsChange)
  })
