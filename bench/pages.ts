import { parseArgs } from 'node:util'
import { measureTreeCpu } from './lib/process-tree.ts'
import { createDataFolder, installPeer, type Program, startProgram, startSkillshot } from './lib/program.ts'
import { formatNumber, formatRatio, printTable, Targets } from './lib/report.ts'
import { median } from './lib/stats.ts'
import { Worker } from './lib/worker.ts'
import type { LoadResult, PageSize, SiteOptions } from './pages/load.ts'
import { startNext } from './pages/next.ts'

/**
 * Measures the page of a board of 50 rows (cached, rendered again, and while its board gets ten scores per second), compared with Next
 * and bare React with the same page: `npm run bench pages -- [--rounds 3] [--ms 3000]`.
 */
const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '3' }, ms: { type: 'string', default: '3000' } } })
const rounds = Number(flags.rounds)
const ms = Number(flags.ms)
const ROWS = 50
const MACHINES = 10

interface Measured extends LoadResult {
  /** CPU time per page of the server and its database (µs). */
  served: number
}

const TURNS = {
  next: 'Next, rendered',
  uncached: 'ours, rendered anew',
  bare: 'bare React',
  cached: 'ours, remembered',
  nextCached: 'Next, remembered',
  changing: 'ours, ten scores a second',
} as const
type Turn = keyof typeof TURNS

const folder = createDataFolder()
const load = new Worker(new URL('pages/load.ts', import.meta.url))
const all: Record<Turn, Measured>[] = []
const programs: Program[] = []
let size: PageSize = { length: 0, sent: 0 }
try {
  console.error('pages: starting Next, bare React and ours …')
  const next = await startNext()
  programs.push(next)
  const bare = await startProgram({ args: ['--import', 'tsx', 'bare.mjs'], folder: installPeer('next') })
  programs.push(bare)
  const ours = await startSkillshot(folder.path)
  programs.push(ours)
  const site: SiteOptions = {
    port: ours.port,
    token: await ours.waitForOutput(/#\/enroll-account\/(\S+)\s/),
    machines: MACHINES,
    rows: ROWS,
  }
  size = await load.request<PageSize>('fill', site)
  const turns: Record<Turn, { of: Program; verb: string; path: string | null }> = {
    next: { of: next, verb: 'one', path: '/' },
    uncached: { of: ours, verb: 'uncached', path: null },
    bare: { of: bare, verb: 'one', path: '/' },
    cached: { of: ours, verb: 'one', path: null },
    nextCached: { of: next, verb: 'one', path: '/cached' },
    changing: { of: ours, verb: 'changing', path: null },
  }
  for (let round = 0; round <= rounds; round++) {
    console.error(`pages: ${round === 0 ? 'warming up' : `round ${round}`} …`)
    const results: Partial<Record<Turn, Measured>> = {}
    for (const [turn, { of, verb, path }] of Object.entries(turns)) {
      const before = measureTreeCpu(of.roots)
      const served = await load.request<LoadResult>(verb, { port: of.port, path, ms: ms * (round === 0 ? 2 : 1) })
      results[turn as Turn] = { ...served, served: (measureTreeCpu(of.roots) - before) / served.pages }
    }
    all.push(results as Record<Turn, Measured>)
  }
  all.shift()
} finally {
  await load.stop()
  for (const program of programs) await program.stop()
  folder.remove()
}

const middle = (turn: Turn, figure: (of: Measured) => number): number => median(all.map(round => figure(round[turn])))
const cheaper = (turn: Turn): number => median(all.map(round => round.next.served / round[turn].served))
const perSecond = ({ pages, wall }: Measured): number => pages / (wall / 1e6)

console.log(`\n## The page of a board of ${ROWS} rows\n`)
console.log(
  `Medians of ${rounds} rounds in turn; our page has ${formatNumber(size.length / 1000)} kB, of which ${formatNumber(size.sent / 1000)} travel; CPU is the server's, its database included.`,
)
console.log(
  'All are asked as browsers ask, which take brotli, and render from data in memory; "anew" clears our cache of pages and asks for 50 addresses, each once.\n',
)
printTable(
  ['', 'CPU µs a page', 'against Next', 'pages/s', 'against Next', 'CPU µs of load', 'scores/s'],
  (Object.keys(TURNS) as Turn[]).map(turn => [
    TURNS[turn],
    formatNumber(middle(turn, each => each.served)),
    formatRatio(cheaper(turn)),
    formatNumber(middle(turn, perSecond)),
    formatRatio(median(all.map(round => perSecond(round[turn]) / perSecond(round.next)))),
    formatNumber(middle(turn, each => each.cpu / each.pages)),
    turn === 'changing' ? formatNumber(middle(turn, each => each.scores / (each.wall / 1e6))) : '',
  ]),
)
console.log()
const targets = new Targets()
for (const [turn, goal] of [
  ['uncached', 6],
  ['cached', 150],
  ['changing', 50],
] as const)
  targets.requireGoal(
    `${TURNS[turn]}: a ${goal}th of the CPU that Next renders a page with; ${formatRatio(cheaper(turn))}`,
    cheaper(turn) >= goal,
  )
const share = median(all.map(round => round.bare.served / round.uncached.served))
targets.requireGoal(`rendered anew: 0.7 of the pages of bare React for the same CPU; ${formatNumber(share)}`, share >= 0.7)
const cachedRatio = median(all.map(round => round.nextCached.served / round.cached.served))
targets.requireGoal(`remembered: a 20th of the CPU of Next's remembered page; ${formatRatio(cachedRatio)}`, cachedRatio >= 20)
targets.setExitCode()
