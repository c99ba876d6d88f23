import { OrderStatisticTree } from '#ranking/order-statistic-tree.ts'
import { type Cost, collectGarbage, measureCost, measureOwnBytes, readOwnCpu, zeroCost } from '../lib/meter.ts'
import { serveCommands } from '../lib/worker.ts'
import { choosePlayers, EACH_SIDE, FIRST_GAME, getPlayerId, getPlayerScore, type Operation, randomPlayer, TOP } from './data.ts'

/** The longest single operations in ms. `own` excludes time in which another process used the core, but includes garbage collections. */
export interface LongestOperation {
  wall: number
  own: number
}

export interface BuildResult {
  /** Bytes per entry, including its id. */
  entry: number
  /** Bytes per id. */
  id: number
  longest: LongestOperation
}

let set = new OrderStatisticTree()
let size = 0
let attempt = 1
/** By step of building: the minimum of its own time over all builds (ms), which excludes interruptions. */
let least = new Float32Array(0)
/** Prevents the results from being optimised away. */
let seen = 0

/** The numbers below `players` in a pseudo-random order, which is always the same. */
function shuffled(players: number): Uint32Array {
  const order = Uint32Array.from({ length: players }, (_, n) => n)
  for (let n = players - 1; n > 0; n--) {
    const other = randomPlayer(n, 1, n + 1)
    const kept = order[n]!
    order[n] = order[other]!
    order[other] = kept
  }
  return order
}

function build(players: number): BuildResult {
  const before = measureOwnBytes()
  const ids = Array.from({ length: players }, (_, n) => getPlayerId(n))
  const order = shuffled(players)
  least = new Float32Array(players).fill(Number.POSITIVE_INFINITY)
  const withIds = measureOwnBytes()
  const id = (withIds - before - order.byteLength - least.byteLength) / players - 8
  set = new OrderStatisticTree()
  size = players
  const longest = fill(set, ids, order)
  const beyond = (measureOwnBytes() - withIds) / players
  seen += ids.length
  return { entry: beyond + id, id, longest }
}

/** Puts all players on a board in the given order. */
function fill(board: OrderStatisticTree, ids: readonly string[], order: Uint32Array): LongestOperation {
  const put = (n: number): void => {
    const player = order[n]!
    board.put(ids[player]!, getPlayerScore(player, 0), FIRST_GAME + player)
  }
  return measureLongest(0, order.length, put, (n, own) => {
    least[n] = Math.min(least[n]!, own)
  })
}

/** Builds the same board again and discards it, to measure it. */
function rebuild(players: number): LongestOperation {
  const ids = Array.from({ length: players }, (_, n) => getPlayerId(n))
  const order = shuffled(players)
  collectGarbage()
  return fill(new OrderStatisticTree(), ids, order)
}

function measureLongest(
  from: number,
  to: number,
  run: (n: number) => void,
  took: (n: number, own: number) => void = () => {},
): LongestOperation {
  const longest = { wall: 0, own: 0 }
  for (let n = from; n < to; n++) {
    const cpu = readOwnCpu()
    const start = performance.now()
    run(n)
    const wall = performance.now() - start
    longest.wall = Math.max(longest.wall, wall)
    const own = Math.min(wall, (readOwnCpu() - cpu) / 1000)
    longest.own = Math.max(longest.own, own)
    took(n, own)
  }
  return longest
}

/** Returns the operation for the n-th id. The ids are made before the measurement, as other string objects than those in the set. */
function createOperation(operation: Operation, ids: readonly string[], values: readonly number[]): (n: number) => void {
  switch (operation) {
    case 'submit':
    case 'move':
      return n => set.put(ids[n]!, values[n]!, FIRST_GAME + n)
    case 'rank':
      return n => {
        seen += set.getRankInfo(ids[n]!)!.rank
      }
    case 'top':
      return () => {
        seen += set.slice(0, TOP).length
      }
    case 'around':
      return n => {
        const { position } = set.getRankInfo(ids[n]!)!
        seen += set.slice(position - EACH_SIDE, position + EACH_SIDE + 1).length
      }
  }
}

/** Lets `time` run `count` operations in chunks. New players are removed after each chunk, so that the board roughly keeps its size. */
async function runInChunks(
  operation: Operation,
  count: number,
  time: (run: (n: number) => void, from: number, to: number) => unknown,
): Promise<void> {
  attempt++
  const players = choosePlayers(operation, count, attempt, size)
  const values = players.map(player => getPlayerScore(player, attempt))
  const run = createOperation(operation, players.map(getPlayerId), values)
  const leaving = operation === 'submit' ? players.map(getPlayerId) : []
  const chunk = operation === 'submit' ? Math.min(count, size) : count
  collectGarbage()
  for (let from = 0; from < count; from += chunk) {
    const to = Math.min(count, from + chunk)
    await time(run, from, to)
    for (const id of leaving.slice(from, to)) set.remove(id)
  }
}

async function timed({ operation, count }: { operation: Operation; count: number }): Promise<Cost> {
  const cost = zeroCost()
  await runInChunks(operation, count, (run, from, to) =>
    measureCost(cost, to - from, () => {
      for (let n = from; n < to; n++) run(n)
    }),
  )
  return cost
}

async function longest({ operation, count }: { operation: Operation; count: number }): Promise<LongestOperation> {
  const all: LongestOperation[] = []
  await runInChunks(operation, count, (run, from, to) => {
    all.push(measureLongest(from, to, run))
  })
  return { wall: Math.max(...all.map(({ wall }) => wall)), own: Math.max(...all.map(({ own }) => own)) }
}

serveCommands({
  build,
  rebuild,
  /** Time of the longest step of building in ms, without interruptions (garbage collections, other processes) that not all builds had. */
  longestItself: () => least.reduce((most, own) => Math.max(most, own), 0),
  timed,
  longest,
  /** Ranks of some players, to compare with those of the peer. */
  ranks: (players: number[]) => players.map(player => set.getRankInfo(getPlayerId(player))!.rank),
  seen: () => seen,
})
