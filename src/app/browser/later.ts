import type { AccountSession } from '#accounts/ui/session/auth-client.ts'
import type { DdpClient } from '#ddp/client/client.ts'
import type { SubscriptionHandle } from '#ddp/client/subscriptions.ts'
import { systemClock } from '#ddp/timing/system-clock.ts'
import type { ClientDataSource } from '#platform/live/client-data-source.ts'
import { startGameOffers } from '#stations/ui/start-game-offers.ts'
import type { PageBuild } from '#versions/ui/held-build.ts'
import { startAutoUpdate } from '#versions/ui/start-auto-update.ts'
import type { PageState } from '../navigation.ts'
import { registerServiceWorker } from '../offline/register-service-worker.ts'
import { pollStaleness } from '../stale-notice.ts'

/*
 * What a page starts only when it is shown and the browser has nothing else to do. It is a script of its own, so that the first view does
 * not wait for it.
 */

/** Starts what pages in browsers and in the mobile app need. */
export function startLater(client: DdpClient, session: AccountSession, source: ClientDataSource, pages: PageState): void {
  void pollStaleness()
  // A network that goes without a word leaves a connection that looks whole. A try that fails shows that the device is offline.
  window.addEventListener('offline', () => client.probe())
  keepVenues(client, session)
  startGameOffers(source, session, listener => pages.listen(listener))
}

/** Keeps the venues that pages show, so that QR codes on their machines work without a connection. */
function keepVenues({ store }: DdpClient, session: Pick<AccountSession, 'expected'>): void {
  const collections = [store.collection('venues'), store.collection('venueMachines')]
  const keep = async (): Promise<void> => {
    if (collections.some(({ size }) => size === 0)) return
    try {
      const { keepShownVenues } = await import('#scores/ui/venue/keep-shown-venues.ts')
      keepShownVenues(store, session.expected, Date.now())
    } catch {
      // Without the script nothing is kept this time.
    }
  }
  for (const collection of collections) collection.listen(() => void keep())
  void keep()
}

interface BrowserPageParts {
  client: DdpClient
  pages: PageState
  /** the build that made the page */
  versions: PageBuild
  isUnsaved: () => boolean
  /** of `subscribeToVersions` */
  subscription: SubscriptionHandle
}

/** Keeps a page in a browser at the build that the server serves, and that build on the device. */
export function keepCurrent({ client, pages, versions, isUnsaved, subscription }: BrowserPageParts): void {
  startAutoUpdate(client, versions, systemClock, isUnsaved, subscription)
  registerServiceWorker(pages)
}
