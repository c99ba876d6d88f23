import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readProcessCpu } from './lib/meter.ts'
import { measureTreeCpu } from './lib/process-tree.ts'
import { createDataFolder, type Program, startProgram, startSkillshot } from './lib/program.ts'
import { formatNumber, printTable, Targets } from './lib/report.ts'
import { quantile } from './lib/stats.ts'
import { Worker } from './lib/worker.ts'
import { addVenue } from './reporters/add-venue.ts'
import type { Told } from './reporters/boards.ts'
import type { ToldByLinks } from './reporters/links.ts'
import type { Watched } from './reporters/watchers.ts'

/**
 * Measures what machines that report themselves cost: boards that say something new four times a second to the reporter, which tells a site
 * whose live games others watch: `npm run bench reporters -- [--boards 60] [--watchers 200] [--seconds 60] [--slow] [--venues 1,10,50]
 * [--venue-watchers 10] [--changes 0.8,4]`. `--slow`: the reporter has half of one processor, which another program keeps busy. `--venues`:
 * then so many venues report to one node, each over a connection and with a key of its own, by the code of the reporter that speaks with the
 * site; `--changes`: how often in a second each board says something new. In simulated evenings it is 0.8 times: half of the machines are played.
 */
const { values: flags } = parseArgs({
  options: {
    boards: { type: 'string', default: '60' },
    watchers: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    slow: { type: 'boolean', default: false },
    venues: { type: 'string', default: '' },
    'venue-watchers': { type: 'string', default: '10' },
    changes: { type: 'string', default: '0.8,4' },
  },
})
const [boards, watchers, seconds, venueWatchers] = [flags.boards, flags.watchers, flags.seconds, flags['venue-watchers']].map(Number) as [
  number,
  number,
  number,
  number,
]
const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Watchers of the one venue whose delays are measured; of each of many venues it is one. */
const MEASURED = 10
/** ms until a load that has begun is measured */
const WARM_UP_MS = 5000
const targets = new Targets()
const goal = (text: string, value: number, most: number): void =>
  targets.requireGoal(`${text}: at most ${formatNumber(most)}; ${formatNumber(value)}`, value <= most)

/** MB of memory that a process has in RAM. */
const residentMb = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** How long it took until watchers had the scores of boards (ms). A score that was overtaken by the next one is not seen. */
function delaysOf({ sent }: Told, { seen }: Watched): number[] {
  const sentAt = new Map(sent)
  return seen.flatMap(([score, at]) => (sentAt.has(score) ? [at - sentAt.get(score)!] : []))
}

const startWorker = (name: string): Worker => new Worker(new URL(`reporters/${name}.ts`, import.meta.url))

/** One venue, from the datagrams of its boards to its watchers. */
async function measureReporter(program: Program, dir: string): Promise<void> {
  const [crowd, venueBoards] = [startWorker('watchers'), startWorker('boards')]
  let reporter: Program | null = null
  let busy: Worker | null = null
  try {
    const { venueId, key, boardIds } = await addVenue(program.port, 0, boards)
    const address = ['--site', `http://127.0.0.1:${program.port}`, '--key', key, '--data', join(dir, 'reporter')]
    reporter = await startProgram({
      args: [
        ...['scripts/run.mjs', 'reporter', ...address],
        ...['--port', '0', '--listen', '127.0.0.1', '--game-port', '0', '--discovery-port', '0'],
      ],
      ready: /listens at UDP ports (\d+)/,
    })
    const [reporterPid] = reporter.roots as [number]
    if (flags.slow) {
      // A busy loop on the same processor leaves the reporter about half of it.
      busy = startWorker('busy')
      const busyPid = await busy.request<number>('start', {})
      for (const pid of [reporterPid, busyPid]) execFileSync('taskset', ['-a', '-cp', '0', String(pid)], { cwd: ROOT })
    }
    console.error(`reporters: opening ${watchers} pages …`)
    await crowd.request('open', { port: program.port, venueId, watchers, measured: MEASURED })
    await venueBoards.request('begin', { port: reporter.port, boardIds })
    await pause(15_000)
    await venueBoards.request<Told>('take')
    await crowd.request<Watched>('take')
    const [siteBefore, reporterBefore] = [measureTreeCpu(program.roots), readProcessCpu(reporterPid)]
    await pause(seconds * 1000)
    const [siteCpu, reporterCpu] = [measureTreeCpu(program.roots) - siteBefore, readProcessCpu(reporterPid) - reporterBefore]
    const told = await venueBoards.request<Told>('take')
    await pause(1000)
    const watched = await crowd.request<Watched>('take')
    const memory = residentMb(reporterPid)
    const delays = delaysOf(told, watched)
    const shares = { site: siteCpu / seconds / 10_000, reporter: reporterCpu / seconds / 10_000 }
    const perSecond = told.sent.length / seconds
    console.log(`\n## ${boards} machine boards and ${watchers} watchers${flags.slow ? ', the reporter with half of a processor' : ''}\n`)
    console.log('CPU of the site is that of the server and its Postgres. A report is seen when a watcher has its score.\n')
    printTable(
      ['', 'value'],
      [
        ['reports a second', formatNumber(perSecond)],
        ['CPU of the site, % of a core', formatNumber(shares.site)],
        ['CPU of the reporter, % of a core', formatNumber(shares.reporter)],
        ['memory of the reporter, MB', formatNumber(memory)],
        ['writes to each watcher a second', formatNumber(watched.chunks / watchers / (seconds + 1))],
        ['kB to each watcher a second', formatNumber(watched.bytes / watchers / (seconds + 1) / 1000)],
        ['report seen after, median ms', formatNumber(quantile(delays, 0.5))],
        ['report seen after, p99 ms', formatNumber(quantile(delays, 0.99))],
      ],
    )
    console.log()
    if (!flags.slow) {
      goal('CPU of the site, % of a core', shares.site, 5)
      goal('CPU of the reporter, % of a core', shares.reporter, 2)
      goal('report seen after, p99 ms', quantile(delays, 0.99), 300)
    }
    goal('memory of the reporter, MB', memory, 80)
    targets.requireGoal(`reports that were seen or overtaken: ${delays.length > 0 ? 'some' : 'none'}`, delays.length > 0)
  } finally {
    await Promise.all([crowd.stop(), venueBoards.stop(), busy?.stop()])
    await reporter?.stop()
  }
}

/** Ever more venues on one node. */
async function measureVenues(program: Program, counts: readonly number[], rates: readonly number[]): Promise<void> {
  const [crowd, links] = [startWorker('watchers'), startWorker('links')]
  const [serverPid] = program.roots as [number]
  const rows: string[][] = []
  const slowest = new Map<number, number>()
  let open = 0
  try {
    for (const count of counts) {
      console.error(`reporters: ${count} venues …`)
      for (; open < count; open++) {
        const venue = await addVenue(program.port, open + 1, boards)
        await crowd.request('open', { port: program.port, venueId: venue.venueId, watchers: venueWatchers, measured: 1 })
        await links.request('open', { port: program.port, venues: [venue] })
      }
      for (const changes of rates) {
        await links.request('play', { changes })
        await pause(WARM_UP_MS)
        await links.request<ToldByLinks>('take')
        await crowd.request<Watched>('take')
        const [siteBefore, serverBefore] = [measureTreeCpu(program.roots), readProcessCpu(serverPid)]
        await pause(seconds * 1000)
        const [siteCpu, serverCpu] = [measureTreeCpu(program.roots) - siteBefore, readProcessCpu(serverPid) - serverBefore]
        const [told, watched] = [await links.request<ToldByLinks>('take'), await crowd.request<Watched>('take')]
        await links.request('play', { changes: 0 })
        const delays = delaysOf(told, watched)
        slowest.set(count, Math.max(slowest.get(count) ?? 0, quantile(delays, 0.99)))
        const figures = [
          ...[told.sent.length / seconds, told.calls / seconds / count, siteCpu / seconds / 10_000, serverCpu / seconds / 10_000],
          ...[watched.chunks / seconds / count / venueWatchers, quantile(delays, 0.5), quantile(delays, 0.99)],
        ]
        rows.push([String(count), ...figures.map(formatNumber)])
      }
    }
  } finally {
    await Promise.all([crowd.stop(), links.stop()])
  }
  console.log(`\n## Venues of ${boards} boards and ${venueWatchers} watchers each, on one node\n`)
  console.log(
    'Boards say something new so often in a second, in all venues together. A reporter makes at most four calls a second: fewer where it waits for the answer. The server is a part of the site.\n',
  )
  printTable(
    [
      ...['venues', 'reports a second', 'calls of each reporter a second', 'CPU of the site, % of a core', 'of the server'],
      ...['writes to each watcher a second', 'seen after, median ms', 'p99 ms'],
    ],
    rows,
  )
  console.log()
  for (const [count, p99] of slowest) goal(`report of ${count} venues seen after, p99 ms`, p99, 300)
}

const folder = createDataFolder()
const program = await startSkillshot(folder.path)
const numbers = (list: string): number[] => list.split(',').filter(Boolean).map(Number)
try {
  await measureReporter(program, folder.path)
  if (flags.venues !== '') await measureVenues(program, numbers(flags.venues), numbers(flags.changes))
  targets.setExitCode()
} finally {
  await program.stop()
  folder.remove()
}
