import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { scaleBudget } from '../../../../tests/security/timing-budget.ts'
import { findOrphanedBackends } from './cleanup.ts'
import { createHarness, type EmbeddedHarness, isRoot, killAll, postmastersOf, treeOf } from './fixtures/embedded-harness.ts'
import { parsePidFile, readPidFileState } from './pidfile.ts'
import { pollUntil } from './poll-until.ts'
import { inspectProcess, listByPs } from './processes.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let harness: EmbeddedHarness
beforeEach(() => {
  harness = createHarness()
})
afterEach(() => harness.close())

const ended: (() => void)[] = []
afterEach(() => {
  for (const end of ended.splice(0)) end()
})

/** Starts a process of the database's user that has nothing to do with Postgres. @returns its pid */
async function stranger(owner: { uid: number; gid: number } | undefined, command = 'exec sleep 600'): Promise<number> {
  const child = spawn('/bin/sh', ['-c', command], { ...owner, cwd: '/', stdio: 'ignore' })
  await once(child, 'spawn')
  ended.push(() => child.kill('SIGKILL'))
  const pid = child.pid ?? 0
  // Until the shell has become the program, the process has another command.
  await pollUntil(async () => (await inspectProcess(pid))?.command === 'sleep 600', 20_000)
  return pid
}

/** Makes a zombie: its parent became (by exec) a program that never waits for it. @returns its pid */
async function zombie(): Promise<number> {
  const parent = await stranger(undefined, 'sleep 0 & exec sleep 600')
  const found = await pollUntil(() => {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'ppid=,pid=,stat='], { encoding: 'utf8' })
    return new RegExp(`^\\s*${parent}\\s+(\\d+)\\s+Z`, 'm').exec(stdout)?.[1]
  }, 20_000)
  return Number(found)
}

/** Makes a stopped database with the pid and socket lock files of its last postmaster, as if that had had this pid and been killed. */
async function leftBehind(pid: (owner: { uid: number; gid: number } | undefined) => Promise<number>): Promise<string> {
  const dataDir = await harness.site()
  const postgres = await harness.start(dataDir)
  const home = join(dataDir, 'postgres')
  const file = await readFile(join(home, 'data', 'postmaster.pid'), 'utf8')
  const lock = await readFile(join(home, 'run', '.s.PGSQL.5432.lock'), 'utf8')
  const { uid, gid } = await stat(home)
  await postgres.stop()
  const number = await pid(isRoot ? { uid, gid } : undefined)
  for (const [path, text] of [
    ['data/postmaster.pid', file],
    ['run/.s.PGSQL.5432.lock', lock],
  ] as const) {
    await writeFile(join(home, path), text.replace(/^\d+/, String(number)), { mode: 0o600 })
    await chown(join(home, path), uid, gid)
  }
  return dataDir
}

describe('a pid file of a dead postmaster', () => {
  it('whose pid is nobody now does not stop the start', async () => {
    const dataDir = await leftBehind(async () => 2 ** 22 - 1)
    await harness.start(dataDir)
  })

  it('whose pid a process of the same user has now does not stop the start, nor the process', async () => {
    let pid = 0
    const dataDir = await leftBehind(async owner => {
      pid = await stranger(owner)
      return pid
    })
    expect(await readPidFileState(join(dataDir, 'postgres', 'data'))).toMatchObject({ kind: 'stale', blocks: true })
    const client = await harness.client(await harness.start(dataDir))
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    expect(await inspectProcess(pid)).toBeDefined()
  })

  it('whose pid another Postgres has now does not stop the start', async () => {
    const other = await harness.site()
    await harness.start(other)
    const dataDir = await leftBehind(async () => postmastersOf(join(other, 'postgres'))[0]?.pid ?? 0)
    await harness.start(dataDir)
    expect(postmastersOf(join(other, 'postgres'))).toHaveLength(1)
  })

  it('whose pid a zombie holds does not delay the start', async () => {
    const dataDir = await leftBehind(() => zombie())
    const before = performance.now()
    await harness.start(dataDir)
    expect(performance.now() - before).toBeLessThan(scaleBudget(5000))
  })

  it('that is empty does not stop the start', async () => {
    const dataDir = await leftBehind(async () => 1)
    await writeFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), '')
    await harness.start(dataDir)
  })
})

describe('a busy backend that outlives app, watchdog and postmaster', () => {
  it('is ended before the next start', async () => {
    const dataDir = await harness.site()
    const child = harness.child({ dataDir, role: 'server' })
    const client = await harness.client({ connection: await child.ready() })
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
    client.query('DO $$ BEGIN LOOP END LOOP; END $$').catch(() => {})
    const watcher = await harness.client({ connection: await child.ready() })
    await expect
      .poll(async () => (await watcher.query("SELECT FROM pg_stat_activity WHERE query LIKE 'DO %' AND state = 'active'")).rows)
      .toHaveLength(1)
    const others = treeOf(child.pid).filter(pid => pid !== rows[0].pid)
    // All processes are paused before the first one is killed: a postmaster that sees one of its processes die ends its backends.
    for (const pid of others) process.kill(pid, 'SIGSTOP')
    killAll(others.reverse())
    await child.ended()
    expect(await inspectProcess(rows[0].pid)).toBeDefined()
    await harness.start(dataDir)
    expect(await inspectProcess(rows[0].pid)).toBeUndefined()
    expect(harness.logged.join()).toMatch(/outlived its Postgres/)
  })
})

describe('processes', () => {
  it('that are zombies are gone', async () => {
    const pid = await zombie()
    expect(pid).toBeGreaterThan(0)
    expect(await inspectProcess(pid)).toBeUndefined()
    expect(await listByPs(['-p', String(pid)])).toEqual([])
  })

  it('are seen by ps as by /proc', async () => {
    const pid = await stranger(undefined)
    const [seen] = await listByPs(['-p', String(pid)])
    expect({ ...seen, folder: '/' }).toEqual(await inspectProcess(pid))
  })

  it('of a postmaster under way are no strays, those without one are', () => {
    const live = (pid: number, parent: number, command: string) => ({ pid, parent, command, folder: '/data' })
    const [postmaster, worker, lost] = [
      live(10, 1, '/x/postgres -D /data'),
      live(11, 10, 'postgres: io worker 0'),
      live(12, 1, 'postgres: app skillshot'),
    ]
    expect(findOrphanedBackends([postmaster, worker])).toEqual([])
    expect(findOrphanedBackends([worker, lost])).toEqual([worker, lost])
  })
})

describe('the pid file', () => {
  it('tells pid, socket folder and status, as far as it is written', () => {
    const text = '4711\n/data\n1700000000\n5432\n/run\n\n  1  2\nready   \n'
    expect(parsePidFile(text)).toEqual({ pid: 4711, run: '/run', status: 'ready' })
    expect(parsePidFile('4711\n/data\n')).toEqual({ pid: 4711, run: '', status: '' })
    expect(parsePidFile('')).toEqual({ pid: Number.NaN, run: '', status: '' })
  })
})
