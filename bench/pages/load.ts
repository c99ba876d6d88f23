import { setTimeout as pause } from 'node:timers/promises'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../../tests/integration/helpers/ddp-test-client.ts'
import { signUp, type TestUser } from '../../tests/integration/helpers/users.ts'
import { AS_BROWSERS, HttpConnection } from '../lib/http-connection.ts'
import { readOwnCpu } from '../lib/meter.ts'
import { serveCommands } from '../lib/worker.ts'

export interface LoadResult {
  pages: number
  /** Elapsed time in µs. */
  wall: number
  /** CPU time of the load generator in µs. */
  cpu: number
  /** Number of scores submitted meanwhile. */
  scores: number
}

export interface PageSize {
  length: number
  sent: number
}

export interface SiteOptions {
  port: number
  /** Token of the link that makes its user an administrator, who may clear the cache. */
  token: string
  machines: number
  rows: number
}

const WINDOWS = ['', '?window=year', '?window=month', '?window=week', '?window=day']
const LANES = 16
const TEN_A_SECOND = 100

let addresses: string[] = []
let admin: DdpTestClient
const players: TestUser[] = []
let first = ''
let games = 0

const submit = (player: TestUser, machineId: string): Promise<unknown> =>
  player.client.call('scores.submit', { _id: uuidv7(), machineId, value: 1_000_000 * ++games })

/** Fills the boards of our server. @returns the bytes of a page: as it is, and as a browser gets it */
async function fill({ port, token, machines, rows }: SiteOptions): Promise<PageSize> {
  const endpoint = `ws://127.0.0.1:${port}/websocket`
  admin = await DdpTestClient.open(endpoint)
  await admin.call('resetPassword', token, { digest: '0'.repeat(64), algorithm: 'sha-256' })
  for (let n = 0; n < rows; n++) players.push(await signUp({ endpoint }, `player${n}`))
  const found = await admin.call<{ machineId: string }[]>('machines.search', { text: '', limit: machines })
  if (found.length < machines) throw new Error(`There are only ${found.length} machines`)
  for (const { machineId } of found) for (const player of players) await submit(player, machineId)
  first = found[0]!.machineId
  addresses = found.flatMap(({ machineId }) => WINDOWS.map(query => `/machines/${machineId}${query}`))
  const { body, length } = await new HttpConnection(port).get(addresses[0]!)
  if (body.split('data-row=').length - 1 !== rows) throw new Error(`The page does not have ${rows} rows`)
  const { length: sent } = await new HttpConnection(port).get(addresses[0]!, AS_BROWSERS)
  return { length, sent }
}

/** Requests the pages that `next` returns on several connections, one at a time on each, until it returns null. */
async function fetchAll(port: number, next: () => string | null): Promise<number> {
  let pages = 0
  const lane = async (): Promise<void> => {
    const connection = new HttpConnection(port)
    for (let path = next(); path !== null; path = next()) {
      const { status } = await connection.get(path, AS_BROWSERS)
      if (status !== 200) throw new Error(`${path} was answered with ${status}`)
      pages++
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return pages
}

async function timed(run: (over: () => boolean) => Promise<{ pages: number; scores: number }>, ms: number): Promise<LoadResult> {
  const cpu = readOwnCpu()
  const from = performance.now()
  const { pages, scores } = await run(() => performance.now() - from >= ms)
  return { pages, scores, wall: (performance.now() - from) * 1000, cpu: readOwnCpu() - cpu }
}

interface RequestOptions {
  port: number
  ms: number
  /** Null for the page of our first board. */
  path: string | null
}

const one = ({ port, ms, path }: RequestOptions): Promise<LoadResult> =>
  timed(async over => ({ pages: await fetchAll(port, () => (over() ? null : (path ?? addresses[0]!))), scores: 0 }), ms)

/** Clears the page cache, then requests every page once, and repeats this: each page is rendered from data in memory. */
const uncached = ({ port, ms }: RequestOptions): Promise<LoadResult> =>
  timed(async over => {
    let pages = 0
    while (!over()) {
      await admin.call('cache.clear', { name: 'pages' })
      let n = 0
      pages += await fetchAll(port, () => addresses[n++] ?? null)
    }
    return { pages, scores: 0 }
  }, ms)

/** Requests one page, whose board gets a new score ten times per second. */
const changing = ({ port, ms }: RequestOptions): Promise<LoadResult> =>
  timed(async over => {
    let scores = 0
    const submitting = async (): Promise<void> => {
      while (!over()) {
        await submit(players[scores++ % players.length]!, first)
        await pause(TEN_A_SECOND)
      }
    }
    const [pages] = await Promise.all([fetchAll(port, () => (over() ? null : addresses[0]!)), submitting()])
    const { body } = await new HttpConnection(port).get(addresses[0]!)
    if (!body.includes(`data-mark="${1_000_000 * games}"`)) throw new Error('The page does not show the last score')
    return { pages, scores }
  }, ms)

serveCommands({ fill, one, uncached, changing })
