import { parseArgs } from 'node:util'
import type { Cost } from './lib/meter.ts'
import { createDataFolder } from './lib/program.ts'
import { formatNumber, formatRatio, formatThousands, printTable, Targets } from './lib/report.ts'
import { median } from './lib/stats.ts'
import { Worker } from './lib/worker.ts'
import { OPERATIONS, type Operation } from './ranks/data.ts'
import type { RedisBuildResult } from './ranks/redis.ts'
import type { BuildResult, LongestOperation } from './ranks/target-skillshot.ts'

/**
 * Measures rank operations compared with Redis sorted sets, and a rank compared with Postgres' count(*):
 * `npm run bench ranks -- [--sizes 1000,100000,1000000] [--big] [--postgres 100000,1000000] [--rounds 5] [--ops 20000]`.
 * `--big` adds a board of 10 M.
 */
const { values: flags } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    rounds: { type: 'string', default: '5' },
    ops: { type: 'string', default: '20000' },
    postgres: { type: 'string', default: '100000,1000000' },
    big: { type: 'boolean', default: false },
  },
})
const rounds = Number(flags.rounds)
const sizes = [...flags.sizes.split(',').map(Number), ...(flags.big ? [10_000_000] : [])]
const counted = flags.postgres.split(',').map(Number)
const counts: Record<Operation, number> = {
  submit: Number(flags.ops),
  move: Number(flags.ops),
  rank: Number(flags.ops),
  top: Math.ceil(Number(flags.ops) / 10),
  around: Math.ceil(Number(flags.ops) / 4),
}
/** Our side runs this many times more operations per round, because short durations cannot be measured precisely. */
const OURS_TIMES = 4
/** A board of at most a million entries is built this often to find the longest operation. */
const BUILDS = 3
/** Determines how many ranks Postgres computes per round: this number divided by the size of the board. A rank counts half a board. */
const COUNTED = 2_000_000

const titles: Record<Operation, string> = { submit: 'submit new', move: 'move', rank: 'rank of', top: 'top 50', around: '11 around' }

interface Round {
  ours: Cost
  pipelined: Cost
  atOnce: Cost
}

interface Result {
  size: number
  operation: Operation
  ours: number
  oursWall: number
  redis: number
  redisServer: number
  redisWall: number
  ratio: number
  serverRatio: number
  wallRatio: number
  atOnceRatio: number
  atOnceWallRatio: number
  longest: LongestOperation
}

interface Counted {
  size: number
  version: string
  /** CPU time per rank in µs. */
  cpu: number
  wall: number
  /** CPU time relative to ours. */
  ratio: number
  wallRatio: number
}

interface Board {
  memory: Memory
  results: Result[]
  /** Of each step of building, the shortest time over all builds; this is the maximum over the steps (ms). NaN if built only once. */
  itself: number
  /** Null if Postgres was not measured. */
  postgres: Counted | null
}

interface Memory {
  size: number
  ours: BuildResult
  redis: RedisBuildResult
}

const each = (cost: Cost, key: 'cpu' | 'server' | 'wall'): number => cost[key] / cost.count

function summary(size: number, operation: Operation, all: readonly Round[], longest: LongestOperation): Result {
  const middle = (figure: (round: Round) => number): number => median(all.map(figure))
  return {
    size,
    operation,
    longest,
    ours: middle(({ ours }) => each(ours, 'cpu')),
    oursWall: middle(({ ours }) => each(ours, 'wall')),
    redis: middle(({ pipelined }) => each(pipelined, 'cpu')),
    redisServer: middle(({ pipelined }) => each(pipelined, 'server')),
    redisWall: middle(({ pipelined }) => each(pipelined, 'wall')),
    ratio: middle(({ ours, pipelined }) => each(pipelined, 'cpu') / each(ours, 'cpu')),
    serverRatio: middle(({ ours, pipelined }) => each(pipelined, 'server') / each(ours, 'cpu')),
    wallRatio: middle(({ ours, pipelined }) => each(pipelined, 'wall') / each(ours, 'wall')),
    atOnceRatio: middle(({ ours, atOnce }) => each(atOnce, 'cpu') / each(ours, 'cpu')),
    atOnceWallRatio: middle(({ ours, atOnce }) => each(atOnce, 'wall') / each(ours, 'wall')),
  }
}

async function agree(size: number, ours: Worker, peer: Worker, name: string): Promise<void> {
  const players = Array.from({ length: size >= 1_000_000 ? 10 : 100 }, (_, n) => Math.floor((n * size) / 100))
  const [a, b] = await Promise.all([ours.request<number[]>('ranks', players), peer.request<number[]>('ranks', players)])
  for (const [n, rank] of a.entries())
    if (rank !== b[n]) throw new Error(`On a board of ${size}, player ${players[n]} has rank ${rank} with us and ${b[n]} with ${name}`)
}

/** The typical longest operation: the median over several runs, because on a busy machine other processes may interrupt a single run. */
const usual = (all: readonly LongestOperation[]): LongestOperation => ({
  wall: median(all.map(({ wall }) => wall)),
  own: median(all.map(({ own }) => own)),
})

async function againstPostgres(size: number, ours: Worker): Promise<Counted> {
  const postgres = new Worker(new URL('ranks/postgres.ts', import.meta.url))
  const folder = createDataFolder()
  try {
    const version = await postgres.request<string>('build', { dataDir: folder.path, players: size })
    await agree(size, ours, postgres, 'Postgres')
    const all: { ours: Cost; peer: Cost }[] = []
    for (let round = 0; round <= rounds; round++) {
      const peer = await postgres.request<Cost>('timed', Math.ceil(COUNTED / size))
      all.push({ peer, ours: await ours.request<Cost>('timed', { operation: 'rank', count: counts.rank * OURS_TIMES }) })
    }
    const measured = all.slice(1)
    return {
      size,
      version,
      cpu: median(measured.map(({ peer }) => each(peer, 'cpu'))),
      wall: median(measured.map(({ peer }) => each(peer, 'wall'))),
      ratio: median(measured.map(({ ours, peer }) => each(peer, 'cpu') / each(ours, 'cpu'))),
      wallRatio: median(measured.map(({ ours, peer }) => each(peer, 'wall') / each(ours, 'wall'))),
    }
  } finally {
    await postgres.request('stop').catch(() => {})
    await postgres.stop()
    folder.remove()
  }
}

async function onBoard(size: number): Promise<Board> {
  const ours = new Worker(new URL('ranks/target-skillshot.ts', import.meta.url), ['--max-old-space-size=12288'])
  const redis = new Worker(new URL('ranks/redis.ts', import.meta.url))
  try {
    const memory = {
      size,
      redis: await redis.request<RedisBuildResult>('build', size),
      ours: await ours.request<BuildResult>('build', size),
    }
    await agree(size, ours, redis, 'Redis')
    const postgres = counted.includes(size) ? await againstPostgres(size, ours) : null
    const builds = [memory.ours.longest]
    while (size <= 1_000_000 && builds.length < BUILDS) builds.push(await ours.request<LongestOperation>('rebuild', size))
    memory.ours.longest = usual(builds)
    const itself = builds.length > 1 ? await ours.request<number>('longestItself') : Number.NaN
    const results: Result[] = []
    for (const operation of OPERATIONS) {
      const count = counts[operation]
      const all: Round[] = []
      for (let round = 0; round <= rounds; round++) {
        all.push({
          pipelined: await redis.request<Cost>('timed', { operation, count, how: 'pipelined' }),
          ours: await ours.request<Cost>('timed', { operation, count: count * OURS_TIMES }),
          atOnce: await redis.request<Cost>('timed', { operation, count, how: 'atOnce' }),
        })
      }
      const longest: LongestOperation[] = []
      while (longest.length < Math.max(1, rounds))
        longest.push(await ours.request<LongestOperation>('longest', { operation, count: count * OURS_TIMES }))
      results.push(summary(size, operation, all.slice(1), usual(longest)))
    }
    return { memory, results, itself, postgres }
  } finally {
    await Promise.all([ours.stop(), redis.stop()])
  }
}

const boards: Board[] = []
for (const size of sizes) {
  console.error(`ranks: a board of ${formatThousands(size)} …`)
  try {
    boards.push(await onBoard(size))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
const results = boards.flatMap(board => board.results)

console.log(`\n## Rank operations against Redis ${boards[0]?.memory.redis.version} sorted sets\n`)
console.log(`Medians of ${rounds} rounds in turn; µs an operation; a ratio above 1 is in our favour.`)
console.log('Redis: a Unix socket, no persistence, ioredis; CPU of client and server together ("server": of that, the server).')
console.log('Ours: in the process that asks, with ids that are new strings each time; its ranks count ties, Redis has positions.\n')
printTable(
  [
    'operation',
    'board',
    'our CPU',
    'Redis CPU',
    '(server)',
    'CPU ratio',
    '(server)',
    'our wall',
    'Redis wall',
    'wall ratio',
    '64 at once: CPU',
    'wall',
  ],
  results.map(r => [
    titles[r.operation],
    formatThousands(r.size),
    formatNumber(r.ours),
    formatNumber(r.redis),
    formatNumber(r.redisServer),
    formatRatio(r.ratio),
    formatRatio(r.serverRatio),
    formatNumber(r.oursWall),
    formatNumber(r.redisWall),
    formatRatio(r.wallRatio),
    formatRatio(r.atOnceRatio),
    formatRatio(r.atOnceWallRatio),
  ]),
)

const asked = boards.flatMap(({ postgres }) => postgres ?? [])
if (asked.length > 0) {
  console.log(`\nA rank by Postgres ${asked[0]!.version}: count(*) over an index on the value, ms; CPU of client and server together:\n`)
  printTable(
    ['board', 'CPU', 'CPU ratio', 'wall', 'wall ratio'],
    asked.map(({ size, cpu, ratio, wall, wallRatio }) => [
      formatThousands(size),
      formatNumber(cpu / 1000),
      formatRatio(ratio),
      formatNumber(wall / 1000),
      formatRatio(wallRatio),
    ]),
  )
}

console.log(
  '\nOur longest single operation, ms of our own time (in brackets: on the clock, with what else ran on this machine); the median of some runs:\n',
)
printTable(
  ['board', 'build', 'in every build', ...OPERATIONS.map(operation => titles[operation])],
  boards.map(({ memory, itself, results: on }) => {
    const [build, ...others] = [memory.ours.longest, ...on.map(r => r.longest)].map(
      ({ wall, own }) => `${formatNumber(own)} (${formatNumber(wall)})`,
    )
    return [formatThousands(memory.size), build!, formatNumber(itself), ...others]
  }),
)

const ID = 36
console.log('\nBytes an entry (an id itself is 36 characters):\n')
printTable(
  ['board', 'ours beyond the id', 'Redis beyond the id', 'ratio', 'ours in all', 'Redis in all', 'by used_memory'],
  boards.map(({ memory: { size, ours, redis } }) => [
    formatThousands(size),
    formatNumber(ours.entry - ours.id),
    formatNumber(redis.entry - ID),
    formatRatio((redis.entry - ID) / (ours.entry - ours.id)),
    formatNumber(ours.entry),
    formatNumber(redis.entry),
    formatNumber(redis.used),
  ]),
)

console.log()
const targets = new Targets()
const least = (operation: Operation): number => Math.min(...results.filter(r => r.operation === operation).map(r => r.ratio))
for (const [operation, goal] of [
  ['rank', 5],
  ['move', 5],
  ['around', 8],
  ['top', 25],
] as const)
  targets.requireGoal(`${titles[operation]}: a CPU ratio of ${goal}; least ${formatRatio(least(operation))}`, least(operation) >= goal)
targets.requireGoal(`${titles.submit}: a CPU ratio above 1; least ${formatRatio(least('submit'))}`, least('submit') > 1)
const million = boards.find(({ memory }) => memory.size === 1_000_000)?.memory
if (million !== undefined) {
  const bytes = million.ours.entry - million.ours.id
  targets.requireGoal(`at most 80 bytes an entry at a million; ${formatNumber(bytes)}`, bytes <= 80)
}
const worst = Math.max(...boards.flatMap(({ memory, results: on }) => [memory.ours.longest.own, ...on.map(r => r.longest.own)]))
const itself = Math.max(...boards.flatMap(board => (Number.isNaN(board.itself) ? [] : board.itself)))
targets.requireGoal(`no single operation over 5 ms; ${formatNumber(worst)}, of building ${formatNumber(itself)} in every build`, worst <= 5)
const costs = (operation: Operation, size: number): number =>
  results.find(r => r.operation === operation && r.size === size)?.ours ?? Number.NaN
const slower = OPERATIONS.map(operation => costs(operation, 10_000_000) / costs(operation, 100_000)).filter(ratio => !Number.isNaN(ratio))
if (slower.length > 0)
  targets.requireGoal(`10 M within three times of 100 k; ${formatRatio(Math.max(...slower))}`, Math.max(...slower) <= 3)
targets.setExitCode()
