import { spawnSync } from 'node:child_process'
import { cpSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHarness, type EmbeddedHarness, isRoot, postmastersOf, processesWith } from './fixtures/embedded-harness.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let harness: EmbeddedHarness
beforeEach(() => {
  harness = createHarness()
})
afterEach(() => harness.close())

const postmasters = (dataDir: string) => postmastersOf(join(dataDir, 'postgres')).map(({ pid }) => pid)

describe('a tool', () => {
  it('beside a server uses its Postgres and leaves it running', async () => {
    const dataDir = await harness.site()
    const server = await harness.start(dataDir)
    const before = postmasters(dataDir)
    const tool = await harness.start(dataDir, { role: 'tool' })
    expect(tool.connection).toEqual(server.connection)
    await tool.stop()
    expect(postmasters(dataDir)).toEqual(before)
    expect((await (await harness.client(server)).query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  it('on a copy of a folder whose server runs has a Postgres of its own: what it writes is in the copy alone', async () => {
    const [original, copied] = [await harness.site(), join(await harness.folder(), 'copy')]
    const server = await harness.start(original)
    const client = await harness.client(server)
    await client.query('CREATE TABLE notes (note text)')
    await client.query('CHECKPOINT')
    cpSync(original, copied, { recursive: true, filter: path => !lstatSync(path).isSocket() })
    if (isRoot) spawnSync('chown', ['-R', '--reference', join(original, 'postgres/data'), join(copied, 'postgres')])
    const tool = await harness.start(copied, { role: 'tool' })
    await (await harness.client(tool)).query("INSERT INTO notes VALUES ('only here')")
    expect((await client.query('SELECT note FROM notes')).rows).toEqual([])
    expect(postmasters(copied)).toHaveLength(1)
  })

  it('alone starts Postgres and stops it at the end', async () => {
    const dataDir = await harness.folder()
    const tool = await harness.start(dataDir, { role: 'tool' })
    expect(postmasters(dataDir)).toHaveLength(1)
    await tool.stop()
    expect(postmasters(dataDir)).toEqual([])
  })

  it('with other tools leaves Postgres to the last of them', async () => {
    const dataDir = await harness.folder()
    const tools = await Promise.all([1, 2, 3].map(() => harness.start(dataDir, { role: 'tool' })))
    expect(postmasters(dataDir)).toHaveLength(1)
    await tools[0]?.stop()
    expect(postmasters(dataDir)).toHaveLength(1)
    await Promise.all([tools[1]?.stop(), tools[2]?.stop()])
    expect(postmasters(dataDir)).toEqual([])
  })

  it('hands its Postgres over to a server that starts meanwhile', async () => {
    const dataDir = await harness.site()
    const tool = await harness.start(dataDir, { role: 'tool' })
    const before = postmasters(dataDir)
    const server = await harness.start(dataDir)
    expect(postmasters(dataDir)).toEqual(before)
    await tool.stop()
    expect(postmasters(dataDir)).toEqual(before)
    expect((await (await harness.client(server)).query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await server.stop()
    expect(postmasters(dataDir)).toEqual([])
  })

  it('that is killed after handing over takes nothing with it', async () => {
    const dataDir = await harness.site()
    const tool = harness.child({ dataDir, role: 'tool' })
    await tool.ready()
    const before = postmasters(dataDir)
    const server = await harness.start(dataDir)
    const client = await harness.client(server)
    tool.process.kill('SIGKILL')
    await tool.ended()
    const watchdogs = () => processesWith(dataDir).filter(({ args }) => args.includes('skillshot-watchdog'))
    await vi.waitFor(() => expect(watchdogs()).toHaveLength(1), 10_000)
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    expect(postmasters(dataDir)).toEqual(before)
  })

  it('and the server that took over from it: the server killed, Postgres stops', async () => {
    const dataDir = await harness.site()
    const tool = await harness.start(dataDir, { role: 'tool' })
    const server = harness.child({ dataDir, role: 'server' })
    await server.ready()
    server.process.kill('SIGKILL')
    await vi.waitFor(() => expect(postmasters(dataDir)).toEqual([]), 10_000)
    await tool.stop()
  })

  it('waits for a server that is just starting, and a server for a tool', async () => {
    const dataDir = await harness.folder()
    const [server, tool] = await Promise.all([harness.start(dataDir), harness.start(dataDir, { role: 'tool' })])
    expect(postmasters(dataDir)).toHaveLength(1)
    expect(tool.connection).toEqual(server.connection)
  })

  it('that comes while the server stops starts Postgres anew', async () => {
    const dataDir = await harness.site()
    const server = await harness.start(dataDir)
    const stopping = server.stop()
    const tool = await harness.start(dataDir, { role: 'tool' })
    await stopping
    await expect.poll(async () => (await (await harness.client(tool)).query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  it('leaves quietly when the server stopped Postgres before it', async () => {
    const dataDir = await harness.site()
    const server = await harness.start(dataDir)
    const tool = await harness.start(dataDir, { role: 'tool' })
    await server.stop()
    await tool.stop()
    expect(postmasters(dataDir)).toEqual([])
  })
})

const CONTAINER = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']
const hasContainers = isRoot && spawnSync('unshare', [...CONTAINER.slice(1), 'true']).status === 0

describe.runIf(hasContainers)('beside a server in another container, whose processes have other ids here', () => {
  it('a tool uses its Postgres, a second server is refused, and neither harms it', async () => {
    const dataDir = await harness.site()
    const inside = harness.child({ dataDir, role: 'server', writes: true }, undefined, CONTAINER)
    const connection = await inside.ready()
    const before = postmasters(dataDir)
    await expect(harness.start(dataDir)).rejects.toThrow(/served by another container or machine: stop that one first/)
    const tool = await harness.start(dataDir, { role: 'tool' })
    expect(tool.connection).toEqual(connection)
    await tool.stop()
    const kept = await inside.kept(1)
    await inside.kept(kept + 10)
    expect(postmasters(dataDir)).toEqual(before)
  })

  it('a start works after that container was killed', async () => {
    const dataDir = await harness.site()
    const inside = harness.child({ dataDir, role: 'server', writes: true }, undefined, CONTAINER)
    await inside.kept(20)
    inside.process.kill('SIGKILL')
    const client = await harness.client(await harness.start(dataDir))
    await inside.ended()
    expect((await client.query('SELECT count(*)::integer AS n FROM kept')).rows[0].n).toBeGreaterThanOrEqual(await inside.kept(20))
  })
})
