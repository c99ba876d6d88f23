import { parseArgs } from 'node:util'
import { ROWS } from './fan-out/board.ts'
import type { Audience } from './fan-out/readers.ts'
import type { Burst, Memory, Ports } from './fan-out/sender.ts'
import { Marks, machine, printTable, short, thousands, times } from './lib/report.ts'
import { median, quantile } from './lib/stats.ts'
import { Worker } from './lib/worker.ts'

/**
 * One board to many sockets against a bare `ws` broadcast: `npm run bench fan-out -- [--sockets 1000] [--rounds 7] [--ms 1000]`
 * `[--in-flight 20] [--trickle 10] [--readers 1]`.
 */
const { values: flags } = parseArgs({
  options: {
    sockets: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '7' },
    ms: { type: 'string', default: '1000' },
    'in-flight': { type: 'string', default: '20' },
    trickle: { type: 'string', default: '10' },
    readers: { type: 'string', default: '1' },
  },
})
const sockets = Number(flags.sockets)
const rounds = Number(flags.rounds)
const readers = Number(flags.readers)
const inFlight = Number(flags['in-flight'])
const TEN_A_SECOND = 100

interface Side {
  server: Worker
  /** each reader process's number for this server's sockets */
  crowds: number[]
  /** bytes a socket */
  memory: Memory
}

type Variant = 'ours' | 'text' | 'bytes'
const VARIANTS: readonly Variant[] = ['text', 'ours', 'bytes']

interface Rate {
  /** deliveries a second */
  speed: number
  /** server CPU µs a delivery */
  cpu: number
  /** readers' share of the time they had */
  readers: number
}

interface Delay {
  p50: number
  p99: number
}

const connect = '{"msg":"connect","version":"1","support":["1"]}'
const subscribe = '{"msg":"sub","id":"1","name":"board","params":[]}'

async function openSide(server: Worker, crowd: readonly Worker[], audience: Omit<Audience, 'ports' | 'sockets'>): Promise<Side> {
  const ports = await server.ask<Ports>('listen')
  const before = await server.ask<Memory>('memory')
  const share = Math.floor(sockets / readers)
  const crowds: number[] = []
  for (const [n, worker] of crowd.entries()) {
    const some = n === 0 ? sockets - share * (readers - 1) : share
    crowds.push(await worker.ask<number>('open', { ...audience, ports, sockets: some }))
  }
  const after = await server.ask<Memory>('memory')
  const memory = { values: (after.values - before.values) / sockets, resident: (after.resident - before.resident) / sockets }
  return { server, crowds, memory }
}

const crowd = Array.from({ length: readers }, () => new Worker(new URL('fan-out/readers.ts', import.meta.url)))
const servers = {
  ours: new Worker(new URL('fan-out/ours.ts', import.meta.url)),
  bare: new Worker(new URL('fan-out/bare.ts', import.meta.url)),
}

async function readersCpu(): Promise<number> {
  const used = await Promise.all(crowd.map(worker => worker.ask<number>('cpu')))
  return used.reduce((sum, each) => sum + each, 0)
}

async function saturate(side: Side, perTurn: number): Promise<Rate> {
  const before = await readersCpu()
  const { changes, cpu, wall } = await side.server.ask<Burst>('saturate', { ms: Number(flags.ms), inFlight, perTurn })
  const deliveries = changes * sockets
  return { speed: deliveries / (wall / 1e6), cpu: cpu / deliveries, readers: ((await readersCpu()) - before) / (wall * readers) }
}

async function trickle(side: Side): Promise<Delay> {
  await Promise.all(crowd.map((worker, n) => worker.ask('keepArrivals', side.crowds[n])))
  const made = await side.server.ask<number[]>('trickle', { changes: Number(flags.trickle), every: TEN_A_SECOND })
  const arrivals = (await Promise.all(crowd.map((worker, n) => worker.ask<number[][]>('arrivals', side.crowds[n])))).flat()
  const delays = arrivals.flatMap(times => times.map((time, i) => (time - made[i]!) / 1000))
  if (delays.length !== made.length * sockets) throw new Error(`${delays.length} deliveries instead of ${made.length * sockets}`)
  return { p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) }
}

async function inTurn<T>(sides: Record<Variant, Side>, measure: (side: Side) => Promise<T>): Promise<Record<Variant, T>[]> {
  const all: Record<Variant, T>[] = []
  for (let round = 0; round <= rounds; round++) {
    const results: Partial<Record<Variant, T>> = {}
    for (const variant of VARIANTS) {
      if (variant !== 'ours') await servers.bare.ask('useBytes', variant === 'bytes')
      results[variant] = await measure(sides[variant])
    }
    all.push(results as Record<Variant, T>)
  }
  return all.slice(1)
}

/** The median of each side, and the median of our advantage: above 1 is in our favour. */
function row<T>(title: string, all: readonly Record<Variant, T>[], figure: (of: T) => number, more: 'better' | 'worse'): string[] {
  const middle = (variant: Variant): string => short(median(all.map(round => figure(round[variant]))))
  const against = (variant: Variant): string => times(advantage(all, variant, figure, more))
  return [title, middle('ours'), middle('text'), against('text'), middle('bytes'), against('bytes')]
}

function advantage<T>(all: readonly Record<Variant, T>[], peer: Variant, figure: (of: T) => number, more: 'better' | 'worse'): number {
  return median(all.map(({ ours, [peer]: other }) => (more === 'better' ? figure(ours) / figure(other) : figure(other) / figure(ours))))
}

try {
  console.error(`fan-out: ${thousands(sockets)} sockets to each server …`)
  const ours = await openSide(servers.ours, crowd, { path: '/websocket', greeting: [connect, subscribe], welcome: ROWS + 3 })
  const bare = await openSide(servers.bare, crowd, { path: '/', greeting: [], welcome: 0 })
  const sides = { ours, text: bare, bytes: bare }
  const single = await inTurn(sides, side => saturate(side, 1))
  const ten = await inTurn(sides, side => saturate(side, 10))
  const slow = await inTurn(sides, trickle)
  const length = await servers.ours.ask<number>('length')
  if (length !== (await servers.bare.ask<number>('length'))) throw new Error('The two servers send frames of different length')

  console.log(`\n## One board of ${ROWS} rows to ${thousands(sockets)} sockets against a bare \`ws\` broadcast\n`)
  console.log(`${machine()}. Medians of ${rounds} rounds in turn; a ratio above 1 is in our favour; frames of ${length} bytes of text.`)
  console.log(
    `Saturated: at most ${inFlight} changes under way. The peer sends one ready-made text (or ready-made bytes) by ws.send in a loop;`,
  )
  console.log('ours changes a row of a shared set, makes a new frame of it and takes it through every session.\n')
  const speed = ({ speed }: Rate): number => speed / 1000
  printTable(
    ['', 'ours', 'ws, text', 'ratio', 'ws, bytes', 'ratio'],
    [
      row('server CPU µs a delivery, 1 change a turn', single, of => of.cpu, 'worse'),
      row('k deliveries/s, 1 change a turn', single, speed, 'better'),
      row('server CPU µs a delivery, 10 changes a turn', ten, of => of.cpu, 'worse'),
      row('k deliveries/s, 10 changes a turn', ten, speed, 'better'),
      row('p50 ms, 10 changes/s', slow, of => of.p50, 'worse'),
      row('p99 ms, 10 changes/s', slow, of => of.p99, 'worse'),
      ...(['values', 'resident'] as const).map(kind => {
        const [a, b] = [ours.memory[kind] / 1000, bare.memory[kind] / 1000]
        return [
          `kB a socket, ${kind === 'values' ? 'values and buffers' : 'whole process'}`,
          short(a),
          short(b),
          times(b / a),
          short(b),
          times(b / a),
        ]
      }),
    ],
  )
  const busy = median(single.map(round => round.ours.readers))
  console.log(
    `\nReaders were busy ${Math.round(busy * 100)} % of the time while ours was saturated. Our memory holds what each session has been told.\n`,
  )
  const marks = new Marks()
  const batched = advantage(ten, 'text', of => of.speed, 'better')
  marks.goal(`deliveries/s, 10 changes a turn: at least three times the bare broadcast; ${times(batched)}`, batched >= 3)
  // One change a turn is one system call a socket for both: what is compared is then mostly the kernel with itself.
  const alone = advantage(single, 'text', of => of.speed, 'better')
  marks.goal(`deliveries/s, one change a turn: at least the bare broadcast; ${times(alone)}`, alone >= 1)
  marks.settle()
} finally {
  await Promise.all([...crowd, servers.ours, servers.bare].map(worker => worker.stop()))
}
