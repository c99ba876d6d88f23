import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ROWS } from './fan-out/board.ts'
import type { IdleClientOptions } from './fan-out/idle-clients.ts'
import type { ReaderOptions } from './fan-out/readers.ts'
import type { Memory, Ports, SaturationResult } from './fan-out/sender.ts'
import { bundle } from './lib/bundle.ts'
import { installPeer } from './lib/program.ts'
import { formatNumber, formatRatio, formatThousands, printTable, Targets } from './lib/report.ts'
import { median, quantile } from './lib/stats.ts'
import { Worker } from './lib/worker.ts'

/**
 * Measures sending one board to many sockets, compared with socket.io, bare and batched broadcasts by `ws`, and a difference computed for each client:
 * `npm run bench fan-out -- [--sockets 500,2000,5000] [--rounds 3] [--ms 1000] [--in-flight 20] [--trickle 20] [--readers 1] [--idle-clients 20]`.
 */
const { values: flags } = parseArgs({
  options: {
    sockets: { type: 'string', default: '500,2000,5000' },
    rounds: { type: 'string', default: '3' },
    ms: { type: 'string', default: '1000' },
    'in-flight': { type: 'string', default: '20' },
    trickle: { type: 'string', default: '20' },
    readers: { type: 'string', default: '1' },
    'idle-clients': { type: 'string', default: '20' },
  },
})
const sizes = flags.sockets.split(',').map(Number)
const rounds = Number(flags.rounds)
const readers = Number(flags.readers)
const inFlight = Number(flags['in-flight'])
const idleClients = Number(flags['idle-clients'])
const TEN_A_SECOND = 100

type Variant = 'ours' | 'text' | 'bytes' | 'batched' | 'io' | 'diff'
type Peer = Exclude<Variant, 'ours'>
const VARIANTS: readonly Variant[] = ['text', 'ours', 'bytes', 'batched', 'io', 'diff']
const PEERS: readonly Peer[] = ['text', 'bytes', 'batched', 'io', 'diff']
const NAMES: Record<Variant, string> = {
  ours: 'ours',
  text: 'ws, text',
  bytes: 'ws, bytes',
  batched: 'ws, batched',
  io: 'socket.io',
  diff: 'diff a client',
}

interface Rate {
  /** Deliveries per second. */
  speed: number
  /** CPU time of the server per delivery (µs). */
  cpu: number
  /** CPU time of the reader processes as a fraction of the elapsed time. */
  readers: number
}

interface Delay {
  p50: number
  p99: number
}

type Rounds<T> = readonly Record<Variant, T>[]
type Way = Omit<ReaderOptions, 'ports'>

const ddpWay: Way = {
  path: '/websocket',
  greeting: ['{"msg":"connect","version":"1","support":["1"]}', '{"msg":"sub","id":"1","name":"board","params":[]}'],
  welcome: ROWS + 3,
}
const wsWay: Way = { path: '/', greeting: [], welcome: 0 }
const ioWay: Way = { path: '/socket.io/?EIO=4&transport=websocket', greeting: ['40'], welcome: 2 }

/** The servers, as they would be deployed. */
const SERVERS = {
  ours: await bundle(new URL('fan-out/target-skillshot.ts', import.meta.url)),
  bare: await bundle(new URL('fan-out/bare.ts', import.meta.url)),
  diff: await bundle(new URL('fan-out/diff.ts', import.meta.url)),
  io: await bundle(new URL('peers/socket.io/server.mjs', import.meta.url)),
}

/** A server and the processes whose sockets read from it. */
class Target {
  readonly server: Worker
  readonly #readers: readonly Worker[]
  readonly #sockets: number
  /** Bytes per socket. */
  memory: Memory = { values: 0, resident: 0 }

  constructor(file: keyof typeof SERVERS, sockets: number) {
    this.server = new Worker(SERVERS[file])
    this.#readers = Array.from({ length: readers }, () => new Worker(new URL('fan-out/readers.ts', import.meta.url)))
    this.#sockets = sockets
  }

  async open(way: Way): Promise<void> {
    const ports = await this.server.request<Ports>('listen')
    await Promise.all(this.#readers.map(worker => worker.request('meet', { ...way, ports })))
    // The first half of the sockets lets the heap grow to its size, so the memory per socket is measured on the second half.
    const half = Math.ceil(this.#sockets / 2)
    const before = await this.#openUntil(half)
    const after = await this.#openUntil(this.#sockets)
    const added = this.#sockets - half
    this.memory = { values: (after.values - before.values) / added, resident: (after.resident - before.resident) / added }
  }

  async #openUntil(sockets: number): Promise<Memory> {
    const share = Math.floor(sockets / readers)
    for (const [n, worker] of this.#readers.entries()) await worker.request('open', n === 0 ? sockets - share * (readers - 1) : share)
    return this.server.request<Memory>('memory')
  }

  async saturate(perTurn: number): Promise<Rate> {
    const before = await this.#readersCpu()
    const { changes, cpu, wall } = await this.server.request<SaturationResult>('saturate', { ms: Number(flags.ms), inFlight, perTurn })
    const deliveries = changes * this.#sockets
    return { speed: deliveries / (wall / 1e6), cpu: cpu / deliveries, readers: ((await this.#readersCpu()) - before) / (wall * readers) }
  }

  async trickle(): Promise<Delay> {
    await Promise.all(this.#readers.map(worker => worker.request('keepArrivals')))
    const made = await this.server.request<number[]>('trickle', { changes: Number(flags.trickle), every: TEN_A_SECOND })
    // A server may deliver a change up to a second later (rule L10 in src/ddp/SPEC.md).
    await pause(1000)
    const arrivals = (await Promise.all(this.#readers.map(worker => worker.request<number[][]>('arrivals')))).flat()
    const delays = arrivals.flatMap(times => times.map((time, i) => (time - made[i]!) / 1000))
    const expected = made.length * this.#sockets
    if (delays.length !== expected) throw new Error(`${delays.length} deliveries instead of ${expected}`)
    return { p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#readers, this.server].map(worker => worker.stop()))
  }

  async #readersCpu(): Promise<number> {
    const used = await Promise.all(this.#readers.map(worker => worker.request<number>('cpu')))
    return used.reduce((sum, each) => sum + each, 0)
  }
}

async function measureAlternately<T>(targets: Record<Variant, Target>, measure: (target: Target) => Promise<T>): Promise<Rounds<T>> {
  const all: Record<Variant, T>[] = []
  for (let round = 0; round <= rounds; round++) {
    const results: Partial<Record<Variant, T>> = {}
    for (const variant of VARIANTS) {
      const target = targets[variant]
      if (target === targets.text) await target.server.request('use', variant)
      results[variant] = await measure(target)
    }
    all.push(results as Record<Variant, T>)
  }
  return all.slice(1)
}

interface Found {
  sockets: number
  single: Rounds<Rate>
  ten: Rounds<Rate>
  slow: Rounds<Delay>
  memory: Record<Variant, Memory>
  /** Bytes of a change message. */
  length: number
}

async function measureSockets(sockets: number): Promise<Found> {
  console.error(`fan-out: ${formatThousands(sockets)} sockets to each server …`)
  const bare = new Target('bare', sockets)
  const targets: Record<Variant, Target> = {
    ours: new Target('ours', sockets),
    text: bare,
    bytes: bare,
    batched: bare,
    io: new Target('io', sockets),
    diff: new Target('diff', sockets),
  }
  try {
    await targets.ours.open(ddpWay)
    await bare.open(wsWay)
    await targets.io.open(ioWay)
    await targets.diff.open(wsWay)
    const single = await measureAlternately(targets, target => target.saturate(1))
    const ten = await measureAlternately(targets, target => target.saturate(10))
    const slow = await measureAlternately(targets, target => target.trickle())
    const lengths = await Promise.all([targets.ours, bare, targets.diff].map(target => target.server.request<number>('length')))
    if (new Set(lengths).size !== 1) throw new Error(`The servers send frames of different length: ${lengths.join(', ')}`)
    const memory = Object.fromEntries(VARIANTS.map(variant => [variant, targets[variant].memory])) as Record<Variant, Memory>
    return { sockets, single, ten, slow, memory, length: lengths[0]! }
  } finally {
    await Promise.all([...new Set(Object.values(targets))].map(target => target.stop()))
  }
}

interface IdleClientsResult {
  /** Bytes per client by which the server process grew while the clients did not read. */
  grown: number
  /** Number of sockets that are still open at the end. */
  left: number
}

/** Measures a server whose clients have stopped reading while changes continue. Our server pings silent clients and disconnects them. */
async function measureIdleClients(file: keyof typeof SERVERS, { path, greeting }: Way): Promise<IdleClientsResult> {
  const SILENCE = 3000
  const server = new Worker(SERVERS[file])
  const clients = new Worker(new URL('fan-out/idle-clients.ts', import.meta.url))
  try {
    const { port } = await server.request<Ports>('listen', SILENCE)
    await server.request('flood', { ms: 500, perTurn: 10 })
    const before = await server.request<Memory>('memory')
    const all: IdleClientOptions = { port, path, greeting, sockets: idleClients }
    await clients.request('open', all)
    const most = await server.request<number>('flood', { ms: 2 * SILENCE, perTurn: 10 })
    // A client is pinged one interval after its last message, and disconnected when the timeout after that has passed.
    await pause(1.5 * SILENCE)
    return { grown: Math.max(0, most - before.resident) / idleClients, left: await server.request<number>('connections') }
  } finally {
    await Promise.all([clients.stop(), server.stop()])
  }
}

function advantage<T>(all: Rounds<T>, peer: Peer, figure: (of: T) => number, more: 'better' | 'worse'): number {
  return median(all.map(({ ours, [peer]: other }) => (more === 'better' ? figure(ours) / figure(other) : figure(other) / figure(ours))))
}

/** A table row with the median of each side and the median ratio for each peer; a ratio above 1 is in our favour. */
function row<T>(title: string, all: Rounds<T>, figure: (of: T) => number, more: 'better' | 'worse'): string[] {
  const middle = (variant: Variant): string => formatNumber(median(all.map(round => figure(round[variant]))))
  return [title, middle('ours'), ...PEERS.flatMap(peer => [middle(peer), formatRatio(advantage(all, peer, figure, more))])]
}

const memoryRow = (title: string, memory: Found['memory'], kind: keyof Memory): string[] => {
  const of = (variant: Variant): number => memory[variant][kind] / 1000
  return [title, formatNumber(of('ours')), ...PEERS.flatMap(peer => [formatNumber(of(peer)), formatRatio(of(peer) / of('ours'))])]
}

const kilo = ({ speed }: Rate): number => speed / 1000
const cpu = (of: Rate): number => of.cpu
const p50 = (of: Delay): number => of.p50
const p99 = (of: Delay): number => of.p99

function print({ sockets, single, ten, slow, memory, length }: Found): void {
  console.log(`\n## One board of ${ROWS} rows to ${formatThousands(sockets)} sockets\n`)
  console.log(`Medians of ${rounds} rounds in turn; a ratio above 1 is in our favour; frames of ${length} bytes of text.`)
  console.log(`Saturated: at most ${inFlight} changes under way. ws sends one ready-made text (or ready-made bytes) by ws.send in a loop;`)
  console.log(
    'batched, it corks each socket while it sends the changes of a turn. socket.io emits to a room; the differ compares with a copy of its own for each client and makes each a text.',
  )
  console.log('Ours changes a row of a shared set, makes a new frame of it and takes it through every session.\n')
  printTable(
    ['', 'ours', ...PEERS.flatMap(peer => [NAMES[peer], 'ratio'])],
    [
      row('server CPU µs a delivery, 1 change a turn', single, cpu, 'worse'),
      row('k deliveries/s, 1 change a turn', single, kilo, 'better'),
      row('server CPU µs a delivery, 10 changes a turn', ten, cpu, 'worse'),
      row('k deliveries/s, 10 changes a turn', ten, kilo, 'better'),
      row('p50 ms, 10 changes/s', slow, p50, 'worse'),
      row('p99 ms, 10 changes/s', slow, p99, 'worse'),
      memoryRow('kB a socket, values and buffers', memory, 'values'),
      memoryRow('kB a socket, whole process', memory, 'resident'),
    ],
  )
  const busy = median(ten.map(round => round.ours.readers))
  console.log(
    `\nReaders were busy ${Math.round(busy * 100)} % of the time while ours was saturated. Our memory holds what each session has been told.`,
  )
}

installPeer('socket.io')
const found: Found[] = []
for (const sockets of sizes) found.push(await measureSockets(sockets))
console.error(`fan-out: ${idleClients} readers that have stopped to read …`)
const idleResults = {
  ours: await measureIdleClients('ours', ddpWay),
  ws: await measureIdleClients('bare', wsWay),
}

for (const each of found) print(each)
console.log(`\n## ${idleClients} readers that have stopped to read, 10 changes a millisecond\n`)
printTable(
  ['', 'MB of the process an idle client, at most', 'sockets left'],
  Object.entries(idleResults).map(([name, { grown, left }]) => [name, formatNumber(grown / 1e6), String(left)]),
)
console.log()

const targets = new Targets()
const largest = Math.max(...sizes)
for (const { sockets, single, ten, slow, memory } of found) {
  const at = `${formatThousands(sockets)} sockets`
  for (const [peers, name, goal] of [
    [['text', 'bytes'], 'the bare broadcast', 3],
    [['io'], 'socket.io', 5],
  ] as const) {
    const least = (figure: (of: Rate) => number, more: 'better' | 'worse'): number =>
      Math.min(...peers.map(peer => advantage(ten, peer, figure, more)))
    const [cheaper, faster] = [least(cpu, 'worse'), least(kilo, 'better')]
    targets.requireGoal(`${at}, saturated: server CPU a delivery ${goal} times less than ${name}; ${formatRatio(cheaper)}`, cheaper >= goal)
    targets.requireGoal(`${at}, saturated: deliveries/s ${goal} times those of ${name}; ${formatRatio(faster)}`, faster >= goal)
  }
  // With one change per turn both servers make one system call per socket, so most of the measured time is spent in the kernel.
  const alone = advantage(single, 'text', kilo, 'better')
  targets.requireGoal(`${at}, one change a turn: at least the deliveries/s of the bare broadcast; ${formatRatio(alone)}`, alone >= 1)
  for (const [name, figure] of [
    ['p50', p50],
    ['p99', p99],
  ] as const) {
    const late = advantage(slow, 'bytes', figure, 'worse')
    targets.requireGoal(`${at}, 10 changes/s: ${name} no worse than the bare broadcast's; ${formatRatio(late)}`, late >= 1)
  }
  const batched = advantage(ten, 'batched', cpu, 'worse')
  targets.requireGoal(
    `${at}, saturated: server CPU at most 1.1 of the batched broadcast's; ${formatRatio(1 / batched)}`,
    batched >= 1 / 1.1,
  )
  if (sockets < largest) continue
  // With few sockets, the steps in which the heap grows outweigh the memory of the sockets.
  const weight = memory.ours.resident / 1000
  targets.requireGoal(`${at}: at most 25 kB of the process a socket; ${formatNumber(weight)}`, weight <= 25)
}
const { grown, left } = idleResults.ours
targets.requireGoal(`an idle client takes at most 1 MB of the process; ${formatNumber(grown / 1e6)}`, grown <= 1e6)
targets.requireGoal(`every idle client is cut; ${left} left`, left === 0)
targets.setExitCode()
