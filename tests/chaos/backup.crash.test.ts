import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitUntil } from '../scale/wait.ts'
import { callMethod, getDocuments, openPlayer, type Player } from './player.ts'
import { createSeededRandom } from './seeded.ts'
import { ServerProcess } from './server-process.ts'
import { withToolDatabase } from './tool-database.ts'

let server: ServerProcess
let boss: Player

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'skillshot-backup-kill-'))
  chmodSync(dataDir, 0o755)
  server = new ServerProcess(dataDir)
  await server.start()
  boss = openPlayer(server.endpoint, createSeededRandom(1))
  await boss.signUp('Boss')
  expect(await server.admin('roles', '--add', 'admin', '--username', 'Boss')).toMatchObject({ code: 0 })
  boss.client.subscribe('backups.list', [{}])
})

afterAll(async () => {
  boss?.close()
  await server.killTree().catch(() => undefined)
  await server.waitUntilEnded()
  rmSync(server.dataDir, { recursive: true, force: true })
})

const folder = (): string => join(server.dataDir, 'backups')
const files = (): string[] => (existsSync(folder()) ? readdirSync(folder()).sort() : [])
const isPartial = (file: string): boolean => file.endsWith('.part')
const stateOf = (backupId: string): unknown => getDocuments(boss.client, 'backups').get(backupId)?.state

/** Begins a backup and stops the node while the file is half written. One that was too quick for that is a backup like others. */
async function beginAndFreeze(): Promise<{ backupId: string; partial: string; others: string[] }> {
  for (;;) {
    const { backupId } = await callMethod<{ backupId: string }>(boss, 'backups.begin', {})
    while (!files().some(isPartial) && stateOf(backupId) !== 'done') await setImmediate()
    await server.freezeNode()
    const partial = files().find(isPartial)
    if (partial !== undefined) return { backupId, partial, others: files().filter(file => !isPartial(file)) }
    process.kill(server.pid, 'SIGCONT')
    await waitUntil('the backup is made', () => stateOf(backupId) === 'done', 60_000)
  }
}

describe.each([
  ['the node', () => server.killNode()],
  ['the node and its Postgres', () => server.killTree()],
] as const)('a backup during which %s is killed', (_, kill) => {
  it('is made anew after the restart, and nothing of the first try stays', async () => {
    const { backupId, partial, others } = await beginAndFreeze()
    await kill()
    await server.waitUntilEnded()
    expect(files()).toEqual([...others, partial].sort())

    // The job belongs to the dead node until its lease ends, in a minute, which is over now.
    await withToolDatabase(server.dataDir, ({ db }) =>
      sql`UPDATE jobs SET claimed_until = now() - interval '1 second' WHERE kind = 'backup'`.execute(db),
    )
    await server.start()
    await waitUntil('the backup is made', () => stateOf(backupId) === 'done', 60_000)
    const { file } = getDocuments(boss.client, 'backups').get(backupId) as { file: string }
    expect(files()).toEqual([...others, file].sort())
    expect(file).not.toBe(partial.replace('.part', ''))
    expect(await server.run('backup', '--verify', join(folder(), file))).toMatchObject({ code: 0 })
  })
})
