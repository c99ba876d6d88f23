import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PendingModeration, SiteOverview } from '#admin/contract.ts'
import { recordBackup } from '#app/backup/last-backup.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { createEvent, createEventTestApp, type EventTestApp, HOUR } from '../helpers/events.ts'
import { createGroup } from '../helpers/groups.ts'
import { grantRoles, makeAdmin, signUp, type TestUser } from '../helpers/users.ts'

const DAY = 24 * HOUR

let scene: EventTestApp
let admin: TestUser
let moderator: TestUser
let editor: TestUser
let player: TestUser

const overview = (): Promise<SiteOverview> => admin.client.call<SiteOverview>('site.overview', {})
const query = (text: string, values: unknown[] = []): Promise<unknown> => scene.testApp.app.database.pool.query(text, values)

beforeAll(async () => {
  scene = await createEventTestApp(['Player'], 1)
  const { testApp } = scene
  player = scene.players[0]!
  admin = await signUp(testApp, 'Boss')
  await makeAdmin(testApp, admin.id)
  moderator = await signUp(testApp, 'Mod')
  await grantRoles(testApp, moderator.id, ['moderator'])
  editor = await signUp(testApp, 'Editor')
  await grantRoles(testApp, editor.id, ['machine-editor'])
})
afterAll(() => scene.testApp.close())

describe('the overview of the site', () => {
  it('is for administrators alone, and the part about moderation also for moderators', async () => {
    const refused = async (user: { tryCall: TestUser['client']['tryCall'] }, name: string): Promise<unknown> =>
      ((await user.tryCall(name, {})).error as { error?: unknown } | undefined)?.error ?? null
    const all = [scene.visitor, player.client, editor.client, scene.director.client, moderator.client, admin.client]
    expect(await Promise.all(all.map(each => refused(each, 'site.overview')))).toEqual([401, 403, 403, 403, 403, null])
    expect(await Promise.all(all.map(each => refused(each, 'moderation.overview')))).toEqual([401, 403, 403, 403, null, null])
  })

  it('counts players, scores, live events, groups, and what is pending', async () => {
    const { machines, director, clock } = scene
    const before = await overview()
    await signUp(scene.testApp, 'Newcomer')
    const scoreId = uuidv7()
    for (const _id of [scoreId, uuidv7()]) await player.client.call('scores.submit', { _id, machineId: machines[0], value: 1000 })
    await query(`UPDATE scores SET created_at = created_at - interval '8 days' WHERE id = $1`, [scoreId])
    const rounds = { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 3, points: 'ifpa' } as const
    // The clock ends none with rounds, so the third is still live when its planned end is over.
    for (const [startsAt, endsAt, format] of [
      [-HOUR, HOUR, { kind: 'high-score' }],
      [DAY, 2 * DAY, { kind: 'high-score' }],
      [-2 * HOUR, 1000, rounds],
    ] as const)
      await createEvent(director, clock.now(), { format, machineIds: machines, startsAt, endsAt })
    clock.set(clock.now() + 1000)
    await createGroup(director, 'private')
    await moderator.client.call('reports.add', { _id: uuidv7(), kind: 'profile', subjectId: player.id, reason: 'Rude name' })
    await moderator.client.call('scores.flag', { scoreId, reason: 'One zero too many' })

    const { counts, pending } = await overview()
    expect(counts).toEqual({
      ...before.counts,
      players: before.counts.players + 1,
      newPlayers: before.counts.newPlayers + 1,
      scoresToday: before.counts.scoresToday + 1,
      scoresThisWeek: before.counts.scoresThisWeek + 1,
      eventsLive: before.counts.eventsLive + 2,
      groups: before.counts.groups + 1,
    })
    // A flag is a report too.
    expect(pending.reports).toBe(before.pending.reports + 2)
    expect(pending.scores).toBe(before.pending.scores + 1)
    expect(await moderator.client.call<PendingModeration>('moderation.overview', {})).toEqual({
      scores: pending.scores,
      reports: pending.reports,
    })
  })

  it('counts jobs that failed, and mails that are not sent yet', async () => {
    const before = await overview()
    await query(`
      INSERT INTO jobs (id, kind, key, body, created_at, due_at, failed_at, discarded_at) VALUES
        ('o1', 'mail', 'o1', '{}', now(), now() + interval '1 year', NULL, NULL), ('o2', 'mail', 'o2', '{}', now(), now(), now(), NULL),
        ('o3', 'push', 'o3', '{}', now(), now(), now(), NULL), ('o4', 'push', 'o4', '{}', now(), now(), now(), now())`)
    const { pending, mails } = await overview()
    expect(pending.failedJobs).toBe(before.pending.failedJobs + 2)
    expect(mails).toEqual({ queued: before.mails.queued + 1, failed: before.mails.failed + 1 })
  })

  it('tells the state of the server, without addresses, and the last backup', async () => {
    const { status } = await overview()
    expect(status).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      node: process.versions.node,
      startedAt: expect.any(Date),
      database: { answers: true },
      replica: null,
      redis: null,
      storage: { kind: 'disk', answers: true, freeBytes: expect.any(Number) },
      mail: 'files',
      backup: null,
    })
    expect(JSON.stringify(status)).not.toMatch(/\/|@|localhost|password/)
    const record = { at: new Date('2026-11-24T03:00:00Z'), bytes: 4_200_000 }
    await recordBackup(scene.testApp.dataDir, record)
    expect((await overview()).status.backup).toEqual(record)
  })
})
