import { setTimeout as pause } from 'node:timers/promises'
import { uuidv7 } from '#platform/uuid.ts'
import { signUp, type TestUser } from '../../tests/integration/helpers/users.ts'
import { HttpConnection } from '../lib/http-connection.ts'
import { serveCommands } from '../lib/worker.ts'

/** Latencies in ms. */
export interface VisitorLatencies {
  pages: number[]
  /** Of static files. */
  files: number[]
  commits: number[]
}

const EVERY = 20

let player: TestUser
let machineId = ''
let page: HttpConnection
let file: HttpConnection
let script = ''
let games = 0

async function open({ port }: { port: number }): Promise<void> {
  player = await signUp({ endpoint: `ws://127.0.0.1:${port}/websocket` }, 'visitor')
  const found = await player.client.call<{ machineId: string }[]>('machines.search', { text: '' })
  machineId = found[0]!.machineId
  page = new HttpConnection(port)
  file = new HttpConnection(port)
  script = /<script type="module" src="([^"]+)"/.exec((await page.get('/')).body)![1]!
  await visit({ ms: 500 })
}

async function timed(into: number[], what: () => Promise<unknown>): Promise<void> {
  const from = performance.now()
  await what()
  into.push(performance.now() - from)
}

/** Repeatedly submits a score, requests the machine's page, which is rendered again after each score, and requests a static file. */
async function visit({ ms }: { ms: number }): Promise<VisitorLatencies> {
  const latencies: VisitorLatencies = { pages: [], files: [], commits: [] }
  const from = performance.now()
  const over = (): boolean => performance.now() - from >= ms
  const repeat = async (what: () => Promise<void>): Promise<void> => {
    while (!over()) {
      await what()
      await pause(EVERY)
    }
  }
  const submit = (): Promise<unknown> => player.client.call('scores.submit', { _id: uuidv7(), machineId, value: 1_000_000 + 10 * ++games })
  const get = async (connection: HttpConnection, path: string): Promise<void> => {
    const { status } = await connection.get(path)
    if (status !== 200) throw new Error(`${path} was answered with ${status}`)
  }
  await Promise.all([
    repeat(() => timed(latencies.commits, submit)),
    repeat(() => timed(latencies.pages, () => get(page, `/machines/${machineId}`))),
    repeat(() => timed(latencies.files, () => get(file, script))),
  ])
  return latencies
}

serveCommands({ open, visit })
