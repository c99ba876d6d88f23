import { setTimeout as pause } from 'node:timers/promises'
import { machinesBrowse, machinesFilters } from '#machines/contract/catalogue.ts'
import { browseInput } from '#machines/ui/query-params.ts'
import { scoresHighlights } from '#scores/contract/highlights.ts'
import { scoresRecent } from '#scores/contract/scores.ts'
import { homeInput } from '../../src/pages/home/home-input.ts'
import { HttpConnection } from '../lib/http-connection.ts'
import { readOwnCpu } from '../lib/meter.ts'
import { quantile } from '../lib/stats.ts'
import type { WebSocketConnection } from '../lib/websocket-connection.ts'
import { serveCommands } from '../lib/worker.ts'
import { drivers, type OurDriver, type Submit } from '../submit/drivers.ts'

/** what a page subscribes to, and its address */
const PAGES = {
  home: {
    path: '/',
    subscriptions: [
      { name: scoresRecent.name, params: homeInput({}) },
      { name: scoresHighlights.name, params: {} },
    ],
  },
  machines: {
    path: '/machines',
    subscriptions: [
      { name: machinesBrowse.name, params: browseInput({}) },
      { name: machinesFilters.name, params: {} },
    ],
  },
}
export type PageName = keyof typeof PAGES

export interface ScoresResult {
  count: number
  /** Elapsed time in µs. */
  wall: number
  /** CPU time of the load generator in µs. */
  cpu: number
  /** Milliseconds until a score is answered, of 99 in 100. */
  p99: number
  /** Number of pages that visitors were sent meanwhile. */
  pages: number
}

let port = 0
let driver: OurDriver
let opened: WebSocketConnection | null = null
const submits: Submit[] = []
let value = 1_000_000

async function open(options: { port: number; submitters: number; boards: number }): Promise<void> {
  port = options.port
  driver = await drivers.ours(port, options.boards)
  for (let n = 0; n < options.submitters; n++) submits.push(await driver.openSubmitter(n))
  for (const submit of submits) await submit(value++)
}

/** Closes the page that is open, and opens another one; null: none. */
async function show(page: PageName | null): Promise<void> {
  opened?.close()
  opened = page === null ? null : await driver.openPage(PAGES[page].subscriptions)
}

/** Calls `run` at a steady rate, without waiting for what it returns. Resolves when all have ended. */
async function steadily(rate: number, isOver: () => boolean, run: () => Promise<void>): Promise<void> {
  const running: Promise<void>[] = []
  const from = performance.now()
  for (let n = 1; !isOver(); n++) {
    running.push(run())
    await pause(Math.max(0, from + (n * 1000) / rate - performance.now()))
  }
  await Promise.all(running)
}

/** Scores from all submitters, each as soon as its last one is answered, or so many a second; and visitors who ask for a page. */
async function scores(options: { ms: number; rate?: number; visitors?: { page: PageName; rate: number } }): Promise<ScoresResult> {
  const { ms, rate, visitors } = options
  const answers: number[] = []
  let pages = 0
  const cpu = readOwnCpu()
  const from = performance.now()
  const isOver = (): boolean => performance.now() - from >= ms
  const submit = async (n: number): Promise<void> => {
    const sent = performance.now()
    await submits[n]!(value++)
    answers.push(performance.now() - sent)
  }
  const lane = async (n: number): Promise<void> => {
    while (!isOver()) await submit(n)
  }
  const visit = async (page: PageName): Promise<void> => {
    const connection = new HttpConnection(port)
    const { status } = await connection.get(PAGES[page].path)
    connection.close()
    if (status !== 200) throw new Error(`${page} was answered with ${status}`)
    pages++
  }
  let next = 0
  const submitting =
    rate === undefined ? Promise.all(submits.map((_, n) => lane(n))) : steadily(rate, isOver, () => submit(next++ % submits.length))
  await Promise.all([submitting, visitors === undefined ? null : steadily(visitors.rate, isOver, () => visit(visitors.page))])
  const wall = (performance.now() - from) * 1000
  return { count: answers.length, wall, cpu: readOwnCpu() - cpu, p99: quantile(answers, 0.99), pages }
}

serveCommands({ open, show, scores })
