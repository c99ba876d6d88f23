import type { DdpClient } from '#ddp/client/client.ts'
import type { SubscriptionHandle } from '#ddp/client/subscriptions.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import { isReloadBlocked } from '#platform/ui/block-reload.ts'
import { AutoUpdate, type AutoUpdateOptions, type Offer } from './auto-update.ts'
import { swapStylesheets } from './hot-swap-css.ts'

/**
 * Keeps this page at the build that the server serves.
 * @param ownVersion the build that made it
 * @param isUnsaved whether the user has entered something that is not sent (`trackUnsavedInput`)
 * @param subscription of `subscribeToVersions`
 */
export function startAutoUpdate(
  client: DdpClient,
  ownVersion: AutoUpdateOptions['ownVersion'],
  clock: Clock,
  isUnsaved: () => boolean,
  subscription: SubscriptionHandle,
): void {
  const connected = (): boolean => client.status.status === 'connected'
  let offerShown: Offer | null = null
  let render: ((offer: Offer | null) => void) | null = null
  // Without a connection, another notice is shown in its place.
  const redraw = (): void => render?.(connected() ? offerShown : null)
  const showOffer = async (offer: Offer | null): Promise<void> => {
    offerShown = offer
    if (render === null && offer !== null) {
      const { openNotice } = await import('./UpdateNotice.tsx')
      render ??= openNotice(() => update.reload())
    }
    redraw()
  }
  const update = new AutoUpdate({
    client,
    clock,
    random: Math.random,
    ownVersion,
    isBusy: () => isUnsaved() || isReloadBlocked() || client.pendingCalls > 0 || !connected(),
    swapStylesheets: urls => swapStylesheets(document, urls, clock),
    reload: () => window.location.reload(),
    showOffer: offer => void showOffer(offer).catch((error: unknown) => console.warn('The notice of the new version did not come', error)),
    storage: () => window.sessionStorage,
  })
  client.onStatus(redraw)
  update.start(subscription)
}
