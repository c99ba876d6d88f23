import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHarness, type EmbeddedHarness, postmastersOf } from './fixtures/embedded-harness.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let harness: EmbeddedHarness
beforeEach(() => {
  harness = createHarness()
})
afterEach(() => harness.close())

const REFUSAL = /Another server runs on the database in .*: stop it first, or give this one a DATA_DIR of its own/

/** Queries Postgres until it answers again. */
async function answer(connection: pg.ClientConfig): Promise<unknown> {
  return vi.waitFor(
    async () => {
      const client = new pg.Client(connection)
      client.on('error', () => {})
      await client.connect()
      const { rows } = await client.query('SELECT pg_is_in_recovery() AS recovering').finally(() => client.end())
      return rows
    },
    { timeout: 20_000 },
  )
}

describe('the server of a folder', () => {
  it('is one: a second is refused, in this process or another, and the first goes on', async () => {
    const dataDir = await harness.site()
    const first = await harness.start(dataDir)
    const client = await harness.client(first)
    await expect(harness.start(dataDir)).rejects.toThrow(REFUSAL)
    expect(await harness.child({ dataDir, role: 'server' }).refused()).toMatch(REFUSAL)
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    expect(postmastersOf(join(dataDir, 'postgres'))).toHaveLength(1)
  })

  it('is one when two start at the same time on an empty folder', async () => {
    const dataDir = await harness.folder()
    const outcomes = await Promise.allSettled([harness.start(dataDir), harness.start(dataDir)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { message: expect.stringMatching(REFUSAL) } })
    expect(postmastersOf(join(dataDir, 'postgres'))).toHaveLength(1)
    expect((await readdir(join(dataDir, 'postgres'))).filter(name => /^(new|dropped)-/.test(name))).toEqual([])
  })

  it('is one when four processes start at the same time', async () => {
    const dataDir = await harness.folder()
    const children = Array.from({ length: 4 }, () => harness.child({ dataDir, role: 'server' }))
    const words = await Promise.all(
      children.map(child => Promise.any([child.ready().then(() => 'ready'), child.refused().then(() => 'refused')])),
    )
    expect(words.filter(word => word === 'ready')).toHaveLength(1)
    expect(postmastersOf(join(dataDir, 'postgres'))).toHaveLength(1)
  })

  it('gets Postgres back at the same socket when the postmaster is killed, and its backends with it', async () => {
    const dataDir = await harness.site()
    const { connection } = await harness.start(dataDir)
    const client = await harness.client({ connection })
    const spinning = client.query('DO $$ BEGIN LOOP END LOOP; END $$').catch(() => 'lost')
    const watcher = await harness.client({ connection })
    await expect
      .poll(async () => (await watcher.query("SELECT FROM pg_stat_activity WHERE query LIKE 'DO %' AND state = 'active'")).rows)
      .toHaveLength(1)
    const [before] = postmastersOf(join(dataDir, 'postgres'))
    process.kill(before?.pid ?? 0, 'SIGKILL')
    await vi.waitFor(() => expect(harness.logged.join()).toMatch(/Postgres is back/), 30_000)
    expect(await spinning).toBe('lost')
    expect(harness.logged.join()).toMatch(/outlived its Postgres/)
    expect(await answer(connection)).toEqual([{ recovering: false }])
    expect(postmastersOf(join(dataDir, 'postgres'))).toHaveLength(1)
    await expect(harness.start(dataDir)).rejects.toThrow(REFUSAL)
  })

  it('keeps its postmaster and its lock when a backend crashes', async () => {
    const dataDir = await harness.site()
    const { connection } = await harness.start(dataDir)
    const client = await harness.client({ connection })
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
    const [before] = postmastersOf(join(dataDir, 'postgres'))
    process.kill(rows[0].pid, 'SIGKILL')
    await vi.waitFor(() => expect(harness.logged.join()).toMatch(/Postgres is back/), 30_000)
    expect(await answer(connection)).toEqual([{ recovering: false }])
    expect(postmastersOf(join(dataDir, 'postgres')).map(({ pid }) => pid)).toEqual([before?.pid])
    await expect(harness.start(dataDir)).rejects.toThrow(REFUSAL)
  })

  it('may be stopped while it is getting Postgres back', async () => {
    const dataDir = await harness.site()
    const postgres = await harness.start(dataDir)
    process.kill(postmastersOf(join(dataDir, 'postgres'))[0]?.pid ?? 0, 'SIGKILL')
    await expect.poll(() => harness.logged.join(), { interval: 1 }).toMatch(/lost Postgres/)
    await postgres.stop()
    expect(postmastersOf(join(dataDir, 'postgres'))).toEqual([])
  })

  it('follows one that is just stopping', async () => {
    const dataDir = await harness.site()
    const first = await harness.start(dataDir)
    const stopping = first.stop()
    const second = await harness.start(dataDir)
    await stopping
    expect(await answer(second.connection)).toEqual([{ recovering: false }])
  })
})
