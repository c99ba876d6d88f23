import { parseArgs } from 'node:util'
import { readDurability } from './lib/database.ts'
import { measureTreeCpu } from './lib/process-tree.ts'
import { createDataFolder, type Program, startPeerWithPostgres, startSkillshot } from './lib/program.ts'
import { formatNumber, formatRatio, printTable, Targets } from './lib/report.ts'
import { median } from './lib/stats.ts'
import { Worker } from './lib/worker.ts'
import type { DriverName } from './submit/drivers.ts'
import type { LoadOptions, LoadResult } from './submit/load.ts'

/**
 * Measures the submission of a score by a signed-in player until it is durable on disk and shown to all viewers of the board, compared with
 * Parse Server and a plain app, as it is and tuned, on the same Postgres:
 * `npm run bench submit -- [--at-once 1,64,512] [--rounds 3] [--ms 2000] [--viewers 10]`.
 */
const { values: flags } = parseArgs({
  options: {
    'at-once': { type: 'string', default: '1,64,512' },
    rounds: { type: 'string', default: '3' },
    ms: { type: 'string', default: '2000' },
    viewers: { type: 'string', default: '10' },
  },
})
const rounds = Number(flags.rounds)
const viewers = Number(flags.viewers)
const atOnce = flags['at-once'].split(',').map(Number)
const SIDES: readonly DriverName[] = ['parse', 'ours', 'plain', 'tuned']
const NAMES: Record<DriverName, string> = { ours: 'ours', plain: 'plain app', tuned: 'tuned app', parse: 'Parse Server' }

interface Measured extends LoadResult {
  /** CPU time per submission of server and database (µs). */
  served: number
}

interface Standing {
  program: Program
  load: Worker
}

const startPeer = (side: Exclude<DriverName, 'ours'>, dataDir: string): Promise<Program> =>
  side === 'tuned' ? startPeerWithPostgres('plain', dataDir, 'tuned') : startPeerWithPostgres(side, dataDir)

async function open(side: DriverName, dataDir: string): Promise<Standing> {
  console.error(`submit: starting ${NAMES[side]} with ${Math.max(...atOnce)} players …`)
  const program = side === 'ours' ? await startSkillshot(dataDir) : await startPeer(side, dataDir)
  const load = new Worker(new URL('submit/load.ts', import.meta.url))
  const options: LoadOptions = { side, ports: [program.port], submitters: Math.max(...atOnce), viewers }
  await load.request('open', options)
  return { program, load }
}

async function burst({ program, load }: Standing, lanes: number): Promise<Measured> {
  const before = measureTreeCpu(program.roots)
  const measured = await load.request<LoadResult>('run', { lanes, ms: Number(flags.ms) })
  return { ...measured, served: (measureTreeCpu(program.roots) - before) / measured.count }
}

const folders = new Map(SIDES.map(side => [side, createDataFolder()]))
const standing = new Map<DriverName, Standing>()
const durability = new Map<DriverName, string>()
const found: { lanes: number; all: Record<DriverName, Measured>[] }[] = []
try {
  for (const side of SIDES) {
    standing.set(side, await open(side, folders.get(side)!.path))
    durability.set(side, await readDurability(folders.get(side)!.path))
  }
  for (const lanes of atOnce) {
    console.error(`submit: ${lanes} at once …`)
    const all: Record<DriverName, Measured>[] = []
    for (let round = 0; round <= rounds; round++) {
      const results: Partial<Record<DriverName, Measured>> = {}
      for (const side of SIDES) results[side] = await burst(standing.get(side)!, lanes)
      all.push(results as Record<DriverName, Measured>)
    }
    found.push({ lanes, all: all.slice(1) })
  }
} finally {
  for (const { load, program } of standing.values()) {
    await load.stop()
    await program.stop()
  }
  for (const folder of folders.values()) folder.remove()
}

const middle = (all: readonly Record<DriverName, Measured>[], side: DriverName, figure: (of: Measured) => number): number =>
  median(all.map(round => figure(round[side])))
const perSecond = ({ count, wall }: Measured): number => count / (wall / 1e6)
const cheaper = (all: readonly Record<DriverName, Measured>[], peer: DriverName): number =>
  median(all.map(each => each[peer].served / each.ours.served))
const faster = (all: readonly Record<DriverName, Measured>[], peer: DriverName): number =>
  median(all.map(each => perSecond(each.ours) / perSecond(each[peer])))

console.log(`\n## A score submitted, on disk, and seen by ${viewers} viewers of its board\n`)
console.log(`Medians of ${rounds} rounds in turn; CPU is that of the server and its Postgres; every score is a new record.`)
console.log('The load runs on the same machine; its CPU is told apart.\n')
for (const side of SIDES) console.log(`- Postgres of ${side === 'ours' ? 'our server' : NAMES[side]}: ${durability.get(side)}`)
console.log()
printTable(
  ['', 'CPU µs', 'ratio', 'submissions/s', 'ratio', 'seen p50 ms', 'seen p99 ms', 'answered p50 ms', 'CPU µs of load', 'never seen'],
  found.flatMap(({ lanes, all }) =>
    SIDES.map(side => [
      `${lanes} at once, ${NAMES[side]}`,
      formatNumber(middle(all, side, each => each.served)),
      side === 'ours' ? '' : formatRatio(cheaper(all, side)),
      formatNumber(middle(all, side, perSecond)),
      side === 'ours' ? '' : formatRatio(faster(all, side)),
      formatNumber(middle(all, side, each => each.p50)),
      formatNumber(middle(all, side, each => each.p99)),
      formatNumber(middle(all, side, each => each.answered)),
      formatNumber(middle(all, side, each => each.cpu / each.count)),
      String(middle(all, side, each => each.unseen)),
    ]),
  ),
)
console.log()
const targets = new Targets()
for (const { lanes, all } of found) {
  if (lanes === 1) {
    const slowest = middle(all, 'ours', each => each.p99)
    targets.requireGoal(`alone, 99 of 100 are seen within 8 ms: ${formatNumber(slowest)} ms`, slowest <= 8)
    for (const [peer, goal] of [
      ['plain', 1.2],
      ['tuned', 0.9],
    ] as const) {
      const share = faster(all, peer)
      targets.requireGoal(`alone: ${goal} times the submissions/s of the ${NAMES[peer]}: ${formatRatio(share)}`, share >= goal)
    }
  }
  if (lanes !== 64) continue
  const rate = middle(all, 'ours', perSecond)
  targets.requireGoal(`64 at once: at least 7,000 submissions/s; ${formatNumber(rate)}`, rate >= 7000)
  for (const [peer, goal] of [
    ['plain', 4],
    ['tuned', 3],
    ['parse', 20],
  ] as const) {
    targets.requireGoal(
      `64 at once: a ${goal}th of the CPU of ${NAMES[peer]}: ${formatRatio(cheaper(all, peer))}`,
      cheaper(all, peer) >= goal,
    )
    targets.requireGoal(
      `64 at once: ${goal} times the submissions/s of ${NAMES[peer]}: ${formatRatio(faster(all, peer))}`,
      faster(all, peer) >= goal,
    )
  }
}
targets.setExitCode()
