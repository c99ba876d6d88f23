import { Capacitor } from '@capacitor/core'
import { Preferences } from '@capacitor/preferences'
import { PushNotifications } from '@capacitor/push-notifications'
import { type PhoneService, phoneEndpoint } from '#notifications/contract.ts'
import type { PushDevice } from '#notifications/ui/push-device-context.ts'
import { PushSubscribeError } from '#notifications/ui/push-subscription.ts'

/** Key under which the device keeps the token that this app was registered with; empty: it is not registered. */
const KEY = 'push'

/** The service that sends to this phone. */
const service: PhoneService = Capacitor.getPlatform() === 'ios' ? 'apns' : 'fcm'

/**
 * True if the app was built for notifications on this system. Without a Firebase project Android ends an app that registers; without its
 * entitlement iOS refuses.
 */
const isPossible = (): boolean => Capacitor.isNativePlatform() && (import.meta.env.SHELL_PUSH as Record<PhoneService, boolean>)[service]

/** ms to wait for the token */
const TIMEOUT_MS = 20_000

/** Asks the phone's service for this app's token. @throws PushSubscribeError */
async function register(): Promise<string> {
  let resolve = (_token: string): void => {}
  let reject = (_reason: PushSubscribeError): void => {}
  const token = new Promise<string>((done, failed) => {
    resolve = done
    reject = failed
  })
  const timer = setTimeout(() => reject(new PushSubscribeError('unreachable')), TIMEOUT_MS)
  const listeners = [
    await PushNotifications.addListener('registration', ({ value }) => resolve(value)),
    await PushNotifications.addListener('registrationError', ({ error }) => reject(new PushSubscribeError('unreachable', error))),
  ]
  try {
    await PushNotifications.register()
    return await token
  } finally {
    clearTimeout(timer)
    for (const listener of listeners) void listener.remove()
  }
}

export const pushDevice: PushDevice = {
  service,
  async ability() {
    if (!isPossible()) return 'unsupported'
    return (await PushNotifications.checkPermissions()).receive === 'denied' ? 'blocked' : 'off'
  },
  async endpoint() {
    const { value } = await Preferences.get({ key: KEY })
    return value ? phoneEndpoint(service, value) : null
  },
  async subscribe() {
    if (!isPossible()) throw new PushSubscribeError('unsupported')
    const { receive } = await PushNotifications.requestPermissions()
    if (receive !== 'granted') throw new PushSubscribeError(receive === 'denied' ? 'blocked' : 'not-asked')
    const token = await register()
    await Preferences.set({ key: KEY, value: token })
    return { endpoint: phoneEndpoint(service, token) }
  },
  async unsubscribe() {
    if (!isPossible() || (await this.endpoint()) === null) return
    await Preferences.set({ key: KEY, value: '' })
    // The token ends: the service tells the server so when it sends the next message.
    await PushNotifications.unregister()
  },
}

/** Opens the page of a notification that the user taps. @param navigate to a path of this server */
export function openTappedNotifications(navigate: (path: string) => void): void {
  if (!isPossible()) return
  void PushNotifications.addListener('pushNotificationActionPerformed', ({ notification }) => {
    const { url } = (notification.data ?? {}) as { url?: unknown }
    if (typeof url === 'string' && /^\/(?![/\\])/.test(url)) navigate(url)
  })
}
