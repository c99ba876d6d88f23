import type { DdpClient } from '../../../ddp/client/client.ts'
import type { Clock } from '../../../ddp/timing/clock.ts'
import { reloadHeld } from '../../../platform/ui/block-reload.ts'
import { AutoUpdate, type AutoUpdateOptions, type Offer } from './auto-update.ts'
import { watchUnsaved } from './has-unsaved-input.ts'
import { swapStylesheets } from './hot-swap-css.ts'

/** Keeps this page at the build that the server serves. @param own the build that made it */
export function startAutoUpdate(client: DdpClient, own: AutoUpdateOptions['own'], clock: Clock): void {
  const unsaved = watchUnsaved(document)
  const connected = (): boolean => client.status.status === 'connected'
  let told: Offer | null = null
  let show: ((offer: Offer | null) => void) | null = null
  // Without a connection, another notice is shown in its place.
  const draw = (): void => show?.(connected() ? told : null)
  const tell = async (offer: Offer | null): Promise<void> => {
    told = offer
    if (show === null && offer !== null) {
      const { openNotice } = await import('./UpdateNotice.tsx')
      show ??= openNotice(() => update.reload())
    }
    draw()
  }
  const update = new AutoUpdate({
    client,
    clock,
    random: Math.random,
    own,
    busy: () => unsaved() || reloadHeld() || client.calling > 0 || !connected(),
    swap: urls => swapStylesheets(document, urls, clock),
    reload: () => window.location.reload(),
    tell: offer => void tell(offer).catch((error: unknown) => console.warn('The notice of the new version did not come', error)),
    storage: () => window.sessionStorage,
  })
  client.onStatus(draw)
  update.start()
}
