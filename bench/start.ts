import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { listProcessTree, measureMemory, measureTreeCpu } from './lib/process-tree.ts'
import { createDataFolder, startSkillshot } from './lib/program.ts'
import { formatNumber, printTable, Targets } from './lib/report.ts'
import { median } from './lib/stats.ts'

/**
 * Measures the time from the command to "ready", with an empty and with a used data folder, and the memory of all processes at rest:
 * `npm run bench start -- [--rounds 3] [--rest 5000]`.
 */
const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '3' }, rest: { type: 'string', default: '5000' } } })
const rounds = Number(flags.rounds)
const rest = Number(flags.rest)

interface Round {
  cold: number
  warm: number
  /** CPU time of all processes until "ready" (µs). */
  coldCpu: number
  warmCpu: number
  /** Bytes of memory after a cold start and after a warm one. */
  coldMemory: number
  warmMemory: number
  /** The part of `warmMemory` that the Node processes use. */
  node: number
  processes: number
}

const isNode = (pid: number): boolean => readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('node')
const all: Round[] = []
for (let round = 1; round <= rounds; round++) {
  console.error(`start: round ${round} …`)
  const folder = createDataFolder()
  try {
    const first = await startSkillshot(folder.path)
    const coldCpu = measureTreeCpu(first.roots)
    await pause(rest)
    const coldMemory = measureMemory(listProcessTree(first.roots))
    await first.stop()
    const second = await startSkillshot(folder.path)
    const warmCpu = measureTreeCpu(second.roots)
    await pause(rest)
    const tree = listProcessTree(second.roots)
    const warmMemory = measureMemory(tree)
    const node = measureMemory(tree.filter(isNode))
    await second.stop()
    all.push({ cold: first.startMs, warm: second.startMs, coldCpu, warmCpu, coldMemory, warmMemory, node, processes: tree.length })
  } finally {
    folder.remove()
  }
}

const middle = (figure: (round: Round) => number): number => median(all.map(figure))
const longest = (figure: (round: Round) => number): string => formatNumber(Math.max(...all.map(figure)))
const [cold, warm] = [middle(round => round.cold) / 1000, middle(round => round.warm) / 1000]
const memory = middle(round => Math.max(round.coldMemory, round.warmMemory)) / 1e6
console.log(`\n## From the command to "ready", and memory at rest\n`)
console.log(`${rounds} rounds with the build present; memory ${rest / 1000} s after "ready", shared pages divided (PSS).\n`)
printTable(
  ['', 'median', 'longest'],
  [
    ['cold start, empty data folder: s', formatNumber(cold), longest(round => round.cold / 1000)],
    ['  CPU of it: s', formatNumber(middle(round => round.coldCpu / 1e6)), longest(round => round.coldCpu / 1e6)],
    ['warm start: s', formatNumber(warm), longest(round => round.warm / 1000)],
    ['  CPU of it: s', formatNumber(middle(round => round.warmCpu / 1e6)), longest(round => round.warmCpu / 1e6)],
    ['memory after a cold start: MB', formatNumber(middle(round => round.coldMemory / 1e6)), longest(round => round.coldMemory / 1e6)],
    ['memory after a warm start: MB', formatNumber(middle(round => round.warmMemory / 1e6)), longest(round => round.warmMemory / 1e6)],
    ['  of it Node and its watchdog', formatNumber(middle(round => round.node / 1e6)), longest(round => round.node / 1e6)],
    ['processes', formatNumber(middle(round => round.processes)), longest(round => round.processes)],
  ],
)
console.log()
const targets = new Targets()
targets.requireGoal(`cold start under 6 s: ${formatNumber(cold)} s`, cold < 6)
targets.requireGoal(`warm start under 1.5 s: ${formatNumber(warm)} s`, warm < 1.5)
targets.requireGoal(`all processes under 250 MB: ${formatNumber(memory)} MB`, memory < 250)
targets.setExitCode()
