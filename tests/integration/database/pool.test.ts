import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#platform/db/database.ts'
import { createPool } from '#platform/db/pool.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'

const CONNECTIONS = 10

let testApp: TestApp

beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

it('a database is closed when all its connections have ended', async () => {
  const errors: Error[] = []
  const pool = createPool(testApp.connection, error => void errors.push(error), { size: CONNECTIONS })
  let ended = 0
  pool.on('connect', client => void client.once('end', () => ended++))
  const database = openDatabase(pool)
  await Promise.all(Array.from({ length: CONNECTIONS }, () => sql`SELECT pg_sleep(0.05)`.execute(database.db)))
  expect(pool.totalCount).toBe(CONNECTIONS)
  await database.close()
  expect(ended).toBe(CONNECTIONS)
  expect(errors).toEqual([])
})

it('a database is closed also where statements were sent to its pool alone', async () => {
  const pool = createPool(testApp.connection, () => {})
  let ended = 0
  pool.on('connect', client => void client.once('end', () => ended++))
  const database = openDatabase(pool)
  await database.pool.query('SELECT 1')
  await database.close()
  expect(ended).toBe(1)
})

it.each([
  [false, { statement_timeout: '2500ms', idle_in_transaction_session_timeout: '2s' }],
  [true, { statement_timeout: '1min', idle_in_transaction_session_timeout: '1min' }],
])('a connection gives up what takes too long, and finds names with a wrong letter (for long work: %j)', async (longRunning, bounds) => {
  const pool = createPool(testApp.connection, () => {}, { longRunning })
  const { rows } = await pool.query(
    "SELECT name, current_setting(name) AS value FROM unnest('{statement_timeout,idle_in_transaction_session_timeout,pg_trgm.word_similarity_threshold}'::text[]) AS name",
  )
  await pool.end()
  const settings = Object.fromEntries(rows.map(({ name, value }: { name: string; value: string }) => [name, value]))
  expect(settings).toEqual({ ...bounds, 'pg_trgm.word_similarity_threshold': '0.45' })
})
