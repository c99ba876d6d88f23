import { OrderStatisticTree } from '../../src/ranking/order-statistic-tree.ts'
import { bytesHere, collectGarbage, cpuHere, nothing, type Spent, spend } from '../lib/meter.ts'
import { answer } from '../lib/worker.ts'
import { EACH_SIDE, FIRST_GAME, idOf, type Operation, playersFor, scoreOf, somebody, TOP } from './data.ts'

/** The longest single operations, in ms. `own` leaves out time when another process had the core; collections count. */
export interface Longest {
  wall: number
  own: number
}

export interface Built {
  /** bytes an entry, with its id */
  entry: number
  /** bytes of an id itself */
  id: number
  longest: Longest
}

let set = new OrderStatisticTree()
let size = 0
let attempt = 1
/** ms of its own that each step of building took, the least of all builds: what is left is the step itself */
let least = new Float32Array(0)
/** Keeps results from being optimised away. */
let seen = 0

/** Numbers below `players` in a random order, the same each time. */
function shuffled(players: number): Uint32Array {
  const order = Uint32Array.from({ length: players }, (_, n) => n)
  for (let n = players - 1; n > 0; n--) {
    const other = somebody(n, 1, n + 1)
    const kept = order[n]!
    order[n] = order[other]!
    order[other] = kept
  }
  return order
}

function build(players: number): Built {
  const before = bytesHere()
  const ids = Array.from({ length: players }, (_, n) => idOf(n))
  const order = shuffled(players)
  least = new Float32Array(players).fill(Number.POSITIVE_INFINITY)
  const withIds = bytesHere()
  const id = (withIds - before - order.byteLength - least.byteLength) / players - 8
  set = new OrderStatisticTree()
  size = players
  const longest = fill(set, ids, order)
  const beyond = (bytesHere() - withIds) / players
  seen += ids.length
  return { entry: beyond + id, id, longest }
}

/** Puts everybody on a board in that order. */
function fill(board: OrderStatisticTree, ids: readonly string[], order: Uint32Array): Longest {
  const put = (n: number): void => {
    const player = order[n]!
    board.put(ids[player]!, scoreOf(player, 0), FIRST_GAME + player)
  }
  return longestOf(0, order.length, put, (n, own) => {
    least[n] = Math.min(least[n]!, own)
  })
}

/** Builds the same board once more, to be thrown away. */
function rebuild(players: number): Longest {
  const ids = Array.from({ length: players }, (_, n) => idOf(n))
  const order = shuffled(players)
  collectGarbage()
  return fill(new OrderStatisticTree(), ids, order)
}

function longestOf(from: number, to: number, run: (n: number) => void, took: (n: number, own: number) => void = () => {}): Longest {
  const longest = { wall: 0, own: 0 }
  for (let n = from; n < to; n++) {
    const cpu = cpuHere()
    const start = performance.now()
    run(n)
    const wall = performance.now() - start
    longest.wall = Math.max(longest.wall, wall)
    const own = Math.min(wall, (cpuHere() - cpu) / 1000)
    longest.own = Math.max(longest.own, own)
    took(n, own)
  }
  return longest
}

/** One operation with the n-th id. Ids are strings made before the clock runs, and none is the object that the set holds. */
function step(operation: Operation, ids: readonly string[], values: readonly number[]): (n: number) => void {
  switch (operation) {
    case 'submit':
    case 'move':
      return n => set.put(ids[n]!, values[n]!, FIRST_GAME + n)
    case 'rank':
      return n => {
        seen += set.placeOf(ids[n]!)!.rank
      }
    case 'top':
      return () => {
        seen += set.slice(0, TOP).length
      }
    case 'around':
      return n => {
        const { position } = set.placeOf(ids[n]!)!
        seen += set.slice(position - EACH_SIDE, position + EACH_SIDE + 1).length
      }
  }
}

/** Has `time` run `count` operations, from … to. New players leave again now and then, so that the board keeps about its size. */
async function over(
  operation: Operation,
  count: number,
  time: (run: (n: number) => void, from: number, to: number) => unknown,
): Promise<void> {
  attempt++
  const players = playersFor(operation, count, attempt, size)
  const values = players.map(player => scoreOf(player, attempt))
  const run = step(operation, players.map(idOf), values)
  const leaving = operation === 'submit' ? players.map(idOf) : []
  const chunk = operation === 'submit' ? Math.min(count, size) : count
  collectGarbage()
  for (let from = 0; from < count; from += chunk) {
    const to = Math.min(count, from + chunk)
    await time(run, from, to)
    for (const id of leaving.slice(from, to)) set.remove(id)
  }
}

async function timed({ operation, count }: { operation: Operation; count: number }): Promise<Spent> {
  const spent = nothing()
  await over(operation, count, (run, from, to) =>
    spend(spent, to - from, () => {
      for (let n = from; n < to; n++) run(n)
    }),
  )
  return spent
}

async function longest({ operation, count }: { operation: Operation; count: number }): Promise<Longest> {
  const all: Longest[] = []
  await over(operation, count, (run, from, to) => {
    all.push(longestOf(from, to, run))
  })
  return { wall: Math.max(...all.map(({ wall }) => wall)), own: Math.max(...all.map(({ own }) => own)) }
}

answer({
  build,
  rebuild,
  /** ms of the longest step of building, less what came between in one build and not in another: collections, other processes */
  longestItself: () => least.reduce((most, own) => Math.max(most, own), 0),
  timed,
  longest,
  /** ranks of some players, to compare with the peer's */
  ranks: (players: number[]) => players.map(player => set.placeOf(idOf(player))!.rank),
  seen: () => seen,
})
