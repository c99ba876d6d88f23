import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startPostgres } from '../tests/scale/postgres.ts'
import { startRedis } from '../tests/scale/redis.ts'
import { measureTreeCpu } from './lib/process-tree.ts'
import { createDataFolder, type Program, startNode } from './lib/program.ts'
import { formatNumber, formatRatio, printTable, Targets } from './lib/report.ts'
import { median } from './lib/stats.ts'
import { Worker } from './lib/worker.ts'
import type { LoadOptions, LoadResult } from './submit/load.ts'

/**
 * Measures three nodes on one Postgres and one Redis against one node, with the same submitters and on the same cores, and what a node spends
 * on scores of boards that nobody watches there: `npm run bench nodes -- [--at-once 64] [--rounds 3] [--ms 3000]`.
 */
const { values: flags } = parseArgs({
  options: {
    'at-once': { type: 'string', default: '64' },
    rounds: { type: 'string', default: '3' },
    ms: { type: 'string', default: '3000' },
  },
})
const lanes = Number(flags['at-once'])
const rounds = Number(flags.rounds)

/** Nodes on a database of their own, and a load on some of them. */
interface Site {
  nodes: readonly Program[]
  /** the nodes that nobody submits to and nobody watches */
  idle: readonly Program[]
  load: Worker
  stop(): Promise<void>
}

interface Measured extends LoadResult {
  /** CPU µs a score of all nodes and their Postgres */
  served: number
  /** CPU µs a score of each node that is not used */
  idle: number
}

async function open(count: number, used: number): Promise<Site> {
  console.error(`nodes: starting ${count} …`)
  const database = await startPostgres(true)
  const postmaster = `${new URL(database.url).searchParams.get('host')}/data/postmaster.pid`
  const pid = Number(readFileSync(postmaster, 'utf8').split('\n', 1)[0])
  const redis = await startRedis()
  const nodes: Program[] = []
  const folders = Array.from({ length: count }, () => createDataFolder())
  for (const { path } of folders) nodes.push(await startNode(path, { DATABASE_URL: database.url, REDIS_URL: redis.url }))
  const load = new Worker(new URL('submit/load.ts', import.meta.url))
  const ports = nodes.slice(0, used).map(({ port }) => port)
  await load.request('open', { side: 'ours', ports, submitters: lanes, viewers: 10 } satisfies LoadOptions)
  const [first, ...others] = nodes
  return {
    nodes: [{ ...first!, roots: [...first!.roots, pid] }, ...others],
    idle: nodes.slice(used),
    load,
    async stop() {
      await load.stop()
      for (const node of nodes) await node.stop()
      await redis.stop()
      await database.close()
      for (const folder of folders) folder.remove()
    },
  }
}

const cpuOf = (programs: readonly Program[]): number => measureTreeCpu(programs.flatMap(({ roots }) => roots))

async function burst({ nodes, idle, load }: Site): Promise<Measured> {
  const before = [cpuOf(nodes), cpuOf(idle)] as const
  const measured = await load.request<LoadResult>('run', { lanes, ms: Number(flags.ms) })
  return {
    ...measured,
    served: (cpuOf(nodes) - before[0]) / measured.count,
    idle: (cpuOf(idle) - before[1]) / measured.count / Math.max(1, idle.length),
  }
}

const SITES: readonly (readonly [name: string, count: number, used: number])[] = [
  ['one node', 1, 1],
  ['three nodes', 3, 3],
  ['three nodes, one used', 3, 1],
]
const results: Measured[][] = []
for (const [, count, used] of SITES) {
  const site = await open(count, used)
  try {
    const all: Measured[] = []
    for (let round = 0; round <= rounds; round++) all.push(await burst(site))
    results.push(all.slice(1))
  } finally {
    await site.stop()
  }
}

const middle = (all: readonly Measured[], figure: (of: Measured) => number): number => median(all.map(figure))
const perSecond = ({ count, wall }: Measured): number => count / (wall / 1e6)
console.log(`\n## Scores through several nodes, ${lanes} at once\n`)
console.log(`Medians of ${rounds} rounds; one after the other, each on a Postgres of its own that syncs every commit; 10 viewers.\n`)
printTable(
  ['', 'submissions/s', 'answered p50 ms', 'seen p99 ms', 'CPU µs', 'CPU µs of each node that is not used', 'never seen'],
  results.map((all, i) => [
    SITES[i]![0],
    formatNumber(middle(all, perSecond)),
    formatNumber(middle(all, each => each.answered)),
    formatNumber(middle(all, each => each.p99)),
    formatNumber(middle(all, each => each.served)),
    SITES[i]![1] > SITES[i]![2] ? formatNumber(middle(all, each => each.idle)) : '',
    String(middle(all, each => each.unseen)),
  ]),
)
const share = middle(results[1]!, perSecond) / middle(results[0]!, perSecond)
console.log(
  `\nThree nodes take ${formatRatio(share)} the submissions/s of one: more nodes are for watchers and for staying up (docs/scale.md).\n`,
)
const targets = new Targets()
const idle = middle(results[2]!, each => each.idle)
targets.requireGoal(`a node where nobody watches the board: at most 20 µs a score; ${formatNumber(idle)} µs`, idle <= 20)
targets.setExitCode()
