import { isDeepStrictEqual, parseArgs } from 'node:util'
import type { Cost } from './lib/meter.ts'
import { formatNumber, formatRatio, printTable, Targets } from './lib/report.ts'
import { median } from './lib/stats.ts'
import { Worker } from './lib/worker.ts'
import { KINDS, type Kind, SHOWN, type Size } from './standings/data.ts'

/**
 * Measures a score in a live event compared with a full recomputation:
 * `npm run bench standings -- [--players 500] [--machines 20] [--rounds 5] [--ops 2000]`.
 */
const { values: flags } = parseArgs({
  options: {
    players: { type: 'string', default: '500' },
    machines: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '5' },
    ops: { type: 'string', default: '2000' },
  },
})
const GOAL = 50
const [players, machines, rounds, ops] = [flags.players, flags.machines, flags.rounds, flags.ops].map(Number) as [
  number,
  number,
  number,
  number,
]
/** Number of recomputations per round. It is smaller, because a recomputation takes long. */
const fullOps = Math.max(5, Math.ceil(ops / 100))

interface Result {
  format: Kind
  shown: boolean
  ours: number
  full: number
  ratio: number
  wallRatio: number
}

const each = (cost: Cost, key: 'cpu' | 'wall'): number => cost[key] / cost.count

async function measured(format: Kind): Promise<Result[]> {
  const size: Size = { players, machines, format }
  const ours = new Worker(new URL('standings/target-skillshot.ts', import.meta.url))
  const full = new Worker(new URL('standings/full.ts', import.meta.url))
  try {
    await Promise.all([ours.request('build', size), full.request('build', size)])
    let ahead = 0
    const results: Result[] = []
    for (const shown of [false, true]) {
      const all: { ours: Cost; full: Cost }[] = []
      for (let round = 0; round <= rounds; round++) {
        all.push({
          full: await full.request<Cost>('timed', { count: fullOps, shown }),
          ours: await ours.request<Cost>('timed', { count: ops, shown }),
        })
        ahead += ops - fullOps
      }
      const middle = (figure: (round: { ours: Cost; full: Cost }) => number): number => median(all.slice(1).map(figure))
      results.push({
        format,
        shown,
        ours: middle(round => each(round.ours, 'cpu')),
        full: middle(round => each(round.full, 'cpu')),
        ratio: middle(round => each(round.full, 'cpu') / each(round.ours, 'cpu')),
        wallRatio: middle(round => each(round.full, 'wall') / each(round.ours, 'wall')),
      })
    }
    await full.request('follow', ahead)
    if (!isDeepStrictEqual(await ours.request('rows'), await full.request('rows')))
      throw new Error(`${format}: the standings differ from a recomputation`)
    return results
  } finally {
    await Promise.all([ours.stop(), full.stop()])
  }
}

const results: Result[] = []
for (const kind of KINDS) {
  console.error(`standings: ${kind} …`)
  results.push(...(await measured(kind)))
}

console.log(`\nA score in an event of ${players} players on ${machines} machines; medians of ${rounds} rounds, µs of CPU.\n`)
printTable(
  ['', 'ours', 'full recomputation', 'ratio', 'ratio, wall'],
  results.map(({ format, shown, ours, full, ratio, wallRatio }) => [
    `${format}${shown ? `, first ${SHOWN} rows as documents` : ''}`,
    formatNumber(ours),
    formatNumber(full),
    formatRatio(ratio),
    formatRatio(wallRatio),
  ]),
)
console.log()
const targets = new Targets()
const goal = (shown: boolean): number => Math.min(...results.filter(result => result.shown === shown).map(({ ratio }) => ratio))
targets.requireGoal(`the standings for a ${GOAL}th of a full recomputation: ${formatRatio(goal(false))} at least`, goal(false) >= GOAL)
targets.requireGoal(`likewise with what a page shows: ${formatRatio(goal(true))} at least`, goal(true) >= GOAL)
targets.setExitCode()
