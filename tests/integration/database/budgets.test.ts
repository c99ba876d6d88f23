import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import budgets from '../../../bench/budgets.json' with { type: 'json' }
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createEvent } from '../helpers/events.ts'
import { RecordedLog } from '../helpers/recorded-log.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, firstMachineId, grantRoles, listMachines, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let log: RecordedLog
let ada: TestUser
let watcher: DdpTestClient
let machineId: string
let scoreId: string
let value = 1_000_000

/** Submits a score that leads its board. @returns the number of SQL statements that were run for the call */
async function submit(): Promise<number> {
  const from = log.all.length
  scoreId = uuidv7()
  value += 1000
  await ada.client.call('scores.submit', { _id: scoreId, machineId, value })
  await testApp.settled()
  const call = await log.waitForLine(line => line.msg === 'method' && line.name === 'scores.submit' && log.all.indexOf(line) >= from)
  return log.statements(call.requestId!).length
}

/** Logs in by password, twice. @returns the number of SQL statements that were run for the second login */
async function logIn(): Promise<number> {
  const client = await DdpTestClient.open(testApp.endpoint)
  const call = () => client.call('login', { user: { username: 'Ada' }, password: digestPassword(PASSWORD) })
  await call()
  const from = log.all.length
  await call()
  const line = await log.waitForLine(each => each.msg === 'method' && each.name === 'login' && log.all.indexOf(each) >= from)
  await client.close()
  return log.statements(line.requestId!).length
}

/** Renders a page. @returns the number of SQL statements that were run for the request */
async function render(path: string): Promise<number> {
  const answer = await fetch(testApp.http + path)
  expect(answer.status, path).toBe(200)
  await answer.text()
  return log.statements(answer.headers.get('x-request-id')!).length
}

beforeAll(async () => {
  log = new RecordedLog('debug')
  testApp = await createTestApp({ config: { rateLimits: 'off' }, log: log.log })
  ada = await signUp(testApp, 'Ada')
  machineId = await firstMachineId(testApp)
  await submit()
  watcher = await DdpTestClient.open(testApp.endpoint)
  await watcher.subscribe('boards.top', { scope: { machineId }, limit: 50 })
})
afterAll(() => testApp.close())

describe('costs no more than its budget allows', () => {
  it('a login by password: SQL statements', async () => {
    expect({ statements: await logIn() }).toEqual(budgets.login.most)
  })

  it('a submission: SQL statements, and frames to one who watches the board', async () => {
    const shows = (collection: string, field: string) =>
      [...watcher.documents(collection).values()].some(document => document[field] === value)
    const untilShown = () => watcher.waitUntil(() => shows('boardRows', 'value') && shows('boards', 'best'))
    await submit()
    await untilShown()
    const from = watcher.frames.length
    const statements = await submit()
    await untilShown()
    expect({ statements, frames: watcher.frames.length - from }).toEqual(budgets.submission.most)
  })

  it('a page: SQL statements when it is rendered for the first time, and again after a new score', async () => {
    const statements: Record<string, { first: number; again: number }> = {}
    for (const [name, path] of [
      ['home', '/'],
      ['machines', '/machines'],
      ['machine', `/machines/${machineId}`],
      ['score', `/scores/${scoreId}`],
      ['player', '/players/ada'],
      ['events', '/events'],
      ['groups', '/groups'],
    ] as const) {
      const first = await render(path)
      await submit()
      statements[name] = { first, again: await render(path) }
    }
    expect(statements).toEqual(budgets.pageStatements.most)
  })

  it('a score in a venue of 60 machines: SQL statements of the call and of the page, and frames to one who has the page open', async () => {
    const machineIds = (await listMachines(testApp, 60)).map(({ id }) => id)
    expect(machineIds).toHaveLength(60)
    const { venueId, slug } = await ada.client.call<{ venueId: string; slug: string }>('venues.add', {
      _id: uuidv7(),
      name: 'Silverball Cellar',
    })
    await ada.client.call('venues.setMachines', { venueId, machineIds, was: [] })
    const play = async (on: string): Promise<number> => {
      const from = log.all.length
      value += 1000
      await ada.client.call('scores.submit', { _id: uuidv7(), machineId: on, value, venueId })
      await testApp.settled()
      const call = await log.waitForLine(line => line.msg === 'method' && line.name === 'scores.submit' && log.all.indexOf(line) >= from)
      return log.statements(call.requestId!).length
    }
    for (const each of machineIds) await play(each)
    const first = await render(`/venues/${slug}`)
    const reader = await DdpTestClient.open(testApp.endpoint)
    for (const name of ['venues.one', 'venues.leaders', 'venues.players']) await reader.subscribe(name, { slug })
    const untilShown = () => reader.waitUntil(() => [...reader.documents('venueLeaders').values()].some(leader => leader.value === value))
    await play(machineIds[7]!)
    await untilShown()
    await reader.waitUntil(() => [...reader.documents('venuePlayers').values()].some(({ scores }) => scores === 61))
    const from = reader.frames.length
    const statements = await play(machineIds[7]!)
    await untilShown()
    await reader.waitUntil(() => [...reader.documents('venuePlayers').values()].some(({ scores }) => scores === 62))
    const frames = reader.frames.length - from
    expect({ statements, frames, first, again: await render(`/venues/${slug}`) }).toEqual(budgets.venue.most)
    await reader.close()
  })

  it('a season: SQL statements when its page is rendered for the first time, and again', async () => {
    await grantRoles(testApp, ada.id, ['event-director'])
    const eventIds: string[] = []
    for (const value of [100, 200, 300]) {
      const eventId = await createEvent(ada, Date.now(), { format: { kind: 'best-game', points: 'papa' }, machineIds: [machineId] })
      await ada.client.call('scores.submit', { _id: uuidv7(), machineId, value, eventId })
      eventIds.push(eventId)
    }
    const { seriesId, slug } = await ada.client.call<{ seriesId: string; slug: string }>('series.add', {
      _id: uuidv7(),
      name: 'Winter season',
    })
    await ada.client.call('series.setEvents', { seriesId, eventIds, was: [] })
    await testApp.settled()
    const first = await render(`/series/${slug}`)
    expect({ first, again: await render(`/series/${slug}`) }).toEqual(budgets.season.most)
  })
})
