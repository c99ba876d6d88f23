import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { fillBoards } from './growth/fill.ts'
import type { Opening, Use } from './growth/visitor.ts'
import { listProcessTree, measureMemory } from './lib/process-tree.ts'
import { createDataFolder, type Program, startSkillshot } from './lib/program.ts'
import { formatNumber, formatThousands, printTable, Targets } from './lib/report.ts'
import { quantile } from './lib/stats.ts'
import { Worker } from './lib/worker.ts'

/**
 * Measures a site with many scores: its start, the first opening of boards of several sizes and what others wait meanwhile, then scores and
 * pages of these boards: `npm run bench growth -- [--players 1000,100000,1000000] [--scores 50]`.
 */
const { values: flags } = parseArgs({
  options: { players: { type: 'string', default: '1000,100000,1000000' }, scores: { type: 'string', default: '50' } },
})
const sizes = flags.players.split(',').map(Number)
const times = Number(flags.scores)
const largest = Math.max(...sizes)

const measureNodes = (program: Program): number =>
  measureMemory(listProcessTree(program.roots).filter(pid => readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('node')))

interface Board extends Opening, Use {
  players: number
  /** bytes of the server's process after the board was opened and used */
  memory: number
}

const folder = createDataFolder()
const visitor = new Worker(new URL('growth/visitor.ts', import.meta.url))
const boards: Board[] = []
let program: Program | null = null
let [startMs, atRest] = [0, 0]
try {
  console.error(`growth: writing ${formatThousands(sizes.reduce((sum, size) => sum + size))} scores …`)
  program = await startSkillshot(folder.path)
  const machineIds = await fillBoards(folder.path, sizes)
  await program.stop()
  program = await startSkillshot(folder.path)
  startMs = program.startMs
  await visitor.request('connect', program.port)
  atRest = measureNodes(program)
  for (const [at, players] of sizes.entries()) {
    console.error(`growth: a board of ${formatThousands(players)} …`)
    const opening = await visitor.request<Opening>('open', machineIds[at])
    const use = await visitor.request<Use>('use', { machineId: machineIds[at], times })
    boards.push({ ...opening, ...use, players, memory: measureNodes(program) })
  }
} finally {
  await visitor.stop()
  await program?.stop()
  folder.remove()
}

const scores = formatThousands(sizes.reduce((sum, size) => sum + size))
console.log(`\n## A site of ${scores} scores and ${formatThousands(largest)} players\n`)
console.log(`Started in ${formatNumber(startMs / 1000)} s; its process takes ${formatNumber(atRest / 1e6)} MB before a board is opened.`)
console.log(`Boards opened one after another, each for the first time; then ${times} scores, and the page after each.\n`)
printTable(
  ['board', 'opened ms', 'longest wait of others ms', 'score p50 ms', 'p99', 'page p50 ms', 'p99', 'MB of the process then'],
  boards.map(({ players, opened, longestWait, submissions, pages, memory }) => [
    formatThousands(players),
    formatNumber(opened),
    formatNumber(longestWait),
    formatNumber(quantile(submissions, 0.5)),
    formatNumber(quantile(submissions, 0.99)),
    formatNumber(quantile(pages, 0.5)),
    formatNumber(quantile(pages, 0.99)),
    formatNumber(memory / 1e6),
  ]),
)
console.log()
const targets = new Targets()
for (const { players, opened, longestWait } of boards) {
  const board = `a board of ${formatThousands(players)}`
  targets.requireGoal(`${board} is opened within 2 s; ${formatNumber(opened / 1000)} s`, opened <= 2000)
  targets.requireGoal(`${board}: nobody waits over 50 ms meanwhile; ${formatNumber(longestWait)} ms`, longestWait <= 50)
}
targets.setExitCode()
