import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type Follower, follow } from '../../../platform/live/server/follow.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'
import type { NotificationSettingsDoc, PushDeviceDoc } from '../contract.ts'
import { devicesOf, switchesOf } from './store.ts'

/** One player's own switches and devices. */
export class MineView implements LiveQuery {
  readonly set = new LiveSet()
  readonly follower: Follower
  readonly #onClose: (view: MineView) => void

  constructor(database: Database, userId: string, publicKey: string, onClose: (view: MineView) => void) {
    this.#onClose = onClose
    const load = (): Promise<number> =>
      database.snapshot(async (tx, position) => {
        const settings: NotificationSettingsDoc = { ...(await switchesOf(tx, userId)), publicKey }
        const devices = (await devicesOf(tx, userId)).map(({ id, ...device }) => [id, { ...(device satisfies PushDeviceDoc) }] as const)
        this.set.replace('notificationSettings', new Map([[userId, { ...settings } satisfies Fields]]))
        this.set.replace('pushDevices', new Map(devices))
        return position
      })
    this.follower = follow(load, async () => void (await load()))
  }

  close(): void {
    this.#onClose(this)
  }
}
