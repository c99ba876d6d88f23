import type { CachedPageInfo, ToWorker } from '../worker/messages.ts'

/** Returns the pages that are cached on this device, most recently seen first; none if there is no worker. */
export function cachedPages(): Promise<CachedPageInfo[]> {
  const worker = navigator.serviceWorker?.controller
  if (!worker) return Promise.resolve([])
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data as CachedPageInfo[])
    const question: ToWorker = { list: true }
    worker.postMessage(question, [port2])
  })
}
