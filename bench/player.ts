import { parseArgs } from 'node:util'
import { measureTreeCpu } from './lib/process-tree.ts'
import { createDataFolder, type Program, startSkillshot } from './lib/program.ts'
import { formatNumber, formatThousands, printTable, Targets } from './lib/report.ts'
import { median, quantile } from './lib/stats.ts'
import { Worker } from './lib/worker.ts'
import { fillPlayer } from './player/fill.ts'

/**
 * Measures the page of a player with many scores: its first opening after a start, and what each further score of the player takes of a
 * processor while somebody has the page open: `npm run bench player -- [--scores 20000] [--machines 50] [--others 1000] [--times 100]`.
 */
const { values: flags } = parseArgs({
  options: {
    scores: { type: 'string', default: '20000' },
    machines: { type: 'string', default: '50' },
    others: { type: 'string', default: '1000' },
    times: { type: 'string', default: '100' },
  },
})
const [scores, machines, others, times] = [flags.scores, flags.machines, flags.others, flags.times].map(Number) as [
  number,
  number,
  number,
  number,
]
const STARTS = 3

const folder = createDataFolder()
const visitor = new Worker(new URL('player/visitor.ts', import.meta.url))
const opened: number[] = []
const openedCpu: number[] = []
const plays: { watched: string; took: number[]; cpu: number }[] = []
let program: Program | null = null
try {
  console.error(`player: writing ${formatThousands(scores)} scores of one player …`)
  program = await startSkillshot(folder.path)
  await visitor.request('connect', program.port)
  const machineIds = await fillPlayer(folder.path, { userId: await visitor.request<string>('add'), scores, machines, others })
  for (let start = 0; start < STARTS; start++) {
    console.error(`player: opening the page after start ${start + 1} …`)
    await program.stop()
    program = await startSkillshot(folder.path)
    await visitor.request('connect', program.port)
    const before = measureTreeCpu(program.roots)
    opened.push(await visitor.request<number>('open'))
    openedCpu.push((measureTreeCpu(program.roots) - before) / 1000)
  }
  const { roots } = program
  await visitor.request('logInPlayer')
  const play = async (count: number): Promise<{ took: number[]; cpu: number }> => {
    const before = measureTreeCpu(roots)
    const took = await visitor.request<number[]>('play', { machineId: machineIds[0], times: count })
    return { took, cpu: (measureTreeCpu(roots) - before) / 1000 / count }
  }
  for (const watched of ['by nobody', 'by one visitor']) {
    console.error(`player: scores while the page is watched ${watched} …`)
    if (watched !== 'by nobody') await visitor.request('watch')
    await play(times)
    plays.push({ watched, ...(await play(times)) })
  }
} finally {
  await visitor.stop()
  await program?.stop()
  folder.remove()
}

console.log(`\n## The page of a player with ${formatThousands(scores)} scores\n`)
console.log(`Half of them are on one machine, the others on ${machines - 1}, each of which ${formatThousands(others)} others have played.`)
console.log(`The median of ${STARTS} starts; then ${times} scores one after another, each submitted when the page shows the one before.\n`)
printTable(
  ['', 'p50 ms', 'p99 ms', 'CPU ms'],
  [
    ['the page is opened for the first time', formatNumber(median(opened)), '', formatNumber(median(openedCpu))],
    ...plays.map(({ watched, took, cpu }) => [
      `a further score, watched ${watched}`,
      formatNumber(quantile(took, 0.5)),
      formatNumber(quantile(took, 0.99)),
      formatNumber(cpu),
    ]),
  ],
)
console.log()
const targets = new Targets()
targets.requireGoal(`the page is opened within 100 ms; ${formatNumber(median(opened))} ms`, median(opened) <= 100)
const watched = plays.at(-1)!.cpu
targets.requireGoal(`a further score takes 5 ms of a processor while the page is open; ${formatNumber(watched)} ms`, watched <= 5)
targets.setExitCode()
