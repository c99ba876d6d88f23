import { parseArgs } from 'node:util'
import { measureTreeCpu } from './lib/process-tree.ts'
import { createDataFolder, type Program, startPeerWithPostgres, startSkillshot } from './lib/program.ts'
import { formatNumber, formatRatio, printTable, Targets } from './lib/report.ts'
import { median } from './lib/stats.ts'
import { Worker } from './lib/worker.ts'
import type { LoadResult } from './rest/load.ts'

/**
 * Measures a board of 50 rows by the API over HTTP, compared with its page from the cache and with a plain app (Fastify, `pg`) that reads it from
 * its Postgres: `npm run bench rest -- [--rounds 3] [--ms 3000]`.
 */
const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '3' }, ms: { type: 'string', default: '3000' } } })
const rounds = Number(flags.rounds)
const ms = Number(flags.ms)
const ROWS = 50

interface Measured extends LoadResult {
  /** CPU time of an answer, of the server and its database (µs) */
  served: number
}

const TURNS = { page: 'our page, remembered', rest: 'our API', plain: 'plain app' } as const
type Turn = keyof typeof TURNS

const [ourFolder, plainFolder] = [createDataFolder(), createDataFolder()]
const load = new Worker(new URL('rest/load.ts', import.meta.url))
const programs: Program[] = []
const all: Record<Turn, Measured>[] = []
let bytes = 0
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
} finally {
  await load.stop()
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
console.log()
const targets = new Targets()
targets.requireGoal(`at most 1.3 times the CPU of the page; ${formatNumber(1 / share('page'))}`, 1 / share('page') <= 1.3)
targets.requireGoal(`a tenth of the CPU of the plain app; ${formatRatio(share('plain'))}`, share('plain') >= 10)
targets.setExitCode()
