import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { dropIndexes } from '#app/backup/tables.ts'
import { siteName } from '#app/server/open-services.ts'
import { acquireInstanceLock, InstanceLockHeld } from '#app/server/single-instance-lock.ts'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { LOCKS, listLockHolders, tryLock } from '#platform/db/embedded/lock-session.ts'
import { verifyCluster } from '#platform/db/embedded/verify-cluster.ts'
import { reachDatabase } from '#platform/db/reach-database.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'

/*
 * Queries that a server sends before the application runs, and that commands send. Other tests of them start processes of their own; here this
 * process sends them, so that their row types are compared with what Postgres returns (decision 035).
 */

let testApp: TestApp
let client: pg.Client

beforeAll(async () => {
  testApp = await createTestApp()
  client = new pg.Client(testApp.connection)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await testApp.close()
})

it('a database is reached whose version is not too old', async () => {
  const { host, port, user, password, database } = testApp.connection as pg.ClientConfig
  const search = new URLSearchParams({ host: String(host), port: String(port) })
  const url = `postgres://${encodeURIComponent(String(user))}:${encodeURIComponent(String(password ?? ''))}@localhost/${database}?${search}`
  expect(await reachDatabase(url)).toMatchObject({ connectionString: expect.stringContaining(String(database)) })
})

it('a node that does not share its database gets no lock beside others', async () => {
  const options = { connection: testApp.connection, clock: systemClock, onLost: () => {} }
  const [first, second] = [await acquireInstanceLock({ ...options, shared: true }), await acquireInstanceLock({ ...options, shared: true })]
  try {
    await expect(acquireInstanceLock({ ...options, shared: false })).rejects.toThrow(InstanceLockHeld)
    expect([await first.takeInvitation(), await second.takeInvitation()]).toEqual([true, false])
  } finally {
    await first.release()
    await second.release()
  }
})

it('nodes on one Redis are told apart by the names of their databases', async () => {
  expect(await siteName(testApp.app.database)).toBe((testApp.connection as pg.ClientConfig).database)
})

it('a lock of the embedded Postgres names the role of who holds it', async () => {
  await client.query(`SET application_name = 'skillshot tool'`)
  expect(await listLockHolders(client, LOCKS.tools)).toEqual([])
  expect(await tryLock(client, LOCKS.tools, 'shared')).toBe(true)
  expect(await listLockHolders(client, LOCKS.tools)).toEqual(['skillshot tool'])
})

it.skipIf(process.env.TEST_DATABASE_URL !== undefined)('a cluster is told from a copy of its folder', async () => {
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory')
  const elsewhere = mkdtempSync(join(tmpdir(), 'skillshot-copied-'))
  const { host } = inject('postgres')
  expect(await verifyCluster(host, rows[0]!.data_directory)).toBe(true)
  expect(await verifyCluster(host, elsewhere)).toBe(false)
  rmSync(elsewhere, { recursive: true })
})

it('keys and indexes that are dropped for a restore are as they were when they are created again, and in their order', async () => {
  const readIndexes = async (): Promise<string[]> => {
    const { rows } = await client.query<{ definition: string }>(
      `SELECT pg_get_indexdef(oid) AS definition, 1 AS turn, oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'i'
       UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid), 2, oid FROM pg_constraint
         WHERE connamespace = current_schema()::regnamespace AND contype = 'f' ORDER BY turn, oid`,
    )
    return rows.map(({ definition }) => definition)
  }
  const before = await readIndexes()
  expect(before.length).toBeGreaterThan(50)
  await client.query('BEGIN')
  const statements = await dropIndexes(client)
  expect(await readIndexes()).toEqual([])
  for (const statement of statements) await client.query(statement)
  expect(await readIndexes()).toEqual(before)
  await client.query('ROLLBACK')
})
