/** What Chromium offers where a site can be installed. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

let offered: InstallEvent | null = null
const listeners = new Set<() => void>()

function set(event: InstallEvent | null): void {
  offered = event
  for (const listener of listeners) listener()
}

/** Takes the browser's offer, which it would show by itself, and keeps it for whoever looks for it. */
export function watchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    set(event as InstallEvent)
  })
  window.addEventListener('appinstalled', () => set(null))
}

export const canInstall = (): boolean => offered !== null

export function listenToInstall(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Asks the reader, once: the browser then offers it again when it thinks fit. */
export async function install(): Promise<void> {
  const event = offered
  set(null)
  await event?.prompt()
}
