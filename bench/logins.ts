import { parseArgs } from 'node:util'
import { cpuOfTree } from './lib/process-tree.ts'
import { dataFolder, type Program, startOurs } from './lib/program.ts'
import { Marks, printTable, short, times } from './lib/report.ts'
import { median, quantile } from './lib/stats.ts'
import { Worker } from './lib/worker.ts'
import type { Storm } from './logins/storm.ts'
import type { Felt } from './logins/visitors.ts'

/**
 * Measures many concurrent password logins compared with argon2id alone, and the latency of other requests meanwhile:
 * `npm run bench logins -- [--lanes 64] [--rounds 3] [--ms 4000]`.
 */
const { values: flags } = parseArgs({
  options: { lanes: { type: 'string', default: '64' }, rounds: { type: 'string', default: '3' }, ms: { type: 'string', default: '4000' } },
})
const [lanes, rounds, ms] = [Number(flags.lanes), Number(flags.rounds), Number(flags.ms)]

interface Round {
  alone: Storm
  ours: Storm
  /** CPU time per login of server and database (µs). */
  served: number
  calm: Felt
  felt: Felt
}

const folder = dataFolder()
const alone = new Worker(new URL('logins/alone.ts', import.meta.url))
const crowd = new Worker(new URL('logins/storm.ts', import.meta.url))
const visitors = new Worker(new URL('logins/visitors.ts', import.meta.url))
const all: Round[] = []
let program: Program | null = null
try {
  console.error('logins: starting …')
  program = await startOurs(folder.path)
  await crowd.ask('open', { port: program.port, lanes })
  await visitors.ask('open', { port: program.port })
  for (let round = 0; round <= rounds; round++) {
    console.error(`logins: ${round === 0 ? 'warming up' : `round ${round}`} …`)
    const calm = await visitors.ask<Felt>('visit', { ms: ms / 2 })
    const hashes = await alone.ask<Storm>('storm', { lanes, ms })
    // The rate is measured without other requests, like that of the peer.
    const before = cpuOfTree(program.roots)
    const ours = await crowd.ask<Storm>('storm', { ms })
    const served = (cpuOfTree(program.roots) - before) / ours.logins
    const [felt] = await Promise.all([visitors.ask<Felt>('visit', { ms: ms - 200 }), crowd.ask<Storm>('storm', { ms })])
    all.push({ alone: hashes, ours, served, calm, felt })
  }
  all.shift()
} finally {
  await Promise.all([alone, crowd, visitors].map(worker => worker.stop()))
  await program?.stop()
  folder.leave()
}

const rate = ({ logins, wall }: Storm): number => logins / (wall / 1e6)
const middle = (figure: (round: Round) => number): number => median(all.map(figure))
const share = middle(round => rate(round.ours) / rate(round.alone))
const dearer = middle(round => round.served / (round.alone.cpu / round.alone.logins))
const over = (when: 'calm' | 'felt', what: keyof Felt, part: number): number =>
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
      short(middle(round => round.served / 1000)),
      short(middle(round => rate(round.ours))),
      String(middle(round => round.ours.refused)),
    ],
    [
      'argon2id alone, unbounded',
      short(middle(round => round.alone.cpu / round.alone.logins / 1000)),
      short(middle(round => rate(round.alone))),
      '',
    ],
    ['ratio', times(dearer), times(share), ''],
  ],
)
console.log()
printTable(
  ['ms', 'calm p50', 'calm p99', 'storm p50', 'storm p99', 'storm, longest'],
  (['commits', 'pages', 'files'] as const).map(what => [
    { commits: 'a score, committed', pages: 'its page, rendered anew', files: 'a script' }[what],
    short(over('calm', what, 0.5)),
    short(over('calm', what, 0.99)),
    short(over('felt', what, 0.5)),
    short(over('felt', what, 0.99)),
    short(over('felt', what, 1)),
  ]),
)
console.log()
const marks = new Marks()
marks.goal(`logins/s: at least 0.8 of argon2id alone; ${short(share)}`, share >= 0.8)
marks.goal(`a score is committed within 20 ms, 99 of 100; ${short(over('felt', 'commits', 0.99))} ms`, over('felt', 'commits', 0.99) <= 20)
marks.goal(`a page comes within 50 ms, 99 of 100; ${short(over('felt', 'pages', 0.99))} ms`, over('felt', 'pages', 0.99) < 50)
marks.settle()
