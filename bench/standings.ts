import { parseArgs } from 'node:util'
import type { Cost } from './lib/meter.ts'
import { formatNumber, printTable, Targets } from './lib/report.ts'
import { median, quantile } from './lib/stats.ts'
import { Worker } from './lib/worker.ts'
import { KINDS, type Kind, type Size } from './standings/data.ts'

/**
 * Measures what the standings of a live event cost while results come, and when they show them:
 * `npm run bench standings -- [--players 500] [--machines 20] [--rate 10] [--seconds 10] [--rounds 3]`.
 */
const { values: flags } = parseArgs({
  options: {
    players: { type: 'string', default: '500' },
    machines: { type: 'string', default: '20' },
    rate: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
  },
})
const MAX_SHARE = 5
const MAX_DELAY_MS = 300
const [players, machines, rate, seconds, rounds] = [flags.players, flags.machines, flags.rate, flags.seconds, flags.rounds].map(Number) as [
  number,
  number,
  number,
  number,
  number,
]

interface Result {
  format: Kind
  /** percent of one processor */
  share: number
  /** ms from a result to the views that show it */
  usual: number
  longest: number
}

async function measured(format: Kind): Promise<Result> {
  const size: Size = { players, machines, format }
  const worker = new Worker(new URL('standings/target-skillshot.ts', import.meta.url))
  try {
    await worker.request('build', size)
    const shares: number[] = []
    const delays: number[] = []
    for (let round = 0; round < rounds; round++) {
      const timed = await worker.request<{ cost: Cost; delays: number[] }>('timed', { seconds, rate })
      shares.push((100 * timed.cost.cpu) / timed.cost.wall)
      delays.push(...timed.delays)
    }
    return { format, share: median(shares), usual: median(delays), longest: quantile(delays, 0.99) }
  } finally {
    await worker.stop()
  }
}

const results: Result[] = []
for (const kind of KINDS) {
  console.error(`standings: ${kind} …`)
  results.push(await measured(kind))
}

console.log(
  `\n${rate} results a second in an event of ${players} players on ${machines} machines, of which one view shows the first 100 rows and another all; medians of ${rounds} rounds of ${seconds} s.\n`,
)
printTable(
  ['', '% of one processor', 'ms until shown', '99th percentile'],
  results.map(({ format, share, usual, longest }) => [format, formatNumber(share), formatNumber(usual), formatNumber(longest)]),
)
console.log()
const targets = new Targets()
const most = (figure: (result: Result) => number): number => Math.max(...results.map(figure))
const share = most(result => result.share)
const delay = most(({ longest }) => longest)
targets.requireGoal(`at most ${MAX_SHARE} % of one processor: ${formatNumber(share)} at most`, share <= MAX_SHARE)
targets.requireGoal(`99 of 100 results shown within ${MAX_DELAY_MS} ms: ${formatNumber(delay)}`, delay <= MAX_DELAY_MS)
targets.setExitCode()
