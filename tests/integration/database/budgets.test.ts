import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import budgets from '../../../bench/budgets.json' with { type: 'json' }
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { RecordedLog } from '../helpers/recorded-log.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, firstMachineId, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

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
})
