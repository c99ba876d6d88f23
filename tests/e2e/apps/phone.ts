import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { type ObservedPage, observePage, openPage } from '../helpers/browser.ts'

const bridge = readFileSync(createRequire(import.meta.url).resolve('@capacitor/android/capacitor/src/main/assets/native-bridge.js'), 'utf8')

/** The native side of the mobile app as pages see it: the methods of each plugin. */
const PLUGINS = {
  App: ['getLaunchUrl', 'minimizeApp'],
  Preferences: ['get', 'set'],
  StatusBar: ['setStyle'],
  SplashScreen: ['hide'],
  Share: ['share'],
  PushNotifications: ['checkPermissions', 'requestPermissions', 'register', 'unregister'],
  Browser: ['open', 'close'],
  Filesystem: ['writeFile', 'appendFile', 'getUri', 'rmdir'],
  Camera: ['getPhoto'],
}

export interface PhonePage extends ObservedPage {
  /** Triggers an event of the device: a link was opened, or the back button was pressed. */
  fireDeviceEvent(event: 'appUrlOpen' | 'backButton' | 'registration' | 'pushNotificationActionPerformed', data: object): Promise<void>
  /** The options of all calls of a plugin method since the page was loaded. */
  pluginCalls(method: string): Promise<object[]>
}

/** Runs in the page before any other script and answers native calls as Android or iOS would. */
function device({
  plugins,
  system,
  launchUrl,
  refused,
}: {
  plugins: Record<string, string[]>
  system: 'android' | 'ios'
  launchUrl: string | undefined
  refused: string[]
}): void {
  interface Call {
    callbackId: string
    pluginId: string
    methodName: string
    options: { key?: string; value?: string; eventName?: string; path?: string }
  }
  const listeners = new Map<string, Call>()
  const calls: { method: string; options: object }[] = []
  const { localStorage, location } = window
  const answer = ({ pluginId, methodName, options }: Call): object => {
    const kept = `device.${options.key}`
    if (pluginId === 'Preferences' && methodName === 'set') localStorage.setItem(kept, options.value!)
    if (pluginId === 'Preferences') return { value: localStorage.getItem(kept) }
    if (methodName === 'checkPermissions') return { receive: 'prompt' }
    if (methodName === 'requestPermissions') return { receive: 'granted' }
    if (methodName === 'getUri') return { uri: `file:///cache/${options.path}` }
    if (methodName === 'getPhoto') return { webPath: `${location.origin}/_capacitor_file_/photo.jpg`, format: 'jpeg' }
    return methodName === 'getLaunchUrl' && launchUrl !== undefined ? { url: launchUrl } : {}
  }
  const method = (name: string) => ({ name, rtype: 'promise' })
  const Capacitor = {
    DEBUG: false,
    isLoggingEnabled: false,
    Plugins: {},
    PluginHeaders: Object.entries(plugins).map(([name, methods]) => ({
      name,
      methods: [...methods.map(method), { name: 'addListener' }, method('removeListener'), method('removeAllListeners')],
    })),
  }
  const fromNative = (call: Call, data: object): void => {
    const success = !refused.includes(call.methodName)
    const error = { message: 'refused by the user' }
    ;(Capacitor as unknown as { fromNative(result: object): void }).fromNative({ ...call, success, save: true, data, error })
  }
  const take = (call: Call): void => {
    calls.push({ method: call.methodName, options: call.options })
    if (call.methodName === 'addListener') listeners.set(call.options.eventName!, call)
    else queueMicrotask(() => fromNative(call, answer(call)))
  }
  Object.assign(
    window,
    {
      Capacitor,
      device: {
        calls,
        fire: (event: string, data: object) => fromNative(listeners.get(event)!, data),
      },
    },
    system === 'android'
      ? { androidBridge: { postMessage: (text: string) => take(JSON.parse(text) as Call) } }
      : { webkit: { messageHandlers: { bridge: { postMessage: take } } } },
  )
}

interface DeviceWindow {
  device: { calls: { method: string; options: object }[]; fire(event: string, data: object): void }
}

export interface PhoneOptions {
  server?: string
  launchUrl?: string
  path?: string
  /** the device's language */
  locale?: string
  /** whose native side answers; by default that of Android */
  system?: 'android' | 'ios'
  /** methods of plugins that fail, as when the user closes the share sheet */
  refused?: string[]
  /** the app is started again on the phone of this page, which has ended */
  restartOf?: PhonePage
}

/** Opens the mobile app in Chromium, with Capacitor's real bridge and a simulated phone. */
export async function openPhone(
  browser: Browser,
  shell: string,
  { server, launchUrl, path = '/', locale = 'en-US', system = 'android', refused = [], restartOf }: PhoneOptions = {},
): Promise<PhonePage> {
  const observed =
    restartOf === undefined
      ? await openPage(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, locale })
      : observePage(await restartOf.page.context().newPage())
  const { page } = observed
  page.context().setDefaultTimeout(30_000)
  await page.addInitScript(device, { plugins: PLUGINS, system, launchUrl, refused })
  await page.addInitScript(bridge)
  if (server !== undefined)
    await page.addInitScript(given => localStorage.getItem('device.server') ?? localStorage.setItem('device.server', given), server)
  await page.goto(shell + path)
  return {
    ...observed,
    fireDeviceEvent: (event, data) =>
      page.evaluate(([name, given]) => (window as unknown as DeviceWindow).device.fire(name, given), [event, data] as const),
    pluginCalls: method =>
      page.evaluate(
        name => (window as unknown as DeviceWindow).device.calls.filter(call => call.method === name).map(({ options }) => options),
        method,
      ),
  }
}
