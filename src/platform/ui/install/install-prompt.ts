/** The event with which Chromium offers to install a site. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

let deferredPrompt: InstallEvent | null = null
const listeners = new Set<() => void>()

function set(event: InstallEvent | null): void {
  deferredPrompt = event
  for (const listener of listeners) listener()
}

/** Suppresses the browser's own offer to install the site, and keeps the event for `install`. */
export function watchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    set(event as InstallEvent)
  })
  window.addEventListener('appinstalled', () => set(null))
}

export const canInstall = (): boolean => deferredPrompt !== null

export function listenToInstall(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows the browser's install prompt. An event can be used once; the browser sends another one when it decides to. */
export async function install(): Promise<void> {
  const event = deferredPrompt
  set(null)
  await event?.prompt()
}
