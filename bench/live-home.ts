import { parseArgs } from 'node:util'
import { readProcessCpu } from './lib/meter.ts'
import { createDataFolder, startSkillshot } from './lib/program.ts'
import { formatNumber, formatRatio, printTable, Targets } from './lib/report.ts'
import { median } from './lib/stats.ts'
import { Worker } from './lib/worker.ts'
import type { PageName, ScoresResult } from './live-home/load.ts'

/**
 * Measures what a page with lists of the whole site costs: each score while somebody has the page open, and the page itself while scores come
 * and visitors ask for it: `npm run bench live-home -- [--boards 1,20] [--rounds 3] [--ms 2000] [--rate 50] [--visitors 16]`.
 */
const { values: flags } = parseArgs({
  options: {
    boards: { type: 'string', default: '1,20' },
    rounds: { type: 'string', default: '3' },
    ms: { type: 'string', default: '2000' },
    rate: { type: 'string', default: '50' },
    visitors: { type: 'string', default: '16' },
  },
})
const SUBMITTERS = 64
const PAGES: readonly PageName[] = ['home', 'machines']
const [rounds, ms, rate, visitors] = [flags.rounds, flags.ms, flags.rate, flags.visitors].map(Number) as [number, number, number, number]

interface Measured extends ScoresResult {
  /** CPU time of the node in µs, without its database's */
  node: number
}
interface Round {
  /** scores as fast as they go: with nobody on a page, and with somebody on one */
  scores: Record<'nobody' | PageName, Measured>
  /** a steady rate of scores: without visitors, and with visitors of a page */
  steady: Record<'nobody' | PageName, Measured>
}

async function measured(boards: number): Promise<Round[]> {
  const folder = createDataFolder()
  const program = await startSkillshot(folder.path)
  const load = new Worker(new URL('live-home/load.ts', import.meta.url))
  const timed = async (options: object): Promise<Measured> => {
    const before = readProcessCpu(program.roots[0]!)
    const result = await load.request<ScoresResult>('scores', { ms, ...options })
    return { ...result, node: readProcessCpu(program.roots[0]!) - before }
  }
  try {
    await load.request('open', { port: program.port, submitters: SUBMITTERS, boards })
    const all: Round[] = []
    for (let round = 0; round <= rounds; round++) {
      const scores: Partial<Round['scores']> = {}
      const steady: Partial<Round['steady']> = {}
      // A view that nobody uses any more is kept, so those without a page come first.
      for (const page of [null, ...PAGES]) {
        await load.request('show', page)
        scores[page ?? 'nobody'] = await timed({})
      }
      await load.request('show', null)
      for (const page of [null, ...PAGES])
        steady[page ?? 'nobody'] = await timed({ rate, ...(page === null ? {} : { visitors: { page, rate: visitors } }) })
      all.push({ scores, steady } as Round)
    }
    return all.slice(1)
  } finally {
    await load.stop()
    await program.stop()
    folder.remove()
  }
}

const perScore = ({ node, count }: Measured): number => node / count
const perSecond = ({ count, wall }: Measured): number => count / (wall / 1e6)
const targets = new Targets()
const boards = flags.boards.split(',').map(Number)
const found: { boards: number; all: Round[] }[] = []
for (const each of boards) {
  console.error(`live-home: ${each} boards …`)
  found.push({ boards: each, all: await measured(each) })
}

console.log(`\n## Scores while somebody has a page open, ${SUBMITTERS} at once\n`)
console.log(`Medians of ${rounds} rounds in turn; CPU is the node's, without its database.\n`)
printTable(
  ['', 'CPU µs a score', 'against nobody', 'scores/s', 'against nobody'],
  found.flatMap(({ boards, all }) =>
    (['nobody', ...PAGES] as const).map(page => [
      `${boards} boards, ${page}`,
      formatNumber(median(all.map(({ scores }) => perScore(scores[page])))),
      formatRatio(median(all.map(({ scores }) => perScore(scores[page]) / perScore(scores.nobody)))),
      formatNumber(median(all.map(({ scores }) => perSecond(scores[page])))),
      formatRatio(median(all.map(({ scores }) => perSecond(scores[page]) / perSecond(scores.nobody)))),
    ]),
  ),
)
console.log(`\n## ${rate} scores a second and ${visitors} visitors a second of a page\n`)
printTable(
  ['', 'CPU ms a page', 'score p99 ms', 'against no visitors'],
  found.flatMap(({ boards, all }) =>
    PAGES.map(page => [
      `${boards} boards, ${page}`,
      formatNumber(median(all.map(({ steady }) => pageCpu(steady, page)))),
      formatNumber(median(all.map(({ steady }) => steady[page].p99))),
      formatRatio(median(all.map(({ steady }) => steady[page].p99 / steady.nobody.p99))),
    ]),
  ),
)
console.log()
for (const { boards, all } of found)
  for (const page of PAGES) {
    const cost = median(all.map(({ scores }) => perScore(scores[page]) / perScore(scores.nobody)))
    targets.requireGoal(`${boards} boards, ${page} is open: at most 1.1 of the CPU a score; ${formatRatio(cost)}`, cost <= 1.1)
    const cpu = median(all.map(({ steady }) => pageCpu(steady, page)))
    targets.requireGoal(`${boards} boards, ${page} is visited: at most 1.5 ms of CPU a page; ${formatNumber(cpu)}`, cpu <= 1.5)
    const wait = median(all.map(({ steady }) => steady[page].p99 / steady.nobody.p99))
    targets.requireGoal(`${boards} boards, ${page} is visited: at most 1.5 of the p99 of a score; ${formatRatio(wait)}`, wait <= 1.5)
  }
targets.setExitCode()

/** Milliseconds of the node for one page, beyond what the scores cost. */
function pageCpu(steady: Round['steady'], page: PageName): number {
  const { node, count, pages } = steady[page]
  return (node - perScore(steady.nobody) * count) / pages / 1000
}
