import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient, type Document } from '../helpers/ddp-test-client.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, signUp, type TestUser } from '../helpers/users.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let testApp: TestApp
let clock: SettableClock
let ada: TestUser
let bob: TestUser
let watcher: DdpTestClient
let machines: { id: string; name: string }[]

beforeEach(async () => {
  clock = createSettableClock()
  testApp = await createTestApp({ config: { rateLimits: 'off' }, clock })
  ada = await signUp(testApp, 'Ada')
  bob = await signUp(testApp, 'Bob')
  machines = await listMachines(testApp, 12)
  watcher = await DdpTestClient.open(testApp.endpoint)
  expect((await watcher.subscribe('scores.highlights', {})).error).toBe(null)
})
afterEach(() => testApp.close())

const submit = async (machine: number, value: number, { client } = ada, more: object = {}): Promise<string> => {
  const _id = uuidv7()
  await client.call('scores.submit', { _id, machineId: machines[machine]!.id, value, ...more })
  return _id
}
async function received(): Promise<void> {
  await testApp.settled()
  await watcher.call('machines.search', { text: '' })
}
const newestFirst = (field: string) => (a: Document, b: Document) => Number(b[field]) - Number(a[field])
const records = () => watcher.sortedIds('weekRecords', newestFirst('achievedAt')).map(id => machines.findIndex(each => each.id === id))
const record = (machine: number) => watcher.documents('weekRecords').get(machines[machine]!.id)
const playing = () => watcher.sortedIds('playing', newestFirst('receipt')).map(id => watcher.documents('playing').get(id)!.username)

/** What is shown, after the application has loaded everything anew. */
async function shownAfterRestart(): Promise<unknown> {
  await testApp.restart()
  watcher = await DdpTestClient.open(testApp.endpoint)
  await watcher.subscribe('scores.highlights', {})
  return shown()
}
const shown = (): unknown => [records(), [...watcher.documents('weekRecords')].sort(), playing(), [...watcher.documents('playing')].sort()]

describe('the records of the week', () => {
  it('show each machine’s best of all time with its player, and change only when it is beaten', async () => {
    await submit(0, 100)
    await received()
    expect(record(0)).toMatchObject({ userId: ada.id, username: 'Ada', machineName: machines[0]!.name, value: 100 })
    const from = watcher.messages.length
    await submit(0, 50, bob)
    await received()
    expect(watcher.messages.slice(from).filter(({ collection }) => collection === 'weekRecords')).toEqual([])
    const scoreId = await submit(0, 200, bob)
    await received()
    expect(record(0)).toMatchObject({ username: 'Bob', value: 200, scoreId })
    await bob.client.call('scores.remove', { scoreId })
    await received()
    expect(record(0)).toMatchObject({ username: 'Ada', value: 100 })
  })

  it('are the five newest, and leave out what was played more than a week ago', async () => {
    const now = clock.now()
    for (let machine = 0; machine < 7; machine++) await submit(machine, 100, ada, { achievedAt: new Date(now - machine * HOUR) })
    await submit(7, 100, ada, { achievedAt: new Date(now - 8 * DAY) })
    await received()
    expect(records()).toEqual([0, 1, 2, 3, 4])
    await submit(6, 200, bob)
    await received()
    expect(records()).toEqual([6, 0, 1, 2, 3])
    // A record of today is beaten by a game of long ago.
    await submit(0, 900, bob, { achievedAt: new Date(now - 9 * DAY) })
    await received()
    expect(records()).toEqual([6, 1, 2, 3, 4])
    const before = shown()
    expect(await shownAfterRestart()).toEqual(before)
  })

  it('go when their week is over, without anything else happening', async () => {
    await submit(0, 100)
    await received()
    expect(records()).toEqual([0])
    clock.set(clock.now() + 7 * DAY)
    await watcher.waitUntil(() => records().length === 0)
  })
})

describe('the players who play now', () => {
  it('are those of the last hours, the latest first, at most eight, each with the latest machine', async () => {
    const others: TestUser[] = []
    for (let n = 0; n < 8; n++) others.push(await signUp(testApp, `Player${n}`))
    await submit(0, 100)
    for (const other of others) await submit(1, 100, other)
    await received()
    expect(playing()).toEqual(['Player7', 'Player6', 'Player5', 'Player4', 'Player3', 'Player2', 'Player1', 'Player0'])
    await submit(2, 5, others[0])
    await received()
    expect(playing()[0]).toBe('Player0')
    expect(watcher.documents('playing').get(others[0]!.id)).toMatchObject({ machineId: machines[2]!.id, machineName: machines[2]!.name })
    const before = shown()
    expect(await shownAfterRestart()).toEqual(before)
    clock.set(clock.now() + 5 * HOUR)
    await watcher.waitUntil(() => playing().length === 0)
  })

  it('are gone with the score that was removed or rejected, and renamed with their account', async () => {
    const moderator = await signUp(testApp, 'Mod')
    await grantRoles(testApp, moderator.id, ['moderator'])
    const removed = await submit(0, 100)
    const rejected = await submit(1, 100, bob)
    await ada.client.call('players.edit', { displayName: 'Ada Moreau' })
    await received()
    expect(watcher.documents('playing').get(ada.id)).toMatchObject({ displayName: 'Ada Moreau' })
    expect(record(0)).toMatchObject({ displayName: 'Ada Moreau' })
    await ada.client.call('scores.remove', { scoreId: removed })
    await received()
    expect(playing()).toEqual(['Bob'])
    await moderator.client.call('scores.moderate', { scoreId: rejected, version: 1, status: 'rejected', reason: 'No photo.' })
    await received()
    expect(playing()).toEqual([])
    expect(records()).toEqual([])
  })
})
