import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { KeptVenue } from '#scores/ui/venue/kept-venues.ts'

const DATABASE = 'skillshot-known-venues'

/** Reads the venues that the device keeps for forms without a connection. A page that has not kept any yet may be open. */
export const readKeptVenues = (page: Page): Promise<KeptVenue[]> =>
  page.evaluate(
    name =>
      new Promise<KeptVenue[]>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const database = request.result
          // Opening it has made it, so it goes again: the page makes it with its store.
          if (!database.objectStoreNames.contains('values')) {
            database.close()
            indexedDB.deleteDatabase(name).onsuccess = () => resolve([])
            return
          }
          const all = database.transaction('values').objectStore('values').getAll()
          all.onsuccess = () => {
            database.close()
            resolve(all.result)
          }
        }
      }),
    DATABASE,
  )

/** The QR codes of machines on a page. */
export const qrCodes = (page: Page) => page.getByRole('img', { name: /^QR code for/ })

/** Waits until the page shows so many QR codes. */
export const expectQrCodes = (page: Page, count: number): Promise<void> => expect.poll(() => qrCodes(page).count()).toBe(count)
