import { parseArgs } from 'node:util'
import { measureTreeCpu } from './lib/process-tree.ts'
import { createDataFolder, type Program, startSkillshot } from './lib/program.ts'
import { formatNumber, formatThousands, printTable, Targets } from './lib/report.ts'
import { quantile } from './lib/stats.ts'
import { Worker } from './lib/worker.ts'
import type { CrowdOptions, CrowdResult } from './watchers/crowd.ts'
import type { PlayerResult } from './watchers/player.ts'

/**
 * Measures how long a player waits for the answer to a score, and the watchers of its board for the score, while many watch that board:
 * `npm run bench watchers -- [--watchers 10000] [--seconds 10] [--rates 1,10,50]`.
 */
const { values: flags } = parseArgs({
  options: {
    watchers: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '10' },
    rates: { type: 'string', default: '1,10,50' },
  },
})
const watchers = Number(flags.watchers)
const seconds = Number(flags.seconds)
const rates = flags.rates.split(',').map(Number)

interface Row {
  rate: number
  player: PlayerResult
  crowd: CrowdResult
  /** CPU time of the server, with its database, in parts of one processor */
  served: number
}

const folder = createDataFolder()
const crowd = new Worker(new URL('watchers/crowd.ts', import.meta.url))
const player = new Worker(new URL('watchers/player.ts', import.meta.url))
const rows: Row[] = []
let program: Program | null = null
try {
  console.error(`watchers: starting with ${formatThousands(watchers)} …`)
  program = await startSkillshot(folder.path)
  const machineId = await player.request<string>('open', program.port)
  const options: CrowdOptions = { port: program.port, machineId, watchers }
  await crowd.request('open', options)
  for (const rate of rates) {
    console.error(`watchers: ${rate} a second …`)
    await crowd.request('begin')
    const before = measureTreeCpu(program.roots)
    const played = await player.request<PlayerResult>('play', { rate, seconds })
    const served = (measureTreeCpu(program.roots) - before) / (played.wall * 1000)
    rows.push({ rate, served, player: played, crowd: await crowd.request<CrowdResult>('end', played.sent) })
  }
} finally {
  await Promise.all([player, crowd].map(worker => worker.stop()))
  await program?.stop()
  folder.remove()
}

console.log(`\n## One player submits, ${formatThousands(watchers)} watch the board\n`)
console.log(`${seconds} s each; each score is sent when the one before has been answered, and not before its time.\n`)
printTable(
  ['scores/s', 'sent', 'answered p50 ms', 'p99', 'watchers have it p50 ms', 'p99', 'longest', 'never', 'CPU of a core'],
  rows.map(({ rate, player: { answers }, crowd, served }) => [
    String(rate),
    String(answers.length),
    formatNumber(quantile(answers, 0.5)),
    formatNumber(quantile(answers, 0.99)),
    formatNumber(crowd.p50),
    formatNumber(crowd.p99),
    formatNumber(crowd.longest),
    String(crowd.unseen),
    formatNumber(served),
  ]),
)
console.log()
const targets = new Targets()
for (const {
  rate,
  player: { answers },
  crowd,
  served,
} of rows) {
  const p99 = quantile(answers, 0.99)
  targets.requireGoal(`${rate}/s: an answer within 50 ms, 99 of 100; ${formatNumber(p99)} ms`, p99 <= 50)
  targets.requireGoal(
    `${rate}/s: every watcher is right within 1 s; ${formatNumber(crowd.longest)} ms`,
    crowd.unseen === 0 && crowd.longest <= 1000,
  )
  if (rate === 10) targets.requireGoal(`${rate}/s: at most 0.4 of a core; ${formatNumber(served)}`, served <= 0.4)
}
targets.setExitCode()
