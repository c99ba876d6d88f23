import { parseArgs } from 'node:util'
import { measureTreeCpu } from './lib/process-tree.ts'
import { createDataFolder, type Program, startPeerWithPostgres, startSkillshot } from './lib/program.ts'
import { formatNumber, formatRatio, formatThousands, printTable, Targets } from './lib/report.ts'
import { median } from './lib/stats.ts'
import { Worker } from './lib/worker.ts'
import type { LoadResult, SubmitWay } from './rest/load.ts'
import type { CrowdOptions, CrowdResult } from './watchers/crowd.ts'
import type { PlayerResult } from './watchers/player.ts'

/**
 * Measures a board of 50 rows by the API over HTTP, compared with its page from the cache and with a plain app (Fastify, `pg`) that reads it from
 * its Postgres; and submissions and watchers by HTTP, compared with those by WebSocket:
 * `npm run bench rest -- [--rounds 3] [--ms 3000] [--watchers 5000]`.
 */
const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    ms: { type: 'string', default: '3000' },
    watchers: { type: 'string', default: '5000' },
  },
})
const rounds = Number(flags.rounds)
const ms = Number(flags.ms)
const watchers = Number(flags.watchers)
/** Scores a second while others watch, and for how long (s). */
const [RATE, SECONDS] = [10, 5]
const ROWS = 50

/** `served`: CPU time of the server and its database for one score and all who watch (µs) */
interface Watched extends CrowdResult {
  served: number
}

interface Measured extends LoadResult {
  /** CPU time of an answer, of the server and its database (µs) */
  served: number
}

const TURNS = { page: 'our page, remembered', rest: 'our API', plain: 'plain app' } as const
type Turn = keyof typeof TURNS

const [ourFolder, plainFolder] = [createDataFolder(), createDataFolder()]
const load = new Worker(new URL('rest/load.ts', import.meta.url))
const player = new Worker(new URL('watchers/player.ts', import.meta.url))
const programs: Program[] = []
const all: Record<Turn, Measured>[] = []
const WAYS = { ddp: 'WebSocket', rest: 'HTTP' } as const
const submitted: Record<SubmitWay, Measured>[] = []
const watched: Record<SubmitWay, Watched>[] = []
let bytes = 0

/** Runs both ways in turn. */
async function inTurn<T>(measure: (way: SubmitWay) => Promise<T>): Promise<Record<SubmitWay, T>> {
  return { ddp: await measure('ddp'), rest: await measure('rest') }
}

/** Lets many watch a board, on which a player submits. */
async function watch(of: Program, player: Worker, machineId: string, way: SubmitWay): Promise<Watched> {
  const crowd = new Worker(new URL('watchers/crowd.ts', import.meta.url))
  try {
    const options: CrowdOptions = { port: of.port, machineId, watchers, bySse: way === 'rest' }
    await crowd.request('open', options)
    await crowd.request('begin')
    const before = measureTreeCpu(of.roots)
    const played = await player.request<PlayerResult>('play', { rate: RATE, seconds: SECONDS })
    const served = (measureTreeCpu(of.roots) - before) / played.sent.length
    return { served, ...(await crowd.request<CrowdResult>('end', played.sent)) }
  } finally {
    await crowd.stop()
  }
}

try {
  console.error('rest: starting ours and the plain app …')
  const ours = await startSkillshot(ourFolder.path)
  programs.push(ours)
  const plain = await startPeerWithPostgres('plain', plainFolder.path)
  programs.push(plain)
  const machineId = await load.request<string>('fillOurs', { port: ours.port, rows: ROWS })
  await load.request('fillPlain', { port: plain.port, rows: ROWS })
  const path = `/api/v1/boards/top?scope=${encodeURIComponent(JSON.stringify({ machineId }))}&limit=${ROWS}`
  const turns: Record<Turn, { of: Program; path: string }> = {
    page: { of: ours, path: `/machines/${machineId}` },
    rest: { of: ours, path },
    plain: { of: plain, path: `/boards/board?limit=${ROWS}` },
  }
  for (const turn of ['rest', 'plain'] as const) {
    const { length, rows } = await load.request<{ length: number; rows: number }>('look', {
      port: turns[turn].of.port,
      path: turns[turn].path,
    })
    if (rows !== ROWS) throw new Error(`The board of ${TURNS[turn]} has ${rows} rows`)
    if (turn === 'rest') bytes = length
  }
  for (let round = 0; round <= rounds; round++) {
    console.error(`rest: ${round === 0 ? 'warming up' : `round ${round}`} …`)
    const results: Partial<Record<Turn, Measured>> = {}
    for (const [turn, { of, path: address }] of Object.entries(turns)) {
      const before = measureTreeCpu(of.roots)
      const read = await load.request<LoadResult>('read', { port: of.port, path: address, ms, asBrowsers: turn === 'page' })
      results[turn as Turn] = { ...read, served: (measureTreeCpu(of.roots) - before) / read.answers }
    }
    if (round > 0) all.push(results as Record<Turn, Measured>)
  }
  await load.request('openPlayers', { port: ours.port })
  for (let round = 0; round <= rounds; round++) {
    console.error(`rest: submissions, ${round === 0 ? 'warming up' : `round ${round}`} …`)
    const results = await inTurn(async way => {
      const before = measureTreeCpu(ours.roots)
      const sent = await load.request<LoadResult>('submit', { way, ms })
      return { ...sent, served: (measureTreeCpu(ours.roots) - before) / sent.answers }
    })
    if (round > 0) submitted.push(results)
  }
  const board = await player.request<string>('open', ours.port)
  for (let round = 0; round <= rounds; round++) {
    console.error(`rest: watchers, ${round === 0 ? 'warming up' : `round ${round}`} …`)
    const results = await inTurn(way => watch(ours, player, board, way))
    if (round > 0) watched.push(results)
  }
} finally {
  await Promise.all([load, player].map(worker => worker.stop()))
  for (const program of programs) await program.stop()
  ourFolder.remove()
  plainFolder.remove()
}

const middle = (turn: Turn, figure: (of: Measured) => number): number => median(all.map(round => figure(round[turn])))
const share = (turn: Turn): number => median(all.map(round => round[turn].served / round.rest.served))

console.log(`\n## A board of ${ROWS} rows by HTTP\n`)
console.log(
  `Medians of ${rounds} rounds in turn; an answer of our API has ${formatNumber(bytes / 1000)} kB; CPU is the server's, its database included.\n`,
)
printTable(
  ['', 'CPU µs an answer', 'against our API', 'answers/s', 'CPU µs of load'],
  (Object.keys(TURNS) as Turn[]).map(turn => [
    TURNS[turn],
    formatNumber(middle(turn, each => each.served)),
    formatRatio(share(turn)),
    formatNumber(middle(turn, ({ answers, wall }) => answers / (wall / 1e6))),
    formatNumber(middle(turn, ({ cpu, answers }) => cpu / answers)),
  ]),
)

const ratio = <T extends { served: number }>(of: readonly Record<SubmitWay, T>[]): number =>
  median(of.map(({ ddp, rest }) => rest.served / ddp.served))
const ofWay = <T>(of: readonly Record<SubmitWay, T>[], way: SubmitWay, figure: (each: T) => number): number =>
  median(of.map(each => figure(each[way])))

console.log('\n## A score by HTTP and by WebSocket\n')
console.log('Sixteen players, each with one connection and one score at a time; a request has a key.\n')
printTable(
  ['', 'CPU µs a score', 'scores/s', 'CPU µs of load'],
  (Object.keys(WAYS) as SubmitWay[]).map(way => [
    WAYS[way],
    formatNumber(ofWay(submitted, way, each => each.served)),
    formatNumber(ofWay(submitted, way, ({ answers, wall }) => answers / (wall / 1e6))),
    formatNumber(ofWay(submitted, way, ({ cpu, answers }) => cpu / answers)),
  ]),
)

console.log(`\n## ${formatThousands(watchers)} watch a board\n`)
console.log(`A player submits ${RATE} scores a second for ${SECONDS} s; server-sent events by HTTP.\n`)
printTable(
  ['', 'CPU ms a score', 'watchers have it p50 ms', 'p99', 'never'],
  (Object.keys(WAYS) as SubmitWay[]).map(way => [
    WAYS[way],
    formatNumber(ofWay(watched, way, each => each.served / 1000)),
    formatNumber(ofWay(watched, way, each => each.p50)),
    formatNumber(ofWay(watched, way, each => each.p99)),
    formatNumber(ofWay(watched, way, each => each.unseen)),
  ]),
)
console.log()
const targets = new Targets()
targets.requireGoal(`at most 1.3 times the CPU of the page; ${formatNumber(1 / share('page'))}`, 1 / share('page') <= 1.3)
targets.requireGoal(`a tenth of the CPU of the plain app; ${formatRatio(share('plain'))}`, share('plain') >= 10)
targets.requireGoal(`a score at most 1.15 times its CPU by WebSocket; ${formatRatio(ratio(submitted))}`, ratio(submitted) <= 1.15)
targets.requireGoal(`watchers at most 1.2 times the CPU by WebSocket; ${formatRatio(ratio(watched))}`, ratio(watched) <= 1.2)
targets.setExitCode()
