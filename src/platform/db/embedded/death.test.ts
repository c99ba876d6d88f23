import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHarness, type EmbeddedHarness, killAll, postmastersOf, treeOf } from './fixtures/embedded-harness.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let harness: EmbeddedHarness
beforeEach(() => {
  harness = createHarness()
})
afterEach(() => harness.close())

/** Starts Postgres again and returns how many rows of the writing child are in the database. */
async function survivors(dataDir: string): Promise<number> {
  const client = await harness.client(await harness.start(dataDir))
  return (await client.query('SELECT count(*)::integer AS n FROM kept')).rows[0].n
}

async function writing(dataDir: string, as = 'server') {
  const child = harness.child({ dataDir, as, writes: true })
  await child.ready()
  await child.kept(50)
  return child
}

describe('when the app is killed with SIGKILL', () => {
  it('stops Postgres by itself, cleanly', async () => {
    const dataDir = await harness.site()
    const child = await writing(dataDir)
    child.process.kill('SIGKILL')
    await vi.waitFor(() => expect(postmastersOf(join(dataDir, 'postgres'))).toEqual([]), 10_000)
    expect(await readFile(join(dataDir, 'postgres', 'log'), 'utf8')).toMatch(/database system is shut down\n$/)
  })

  it('starts again at once, with every acknowledged row and one postmaster', async () => {
    const dataDir = await harness.site()
    const child = await writing(dataDir)
    child.process.kill('SIGKILL')
    const found = await survivors(dataDir)
    await child.ended()
    expect(found).toBeGreaterThanOrEqual(await child.kept(50))
    expect(postmastersOf(join(dataDir, 'postgres'))).toHaveLength(1)
  })

  it('does so again and again', async () => {
    const dataDir = await harness.folder()
    for (let round = 0; round < 3; round++) {
      const child = harness.child({ dataDir, role: 'server', writes: true })
      const before = await child.kept(1)
      await child.kept(before + 20)
      child.process.kill('SIGKILL')
      expect(postmastersOf(join(dataDir, 'postgres')).length).toBeLessThanOrEqual(1)
    }
    expect(await survivors(dataDir)).toBeGreaterThanOrEqual(60)
  })

  it('starts again after the whole process group was killed', async () => {
    const dataDir = await harness.site()
    const child = await writing(dataDir)
    process.kill(-child.pid, 'SIGKILL')
    const found = await survivors(dataDir)
    await child.ended()
    expect(found).toBeGreaterThanOrEqual(await child.kept(50))
    expect(postmastersOf(join(dataDir, 'postgres'))).toHaveLength(1)
  })

  it('starts again after app, watchdog, postmaster and backends were all killed', async () => {
    const dataDir = await harness.site()
    const child = await writing(dataDir)
    const tree = treeOf(child.pid)
    expect(tree.length).toBeGreaterThan(5)
    killAll(tree.reverse())
    const found = await survivors(dataDir)
    await child.ended()
    expect(found).toBeGreaterThanOrEqual(await child.kept(50))
    expect(postmastersOf(join(dataDir, 'postgres'))).toHaveLength(1)
  })

  it('starts again over an orphan that no watchdog looks after', async () => {
    const dataDir = await harness.site()
    const child = await writing(dataDir)
    const [orphan] = postmastersOf(join(dataDir, 'postgres'))
    const watchdogs = treeOf(child.pid).filter(pid => pid !== child.pid && pid !== orphan?.pid && !treeOf(orphan?.pid ?? 0).includes(pid))
    killAll([...watchdogs, child.pid])
    await child.ended()
    expect(postmastersOf(join(dataDir, 'postgres'))).toHaveLength(1)
    expect(await survivors(dataDir)).toBeGreaterThanOrEqual(await child.kept(50))
    const [now, ...others] = postmastersOf(join(dataDir, 'postgres'))
    expect(others).toEqual([])
    expect(now?.pid).not.toBe(orphan?.pid)
    expect(harness.logged.join()).toMatch(/left behind/)
  })

  it('stops the Postgres a killed tool had started', async () => {
    const dataDir = await harness.site()
    const child = await writing(dataDir, 'tool')
    child.process.kill('SIGKILL')
    await vi.waitFor(() => expect(postmastersOf(join(dataDir, 'postgres'))).toEqual([]), 10_000)
  })

  it('starts after a first start that was killed at any moment', async () => {
    const dataDir = await harness.folder()
    for (const stage of ['making the database', 'making the database', 'starting']) {
      const child = harness.child({ dataDir, role: 'server' })
      await vi.waitFor(
        () =>
          expect(
            stage === 'starting'
              ? postmastersOf(join(dataDir, 'postgres'))
              : child.lines.filter(line => String(line.log).startsWith(stage)),
          ).not.toEqual([]),
        { timeout: 20_000, interval: 2 },
      )
      killAll(treeOf(child.pid).reverse())
      await child.ended()
    }
    const client = await harness.client(await harness.start(dataDir))
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })
})
