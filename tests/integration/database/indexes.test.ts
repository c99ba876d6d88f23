import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listSitemapPages } from '#feeds/server/sitemap-store.ts'
import { AppliedHistory } from '#platform/db/change-log/history.ts'
import type { Db } from '#platform/db/database.ts'
import type { Tables } from '#platform/db/schema.ts'
import { type BoardSpec, bestDetails, loadBoard } from '#scores/server/boards/board-store.ts'
import { periodAt } from '#scores/server/boards/periods.ts'
import { listPendingScores } from '#scores/server/moderation/moderation-queue-store.ts'
import { findMachineRecord, listBests, recentScores, recomputePersonalBest, scoreById } from '#scores/server/store.ts'
import { countTexts, venueLeaders, venuePlayers } from '#scores/server/venues/venue-store.ts'
import { mostPlayed } from '#scores/server/views/player-progress.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { listMachines } from '../helpers/users.ts'

const PLAYERS = 300
const SCORES = 20_000
const NOW = Date.parse('2026-06-17T12:00:00Z')
const DAY = 86_400_000

let testApp: TestApp
let popular: string
let rare: string

/** A site of three weeks: most scores are on a few machines, and a hundredth on one that is played rarely. */
beforeAll(async () => {
  testApp = await createTestApp()
  const { pool } = testApp.app.database
  const machineIds = (await listMachines(testApp, 20)).map(({ id }) => id)
  ;[popular, rare] = [machineIds[0]!, machineIds.at(-1)!]
  await pool.query(
    `INSERT INTO users (id, username, username_key, display_name) SELECT 'u' || n, 'player' || n, 'player' || n, 'Player ' || n FROM generate_series(1, $1::int) n`,
    [PLAYERS],
  )
  await pool.query(
    `INSERT INTO scores (id, user_id, machine_id, value, achieved_at, windowed, fingerprint, answer, status, picture, under_review, event_id, venue_id, location)
     SELECT 's' || n, 'u' || 1 + n * 7919 % $1, CASE WHEN n % 100 = 0 THEN $5 ELSE ($2::text[])[1 + floor(19 * (n * 104729 % 997 / 997.0) ^ 3)] END,
       1000 + n * 7919 % 50021, $3::timestamptz - ($4 - n) * interval '90 seconds', true, '', '{}',
       CASE WHEN n % 1000 = 1 THEN 'disputed' ELSE 'unverified' END, CASE WHEN n % 1000 = 2 THEN '{}'::jsonb END, n % 1000 = 3, CASE WHEN n % 500 = 4 THEN 'event' END,
       CASE WHEN n % 50 = 5 THEN 'venue' END, CASE WHEN n % 500 = 6 THEN 'Silverball Cellar' END
     FROM generate_series(1, $4::int) n`,
    [PLAYERS, machineIds, new Date(NOW), SCORES, rare],
  )
  await pool.query(
    `INSERT INTO venues (id, slug, name, made_by, fingerprint) VALUES ('venue', 'silverball-cellar', 'Silverball Cellar', 'u1', '')`,
  )
  await pool.query(
    `INSERT INTO venue_machines (venue_id, machine_id, position, code) SELECT 'venue', id, ord, 'aa' || translate(lpad(ord::text, 2, '0'), '01', 'xy')
     FROM unnest($1::text[]) WITH ORDINALITY AS m (id, ord)`,
    [machineIds],
  )
  await pool.query(
    `INSERT INTO bests (machine_id, user_id, score_id, value, achieved_at)
     SELECT DISTINCT ON (machine_id, user_id) machine_id, user_id, id, value, achieved_at FROM scores
     WHERE NOT under_review ORDER BY machine_id, user_id, value DESC, achieved_at, id`,
  )
  // Changes from before the first of the log, which no reader asks for.
  await pool.query(
    `INSERT INTO feed (n, kind, body, at) SELECT -n, 'old', '{}', now() - interval '2 hours' FROM generate_series(1, $1::int) n`,
    [SCORES],
  )
  await pool.query('VACUUM ANALYZE')
})
afterAll(() => testApp.close())

/** Runs a query of the product. @returns the plans of its statements */
async function plansOf(run: (db: Db) => Promise<unknown>): Promise<string> {
  const { pool } = testApp.app.database
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  await run(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void sent.push(query) }))
  const plans: string[] = []
  for (const { sql, parameters } of sent) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, [...parameters])
    plans.push(...rows.map(row => row['QUERY PLAN']))
  }
  return plans.join('\n')
}

const list = (filter: object) => (db: Db) =>
  recentScores(db, { limit: 20, before: null, machineId: null, userId: null, groupId: null, eventId: null, venueId: null, ...filter })

const board = (machineId: string, window: 'all' | 'day' | 'week'): BoardSpec => ({
  machineId,
  bounds: periodAt(window, new Date(NOW), 'UTC'),
  verifiedOnly: false,
})

/** Reads the board of a window, which has fewer players than are read in slices. */
const readBoard = (window: 'day' | 'week') => async (db: Db) => {
  for await (const rows of loadBoard(db, board(popular, window), 'scores', PLAYERS)) expect(rows.length).toBeGreaterThan(0)
}

/** For each index of the tables that grow with every score, queries that need it. `docs/scale.md` lists them too. */
const QUERIES: Record<string, ((db: Db) => Promise<unknown>)[]> = {
  scores_pkey: [db => scoreById(db, 's77')],
  scores_receipt_key: [list({})],
  scores_board: [
    db => bestDetails(db, board(popular, 'all'), ['u1', 'u2']),
    db => bestDetails(db, board(popular, 'week'), ['u1', 'u2']),
    db => recomputePersonalBest(db, popular, 'u1'),
    db => mostPlayed(db, 'u1'),
  ],
  scores_window: [readBoard('day'), readBoard('week')],
  scores_machine: [db => list({ machineId: rare })(db), db => listSitemapPages(db, 'machines', 1)],
  scores_user: [list({ userId: 'u1' }), db => listSitemapPages(db, 'players', 1)],
  scores_event: [list({ eventId: 'event' })],
  scores_venue: [list({ venueId: 'venue' })],
  scores_venue_board: [db => venueLeaders(db, 'venue', null)],
  scores_venue_played: [db => venuePlayers(db, 'venue', NOW - DAY, 30)],
  scores_location: [db => countTexts(db, 'Silverball Cellar', 'all')],
  scores_disputed: [db => listPendingScores(db, 'disputed', { limit: 20, before: null })],
  scores_pictured: [db => listPendingScores(db, 'pictured', { limit: 20, before: null })],
  scores_under_review: [db => listPendingScores(db, 'held', { limit: 20, before: null })],
  bests_pkey: [db => recomputePersonalBest(db, popular, 'u1')],
  bests_board: [db => findMachineRecord(db, popular)],
  bests_user: [db => listBests(db, 'u1')],
  feed_pkey: [db => new AppliedHistory().check(db, 0)],
}

it('no index of the tables that grow with every score is without a query that needs it', async () => {
  const { rows } = await testApp.app.database.pool.query<{ name: string }>(
    "SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'public' AND tablename IN ('scores', 'bests', 'feed')",
  )
  expect(Object.keys(QUERIES).sort()).toEqual(rows.map(({ name }) => name).sort())
})

it.each(Object.keys(QUERIES))('on a site with many scores, %s is what its queries are answered from', async index => {
  for (const query of QUERIES[index]!) {
    const plan = await plansOf(query)
    expect(plan).toMatch(new RegExp(`(using|Bitmap Index Scan on) ${index}\\b`))
    expect(plan).not.toMatch(/Seq Scan on (scores|bests|feed)\b/)
  }
})
