import { parseArgs } from 'node:util'
import type { Spent } from './lib/meter.ts'
import { Marks, machine, printTable, short, thousands, times } from './lib/report.ts'
import { median } from './lib/stats.ts'
import { Worker } from './lib/worker.ts'
import { OPERATIONS, type Operation } from './ranks/data.ts'
import type { Built, Longest } from './ranks/ours.ts'
import type { RedisBuilt } from './ranks/redis.ts'

/** Rank operations against Redis sorted sets: `npm run bench ranks -- [--sizes 1000,100000] [--rounds 5] [--ops 20000] [--big]`. */
const { values: flags } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    rounds: { type: 'string', default: '5' },
    ops: { type: 'string', default: '20000' },
    big: { type: 'boolean', default: false },
  },
})
const rounds = Number(flags.rounds)
const sizes = [...flags.sizes.split(',').map(Number), ...(flags.big ? [10_000_000] : [])]
const counts: Record<Operation, number> = {
  submit: Number(flags.ops),
  move: Number(flags.ops),
  rank: Number(flags.ops),
  top: Math.ceil(Number(flags.ops) / 10),
  around: Math.ceil(Number(flags.ops) / 4),
}
/** Ours runs more of them in a round: they are short, and what is short measures badly. */
const OURS_TIMES = 4

const titles: Record<Operation, string> = { submit: 'submit new', move: 'move', rank: 'rank of', top: 'top 50', around: '11 around' }

interface Round {
  ours: Spent
  pipelined: Spent
  atOnce: Spent
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
  longest: Longest
}

interface Memory {
  size: number
  ours: Built
  redis: RedisBuilt
}

const each = (spent: Spent, key: 'cpu' | 'server' | 'wall'): number => spent[key] / spent.count

function summary(size: number, operation: Operation, all: readonly Round[], longest: Longest): Result {
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

async function agree(size: number, ours: Worker, redis: Worker): Promise<void> {
  const players = Array.from({ length: 100 }, (_, n) => Math.floor((n * size) / 100))
  const [a, b] = await Promise.all([ours.ask<number[]>('ranks', players), redis.ask<number[]>('ranks', players)])
  for (const [n, rank] of a.entries())
    if (rank !== b[n]) throw new Error(`On a board of ${size}, player ${players[n]} has rank ${rank} with us and ${b[n]} with Redis`)
}

async function onBoard(size: number): Promise<{ memory: Memory; results: Result[] }> {
  const ours = new Worker(new URL('ranks/ours.ts', import.meta.url), ['--max-old-space-size=12288'])
  const redis = new Worker(new URL('ranks/redis.ts', import.meta.url))
  try {
    const memory = { size, redis: await redis.ask<RedisBuilt>('build', size), ours: await ours.ask<Built>('build', size) }
    await agree(size, ours, redis)
    const results: Result[] = []
    for (const operation of OPERATIONS) {
      const count = counts[operation]
      const all: Round[] = []
      for (let round = 0; round <= rounds; round++) {
        all.push({
          pipelined: await redis.ask<Spent>('timed', { operation, count, how: 'pipelined' }),
          ours: await ours.ask<Spent>('timed', { operation, count: count * OURS_TIMES }),
          atOnce: await redis.ask<Spent>('timed', { operation, count, how: 'atOnce' }),
        })
      }
      const longest = await ours.ask<Longest>('longest', { operation, count: count * OURS_TIMES })
      results.push(summary(size, operation, all.slice(1), longest))
    }
    return { memory, results }
  } finally {
    await Promise.all([ours.stop(), redis.stop()])
  }
}

const boards: { memory: Memory; results: Result[] }[] = []
for (const size of sizes) {
  console.error(`ranks: a board of ${thousands(size)} …`)
  try {
    boards.push(await onBoard(size))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
const results = boards.flatMap(board => board.results)

console.log(`\n## Rank operations against Redis ${boards[0]?.memory.redis.version} sorted sets\n`)
console.log(`${machine()}. Medians of ${rounds} rounds in turn; µs an operation; a ratio above 1 is in our favour.`)
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
    thousands(r.size),
    short(r.ours),
    short(r.redis),
    short(r.redisServer),
    times(r.ratio),
    times(r.serverRatio),
    short(r.oursWall),
    short(r.redisWall),
    times(r.wallRatio),
    times(r.atOnceRatio),
    times(r.atOnceWallRatio),
  ]),
)

console.log('\nOur longest single operation, ms of our own time (in brackets: on the clock, with what else ran on this machine):\n')
printTable(
  ['board', 'build', ...OPERATIONS.map(operation => titles[operation])],
  boards.map(({ memory, results: on }) => [
    thousands(memory.size),
    ...[memory.ours.longest, ...on.map(r => r.longest)].map(({ wall, own }) => `${short(own)} (${short(wall)})`),
  ]),
)

const ID = 36
console.log('\nBytes an entry (an id itself is 36 characters):\n')
printTable(
  ['board', 'ours beyond the id', 'Redis beyond the id', 'ratio', 'ours in all', 'Redis in all', 'by used_memory'],
  boards.map(({ memory: { size, ours, redis } }) => [
    thousands(size),
    short(ours.entry - ours.id),
    short(redis.entry - ID),
    times((redis.entry - ID) / (ours.entry - ours.id)),
    short(ours.entry),
    short(redis.entry),
    short(redis.used),
  ]),
)

console.log()
const marks = new Marks()
const least = (operation: Operation): number => Math.min(...results.filter(r => r.operation === operation).map(r => r.ratio))
for (const operation of OPERATIONS)
  marks.goal(`${titles[operation]}: CPU ratio above 1; least ${times(least(operation))}`, least(operation) > 1)
const million = boards.find(({ memory }) => memory.size === 1_000_000)?.memory
const bytes = million === undefined ? null : million.ours.entry - million.ours.id
if (bytes !== null) marks.goal(`under 100 bytes an entry at a million; ${short(bytes)}`, bytes < 100)
for (const [operation, mark] of [
  ['move', 5],
  ['rank', 5],
  ['around', 8],
  ['top', 25],
] as const)
  marks.mark(`${titles[operation]} ≥ ${mark}×; least ${times(least(operation))}`, least(operation) >= mark)
if (bytes !== null) marks.mark(`≤ 80 bytes an entry at a million; ${short(bytes)}`, bytes <= 80)
const worst = Math.max(...boards.flatMap(({ memory, results: on }) => [memory.ours.longest.own, ...on.map(r => r.longest.own)]))
marks.mark(`no single operation over 5 ms; ${short(worst)}`, worst <= 5)
marks.settle()
