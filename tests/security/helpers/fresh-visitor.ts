import { setTimeout } from 'node:timers/promises'
import { DdpTestClient, type SubscriptionOutcome } from '../../integration/helpers/ddp-test-client.ts'

/** What a visit shows, so that each page has something on it. */
export interface Visit {
  endpoint: string
  username: string
  machineId: string
}

/** How one page opened. `refused`: the error of the first of its views that was not given, or that nothing came for `PATIENCE` ms */
export interface Opening {
  page: string
  ms: number
  refused: string | null
}

/** ms after which a visitor has left */
const PATIENCE = 10_000

/** The pages that somebody opens first, and what each of them subscribes to. */
const pages = ({ username, machineId }: Visit): Record<string, [name: string, argument: object][]> => ({
  home: [
    ['events.list', { state: 'live', limit: 3 }],
    ['scores.recent', { limit: 30, places: true }],
    ['scores.highlights', {}],
  ],
  machines: [
    ['machines.browse', { sort: 'recent' }],
    ['machines.filters', {}],
  ],
  events: [
    ['events.list', { state: 'live', limit: 20 }],
    ['events.list', { state: 'upcoming', limit: 10 }],
    ['events.list', { state: 'finished', limit: 5 }],
  ],
  groups: [['groups.list', { limit: 30 }]],
  player: [
    ['players.one', { username }],
    ['players.summary', { username }],
    ['players.scores', { username, limit: 10 }],
    ['players.progress', { username }],
  ],
  machine: [
    ['machines.one', { machineId }],
    ['boards.top', { scope: { machineId }, window: 'all', limit: 100 }],
    ['boards.top', { scope: { machineId }, limit: 1 }],
  ],
})

/** Somebody who was never here opens six pages, one after the other, over one new connection from `address`. */
export async function visitFresh(visit: Visit, address: string): Promise<Opening[]> {
  const openings: Opening[] = []
  let from = performance.now()
  const connected = DdpTestClient.open(visit.endpoint, { 'x-forwarded-for': address })
  for (const [page, views] of Object.entries(pages(visit))) {
    const opened = (async () => {
      const client = await connected
      return Promise.all(views.map(([name, argument]) => client.subscribe(name, argument)))
    })()
    const refused = await patiently(opened)
    openings.push({ page, ms: performance.now() - from, refused })
    from = performance.now()
  }
  await connected.then(
    client => client.terminate(),
    () => undefined,
  )
  return openings
}

/** Returns why a page did not open; null: it did. */
async function patiently(opened: Promise<readonly SubscriptionOutcome[]>): Promise<string | null> {
  const left = new AbortController()
  try {
    const outcomes = await Promise.race([opened, setTimeout(PATIENCE, null, { signal: left.signal })])
    if (outcomes === null) return `nothing for ${PATIENCE / 1000} s`
    const error = outcomes.find(each => each.error !== null)?.error
    return error == null ? null : `${error.error} ${error.reason ?? ''}`.trim()
  } catch (cause) {
    return String(cause)
  } finally {
    left.abort()
  }
}
