import { OFFLINE, SUBMIT } from './build.ts'
import { pages } from './precache.ts'
import { fallbackFor, pagePath, showsSubmitForm } from './route-request.ts'

/** ms to wait for the network before the cached page is shown */
const NETWORK_TIMEOUT_MS = 4000
/** Statuses with which a proxy reports that the server is unreachable. */
const UNAVAILABLE_STATUSES: readonly number[] = [502, 503, 504]

const pause = (ms: number): Promise<null> => new Promise(resolve => setTimeout(() => resolve(null), ms))

/**
 * Answers a navigation with the page from the network, which is cached; else with the cached page; else with a redirect to a page that is
 * available offline.
 */
export async function answerNavigation(event: FetchEvent): Promise<Response> {
  const path = pagePath(event.request.url, OFFLINE)
  const network = fromNetwork(event)
  event.waitUntil(network.then(answer => pages.store(path, answer.clone())).catch(() => {}))
  const timeoutFirst = await Promise.race([network.catch(() => 'failed' as const), pause(NETWORK_TIMEOUT_MS)])
  if (timeoutFirst instanceof Response && !UNAVAILABLE_STATUSES.includes(timeoutFirst.status)) return timeoutFirst
  const isOffline = timeoutFirst === 'failed' && !navigator.onLine
  const reason = isOffline ? 'offline' : timeoutFirst === null ? 'slow' : 'away'
  const cached = (await pages.answer(path, reason)) ?? (showsSubmitForm(path, SUBMIT) ? await pages.answer(SUBMIT, reason) : null)
  if (cached !== null) return cached
  const lateResponse = await network.catch(() => null)
  if (lateResponse !== null) return lateResponse
  return path === OFFLINE ? Response.error() : Response.redirect(fallbackFor(path, { submit: SUBMIT, offline: OFFLINE }))
}

async function fromNetwork({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const preloaded = (await preloadResponse) as Response | undefined
  return preloaded ?? fetch(request)
}
