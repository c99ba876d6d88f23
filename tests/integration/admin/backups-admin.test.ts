import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ArchiveReader } from '#app/backup/archive-reader.ts'
import { createApp } from '#app/server/app.ts'
import * as pages from '#app/ssr-entry.tsx'
import type { BackupDoc } from '#backups/contract.ts'
import { openTarget } from '#backups/server/targets.ts'
import { readConfig } from '#platform/config/config.ts'
import { createLog } from '#platform/log/log.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { WAITING_FOR_LOCK } from '../helpers/db.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, grantRoles, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const HOUR = 3_600_000
const FOLDER = { kind: 'folder' }
const NO_SCHEDULE = { schedule: null, timeZone: 'UTC', keep: 7, target: FOLDER }

let clock: SettableClock
let testApp: TestApp
let admin: TestUser

beforeAll(async () => {
  clock = createSettableClock(Date.parse('2030-01-01T12:00:00Z'))
  testApp = await createTestApp({ config: { rateLimits: 'off' }, clock })
  admin = await signUp(testApp, 'Boss')
  await grantRoles(testApp, admin.id, ['admin'])
  await admin.client.subscribe('backups.list', {})
})
afterAll(() => testApp.close())
beforeEach(async () => {
  await admin.client.call('account.confirmSignIn', { password: digestPassword(PASSWORD) })
})

type Backup = BackupDoc & { _id: string }
const backups = (): Backup[] =>
  [...admin.client.documents('backups')]
    .map(([_id, doc]) => ({ _id, ...(doc as unknown as BackupDoc) }))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
const find = (id: string): Backup | undefined => backups().find(({ _id }) => _id === id)
const dir = (): string => join(testApp.dataDir, 'backups')
const files = (): string[] => (existsSync(dir()) ? readdirSync(dir()).sort() : [])
const configure = (values: object) => admin.client.call('settings.update', { backups: { ...NO_SCHEDULE, ...values } })

async function backUp(): Promise<Backup> {
  const { backupId } = await admin.client.call<{ backupId: string }>('backups.begin', {})
  await admin.client.waitUntil(() => find(backupId)?.endedAt !== undefined)
  return find(backupId)!
}

/** A backup whose try with this file has ended with its process; the job is due again. */
async function interrupt(id: string, file: string): Promise<void> {
  const { pool } = testApp.app.database
  await pool.query(`INSERT INTO backups (id, created_at, state, kind, target, file) VALUES ($1, $2, 'running', 'folder', $3, $4)`, [
    id,
    new Date(clock.now()),
    `folder:${dir()}`,
    file,
  ])
  await pool.query(
    `INSERT INTO jobs (kind, key, body, due_at, claimed_by, claimed_until, tries) VALUES ('backup', 'site', $1, $2, 'gone', now(), 1)`,
    [{ backupId: id }, new Date(clock.now())],
  )
}

describe('a backup of the administration', () => {
  it('is a whole file in the folder, is listed live, and stands in the audit log and on the dashboard', async () => {
    const made = await backUp()
    expect(made).toMatchObject({ state: 'done', by: 'Boss', target: 'folder' })
    const archive = await ArchiveReader.open(join(dir(), made.file!))
    expect(archive.manifest.tables.map(({ name }) => name)).toContain('scores')
    await archive.close()
    expect(files()).toEqual([made.file])
    expect(await admin.client.call('site.overview', {})).toMatchObject({
      status: {
        backup: { at: made.endedAt, bytes: made.bytes },
        backupLateAt: new Date(made.endedAt!.getTime() + 7 * 24 * HOUR),
      },
    })
    const { rows } = await testApp.app.database.pool.query("SELECT by_user FROM audit_log WHERE action = 'backups.begin'")
    expect(rows).toEqual([{ by_user: admin.id }])
  })

  it('is one at a time', async () => {
    const { backupId } = await admin.client.call<{ backupId: string }>('backups.begin', {})
    const second = await admin.client.tryCall('backups.begin', {})
    // The first one may have ended already.
    if (second.error !== undefined) expect(second.error).toMatchObject({ error: 409, reason: 'A backup is under way already.' })
    await admin.client.waitUntil(() => find(backupId)?.state === 'done' && backups().every(({ endedAt }) => endedAt !== undefined))
    const insert = testApp.app.database.pool.query(
      `INSERT INTO backups (id, created_at, kind, target) VALUES ('a', now(), 'folder', ''), ('b', now(), 'folder', '')`,
    )
    await expect(insert).rejects.toThrow('backups_active')
  })

  it('is one backup when its call is sent again, at once or after it has ended', async () => {
    const _id = uuidv7()
    const begin = () => admin.client.call('backups.begin', { _id })
    expect(await Promise.all([begin(), begin()])).toEqual([{ backupId: _id }, { backupId: _id }])
    await admin.client.waitUntil(() => find(_id)?.endedAt !== undefined)
    expect(await begin()).toEqual({ backupId: _id })
    const { pool } = testApp.app.database
    rmSync(join(dir(), find(_id)!.file!))
    await pool.query('DELETE FROM backups WHERE id = $1', [_id])
    const before = files()
    expect(await begin()).toEqual({ backupId: _id })
    await testApp.settled()
    expect(files()).toEqual(before)
    await expect.poll(async () => (await pool.query(`SELECT FROM jobs WHERE kind = 'backup'`)).rowCount).toBe(0)
    const { rows } = await pool.query(`SELECT by_user FROM audit_log WHERE subject_id = $1`, [_id])
    expect(rows).toEqual([{ by_user: admin.id }])
  })

  it('is refused with the id of what somebody else has begun', async () => {
    const second = await signUp(testApp, 'Another boss')
    await grantRoles(testApp, second.id, ['admin'])
    const _id = uuidv7()
    await admin.client.call('backups.begin', { _id })
    await admin.client.waitUntil(() => find(_id)?.endedAt !== undefined)
    expect(await second.client.expectError('backups.begin', { _id })).toMatchObject({
      error: 409,
      reason: 'This id was used for another backup.',
    })
    await second.client.close()
  })

  it('is for administrators alone', async () => {
    const player = await signUp(testApp, 'Player')
    expect(await player.client.expectError('backups.begin', {})).toMatchObject({ error: 403 })
    expect(await player.client.expectError('backups.download', { backupId: backups()[0]!._id })).toMatchObject({ error: 403 })
    expect((await player.client.subscribe('backups.list', {})).error).toMatchObject({ error: 403 })
  })

  it('keeps the newest ones after each success, and deletes no file that it has not written', async () => {
    writeFileSync(join(dir(), 'by-hand.tar'), 'mine')
    writeFileSync(join(dir(), 'skillshot-20200101-000000-00000000.tar'), 'of another site')
    await configure({ keep: 2 })
    const made = [await backUp(), await backUp(), await backUp()]
    await admin.client.waitUntil(() => find(made[0]!._id) === undefined)
    expect(files()).toEqual(['by-hand.tar', 'skillshot-20200101-000000-00000000.tar', made[1]!.file!, made[2]!.file!].sort())
    expect(backups().filter(({ state }) => state === 'done')).toHaveLength(2)
  })

  it('that fails is tried again, then stands as failed on the dashboard too, and deletes nothing', async () => {
    const before = files()
    const { pool } = testApp.app.database
    // A file where a folder should be: the operator's policies cannot be read.
    writeFileSync(join(testApp.dataDir, 'policies'), '')
    const { backupId } = await admin.client.call<{ backupId: string }>('backups.begin', {})
    const failedTries = async (): Promise<number> =>
      (await pool.query<{ tries: number }>(`SELECT tries FROM jobs WHERE kind = 'backup' AND claimed_by IS NULL`)).rows[0]?.tries ?? 0
    for (const [tries, pause] of [
      [1, 61_000],
      [2, 121_000],
    ] as const) {
      await expect.poll(failedTries, { timeout: 20_000 }).toBe(tries)
      await admin.client.waitUntil(() => find(backupId)?.state === 'queued')
      expect(find(backupId)).toMatchObject({ error: expect.stringContaining('ENOTDIR') })
      expect(files()).toEqual(before)
      clock.set(clock.now() + pause)
    }
    await admin.client.waitUntil(() => find(backupId)?.state === 'failed')
    expect(files()).toEqual(before)
    expect(await admin.client.call('site.overview', {})).toMatchObject({ status: { backup: { bytes: null } } })
    rmSync(join(testApp.dataDir, 'policies'))
    expect(await backUp()).toMatchObject({ state: 'done' })
  })

  it('begins anew where a process has ended during it, and what it left is deleted', async () => {
    const left = 'skillshot-20291231-000000-0000dead.tar'
    await interrupt('dead', left)
    writeFileSync(join(dir(), `${left}.part`), 'half')
    clock.set(clock.now() + 100_000)
    await admin.client.waitUntil(() => find('dead')?.state === 'done')
    expect(files().filter(file => file.endsWith('.part'))).toEqual([])
    expect(files()).not.toContain(left)
  })

  it('for a bucket deletes what a try has left on this node whose backup another node has made, and no other file', async () => {
    const bucket = createServer((request, response) => request.resume().on('end', () => response.end())).listen(0, '127.0.0.1')
    await once(bucket, 'listening')
    const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`
    const keys = { accessKeyId: 'key', secretAccessKey: 'secret' }
    const target = { kind: 's3', endpoint, region: 'us-east-1', bucket: 'backups', prefix: '', ...keys } as const
    try {
      await configure({ target })
      const before = files()
      const left = openTarget(target, dir()).draft('skillshot-20291231-000000-00000bad.tar')
      for (const file of [left, `${left}.part`]) writeFileSync(file, 'half')
      expect(await backUp()).toMatchObject({ state: 'done', target: 's3' })
      expect(files()).toEqual(before)
    } finally {
      await configure({ keep: 2 })
      bucket.close()
    }
  })

  it('keeps the file of a try that still succeeds while the next one begins', async () => {
    const file = 'skillshot-20291231-000000-000a11fe.tar'
    await interrupt('alive', file)
    writeFileSync(join(dir(), file), 'whole')
    const { pool } = testApp.app.database
    const succeeding = await pool.connect()
    await succeeding.query('BEGIN')
    await succeeding.query(`UPDATE backups SET state = 'done', ended_at = $1 WHERE id = 'alive'`, [new Date(clock.now())])
    clock.set(clock.now() + 100_000)
    // The next try has found the backup as running, and waits for its row.
    await expect.poll(async () => (await pool.query(WAITING_FOR_LOCK)).rowCount).toBe(1)
    await succeeding.query('COMMIT')
    succeeding.release()
    await expect.poll(async () => (await pool.query(`SELECT FROM jobs WHERE kind = 'backup'`)).rowCount).toBe(0)
    expect(files()).toContain(file)
    const { rows } = await pool.query(`DELETE FROM backups WHERE id = 'alive' RETURNING state, file`)
    expect(rows).toEqual([{ state: 'done', file }])
  })
})

describe('a download', () => {
  const link = (backupId: string) => admin.client.call<{ url: string; expiresAt: Date }>('backups.download', { backupId })

  it('is the whole file, works once, and ends after five minutes', async () => {
    const made = await backUp()
    const { url } = await link(made._id)
    expect((await fetch(testApp.http + url, { method: 'HEAD' })).status).toBe(405)
    const answer = await fetch(testApp.http + url)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-disposition': `attachment; filename="${made.file}"`,
      'cache-control': 'no-store',
    })
    expect(Buffer.from(await answer.arrayBuffer()).equals(readFileSync(join(dir(), made.file!)))).toBe(true)
    expect((await fetch(testApp.http + url)).status).toBe(404)
    const late = await link(made._id)
    clock.set(clock.now() + 300_001)
    expect((await fetch(testApp.http + late.url)).status).toBe(404)
    expect((await fetch(`${testApp.http}/backups/${'x'.repeat(43)}`)).status).toBe(404)
  })

  it('is for an administrator who is one still', async () => {
    const second = await signUp(testApp, 'Second')
    await grantRoles(testApp, second.id, ['admin'])
    const { url } = await second.client.call<{ url: string }>('backups.download', { backupId: backups()[0]!._id })
    await admin.client.call('roles.assign', { userIds: [second.id], roles: ['admin'], mode: 'remove' })
    expect((await fetch(testApp.http + url)).status).toBe(404)
    await second.client.close()
  })

  it('wants a fresh sign-in, and a backup whose file is there', async () => {
    const [{ _id, file }] = backups() as [Backup]
    clock.set(clock.now() + 11 * 60_000)
    expect(await admin.client.expectError('backups.download', { backupId: _id })).toMatchObject({ error: 'fresh-sign-in-needed' })
    await admin.client.call('account.confirmSignIn', { password: digestPassword(PASSWORD) })
    rmSync(join(dir(), file!))
    for (const backupId of [_id, 'nowhere'])
      expect(await admin.client.expectError('backups.download', { backupId })).toMatchObject({
        error: 404,
        reason: 'There is no such backup.',
      })
  })
})

describe('a schedule', () => {
  it.each([
    ['schedule', 'every day'],
    ['schedule', '* * * * * *'],
    ['timeZone', 'Nowhere/Town'],
    ['keep', 0],
  ])('with a bad %s is refused', async (field, value) => {
    const error = await admin.client.expectError('settings.update', { backups: { ...NO_SCHEDULE, schedule: '0 4 * * *', [field]: value } })
    expect(error).toMatchObject({ error: 400, details: [{ path: `backups.${field}` }] })
  })

  it('makes one backup at its time over two nodes, and says when the next one is', async () => {
    const other = await createApp({
      config: { ...readConfig({}), dataDir: testApp.dataDir, backupDir: dir(), port: 0, logLevel: 'silent' },
      log: createLog('silent'),
      connection: testApp.connection,
      pages,
      client: null,
      clock,
      heartbeat: { interval: 0, timeout: 0 },
    })
    try {
      await configure({ schedule: '0 4 * * *' })
      await other.changeLog.catchUp()
      const next = new Date(`${new Date(clock.now() + 20 * HOUR).toISOString().slice(0, 10)}T04:00:00Z`)
      await admin.client.waitUntil(
        () => (admin.client.documents('backupSchedule').get('site') as { nextRun?: Date }).nextRun?.getTime() === next.getTime(),
      )
      clock.set(next.getTime() - 1000)
      clock.set(next.getTime() + 1000)
      await admin.client.waitUntil(() => backups().some(each => each.scheduledFor?.getTime() === next.getTime() && each.state === 'done'))
      await testApp.settled()
      expect(backups().filter(({ scheduledFor }) => scheduledFor !== undefined)).toHaveLength(1)
      expect(await admin.client.call('site.overview', {})).toMatchObject({
        status: { backupLateAt: new Date(next.getTime() + 48 * HOUR) },
      })
    } finally {
      await other.close()
    }
  })

  it('that was missed is caught up once after a start, and none is begun where there is one since', async () => {
    await admin.client.close()
    await testApp.app.database.pool.query(
      "UPDATE backups SET created_at = created_at - interval '9 days', scheduled_for = scheduled_for - interval '9 days'",
    )
    await testApp.restart()
    clock.set(clock.now() + 16_000)
    const { pool } = testApp.app.database
    const scheduled = async (): Promise<number> =>
      (await pool.query("SELECT FROM backups WHERE scheduled_for IS NOT NULL AND state = 'done'")).rowCount ?? 0
    await expect.poll(scheduled, { timeout: 20_000 }).toBe(2)
  })
})
