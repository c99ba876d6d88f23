import { listenForPush } from '../../features/notifications/ui/worker-push.ts'
import { answerPicture } from './image-strategy.ts'
import type { ToWorker } from './messages.ts'
import { answerNavigation } from './navigation-strategy.ts'
import { answerAsset, dropOldBuilds, fetchBuild, pages } from './precache.ts'
import { classifyRequest, mayKeep } from './route-request.ts'

declare const self: ServiceWorkerGlobalScope

/** ms for which a cached page is not fetched again */
const FRESH = 60_000

const { registration } = self

listenForPush(self)

self.addEventListener('install', event => {
  event.waitUntil(fetchBuild().then(() => self.skipWaiting()))
})

self.addEventListener('activate', event => {
  event.waitUntil(Promise.all([registration.navigationPreload?.enable(), self.clients.claim()]).then(() => dropOldBuilds(registration)))
})

self.addEventListener('fetch', event => {
  const kind = classifyRequest(event.request, self.location.origin)
  if (kind === 'asset') event.respondWith(answerAsset(event.request))
  if (kind === 'picture') event.respondWith(answerPicture({ request: event.request, waits: work => event.waitUntil(work) }))
  if (kind === 'page') {
    event.respondWith(answerNavigation(event))
    event.waitUntil(dropOldBuilds(registration))
  }
})

self.addEventListener('message', event => {
  const message = event.data as ToWorker
  if ('seen' in message) event.waitUntil(follow(message.seen).catch(() => {}))
  else event.waitUntil(pages.list().then(list => event.ports[0]!.postMessage(list)))
})

/** Caches a page that the user navigated to without loading the document. */
async function follow(path: string): Promise<void> {
  if (!mayKeep(path)) return
  const sent = await pages.sent(path)
  if (sent === null || Date.now() - sent > FRESH) await pages.fetch(path)
}
