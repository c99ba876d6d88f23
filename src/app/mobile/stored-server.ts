import { Preferences } from '@capacitor/preferences'
import { VISIT_KEY } from './visits.ts'

const KEY = 'server'

/** The server that the build was configured with, if any. */
const BUILT_IN = (import.meta.env.SHELL_SERVER as string | undefined) || null

/** This app's release. */
export const VERSION = import.meta.env.SHELL_VERSION as string

/** Returns the origin of the server that this device uses; null if the user has to choose one. */
export async function readStoredServer(): Promise<string | null> {
  const { value } = await Preferences.get({ key: KEY })
  return value === null ? BUILT_IN : value || null
}

export const storeServer = (origin: string): Promise<void> => Preferences.set({ key: KEY, value: origin })

/** Makes the app ask for a server again, even if the build names one. */
export const removeStoredServer = (): Promise<void> => Preferences.set({ key: KEY, value: '' })

/** Deletes the data of a former server from this device, so that its login token is not sent to the next server. */
export async function clearWebData(): Promise<void> {
  for (const name of Object.keys(localStorage)) if (name.startsWith('Meteor.')) localStorage.removeItem(name)
  localStorage.removeItem(VISIT_KEY)
  sessionStorage.clear()
  await new Promise<void>(resolve => {
    const request = indexedDB.deleteDatabase('skillshot')
    request.onsuccess = request.onerror = request.onblocked = () => resolve()
  })
}
