import { Preferences } from '@capacitor/preferences'

const KEY = 'server'

/** What the build was told, if anything. */
const BUILT_IN = (import.meta.env.SHELL_SERVER as string | undefined) || null

/** This app's release. */
export const VERSION = import.meta.env.SHELL_VERSION as string

/** The origin of the server that this device uses; null: it has to be asked for. */
export async function rememberedServer(): Promise<string | null> {
  const { value } = await Preferences.get({ key: KEY })
  return value === null ? BUILT_IN : value || null
}

export const rememberServer = (origin: string): Promise<void> => Preferences.set({ key: KEY, value: origin })

/** From now on this device asks again, also where the build names a server. */
export const forgetServer = (): Promise<void> => Preferences.set({ key: KEY, value: '' })

/** Throws away what belongs to a former server: its login would otherwise be shown to the next. */
export async function wipe(): Promise<void> {
  for (const name of Object.keys(localStorage)) if (name.startsWith('Meteor.')) localStorage.removeItem(name)
  sessionStorage.clear()
  await new Promise<void>(resolve => {
    const request = indexedDB.deleteDatabase('skillshot')
    request.onsuccess = request.onerror = request.onblocked = () => resolve()
  })
}
