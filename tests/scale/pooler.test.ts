import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { reachDatabase } from '#platform/db/reach-database.ts'
import { StartError } from '#platform/start-error.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import { digestPassword, PASSWORD } from '../integration/helpers/users.ts'
import { ClusterNode, ROOT } from './node.ts'
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts'
import { freePort } from './ports.ts'
import { type Postgres, startPostgres } from './postgres.ts'

let postgres: Postgres
const poolers: PgBouncer[] = []
let node: ClusterNode | null = null

const pooler = async (mode: 'session' | 'transaction' | 'statement'): Promise<PgBouncer> => {
  const started = await startPgBouncer(postgres.url, mode)
  poolers.push(started)
  return started
}

beforeAll(async () => {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.mjs')], { env: { PATH: process.env.PATH }, stdio: 'ignore' })
  postgres = await startPostgres(false)
})
afterEach(async () => {
  await node?.close()
  node = null
  for (const each of poolers.splice(0)) await each.close()
})
afterAll(() => postgres.close())

describe('a pooler before Postgres', () => {
  it('that keeps sessions carries a site: its start, prepared statements on many connections, its lock, and the commands beside it', async () => {
    const { url } = await pooler('session')
    node = new ClusterNode(await freePort(), { DATABASE_URL: url, RATE_LIMITS: 'off' })
    await node.start()
    const client = await DdpTestClient.open(node.endpoint)
    await client.call('createUser', { username: 'Pat', password: digestPassword(PASSWORD) })
    const [machine] = await client.call<{ machineId: string }[]>('machines.search', { text: 'medival madnes' })
    // The statement that writes a score is planned once on each connection.
    for (let round = 0; round < 4; round++) {
      const submit = (_: unknown, i: number) =>
        client.call<{ rank: number }>('scores.submit', { _id: uuidv7(), machineId: machine!.machineId, value: 1000 + 10 * round + i })
      for (const { rank } of await Promise.all(Array.from({ length: 10 }, submit))) expect(rank).toBe(1)
    }
    expect(await node.admin('roles')).toContain('moderator: nobody')
    const second = new ClusterNode(await freePort(), { DATABASE_URL: url })
    await expect(second.start()).rejects.toThrow('Another Skillshot is running on this database.')
    await second.close()
    await client.close()
    // A session that is given to the next connection has nothing left of this node.
    await node.stop()
    await node.start()
    expect(node.log.filter(({ level }) => level >= 50)).toEqual([])
  })

  it.each(['session', 'transaction'] as const)('that refuses a setting of the address (%s mode) is told in one sentence', async mode => {
    const { url, port } = await pooler(mode)
    const sentence = `What stands at 127.0.0.1:${port} does not take a setting of DATABASE_URL or PGOPTIONS (unsupported startup parameter: options): remove it there, or name Postgres itself if that is a pooler.`
    const withSetting = `${url}?options=-c%20statement_timeout%3D0`
    await expect(reachDatabase(withSetting)).rejects.toThrow(new StartError(sentence))
    node = new ClusterNode(await freePort(), { DATABASE_URL: withSetting })
    await expect(node.start()).rejects.toThrow(`Skillshot could not start.\n${sentence}\n`)
  })

  it.each(['transaction', 'statement'] as const)('that shares sessions (%s mode) is refused in one sentence', async mode => {
    const { url, port } = await pooler(mode)
    const sentence = `The pooler at 127.0.0.1:${port} gives each transaction another session: set its pool_mode to session, or name Postgres itself in DATABASE_URL.`
    await expect(reachDatabase(url)).rejects.toThrow(new StartError(sentence))
    node = new ClusterNode(await freePort(), { DATABASE_URL: url })
    await expect(node.start()).rejects.toThrow(`Skillshot could not start.\n${sentence}\n`)
  })
})
