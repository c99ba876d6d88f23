import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { CHROMIUM } from '../tests/e2e/helpers/browser.ts'
import { fillBoard } from './lib/fill-board.ts'
import { createDataFolder, type Program, startSkillshot } from './lib/program.ts'
import { formatNumber, formatRatio, printTable, Targets } from './lib/report.ts'
import { median } from './lib/stats.ts'
import { type Visit, visit } from './mobile/visit.ts'
import { startNext } from './pages/next.ts'

/**
 * Measures what a phone does when it opens the page of a board of 50 rows for the first time (Chromium with a processor four times slower),
 * compared with Next with the same page: `npm run bench mobile -- [--rounds 7]`. Needs Chromium.
 */
const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } })
const rounds = Number(flags.rounds)
const ROWS = 50

const folder = createDataFolder()
const programs: Program[] = []
// A browser as users have it: the one of the tests draws with fewer threads and does not optimize scripts.
const browser = await chromium.launch({
  ...(CHROMIUM === undefined ? {} : { executablePath: CHROMIUM }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
})
const all: { ours: Visit; next: Visit }[] = []
try {
  console.error('mobile: starting Next and ours …')
  const next = await startNext()
  programs.push(next)
  const ours = await startSkillshot(folder.path)
  programs.push(ours)
  const { machineId } = await fillBoard(ours, ROWS)
  for (let round = 0; round <= rounds; round++) {
    console.error(`mobile: ${round === 0 ? 'warming up' : `round ${round}`} …`)
    all.push({
      ours: await visit(browser, `http://localhost:${ours.port}/machines/${machineId}`),
      next: await visit(browser, `http://localhost:${next.port}/`),
    })
  }
  all.shift()
} finally {
  await browser.close()
  for (const program of programs) await program.stop()
  folder.remove()
}

const FIGURES: Record<keyof Visit, string> = {
  script: 'scripts, ms',
  blocking: 'blocking time, ms',
  longest: 'longest task, ms',
  paint: 'first paint, ms',
  quiet: 'quiet at, ms',
}
const figures = Object.keys(FIGURES) as (keyof Visit)[]
const middle = (side: 'ours' | 'next', figure: keyof Visit): number => median(all.map(round => round[side][figure]))
const against = (figure: keyof Visit): number => middle('ours', figure) / middle('next', figure)

console.log(`\n## A phone opens the page of a board of ${ROWS} rows\n`)
console.log(
  `Medians of ${rounds} visits of each in turn, nothing cached; all in the main thread of the page, times after the navigation began.`,
)
console.log(
  'Scripts are in time of the processor, the rest is on the clock. Blocking time is what tasks after the first paint take over 50 ms',
)
console.log('each; the page is quiet when no later second has 50 ms of work.\n')
printTable(
  ['', 'ours', 'Next', 'against Next'],
  figures.map(figure => [
    FIGURES[figure],
    formatNumber(middle('ours', figure)),
    formatNumber(middle('next', figure)),
    formatRatio(against(figure)),
  ]),
)
console.log()
const targets = new Targets()
for (const [figure, goal, words] of [
  ['script', 1, 'as much time in scripts as Next, or less'],
  ['blocking', 0.8, '0.8 of the blocking time of Next, or less'],
  ['quiet', 1, 'quiet as early as Next, or earlier'],
] as const)
  targets.requireGoal(`${words}; ${formatRatio(against(figure))}`, against(figure) <= goal)
targets.setExitCode()
