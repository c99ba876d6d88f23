import { parseArgs } from 'node:util'
import { measureTreeCpu } from './lib/process-tree.ts'
import { createDataFolder, type Program, startSkillshot } from './lib/program.ts'
import { formatNumber, formatRatio, printTable, Targets } from './lib/report.ts'
import { median, quantile } from './lib/stats.ts'
import { Worker } from './lib/worker.ts'
import type { HerdResult } from './logins/herd.ts'
import type { VisitorLatencies } from './logins/visitors.ts'

/**
 * Measures many concurrent password logins, from 16 networks, compared with argon2id alone, and the latency of other requests meanwhile:
 * `npm run bench logins -- [--lanes 64] [--rounds 3] [--ms 4000]`.
 */
const { values: flags } = parseArgs({
  options: { lanes: { type: 'string', default: '64' }, rounds: { type: 'string', default: '3' }, ms: { type: 'string', default: '4000' } },
})
const [lanes, rounds, ms] = [Number(flags.lanes), Number(flags.rounds), Number(flags.ms)]

interface Round {
  baseline: HerdResult
  ours: HerdResult
  /** CPU time per login of server and database (µs). */
  served: number
  idle: VisitorLatencies
  loaded: VisitorLatencies
}

const folder = createDataFolder()
const baseline = new Worker(new URL('logins/baseline.ts', import.meta.url))
const herd = new Worker(new URL('logins/herd.ts', import.meta.url))
const visitors = new Worker(new URL('logins/visitors.ts', import.meta.url))
const all: Round[] = []
let program: Program | null = null
try {
  console.error('logins: starting …')
  program = await startSkillshot(folder.path)
  await herd.request('open', { port: program.port, lanes })
  await visitors.request('open', { port: program.port })
  for (let round = 0; round <= rounds; round++) {
    console.error(`logins: ${round === 0 ? 'warming up' : `round ${round}`} …`)
    const idle = await visitors.request<VisitorLatencies>('visit', { ms: ms / 2 })
    const hashes = await baseline.request<HerdResult>('run', { lanes, ms })
    // The rate is measured without other requests, like that of the peer.
    const before = measureTreeCpu(program.roots)
    const ours = await herd.request<HerdResult>('run', { ms })
    const served = (measureTreeCpu(program.roots) - before) / ours.logins
    const [loaded] = await Promise.all([
      visitors.request<VisitorLatencies>('visit', { ms: ms - 200 }),
      herd.request<HerdResult>('run', { ms }),
    ])
    all.push({ baseline: hashes, ours, served, idle, loaded })
  }
  all.shift()
} finally {
  await Promise.all([baseline, herd, visitors].map(worker => worker.stop()))
  await program?.stop()
  folder.remove()
}

const rate = ({ logins, wall }: HerdResult): number => logins / (wall / 1e6)
const middle = (figure: (round: Round) => number): number => median(all.map(figure))
const share = middle(round => rate(round.ours) / rate(round.baseline))
const dearer = middle(round => round.served / (round.baseline.cpu / round.baseline.logins))
const over = (when: 'idle' | 'loaded', what: keyof VisitorLatencies, part: number): number =>
  quantile(
    all.flatMap(round => round[when][what]),
    part,
  )

console.log(`\n## ${lanes} people log in with their passwords, again and again\n`)
console.log(`Medians of ${rounds} rounds in turn; delays over all rounds.\n`)
printTable(
  ['', 'CPU ms a login', 'logins/s', 'told to come again'],
  [
    [
      'ours',
      formatNumber(middle(round => round.served / 1000)),
      formatNumber(middle(round => rate(round.ours))),
      String(middle(round => round.ours.refused)),
    ],
    [
      'argon2id alone, unbounded',
      formatNumber(middle(round => round.baseline.cpu / round.baseline.logins / 1000)),
      formatNumber(middle(round => rate(round.baseline))),
      '',
    ],
    ['ratio', formatRatio(dearer), formatRatio(share), ''],
  ],
)
console.log()
printTable(
  ['ms', 'calm p50', 'calm p99', 'storm p50', 'storm p99', 'storm, longest'],
  (['commits', 'pages', 'files'] as const).map(what => [
    { commits: 'a score, committed', pages: 'its page, rendered anew', files: 'a script' }[what],
    formatNumber(over('idle', what, 0.5)),
    formatNumber(over('idle', what, 0.99)),
    formatNumber(over('loaded', what, 0.5)),
    formatNumber(over('loaded', what, 0.99)),
    formatNumber(over('loaded', what, 1)),
  ]),
)
console.log()
const targets = new Targets()
targets.requireGoal(`logins/s: at least 0.9 of argon2id alone; ${formatNumber(share)}`, share >= 0.9)
targets.requireGoal(
  `a score is committed within 20 ms, 99 of 100; ${formatNumber(over('loaded', 'commits', 0.99))} ms`,
  over('loaded', 'commits', 0.99) <= 20,
)
targets.requireGoal(
  `a page comes within 50 ms, 99 of 100; ${formatNumber(over('loaded', 'pages', 0.99))} ms`,
  over('loaded', 'pages', 0.99) < 50,
)
targets.setExitCode()
