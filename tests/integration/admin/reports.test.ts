import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { CHILD_IN_DANGER } from '#reports/rules.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { drawPhoto, uploadPicture } from '../helpers/pictures.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, firstMachineId, grantRoles, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const NOWHERE = '0190f7a2-1c6b-7abc-8abc-0123456789ab'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let moderator: TestUser

const about = (userId: string, reason = 'Rude name') => ({ _id: uuidv7(), kind: 'profile', subjectId: userId, reason })
const reports = (client: DdpTestClient) => [...client.documents('reports').values()]

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  ada = await signUp(testApp, 'Ada', { profile: { name: 'Ada L' } })
  bob = await signUp(testApp, 'Bob')
  moderator = await signUp(testApp, 'Mod')
})
beforeEach(async () => {
  await grantRoles(testApp, moderator.id, ['moderator'])
})
afterAll(() => testApp.close())

/** Opens a connection of a moderator that is subscribed to the list of reports. */
async function watching(input: object = {}): Promise<DdpTestClient> {
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.call('login', { resume: moderator.token })
  expect((await client.subscribe('reports.list', input)).error).toBe(null)
  return client
}

describe('a report', () => {
  it('reaches a moderator who watches, with what it is about, where, why and by whom', async () => {
    const client = await watching()
    const report = about(ada.id)
    expect(await bob.client.call('reports.add', report)).toEqual({ reportId: report._id })
    await client.waitUntil(() => client.documents('reports').has(report._id))
    expect(client.documents('reports').get(report._id)).toEqual({
      kind: 'profile',
      subjectId: ada.id,
      label: 'Ada L',
      path: '/players/Ada',
      reason: 'Rude name',
      by: { userId: bob.id, username: 'Bob' },
      at: expect.any(Date),
      receipt: expect.any(Number),
      state: 'open',
    })
    await client.close()
  })

  it('is made once, however often it is sent', async () => {
    const report = about(ada.id)
    for (let i = 0; i < 3; i++) expect(await bob.client.call('reports.add', report)).toEqual({ reportId: report._id })
    const sent = [bob.client.sendCall('reports.add', [about(ada.id)]), bob.client.sendCall('reports.add', [report])]
    for (const id of sent) expect((await bob.client.waitForOutcome(id)).error).toBe(undefined)
    const client = await watching()
    expect([...client.documents('reports').keys()].filter(id => id === report._id)).toHaveLength(1)
    await client.close()
  })

  it('is refused if its id is reused for another report or by another user', async () => {
    const report = about(ada.id)
    await bob.client.call('reports.add', report)
    const used = { error: 409, reason: 'This id was used for another report.' }
    expect(await bob.client.expectError('reports.add', { ...report, reason: 'Another reason' })).toMatchObject(used)
    expect(await ada.client.expectError('reports.add', report)).toMatchObject(used)
  })

  it('is about something that is there, and that can be reported', async () => {
    const missing = { error: 404, reason: 'There is no such thing.' }
    expect(await bob.client.expectError('reports.add', about(NOWHERE))).toMatchObject(missing)
    expect(await bob.client.expectError('reports.add', { ...about(ada.id), kind: 'picture' })).toMatchObject(missing)
  })

  it('is not for visitors to make', async () => {
    const client = await DdpTestClient.open(testApp.endpoint)
    expect(await client.expectError('reports.add', about(ada.id))).toMatchObject({ error: 401 })
    await client.close()
  })
})

describe('the list of reports', () => {
  it('is hidden from visitors and players, as closing is, whether a report is there or not', async () => {
    const report = about(ada.id)
    await bob.client.call('reports.add', report)
    const visitor = await DdpTestClient.open(testApp.endpoint)
    expect((await visitor.subscribe('reports.list', {})).error).toMatchObject({ error: 401 })
    expect((await bob.client.subscribe('reports.list', {})).error).toMatchObject({ error: 403 })
    for (const reportId of [report._id, NOWHERE]) {
      expect(await visitor.expectError('reports.close', { reportId })).toMatchObject({ error: 401 })
      expect(await bob.client.expectError('reports.close', { reportId })).toMatchObject({ error: 403 })
    }
    expect(reports(visitor)).toEqual([])
    expect(reports(bob.client)).toEqual([])
    await visitor.close()
  })

  it('is open to an admin too, but not to a moderator of one group', async () => {
    await testApp.app.database.pool.query('UPDATE users SET roles = $1 WHERE id = $2', [
      { [NOWHERE]: ['moderator', 'admin'] },
      moderator.id,
    ])
    await grantRoles(testApp, moderator.id, [])
    const client = await DdpTestClient.open(testApp.endpoint)
    await client.call('login', { resume: moderator.token })
    expect((await client.subscribe('reports.list', {})).error).toMatchObject({ error: 403 })
    await grantRoles(testApp, moderator.id, ['admin'])
    expect((await client.subscribe('reports.list', {})).error).toBe(null)
    await client.close()
  })

  it('goes away from a moderator who loses the role, and the subscription ends', async () => {
    await bob.client.call('reports.add', about(ada.id))
    const client = await watching()
    expect(reports(client).length).toBeGreaterThan(0)
    await grantRoles(testApp, moderator.id, [])
    const ended = await client.waitForMessage(({ msg }) => msg === 'nosub')
    expect(ended.error).toMatchObject({ error: 403 })
    expect(reports(client)).toEqual([])
    const before = client.messages.length
    await bob.client.call('reports.add', about(ada.id))
    await client.call('machines.search', { text: '' })
    expect(client.messages.slice(before).filter(({ collection }) => collection === 'reports')).toEqual([])
    await client.close()
  })

  it('holds open ones newest first, in pages, and moves a closed one over with what came of it', async () => {
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      const report = about(ada.id, `Reason ${i}`)
      await bob.client.call('reports.add', report)
      ids.unshift(report._id)
    }
    const newest = (client: DdpTestClient): string[] => client.sortedIds('reports', (a, b) => Number(b.receipt) - Number(a.receipt))
    const [open, older, closed] = [
      await watching({ state: 'open', limit: 2 }),
      await watching({ state: 'open', limit: 2, before: ids[1] }),
      await watching({ state: 'closed' }),
    ]
    expect(newest(open)).toEqual(ids.slice(0, 2))
    expect(newest(older)).toEqual(ids.slice(2, 4))
    for (const outcome of ['Renamed', 'Too late'])
      expect(await moderator.client.call('reports.close', { reportId: ids[0], outcome })).toEqual({})
    await open.waitUntil(() => newest(open)[0] === ids[1])
    expect(newest(open)).toEqual(ids.slice(1, 3))
    await closed.waitUntil(() => closed.documents('reports').has(ids[0]!))
    expect(closed.documents('reports').get(ids[0]!)).toMatchObject({
      state: 'closed',
      outcome: 'Renamed',
      closedAt: expect.any(Date),
      closedBy: { userId: moderator.id, username: 'Mod' },
    })
    expect(await moderator.client.expectError('reports.close', { reportId: NOWHERE })).toMatchObject({ error: 404 })
    for (const client of [open, older, closed]) await client.close()
  })

  it('has no path to what is gone, or is not for everybody any more', async () => {
    const [scoreId, otherScoreId, commentId, lastCommentId, groupId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7()]
    const { client: player } = ada
    const machineId = await firstMachineId(testApp)
    const picture = await uploadPicture(ada, 'scorePicUpload', await drawPhoto())
    await player.call('scores.submit', { _id: scoreId, machineId, value: 1000 })
    await player.call('scores.submit', { _id: otherScoreId, machineId, value: 1000, picture })
    await player.call('scores.comment', { _id: commentId, scoreId, text: 'Mine' })
    await player.call('scores.comment', { _id: lastCommentId, scoreId, text: 'Mine too' })
    await player.call('groups.add', { _id: groupId, name: 'League', visibility: 'public' })
    const pictureOf = async (): Promise<string> => {
      const { rows } = await testApp.app.database.pool.query<{ id: string }>(`SELECT id FROM pictures WHERE state = 'shown'`)
      return rows[0]?.id ?? ''
    }
    await expect.poll(pictureOf).not.toBe('')
    const pictureId = await pictureOf()
    const client = await watching({ limit: 5 })
    const report = async (kind: string, subjectId: string): Promise<() => unknown> => {
      const _id = uuidv7()
      await bob.client.call('reports.add', { _id, kind, subjectId, reason: 'Odd' })
      await client.waitUntil(() => client.documents('reports').has(_id))
      return () => client.documents('reports').get(_id)!.path
    }
    const [score, comment, lastComment, group, shown] = [
      await report('score', scoreId),
      await report('comment', commentId),
      await report('comment', lastCommentId),
      await report('group', groupId),
      await report('picture', pictureId),
    ]
    expect([score(), comment(), lastComment(), group(), shown()]).toEqual([
      ...Array(3).fill(`/scores/${scoreId}`),
      `/groups/${groupId}`,
      `/scores/${otherScoreId}`,
    ])
    await player.call('scores.removeComment', { commentId })
    await client.waitUntil(() => comment() === null)
    await player.call('scores.remove', { scoreId })
    await client.waitUntil(() => score() === null && lastComment() === null)
    await moderator.client.call('pictures.remove', { pictureId })
    await client.waitUntil(() => shown() === null)
    await player.call('groups.edit', { groupId, visibility: 'private' })
    await client.waitUntil(() => group() === null)
    await player.call('groups.edit', { groupId, visibility: 'public' })
    await client.waitUntil(() => group() === `/groups/${groupId}`)
    await client.close()
  })

  it('has what endangers a child on the first page, however many came later', async () => {
    const urgent = about(ada.id, `${CHILD_IN_DANGER}: please look`)
    await bob.client.call('reports.add', urgent)
    const later = [1, 2, 3].map(n => about(ada.id, `Later ${n}`))
    for (const report of later) await bob.client.call('reports.add', report)
    const [open, older, all] = [
      await watching({ state: 'open', limit: 2 }),
      await watching({ state: 'open', limit: 2, before: later[1]!._id }),
      await watching({ limit: 2 }),
    ]
    expect([...open.documents('reports').keys()].sort()).toEqual([later[2]!._id, later[1]!._id, urgent._id].sort())
    expect([...older.documents('reports').keys()].sort()).toEqual([later[0]!._id, urgent._id].sort())
    expect([...all.documents('reports').keys()].sort()).toEqual([later[2]!._id, later[1]!._id].sort())
    await moderator.client.call('reports.close', { reportId: urgent._id })
    await open.waitUntil(() => !open.documents('reports').has(urgent._id))
    for (const client of [open, older, all]) await client.close()
  })
})

describe('the deletion of an account', () => {
  it('takes the name out of every report: as who made it, who closed it, and whom it is about', async () => {
    const [eve, finn] = [await signUp(testApp, 'Eve'), await signUp(testApp, 'Finn')]
    await grantRoles(testApp, eve.id, ['moderator'])
    const [byEve, onEve, closedByEve] = [about(ada.id, 'By her'), about(eve.id, 'On her'), about(finn.id, 'Closed by her')]
    await eve.client.call('reports.add', byEve)
    for (const report of [onEve, closedByEve]) await bob.client.call('reports.add', report)
    await eve.client.call('reports.close', { reportId: closedByEve._id })
    const client = await watching()
    expect(client.documents('reports').get(onEve._id)).toMatchObject({ label: 'Eve', path: '/players/Eve' })
    eve.client.sendCall('account.delete', [{ password: digestPassword(PASSWORD), eraseScores: true }])
    await client.waitUntil(() => client.documents('reports').get(onEve._id)?.path === null)
    expect(client.documents('reports').get(onEve._id)).toMatchObject({ label: 'Deleted player', by: { username: 'Bob' } })
    expect(client.documents('reports').get(byEve._id)).toMatchObject({ by: null, label: 'Ada L', reason: 'By her' })
    expect(client.documents('reports').get(closedByEve._id)).toMatchObject({ closedBy: null, state: 'closed' })
    await client.close()
  })
})

it('lets a user report 20 times an hour', async () => {
  const strict = await createTestApp()
  const { client, id } = await signUp(strict, 'Ada')
  for (let i = 0; i < 20; i++) await client.call('reports.add', about(id))
  expect(await client.expectError('reports.add', about(id))).toMatchObject({ error: 'too-many-requests' })
  await strict.close()
})
