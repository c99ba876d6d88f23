import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { PushService, type PushSubscription } from '../fakes/push-service.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { addToGroup, createGroup } from '../helpers/groups.ts'
import { holdRow } from '../helpers/hold-row.ts'
import { addReportingVenue, pair, type ReportingVenue } from '../helpers/stations.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { listMachines, signUp, type TestUser } from '../helpers/users.ts'

/* Those who manage a venue are told that two players claim the same score. */

const BOARD = '4f0c12ab'

type Listener = TestUser & { device: PushSubscription }

let push: PushService
let testApp: TestApp
let reporter: DdpTestClient
let machine: { id: string; name: string }
let manager: Listener
let other: Listener
let ada: TestUser
let ben: TestUser
let venue: ReportingVenue
let code: string
let count = 0

beforeAll(async () => {
  push = await new PushService().open()
  testApp = await createTestApp({ config: { rateLimits: 'off', pushOrigins: [push.origin], rootUrl: 'https://scores.example' } })
  reporter = await DdpTestClient.open(testApp.endpoint)
  machine = (await listMachines(testApp, 1))[0]!
})
afterAll(async () => {
  await testApp.close()
  await push.close()
})
beforeEach(async () => {
  ada = await signUp(testApp, `Ada ${++count}`)
  ben = await signUp(testApp, `Ben ${count}`)
  manager = await listener('Manager')
  other = await listener('Other')
  ;({ venue, code } = await addVenue(manager))
})

/** A user with a device who wants to be told of contested claims. */
async function listener(name: string): Promise<Listener> {
  const user = await signUp(testApp, `${name} ${count}`)
  const device = push.createSubscription()
  await user.client.call('notifications.subscribe', { endpoint: device.endpoint, keys: device.keys })
  await user.client.call('notifications.set', { claims: true })
  return { ...user, device }
}

/** A venue with a station. @returns `code`: that of the station */
async function addVenue(by: TestUser, more: object = {}): Promise<{ venue: ReportingVenue; code: string }> {
  const added = await addReportingVenue(by, [machine.id], more)
  const stationId = await pair(by, added.venueId, BOARD, machine.id)
  await by.client.subscribe('stations.list', { venueId: added.venueId })
  await by.client.waitUntil(() => by.client.documents('stations').has(stationId))
  return { venue: added, code: String(by.client.documents('stations').get(stationId)!.code) }
}

/** Reports a game, which one player claims and another contests. @returns its id */
async function contest(first: TestUser = ada, second: TestUser = ben): Promise<string> {
  const sent = { key: venue.key, id: `report ${++count}`, board: { id: BOARD }, plays: [{ score: 6_600_000, player: 1 }] }
  const { reportedGameId } = await reporter.call<{ reportedGameId: string }>('stations.report', sent)
  const play = { reportedGameId, play: 1, code }
  await first.client.call('stations.claim', { _id: uuidv7(), ...play })
  for (let i = 0; i < 2; i++) await second.client.call('stations.contest', play)
  return reportedGameId
}
const decide = (reportedGameId: string, { id: userId }: TestUser): Promise<unknown> =>
  manager.client.call('stations.decide', { venueId: venue.venueId, reportedGameId, play: 1, userId })
/** Lets something happen of which nobody is told before it is over. */
const together = <T>(happen: () => Promise<T>): Promise<T> => holdRow(testApp, 'notification_cursor', happen)
const runOnce = (): Promise<void> => testApp.app.features.notifications.runOnce()
const setManagers = (users: readonly TestUser[], was: readonly TestUser[]): Promise<unknown> =>
  manager.client.call('venues.setManagers', {
    venueId: venue.venueId,
    userIds: users.map(({ id }) => id),
    was: was.map(({ id }) => id),
  })
const venueName = async (): Promise<string> => {
  const { rows } = await testApp.app.database.pool.query<{ name: string }>('SELECT name FROM venues WHERE id = $1', [venue.venueId])
  return rows[0]!.name
}

it('a manager is told who claims what, and where to decide it, once for each score, and nobody else is', async () => {
  const quiet = await listener('Quiet')
  await quiet.client.call('notifications.set', { claims: false })
  await setManagers([manager, quiet], [manager])
  const id = await contest()
  await runOnce()
  await runOnce()
  const { slug } = venue
  expect(push.messages(manager.device)).toEqual([
    {
      title: 'A claim is contested',
      body: `${ada.username} and ${ben.username} both claim 6,600,000 on ${machine.name} at ${await venueName()}. You decide whose it is.`,
      tag: `contested:${slug}`,
      url: `/venues/${slug}/stations`,
    },
  ])
  await decide(id, ada)
  await ben.client.call('stations.contest', { reportedGameId: id, play: 1, code })
  await runOnce()
  expect(push.countMessages(manager.device)).toBe(1)
  await contest()
  await runOnce()
  expect(push.countMessages(manager.device)).toBe(2)
  expect([push.countMessages(other.device), push.countMessages(quiet.device)]).toEqual([0, 0])
})

it('a manager who is one of the two is told nothing', async () => {
  const third = await listener('Third')
  await setManagers([manager, other, third], [manager])
  await contest(other, third)
  await runOnce()
  expect([manager, other, third].map(({ device }) => push.countMessages(device))).toEqual([1, 0, 0])
})

it('what is decided already is told nobody, nor anybody who manages the venue no more', async () => {
  await setManagers([manager, other], [manager])
  await together(async () => decide(await contest(), ben))
  await runOnce()
  await together(async () => {
    await contest()
    await setManagers([manager], [manager, other])
  })
  await runOnce()
  expect([manager, other].map(({ device }) => push.countMessages(device))).toEqual([1, 0])
})

it('at the venue of a private group, who runs the group is told, and no manager who has left it', async () => {
  const groupId = await createGroup(manager, 'private')
  const owner = await listener('Running')
  const plain = await listener('Member')
  await addToGroup(manager, groupId, owner, ['manager'])
  for (const member of [plain, other, ada, ben]) await addToGroup(manager, groupId, member)
  ;({ venue, code } = await addVenue(manager, { groupId }))
  await setManagers([manager, other], [manager])
  await other.client.call('groups.leave', { groupId })
  await contest()
  await runOnce()
  expect([manager, owner, other, plain].map(({ device }) => push.countMessages(device))).toEqual([1, 1, 0, 0])
})

it.each([
  ['en', 'A claim is contested at scores.example', 'both claim 6,600,000', 'Open stations'],
  ['de', 'Ein Score ist umstritten: scores.example', 'beanspruchen beide 6.600.000', 'Stationen öffnen'],
  ['ar', 'نتيجة متنازع عليها على ⁨scores.example⁩', 'يطالب كلٌّ من', 'فتح المحطات'],
])('a manager without a device gets an e-mail in the language of the account: %s', async (locale, subject, words, button) => {
  const email = `manager-${locale}@example.com`
  const mailed = await signUp(testApp, `Mailed ${locale}`, { email })
  await mailed.client.call('verifyEmail', await testApp.linkToken(email))
  await mailed.client.call('account.setLocale', { locale })
  await mailed.client.call('notifications.set', { claims: true })
  await setManagers([manager, mailed], [manager])
  await contest()
  await runOnce()
  const mails = (await testApp.mails()).filter(mail => mail.to![0]!.address === email && mail.text?.includes('/stations'))
  expect(mails.map(mail => mail.subject)).toEqual([subject])
  expect(mails[0]!.text).toContain(words)
  expect(mails[0]!.text).toContain(`${button}\nhttps://scores.example/venues/${venue.slug}/stations`)
})
