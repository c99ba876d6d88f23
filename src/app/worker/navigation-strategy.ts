import { OFFLINE, SUBMIT } from './build.ts'
import { pages } from './precache.ts'
import { fallbackFor, pagePath } from './route-request.ts'

/** ms for the network, where the page is kept */
const PATIENCE = 4000
/** What a proxy says for a server that is away. */
const AWAY: readonly number[] = [502, 503, 504]

const pause = (ms: number): Promise<null> => new Promise(resolve => setTimeout(() => resolve(null), ms))

/** The page from the network, which is kept on the way; else as it was kept; else one that says what there is. */
export async function answerNavigation(event: FetchEvent): Promise<Response> {
  const path = pagePath(event.request.url, OFFLINE)
  const network = fromNetwork(event)
  event.waitUntil(network.then(answer => pages.keep(path, answer.clone())).catch(() => {}))
  const soon = await Promise.race([network.catch(() => 'failed' as const), pause(PATIENCE)])
  if (soon instanceof Response && !AWAY.includes(soon.status)) return soon
  const kept = await pages.answer(path, soon === 'failed' ? 'offline' : soon === null ? 'slow' : 'away')
  if (kept !== null) return kept
  const late = await network.catch(() => null)
  if (late !== null) return late
  return path === OFFLINE ? Response.error() : Response.redirect(fallbackFor(path, { submit: SUBMIT, offline: OFFLINE }))
}

async function fromNetwork({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const preloaded = (await preloadResponse) as Response | undefined
  return preloaded ?? fetch(request)
}
