import { Capacitor } from '@capacitor/core'
import { Preferences } from '@capacitor/preferences'
import { PushNotifications } from '@capacitor/push-notifications'
import { FCM_PREFIX } from '../../features/notifications/contract.ts'
import type { PushDevice } from '../../features/notifications/ui/push-device-context.ts'
import { PushSubscribeError } from '../../features/notifications/ui/push-subscription.ts'

/** Key under which the device keeps the token that this app was registered with; empty: it is not registered. */
const KEY = 'push'

/**
 * True if the app was built with a Firebase project and runs on Android. Without a project Android ends an app that registers. On iOS the
 * plugin gives a token of APNs, which the server does not send to.
 */
const isPossible = (): boolean => Boolean(import.meta.env.SHELL_PUSH) && Capacitor.getPlatform() === 'android'

/** ms to wait for the token */
const TIMEOUT_MS = 20_000

/** Asks Firebase for this app's token. @throws PushSubscribeError */
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
  async ability() {
    if (!isPossible()) return 'unsupported'
    return (await PushNotifications.checkPermissions()).receive === 'denied' ? 'blocked' : 'off'
  },
  async endpoint() {
    const { value } = await Preferences.get({ key: KEY })
    return value ? FCM_PREFIX + value : null
  },
  async subscribe() {
    if (!isPossible()) throw new PushSubscribeError('unsupported')
    const { receive } = await PushNotifications.requestPermissions()
    if (receive !== 'granted') throw new PushSubscribeError(receive === 'denied' ? 'blocked' : 'not-asked')
    const token = await register()
    await Preferences.set({ key: KEY, value: token })
    return { endpoint: FCM_PREFIX + token }
  },
  async unsubscribe() {
    if (!isPossible() || (await this.endpoint()) === null) return
    await Preferences.set({ key: KEY, value: '' })
    // The token ends: Firebase tells the server so when it sends the next message.
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
