import { setTimeout as pause } from 'node:timers/promises'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { type SignedUp, signUp } from '../../tests/integration/people.ts'
import { HttpLine } from '../lib/http-line.ts'
import { answer } from '../lib/worker.ts'

/** Latencies in ms. */
export interface Felt {
  pages: number[]
  /** Of static files. */
  files: number[]
  commits: number[]
}

const EVERY = 20

let player: SignedUp
let machineId = ''
let page: HttpLine
let file: HttpLine
let script = ''
let games = 0

async function open({ port }: { port: number }): Promise<void> {
  player = await signUp({ endpoint: `ws://127.0.0.1:${port}/websocket` }, 'visitor')
  const found = await player.wire.call<{ machineId: string }[]>('machines.search', { text: '' })
  machineId = found[0]!.machineId
  page = new HttpLine(port)
  file = new HttpLine(port)
  script = /<script type="module" src="([^"]+)"/.exec((await page.get('/')).body)![1]!
  await visit({ ms: 500 })
}

async function timed(into: number[], what: () => Promise<unknown>): Promise<void> {
  const from = performance.now()
  await what()
  into.push(performance.now() - from)
}

/** Repeatedly submits a score, requests the machine's page, which is rendered again after each score, and requests a static file. */
async function visit({ ms }: { ms: number }): Promise<Felt> {
  const felt: Felt = { pages: [], files: [], commits: [] }
  const from = performance.now()
  const over = (): boolean => performance.now() - from >= ms
  const again = async (what: () => Promise<void>): Promise<void> => {
    while (!over()) {
      await what()
      await pause(EVERY)
    }
  }
  const submit = (): Promise<unknown> => player.wire.call('scores.submit', { _id: uuidv7(), machineId, value: 1_000_000 + 10 * ++games })
  const get = async (line: HttpLine, path: string): Promise<void> => {
    const { status } = await line.get(path)
    if (status !== 200) throw new Error(`${path} was answered with ${status}`)
  }
  await Promise.all([
    again(() => timed(felt.commits, submit)),
    again(() => timed(felt.pages, () => get(page, `/machines/${machineId}`))),
    again(() => timed(felt.files, () => get(file, script))),
  ])
  return felt
}

answer({ open, visit })
