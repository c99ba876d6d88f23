import type { FeatureContext } from '#platform/feature-context.ts'
import { type NotificationSettingsDoc, notificationsMine, type PhoneService, type PushDeviceDoc } from '../contract.ts'
import { notificationsChanged } from './preferences.ts'
import { findPreferences, listDevices } from './store.ts'

/**
 * Publishes the user's own preferences and devices. @param phoneServices those of phones with the app that are configured. @param publicKey
 * called when they are loaded
 */
export function registerPublications({ live }: FeatureContext, phoneServices: readonly PhoneService[], publicKey: () => string): void {
  live.query(notificationsMine, {
    cache: { name: 'notifications', maxIdle: 50 },
    params: (_input, { userId }) => userId,
    key: userId => userId,
    async load(tx, userId) {
      const settings: NotificationSettingsDoc = {
        ...(await findPreferences(tx, userId)),
        publicKey: publicKey(),
        ...Object.fromEntries(phoneServices.map(service => [service, true])),
      }
      const devices = await listDevices(tx, userId)
      return {
        notificationSettings: [[userId, { ...settings }]],
        pushDevices: devices.map(({ id, ...device }) => [id, { ...(device satisfies PushDeviceDoc) }]),
      }
    },
    reloadOn: [notificationsChanged.touches(({ userId }) => [userId])],
  })
}
