import { listenForPush } from '#notifications/ui/worker-push.ts'
import { respondWithPicture } from './image-strategy.ts'
import type { ToWorker } from './messages.ts'
import { answerNavigation } from './navigation-strategy.ts'
import { deleteOldBuilds, fetchBuild, pages, respondWithAsset } from './precache.ts'
import { classifyRequest, isCacheablePath } from './route-request.ts'

declare const self: ServiceWorkerGlobalScope

/** ms for which a cached page is not fetched again */
const FRESH_MS = 60_000

const { registration } = self

listenForPush(self)

self.addEventListener('install', event => {
  event.waitUntil(fetchBuild().then(() => self.skipWaiting()))
})

self.addEventListener('activate', event => {
  event.waitUntil(Promise.all([registration.navigationPreload?.enable(), self.clients.claim()]).then(() => deleteOldBuilds(registration)))
})

self.addEventListener('fetch', event => {
  const kind = classifyRequest(event.request, self.location.origin)
  if (kind === 'asset') event.respondWith(respondWithAsset(event.request))
  if (kind === 'picture') event.respondWith(respondWithPicture({ request: event.request, waitUntil: work => event.waitUntil(work) }))
  if (kind === 'page') {
    event.respondWith(answerNavigation(event))
    event.waitUntil(deleteOldBuilds(registration))
  }
})

self.addEventListener('message', event => {
  const message = event.data as ToWorker
  if ('seen' in message) event.waitUntil(followMessage(message.seen).catch(() => {}))
  else event.waitUntil(pages.list().then(list => event.ports[0]!.postMessage(list)))
})

/** Caches a page that the user navigated to without loading the document. */
async function followMessage(path: string): Promise<void> {
  if (!isCacheablePath(path)) return
  const sent = await pages.sent(path)
  if (sent === null || Date.now() - sent > FRESH_MS) await pages.fetch(path)
}
