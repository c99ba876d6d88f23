import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient, meteorError } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let admin: pg.Client
let ann: TestUser
let machineId: string
let database: string

/** Lets the site's database take no writes, or take them again. Connections keep their setting, so they are ended. */
async function setReadOnly(readOnly: boolean): Promise<void> {
  await admin.query(
    `ALTER DATABASE ${database} ${readOnly ? 'SET default_transaction_read_only = on' : 'RESET default_transaction_read_only'}`,
  )
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database])
}

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  admin = new pg.Client({ ...testApp.connection, database: 'postgres' })
  await admin.connect()
  ann = await signUp(testApp, 'ann')
  const { rows } = await testApp.app.database.pool.query<{ id: string; database: string }>(
    'SELECT id, current_database() AS database FROM machines ORDER BY id LIMIT 1',
  )
  ;({ id: machineId, database } = rows[0]!)
})

afterAll(async () => {
  await ann?.client.close()
  await admin?.end()
  await testApp?.close()
})

it('a database that takes no writes refuses them with the code `read-only`, still answers reads and logins, and the same score is taken later', async () => {
  const score = { _id: uuidv7(), machineId, value: 1_000_000 }
  await setReadOnly(true)
  // The first statement on an ended connection fails in another way.
  await expect.poll(async () => (await fetch(`${testApp.http}/readyz`)).status).toBe(200)
  const refusal = meteorError(500, 'The site can be read but takes nothing new just now. Please try again later.', { code: 'read-only' })
  await expect.poll(async () => (await ann.client.tryCall('scores.submit', score)).error).toEqual(refusal)
  expect((await ann.client.tryCall('players.edit', { displayName: 'Ann' })).error).toEqual(refusal)
  const other = await DdpTestClient.open(testApp.endpoint)
  expect((await other.subscribe('boards.top', { scope: { machineId } })).error).toBe(null)
  expect((await other.tryCall('login', { resume: ann.token })).error).toBe(undefined)
  expect((await fetch(`${testApp.http}/machines/${machineId}`)).status).toBe(200)
  await setReadOnly(false)
  await expect.poll(async () => (await ann.client.tryCall('scores.submit', score)).error).toBe(undefined)
  await other.close()
})
