import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../tests/integration/helpers/ddp-test-client.ts'
import { signUp } from '../tests/integration/helpers/users.ts'
import { connectToDatabase } from './lib/database.ts'
import { AS_BROWSERS, HttpConnection } from './lib/http-connection.ts'
import { measureTreeCpu } from './lib/process-tree.ts'
import { createDataFolder, startSkillshot } from './lib/program.ts'
import { formatNumber, formatRatio, printTable, Targets } from './lib/report.ts'
import { median, quantile } from './lib/stats.ts'
import { cloneEvent } from './season/clone-event.ts'

/**
 * Measures what a season and a venue cost, on a site with 100 venues of 60 machines: their pages, rendered anew, compared with that of a board
 * of 50 rows; and a result of a live night that is watched, compared with one of the same event outside any season: `npm run bench season -- [--players 300] [--nights 40] [--rounds 5] [--pages 200]`.
 */
const { values: flags } = parseArgs({
  options: {
    players: { type: 'string', default: '300' },
    nights: { type: 'string', default: '40' },
    rounds: { type: 'string', default: '5' },
    pages: { type: 'string', default: '200' },
  },
})
const [playerCount, nightCount, rounds, pages] = [flags.players, flags.nights, flags.rounds, flags.pages].map(Number) as [
  number,
  number,
  number,
  number,
]
const BOARD_ROWS = 50
const VENUES = 100
const VENUE_MACHINES = 60
const MAX_PAGE_RATIO = 2
const MAX_RESULT_RATIO = 1.2
const MAX_DELAY_MS = 300
/** ms between results: as long in and outside of the season, since a site that waits takes some of a processor too */
const PACE_MS = 150

const folder = createDataFolder()
const program = await startSkillshot(folder.path)
const endpoint = `ws://127.0.0.1:${program.port}/websocket`
const admin = await DdpTestClient.open(endpoint)
const watcher = await DdpTestClient.open(endpoint)
const database = await connectToDatabase(folder.path)

/** A live event whose results are entered. */
interface Night {
  eventId: string
  groups: { id: string; order: string[] }[]
}

/** Plays one round of an event of guests in groups of four. */
async function playFirstNight(machineIds: readonly string[]): Promise<Night> {
  const eventId = uuidv7()
  const [startsAt, endsAt] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)]
  const format = { kind: 'match-play', grouping: 'random', groupSize: 4, rounds: 5, points: 'ifpa' }
  await admin.call('events.add', { _id: eventId, name: 'Night', startsAt, endsAt, format, machineIds })
  const names = Array.from({ length: playerCount }, (_, i) => `Player ${i}`)
  for (let first = 0; first < names.length; first += 200) {
    const entries = names.slice(first, first + 200).map(displayName => ({ _id: uuidv7(), displayName }))
    await admin.call('events.addPlayers', { eventId, entries })
  }
  await admin.call('events.draw', { _id: uuidv7(), eventId })
  const groups = await readGroups(eventId)
  for (const { id, order } of groups) await admin.call('events.result', { eventId, groupId: id, order })
  return { eventId, groups }
}

async function readGroups(eventId: string): Promise<Night['groups']> {
  const { rows } = await database.query<{ id: string; order: string[] }>(
    `SELECT g.id, coalesce(p.result, g.entrant_ids) AS order FROM event_groups g JOIN event_rounds r ON r.id = g.round_id
       JOIN event_games p ON p.group_id = g.id WHERE r.event_id = $1 ORDER BY g.number`,
    [eventId],
  )
  return rows
}

/** Adds venues with machines, on each of which somebody leads in the first one. @returns the path of the first one */
async function fillVenues(): Promise<string> {
  await database.query(
    `INSERT INTO venues (id, slug, name, place, made_by, fingerprint)
     SELECT 'venue-' || n, 'venue-' || n, 'Venue ' || n, 'Town ' || n, (SELECT min(id) FROM users), '' FROM generate_series(1, $1::int) n`,
    [VENUES],
  )
  await database.query(
    `INSERT INTO venue_machines (venue_id, machine_id, position, code)
     SELECT 'venue-' || n, m.id, m.place, translate(lpad(m.place::text, 4, '0'), '01', 'xy') FROM generate_series(1, $1::int) n
       CROSS JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM machines ORDER BY id LIMIT $2) m`,
    [VENUES, VENUE_MACHINES],
  )
  const { rows } = await database.query<{ id: string }>('SELECT id FROM machines ORDER BY id LIMIT $1', [VENUE_MACHINES])
  const { client } = await signUp({ endpoint }, 'venueplayer')
  for (const [i, { id }] of rows.entries())
    await client.call('scores.submit', { _id: uuidv7(), machineId: id, value: 1_000_000 * (i + 1), venueId: 'venue-1' })
  await client.close()
  return '/venues/venue-1'
}

/** CPU time of a page that is rendered anew (µs), its data being in memory. */
async function measurePage(path: string): Promise<number> {
  const connection = new HttpConnection(program.port)
  await connection.get(path, AS_BROWSERS)
  const from = measureTreeCpu(program.roots)
  for (let i = 0; i < pages; i++) {
    await admin.call('cache.clear', { name: 'pages' })
    const { status } = await connection.get(path, AS_BROWSERS)
    if (status !== 200) throw new Error(`${path} was answered with ${status}`)
  }
  const cpu = (measureTreeCpu(program.roots) - from) / pages
  connection.close()
  return cpu
}

/** Corrects the result of each group. @returns CPU time of one (µs), and ms until the watcher has the change */
async function measureResults({ eventId, groups }: Night, delays: number[] | null): Promise<number> {
  const from = measureTreeCpu(program.roots)
  for (const group of groups) {
    const order = [...group.order.slice(1), group.order[0]!]
    const seen = watcher.messages.length
    const at = performance.now()
    const shown = watcher.waitForMessage(({ collection, id }) => collection === 'standings' && String(id).startsWith(eventId), seen)
    const told = delays === null ? null : watcher.waitForMessage(({ collection }) => collection === 'seriesRows', seen)
    await admin.call('events.result', { eventId, groupId: group.id, order, replaces: { order: group.order } })
    group.order = order
    await shown
    await told
    delays?.push(performance.now() - at)
    await pause(Math.max(0, at + PACE_MS - performance.now()))
  }
  return (measureTreeCpu(program.roots) - from) / groups.length
}

const pageCosts: { board: number; season: number; venue: number }[] = []
const resultCosts: { outside: number; inside: number }[] = []
const delays: number[] = []
try {
  console.error('season: filling the site …')
  const token = await program.waitForOutput(/#\/enroll-account\/(\S+)\s/)
  await admin.call('resetPassword', token, { digest: '0'.repeat(64), algorithm: 'sha-256' })
  const machineIds = (await admin.call<{ machineId: string }[]>('machines.search', { text: '', limit: 20 })).map(each => each.machineId)
  for (let i = 0; i < BOARD_ROWS; i++) {
    const { client } = await signUp({ endpoint }, `player${i}`)
    await client.call('scores.submit', { _id: uuidv7(), machineId: machineIds[0]!, value: 1_000_000 * (i + 1) })
    await client.close()
  }
  const outside = await playFirstNight(machineIds)
  const nightIds: string[] = []
  for (let i = 1; i <= nightCount; i++) nightIds.push(await cloneEvent(database, outside.eventId, i, i < nightCount))
  const inside: Night = { eventId: nightIds.at(-1)!, groups: await readGroups(nightIds.at(-1)!) }
  const season = { _id: uuidv7(), name: 'Season', drop: 10, attendance: 1, ties: ['night-wins', 'best-night'] }
  const { seriesId, slug } = await admin.call<{ seriesId: string; slug: string }>('series.add', season)
  await admin.call('series.setEvents', { seriesId, eventIds: nightIds, was: [] })
  // All rows, since a result may concern any of them.
  await watcher.subscribe('series.standings', { slug, limit: 1000, withoutRanks: true })
  for (const { eventId } of [outside, inside]) await watcher.subscribe('events.standings', { eventId, limit: 100, withoutRanks: true })
  if (watcher.documents('seriesRows').size !== playerCount) throw new Error('The season has not the rows that it should have')
  const [board, page, venue] = [`/machines/${machineIds[0]}`, `/series/${slug}`, await fillVenues()]
  for (let round = 0; round <= rounds; round++) {
    console.error(`season: round ${round} of ${rounds} …`)
    const pageCost = { board: await measurePage(board), season: await measurePage(page), venue: await measurePage(venue) }
    const resultCost = { outside: await measureResults(outside, null), inside: await measureResults(inside, round === 0 ? [] : delays) }
    // The first round warms up.
    if (round === 0) continue
    pageCosts.push(pageCost)
    resultCosts.push(resultCost)
  }
} finally {
  for (const client of [admin, watcher]) await client.close()
  await database.end()
  await program.stop()
  folder.remove()
}

const mid = <Row>(rows: readonly Row[], figure: (row: Row) => number): number => median(rows.map(figure))
const [boardPage, seasonPage] = [mid(pageCosts, each => each.board), mid(pageCosts, each => each.season)]
const [outsideResult, insideResult] = [mid(resultCosts, each => each.outside), mid(resultCosts, each => each.inside)]
const pageRatio = mid(pageCosts, each => each.season / each.board)
const venuePage = mid(pageCosts, each => each.venue)
const venueRatio = mid(pageCosts, each => each.venue / each.board)
const resultRatio = mid(resultCosts, each => each.inside / each.outside)
const longest = quantile(delays, 0.99)

console.log(
  `\nA season of ${nightCount} nights and ${playerCount} players, of which the page shows 50; medians of ${rounds} rounds. CPU time is that of the server and its database, in µs.\n`,
)
printTable(
  ['', 'first', 'second', 'ratio'],
  [
    ['a page, rendered anew (a board, the season)', formatNumber(boardPage), formatNumber(seasonPage), formatRatio(pageRatio)],
    ['a page, rendered anew (a board, a venue of 60 machines)', formatNumber(boardPage), formatNumber(venuePage), formatRatio(venueRatio)],
    ['a result (outside, in the season)', formatNumber(outsideResult), formatNumber(insideResult), formatRatio(resultRatio)],
    ['ms until the season shows it: median, 99th percentile', formatNumber(median(delays)), formatNumber(longest), ''],
  ],
)
console.log()
const targets = new Targets()
targets.requireGoal(
  `the page of a venue takes at most ${MAX_PAGE_RATIO} times that of a board: ${formatRatio(venueRatio)}`,
  venueRatio <= MAX_PAGE_RATIO,
)
targets.requireGoal(
  `the page of a season takes at most ${MAX_PAGE_RATIO} times that of a board: ${formatRatio(pageRatio)}`,
  pageRatio <= MAX_PAGE_RATIO,
)
targets.requireGoal(
  `a result takes at most ${MAX_RESULT_RATIO} times one outside: ${formatRatio(resultRatio)}`,
  resultRatio <= MAX_RESULT_RATIO,
)
targets.requireGoal(`99 of 100 results shown within ${MAX_DELAY_MS} ms: ${formatNumber(longest)}`, longest <= MAX_DELAY_MS)
targets.setExitCode()
