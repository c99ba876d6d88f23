import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChainableCommander, Redis } from 'ioredis'
import { type Cost, collectGarbage, measureCost, zeroCost } from '../lib/meter.ts'
import { serveCommands } from '../lib/worker.ts'
import { choosePlayers, EACH_SIDE, getPlayerId, getPlayerScore, type Operation, TOP } from './data.ts'

const KEY = 'board'
const BATCH = 1000
const AT_ONCE = 64
const LAST = String(TOP - 1)

export interface RedisBuildResult {
  version: string
  /** Bytes per entry, including its id: `entry` of the key, `used` of the whole server. */
  entry: number
  used: number
}

let server: ChildProcess | null = null
let pid = 0
let client: Redis
/** A client that automatically combines the commands of one turn of the event loop into one pipeline. */
let automatic: Redis
let size = 0
let attempt = 1

async function start(): Promise<void> {
  if (spawnSync('redis-server', ['--version']).error !== undefined)
    throw new Error('This bench compares with Redis: get it by `apt-get install -y redis-server`, or put a redis-server on the PATH.')
  const folder = mkdtempSync(join(tmpdir(), 'skillshot-bench-'))
  const path = join(folder, 'redis.sock')
  server = spawn('redis-server', ['--port', '0', '--unixsocket', path, '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
    cwd: folder,
  })
  pid = server.pid!
  process.on('exit', () => {
    server?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  while (!existsSync(path)) {
    if (server.exitCode !== null) throw new Error(`redis-server ended with ${server.exitCode}`)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  client = new Redis({ path })
  automatic = new Redis({ path, enableAutoPipelining: true })
  await Promise.all([client.ping(), automatic.ping()])
}

async function usedMemory(): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await client.info('memory'))![1])
}

async function build(players: number): Promise<RedisBuildResult> {
  await start()
  const before = await usedMemory()
  size = players
  for (let from = 0; from < players; from += BATCH) {
    const pairs: (string | number)[] = []
    for (let n = from; n < Math.min(players, from + BATCH); n++) pairs.push(getPlayerScore(n, 0), getPlayerId(n))
    await client.zadd(KEY, ...pairs)
  }
  const used = (await usedMemory()) - before
  const entry = Number(await client.memory('USAGE', KEY, 'SAMPLES', 1000)) / players
  return { version: /redis_version:(\S+)/.exec(await client.info('server'))![1]!, entry, used: used / players }
}

/** Adds an operation to a pipeline. `around` needs a second command, which depends on the result of the first one. */
function first(line: ChainableCommander, operation: Operation, id: string, value: number): void {
  if (operation === 'submit' || operation === 'move') line.zadd(KEY, value, id)
  else if (operation === 'top') line.zrange(KEY, 0, LAST, 'REV', 'WITHSCORES')
  else line.zrevrank(KEY, id)
}

const window = (rank: number): [number, string] => [Math.max(0, rank - EACH_SIDE), String(rank + EACH_SIDE)]

async function batch(operation: Operation, ids: readonly string[], values: readonly number[], from: number): Promise<void> {
  const line = client.pipeline()
  const to = Math.min(ids.length, from + BATCH)
  for (let n = from; n < to; n++) first(line, operation, ids[n]!, values[n]!)
  const answers = (await line.exec())!
  if (operation !== 'around') return
  const second = client.pipeline()
  for (const [, rank] of answers) second.zrange(KEY, ...window(rank as number), 'REV', 'WITHSCORES')
  await second.exec()
}

/** Keeps two batches in flight, so that client and server work concurrently. */
async function pipelined(operation: Operation, ids: readonly string[], values: readonly number[]): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < ids.length) {
      const from = next
      next += BATCH
      await batch(operation, ids, values, from)
    }
  }
  await Promise.all([lane(), lane()])
}

async function one(operation: Operation, id: string, value: number): Promise<void> {
  if (operation === 'submit' || operation === 'move') await automatic.zadd(KEY, value, id)
  else if (operation === 'top') await automatic.zrange(KEY, 0, LAST, 'REV', 'WITHSCORES')
  else {
    const rank = await automatic.zrevrank(KEY, id)
    if (operation === 'around') await automatic.zrange(KEY, ...window(rank!), 'REV', 'WITHSCORES')
  }
}

async function atOnce(operation: Operation, ids: readonly string[], values: readonly number[]): Promise<void> {
  let next = 0
  const caller = async (): Promise<void> => {
    while (next < ids.length) {
      const n = next++
      await one(operation, ids[n]!, values[n]!)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, caller))
}

async function timed({ operation, count, how }: { operation: Operation; count: number; how: 'pipelined' | 'atOnce' }): Promise<Cost> {
  attempt++
  const run = how === 'pipelined' ? pipelined : atOnce
  const cost = zeroCost()
  const players = choosePlayers(operation, count, attempt, size)
  const ids = players.map(getPlayerId)
  const values = players.map(player => getPlayerScore(player, attempt))
  const chunk = operation === 'submit' ? Math.min(count, size) : count
  collectGarbage()
  for (let from = 0; from < count; from += chunk) {
    const some = ids.slice(from, from + chunk)
    await measureCost(cost, some.length, () => run(operation, some, values.slice(from, from + chunk)), pid)
    if (operation === 'submit') for (let n = 0; n < some.length; n += BATCH) await client.zrem(KEY, ...some.slice(n, n + BATCH))
  }
  return cost
}

/** Ranks as on a board: equal values share a rank. */
async function ranks(players: number[]): Promise<number[]> {
  const found: number[] = []
  for (const player of players) found.push((await client.zcount(KEY, `(${await client.zscore(KEY, getPlayerId(player))}`, '+inf')) + 1)
  return found
}

serveCommands({ build, timed, ranks })
