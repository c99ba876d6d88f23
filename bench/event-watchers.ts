import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { EventGroupDoc } from '#events/contract/documents.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../tests/integration/helpers/ddp-test-client.ts'
import type { Sent } from './event-watchers/crowd.ts'
import { connectToDatabase } from './lib/database.ts'
import { measureTreeCpu } from './lib/process-tree.ts'
import { createDataFolder, startSkillshot } from './lib/program.ts'
import { formatNumber, printTable, Targets } from './lib/report.ts'
import { median } from './lib/stats.ts'
import { Worker } from './lib/worker.ts'

/**
 * Measures what the page of a large event costs while many watch it: a result and the draw of a round, in match play by groups of four:
 * `npm run bench event-watchers -- [--players 500] [--watchers 200] [--results 40] [--rounds 3] [--pause 400]`. `--pause`: ms between two results.
 */
const { values: flags } = parseArgs({
  options: {
    players: { type: 'string', default: '500' },
    watchers: { type: 'string', default: '200' },
    results: { type: 'string', default: '40' },
    rounds: { type: 'string', default: '3' },
    pause: { type: 'string', default: '400' },
  },
})
const [players, watchers, results, rounds, pauseMs] = [flags.players, flags.watchers, flags.results, flags.rounds, flags.pause].map(
  Number,
) as [number, number, number, number, number]
const MACHINES = 64
const HOUR = 3_600_000

/** For each watcher: frames and bytes. CPU in µs, of the server and its database. */
interface Cost {
  cpu: number
  frames: number
  bytes: number
}

/** Creates an event of match play whose players have checked in, in SQL since 500 accounts take minutes. */
async function createEvent(director: DdpTestClient, dataDir: string): Promise<string> {
  const database = await connectToDatabase(dataDir)
  const eventId = uuidv7()
  const { rows } = await database.query<{ id: string }>('SELECT id FROM machines ORDER BY id LIMIT $1', [MACHINES])
  await director.call('events.add', {
    _id: eventId,
    name: 'Club night',
    startsAt: new Date(Date.now() - HOUR),
    endsAt: new Date(Date.now() + 10 * HOUR),
    format: { kind: 'match-play', grouping: 'random', groupSize: 4, rounds: rounds + 2, points: 'ifpa' },
    machineIds: rows.map(({ id }) => id),
  })
  await database.query(
    `INSERT INTO event_entrants (id, event_id, guest_name, presence) SELECT gen_random_uuid(), $1, 'Player number ' || i, 'here' FROM generate_series(1, $2::integer) i`,
    [eventId, players],
  )
  await database.end()
  return eventId
}

const folder = createDataFolder()
const program = await startSkillshot(folder.path)
const crowd = new Worker(new URL('event-watchers/crowd.ts', import.meta.url))
const costs: { results: Cost[]; draws: Cost[] } = { results: [], draws: [] }
try {
  const director = await DdpTestClient.open(`ws://127.0.0.1:${program.port}/websocket`)
  const token = await program.waitForOutput(/#\/enroll-account\/(\S+)\s/)
  await director.call('resetPassword', token, { digest: '0'.repeat(64), algorithm: 'sha-256' })
  const eventId = await createEvent(director, folder.path)
  console.error(`event-watchers: opening ${watchers} pages …`)
  await crowd.request('open', { port: program.port, eventId, watchers })
  await director.subscribe('events.rounds', { eventId, round: 'latest' })

  /** What `run` costs, until all that it leads to has been sent. */
  const measured = async (count: number, run: () => Promise<void>): Promise<Cost> => {
    const before = await crowd.request<Sent>('sent')
    const cpuBefore = measureTreeCpu(program.roots)
    await run()
    await pause(pauseMs)
    const after = await crowd.request<Sent>('sent')
    const each = count * watchers
    return {
      cpu: (measureTreeCpu(program.roots) - cpuBefore) / count,
      frames: (after.frames - before.frames) / each,
      bytes: (after.bytes - before.bytes) / each,
    }
  }
  for (let round = 1; round <= rounds + 1; round++) {
    console.error(`event-watchers: round ${round} …`)
    const groups = (): [string, EventGroupDoc][] =>
      [...director.documents('eventGroups')].filter(([, group]) => group.round === round) as unknown as [string, EventGroupDoc][]
    const drawn = await measured(1, async () => {
      await director.call('events.draw', { _id: uuidv7(), eventId })
      await director.waitUntil(() => groups().length >= players / 4)
    })
    const enter = ([groupId, { entrantIds: order }]: [string, EventGroupDoc]): Promise<unknown> =>
      director.call('events.result', { eventId, groupId, order })
    const all = groups()
    const count = Math.min(results, all.length)
    const entered = await measured(count, async () => {
      for (const group of all.slice(0, count)) {
        await enter(group)
        await pause(pauseMs)
      }
    })
    for (const group of all.slice(count)) await enter(group)
    // The first round warms up, and in it nobody has a place yet.
    if (round > 1) {
      costs.draws.push(drawn)
      costs.results.push(entered)
    }
  }
} finally {
  await crowd.stop()
  await program.stop()
  folder.remove()
}

const middle = (all: readonly Cost[], figure: keyof Cost): number => median(all.map(each => each[figure]))
console.log(`\n## An event of ${players} players, watched by ${watchers}\n`)
console.log(`Medians of ${rounds} rounds of match play; ${results} results in each; CPU is that of the server and its Postgres.\n`)
printTable(
  ['', 'CPU ms', 'messages to each', 'kB to each'],
  (['results', 'draws'] as const).map(name => [
    name === 'results' ? 'a result' : 'a draw',
    formatNumber(middle(costs[name], 'cpu') / 1000),
    formatNumber(middle(costs[name], 'frames')),
    formatNumber(middle(costs[name], 'bytes') / 1000),
  ]),
)
console.log()
const targets = new Targets()
const goal = (text: string, value: number, most: number): void =>
  targets.requireGoal(`${text}: at most ${formatNumber(most)}; ${formatNumber(value)}`, value <= most)
goal('a result: ms of CPU', middle(costs.results, 'cpu') / 1000, 6)
goal('a result: messages to each', middle(costs.results, 'frames'), 3)
goal('a result: kB to each', middle(costs.results, 'bytes') / 1000, 0.6)
goal('a draw: kB to each', middle(costs.draws, 'bytes') / 1000, 12)
targets.setExitCode()
