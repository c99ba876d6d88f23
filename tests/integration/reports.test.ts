import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { digestOf, grant, PASSWORD, type SignedUp, signUp } from './people.ts'
import { Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

const NOWHERE = '0190f7a2-1c6b-7abc-8abc-0123456789ab'

let world: World
let ada: SignedUp
let bob: SignedUp
let mod: SignedUp

const about = (userId: string, reason = 'Rude name') => ({ _id: uuidv7(), kind: 'profile', subjectId: userId, reason })
const reports = (wire: Wire) => [...wire.documents('reports').values()]

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  ada = await signUp(world, 'Ada', { profile: { name: 'Ada L' } })
  bob = await signUp(world, 'Bob')
  mod = await signUp(world, 'Mod')
})
beforeEach(async () => {
  await grant(world, mod.id, ['moderator'])
})
afterAll(() => world.close())

/** Opens a connection of a moderator that is subscribed to the list of reports. */
async function watching(input: object = {}): Promise<Wire> {
  const wire = await Wire.open(world.endpoint)
  await wire.call('login', { resume: mod.token })
  expect((await wire.subscribe('reports.list', input)).error).toBe(null)
  return wire
}

describe('a report', () => {
  it('reaches a moderator who watches, with what it is about, where, why and by whom', async () => {
    const wire = await watching()
    const report = about(ada.id)
    expect(await bob.wire.call('reports.add', report)).toEqual({ reportId: report._id })
    await wire.until(() => wire.documents('reports').has(report._id))
    expect(wire.documents('reports').get(report._id)).toEqual({
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
    await wire.close()
  })

  it('is made once, however often it is sent', async () => {
    const report = about(ada.id)
    for (let i = 0; i < 3; i++) expect(await bob.wire.call('reports.add', report)).toEqual({ reportId: report._id })
    const sent = [bob.wire.sendCall('reports.add', [about(ada.id)]), bob.wire.sendCall('reports.add', [report])]
    for (const id of sent) expect((await bob.wire.answer(id)).error).toBe(undefined)
    const wire = await watching()
    expect([...wire.documents('reports').keys()].filter(id => id === report._id)).toHaveLength(1)
    await wire.close()
  })

  it('keeps its id to itself: another one under it, or from somebody else, is refused', async () => {
    const report = about(ada.id)
    await bob.wire.call('reports.add', report)
    const used = { error: 409, reason: 'This id was used for another report.' }
    expect(await bob.wire.refusal('reports.add', { ...report, reason: 'Another reason' })).toMatchObject(used)
    expect(await ada.wire.refusal('reports.add', report)).toMatchObject(used)
  })

  it('is about something that is there, and that can be reported', async () => {
    const missing = { error: 404, reason: 'There is no such thing.' }
    expect(await bob.wire.refusal('reports.add', about(NOWHERE))).toMatchObject(missing)
    expect(await bob.wire.refusal('reports.add', { ...about(ada.id), kind: 'picture' })).toMatchObject(missing)
  })

  it('is not for visitors to make', async () => {
    const wire = await Wire.open(world.endpoint)
    expect(await wire.refusal('reports.add', about(ada.id))).toMatchObject({ error: 401 })
    await wire.close()
  })
})

describe('the list of reports', () => {
  it('is hidden from visitors and players, as closing is, whether a report is there or not', async () => {
    const report = about(ada.id)
    await bob.wire.call('reports.add', report)
    const visitor = await Wire.open(world.endpoint)
    expect((await visitor.subscribe('reports.list', {})).error).toMatchObject({ error: 401 })
    expect((await bob.wire.subscribe('reports.list', {})).error).toMatchObject({ error: 403 })
    for (const reportId of [report._id, NOWHERE]) {
      expect(await visitor.refusal('reports.close', { reportId })).toMatchObject({ error: 401 })
      expect(await bob.wire.refusal('reports.close', { reportId })).toMatchObject({ error: 403 })
    }
    expect(reports(visitor)).toEqual([])
    expect(reports(bob.wire)).toEqual([])
    await visitor.close()
  })

  it('is open to an admin too, but not to a moderator of one group', async () => {
    await world.app.database.pool.query('UPDATE users SET roles = $1 WHERE id = $2', [{ [NOWHERE]: ['moderator', 'admin'] }, mod.id])
    await grant(world, mod.id, [])
    const wire = await Wire.open(world.endpoint)
    await wire.call('login', { resume: mod.token })
    expect((await wire.subscribe('reports.list', {})).error).toMatchObject({ error: 403 })
    await grant(world, mod.id, ['admin'])
    expect((await wire.subscribe('reports.list', {})).error).toBe(null)
    await wire.close()
  })

  it('goes away from a moderator who loses the role, and the subscription ends', async () => {
    await bob.wire.call('reports.add', about(ada.id))
    const wire = await watching()
    expect(reports(wire).length).toBeGreaterThan(0)
    await grant(world, mod.id, [])
    const ended = await wire.message(({ msg }) => msg === 'nosub')
    expect(ended.error).toMatchObject({ error: 403 })
    expect(reports(wire)).toEqual([])
    const before = wire.messages.length
    await bob.wire.call('reports.add', about(ada.id))
    await wire.call('machines.search', { text: '' })
    expect(wire.messages.slice(before).filter(({ collection }) => collection === 'reports')).toEqual([])
    await wire.close()
  })

  it('holds open ones newest first, in pages, and moves a closed one over with what came of it', async () => {
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      const report = about(ada.id, `Reason ${i}`)
      await bob.wire.call('reports.add', report)
      ids.unshift(report._id)
    }
    const newest = (wire: Wire): string[] => wire.idsBy('reports', (a, b) => Number(b.receipt) - Number(a.receipt))
    const [open, older, closed] = [
      await watching({ state: 'open', limit: 2 }),
      await watching({ state: 'open', limit: 2, before: ids[1] }),
      await watching({ state: 'closed' }),
    ]
    expect(newest(open)).toEqual(ids.slice(0, 2))
    expect(newest(older)).toEqual(ids.slice(2, 4))
    for (const outcome of ['Renamed', 'Too late']) expect(await mod.wire.call('reports.close', { reportId: ids[0], outcome })).toEqual({})
    await open.until(() => newest(open)[0] === ids[1])
    expect(newest(open)).toEqual(ids.slice(1, 3))
    await closed.until(() => closed.documents('reports').has(ids[0]!))
    expect(closed.documents('reports').get(ids[0]!)).toMatchObject({
      state: 'closed',
      outcome: 'Renamed',
      closedAt: expect.any(Date),
      closedBy: { userId: mod.id, username: 'Mod' },
    })
    expect(await mod.wire.refusal('reports.close', { reportId: NOWHERE })).toMatchObject({ error: 404 })
    for (const wire of [open, older, closed]) await wire.close()
  })
})

describe('the deletion of an account', () => {
  it('takes the name out of every report: as who made it, who closed it, and whom it is about', async () => {
    const [eve, finn] = [await signUp(world, 'Eve'), await signUp(world, 'Finn')]
    await grant(world, eve.id, ['moderator'])
    const [byEve, onEve, closedByEve] = [about(ada.id, 'By her'), about(eve.id, 'On her'), about(finn.id, 'Closed by her')]
    await eve.wire.call('reports.add', byEve)
    for (const report of [onEve, closedByEve]) await bob.wire.call('reports.add', report)
    await eve.wire.call('reports.close', { reportId: closedByEve._id })
    const wire = await watching()
    expect(wire.documents('reports').get(onEve._id)).toMatchObject({ label: 'Eve', path: '/players/Eve' })
    eve.wire.sendCall('account.delete', [{ password: digestOf(PASSWORD), eraseScores: true }])
    await wire.until(() => wire.documents('reports').get(onEve._id)?.path === null)
    expect(wire.documents('reports').get(onEve._id)).toMatchObject({ label: 'Deleted player', by: { username: 'Bob' } })
    expect(wire.documents('reports').get(byEve._id)).toMatchObject({ by: null, label: 'Ada L', reason: 'By her' })
    expect(wire.documents('reports').get(closedByEve._id)).toMatchObject({ closedBy: null, state: 'closed' })
    await wire.close()
  })
})

it('lets a user report 20 times an hour', async () => {
  const strict = await createWorld()
  const { wire, id } = await signUp(strict, 'Ada')
  for (let i = 0; i < 20; i++) await wire.call('reports.add', about(id))
  expect(await wire.refusal('reports.add', about(id))).toMatchObject({ error: 'too-many-requests' })
  await strict.close()
})
