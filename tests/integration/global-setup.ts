import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { prepareDatabase } from '#app/server/app.ts'
import { openDatabase } from '#platform/db/database.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded/launcher.ts'
import { createPool, type DatabaseAddress } from '#platform/db/pool.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: PostgresAddress
  }
}

/** Where test databases are made: the embedded Postgres, or the server of TEST_DATABASE_URL. */
export interface PostgresAddress {
  host: string
  port: number
  user: string
  password?: string
  template: string
}

const TEMPLATE = 'skillshot_template'

/**
 * Settings for many databases that exist only as long as a test file: data need not survive a power failure, and several applications are
 * connected at once.
 */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '100' }

/** Builds the programs that tests start, and starts one Postgres for all tests, with a migrated template that each test application copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { NODE_ENV, ...env } = process.env
  await promisify(execFile)(process.execPath, [fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url))], { env })
  const external = process.env.TEST_DATABASE_URL
  const dataDir = external === undefined ? mkdtempSync(join(tmpdir(), 'skillshot-tests-')) : null
  // If root starts Postgres, it runs as another user, who needs access to the folder.
  if (dataDir !== null) chmodSync(dataDir, 0o755)
  const embedded = dataDir === null ? null : await startEmbeddedPostgres({ dataDir, role: 'server', log: () => {}, settings: SETTINGS })
  const address = external === undefined ? embedded!.connection : getAddress(new URL(external))
  const admin = new pg.Client({
    ...address,
    database: external === undefined ? embedded!.connection.database : new URL(external).pathname.slice(1),
  })
  await admin.connect()
  await admin.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`)
  await admin.query(`CREATE DATABASE ${TEMPLATE}`)
  await admin.end()
  const connection: DatabaseAddress = { ...address, database: TEMPLATE }
  const database = openDatabase(createPool(connection, () => {}))
  await prepareDatabase(database)
  await database.close()
  const { host, port, user } = address
  project.provide('postgres', { host, port, user, ...('password' in address ? { password: address.password } : {}), template: TEMPLATE })
  return async () => {
    await embedded?.stop()
    if (dataDir !== null) rmSync(dataDir, { recursive: true, force: true })
  }
}

function getAddress(url: URL): { host: string; port: number; user: string; password: string } {
  return {
    host: decodeURIComponent(url.searchParams.get('host') ?? url.hostname),
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  }
}
