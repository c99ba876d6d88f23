import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { type CallOutcome, DdpTestClient, type MeteorError } from '../helpers/ddp-test-client.ts'
import { createEvent, HOUR } from '../helpers/events.ts'
import { createGroup } from '../helpers/groups.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { firstMachineId, grantRoles, makeAdmin, signUp, type TestUser } from '../helpers/users.ts'

const A_DAY = 40

let testApp: TestApp
let machineId: string
let visitor: DdpTestClient
let admin: TestUser
let people = 0

beforeAll(async () => {
  testApp = await createTestApp()
  machineId = await firstMachineId(testApp)
  visitor = await DdpTestClient.open(testApp.endpoint)
  await visitor.subscribe('events.list', {})
  admin = await signUpUser()
  await makeAdmin(testApp, admin.id)
})
afterAll(() => testApp.close())

const signUpUser = (): Promise<TestUser> => signUp(testApp, `Player ${++people}`)
const listed = (): string[] => [...visitor.documents('events').keys()]
const addEvent = (by: TestUser, groupId?: string): Promise<string> =>
  createEvent(by, Date.now(), { format: { kind: 'high-score' }, machineIds: [machineId], ...(groupId === undefined ? {} : { groupId }) })
const found = async (text: string): Promise<number> => (await visitor.call<{ events: object[] }>('search', { text })).events.length
const sitemap = async (): Promise<string> => {
  await admin.client.call('cache.clear', { name: 'sitemaps' })
  return (await fetch(`${testApp.http}/sitemaps/events-1.xml`)).text()
}

describe('events of one user', () => {
  it('are 40 in 24 hours; of 100 in a row the others are refused, and one that is sent again counts once', async () => {
    const flooder = await signUpUser()
    const groupId = await createGroup(flooder, 'public')
    const event = (): object => ({
      _id: uuidv7(),
      name: 'Flood',
      startsAt: new Date(Date.now() + HOUR),
      endsAt: new Date(Date.now() + 2 * HOUR),
      format: { kind: 'high-score' },
      machineIds: [machineId],
      groupId,
    })
    const events = Array.from({ length: 100 }, event)
    const outcomes: CallOutcome[] = []
    for (const each of events) outcomes.push(await flooder.client.tryCall('events.add', each))
    const refused = outcomes.filter(({ error }) => error !== undefined).map(({ error }) => error as MeteorError)
    expect(refused).toHaveLength(100 - A_DAY)
    for (const { error, details } of refused) {
      expect(error).toBe('too-many-requests')
      expect(details!.timeToReset).toBeGreaterThan(23 * HOUR)
      expect(details!.timeToReset).toBeLessThanOrEqual(24 * HOUR)
    }
    expect(await flooder.client.tryCall('events.add', events[0])).toEqual(outcomes[0])
    expect(listed()).toEqual([])
  })

  it('are more for an event director of the site', async () => {
    const director = await signUpUser()
    await grantRoles(testApp, director.id, ['event-director'])
    for (let i = 0; i <= A_DAY; i++) await addEvent(director)
    await visitor.waitUntil(() => listed().length === A_DAY + 1)
  })
})

describe('the first events of somebody new', () => {
  it('are seen by link and by the group, but in no list of the site until another player enters them', async () => {
    const [newcomer, friend] = [await signUpUser(), await signUpUser()]
    const groupId = await createGroup(newcomer, 'public')
    const eventId = await addEvent(newcomer, groupId)
    await newcomer.client.call('events.edit', { eventId, name: 'Xylophone cup' })
    await visitor.subscribe('events.list', { groupId })
    expect(visitor.documents('events').get(eventId)).toMatchObject({ unlisted: true })

    const stranger = await DdpTestClient.open(testApp.endpoint)
    await stranger.subscribe('events.list', {})
    const sees = (): boolean => stranger.documents('events').has(eventId)
    expect([sees(), await found('Xylophone'), (await sitemap()).includes(eventId)]).toEqual([false, 0, false])
    const byLink = await DdpTestClient.open(testApp.endpoint)
    expect((await byLink.subscribe('events.one', { eventId })).error).toBe(null)

    // The director alone changes nothing, and neither does a player whom the director has entered.
    await newcomer.client.call('events.join', { eventId })
    await newcomer.client.call('events.addPlayers', { eventId, entries: [{ _id: uuidv7(), userId: (await signUpUser()).id }] })
    expect([sees(), await found('Xylophone')]).toEqual([false, 0])

    await friend.client.call('events.join', { eventId })
    await stranger.waitUntil(sees)
    expect(stranger.documents('events').get(eventId)).not.toHaveProperty('unlisted')
    expect([await found('Xylophone'), (await sitemap()).includes(eventId)]).toEqual([1, true])

    await friend.client.call('events.leave', { eventId })
    await stranger.waitUntil(() => !sees())
  })

  it.each([
    ['is older than a week', "UPDATE users SET created_at = now() - interval '8 days' WHERE id = $1"],
    [
      'has confirmed an e-mail address',
      "INSERT INTO user_emails (address, address_key, user_id, verified) VALUES ('a@example.org', 'a@example.org', $1, true)",
    ],
  ])('are in the lists at once when the account %s', async (_, statement) => {
    const player = await signUpUser()
    await testApp.app.database.pool.query(statement, [player.id])
    const eventId = await addEvent(player, await createGroup(player, 'public'))
    await visitor.waitUntil(() => listed().includes(eventId))
  })
})
