import type { FeatureContext } from '../../../platform/feature-context.ts'
import { type NotificationSettingsDoc, notificationsMine, type PushDeviceDoc } from '../contract.ts'
import { notificationsChanged } from './service.ts'
import { findPreferences, listDevices } from './store.ts'

/** One player's own switches and devices. @param publicKey asked for when somebody looks */
export function registerPublications({ live }: FeatureContext, publicKey: () => string): void {
  live.query(notificationsMine, {
    cache: { name: 'notifications', maxIdle: 50 },
    params: (_input, { userId }) => userId,
    key: userId => userId,
    async load(tx, userId) {
      const settings: NotificationSettingsDoc = { ...(await findPreferences(tx, userId)), publicKey: publicKey() }
      const devices = await listDevices(tx, userId)
      return {
        notificationSettings: [[userId, { ...settings }]],
        pushDevices: devices.map(({ id, ...device }) => [id, { ...(device satisfies PushDeviceDoc) }]),
      }
    },
    reloadOn: [notificationsChanged.touches(({ userId }) => [userId])],
  })
}
