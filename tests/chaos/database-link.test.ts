import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { type MeteorError, meteorError } from '../integration/helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../integration/helpers/test-app.ts'
import { firstMachineId, signUp, type TestUser } from '../integration/helpers/users.ts'
import { startPostgresProxy, throughProxy } from '../postgres-proxy.ts'
import { waitUntil } from '../scale/wait.ts'
import { scaleBudget } from '../security/timing-budget.ts'
import type { TcpProxy } from '../tcp-proxy.ts'

const AWAY = meteorError(500, 'The site cannot reach its database just now. Please try again in a moment.', {
  code: 'database-unreachable',
})
/** the longest time in ms until a call fails, and until /readyz reports that the database is gone */
const [MOST_ERROR, MOST_READY] = [3000, 5000]
/** ms that timers may be late */
const LATE = scaleBudget(400)
const PLAYERS = 8

let proxy: TcpProxy
let testApp: TestApp
let machineId: string
let direct: pg.Pool
const players: TestUser[] = []
const acknowledged = new Set<string>()
/** what /healthz has answered */
const health: number[] = []

beforeAll(async () => {
  testApp = await createTestApp({
    config: { rateLimits: 'off' },
    proxyDatabase: async connection => {
      proxy = await startPostgresProxy(connection as { host: string; port: number })
      return throughProxy(connection, proxy)
    },
  })
  direct = new pg.Pool({ ...(testApp.connection as pg.PoolConfig), max: 2 })
  direct.on('error', () => {})
  machineId = await firstMachineId(testApp)
  for (let n = 0; n < PLAYERS; n++) players.push(await signUp(testApp, `player${n}`))
})
afterEach(() => proxy.restore())
afterAll(async () => {
  await direct.end()
  await testApp.close()
  await proxy.close()
})

async function askHealth(): Promise<void> {
  health.push((await fetch(`${testApp.http}/healthz`)).status)
}

/** Asks /readyz, and /healthz each time too. @returns the status of the former */
async function askReady(): Promise<number> {
  const [{ status }] = await Promise.all([fetch(`${testApp.http}/readyz`), askHealth()])
  return status
}

interface Submission {
  _id: string
  machineId: string
  value: number
}
const submission = (): Submission => ({ _id: uuidv7(), machineId, value: 1000 + Math.floor(Math.random() * 1e6) })

/** @returns the error, or null, and the time in ms until the answer */
async function submit({ client }: TestUser, score: Submission): Promise<{ error: MeteorError | null; ms: number }> {
  const startedAt = performance.now()
  const { error } = await client.tryCall('scores.submit', score)
  if (error === undefined) acknowledged.add(score._id)
  return { error: error ?? null, ms: performance.now() - startedAt }
}

/** All players submit while the database is unreachable, and submit the same scores again when it is back. */
async function expectRecovery(fail: () => void): Promise<void> {
  const scores = players.map(submission)
  fail()
  const startedAt = performance.now()
  const refused = Promise.all(players.map((player, i) => submit(player, scores[i]!)))
  await waitUntil('/readyz says that the database is away', async () => (await askReady()) === 503)
  const notReadyAfter = performance.now() - startedAt
  const answers = await refused
  const slowest = Math.max(...answers.map(({ ms }) => ms))
  console.info(`refused after ${Math.round(slowest)} ms, not ready after ${Math.round(notReadyAfter)} ms`)
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => AWAY))
  expect(slowest).toBeLessThan(MOST_ERROR + LATE)
  expect(notReadyAfter).toBeLessThan(MOST_READY)
  const later = submission()
  expect((await submit(players[0]!, later)).error).toEqual(AWAY)
  proxy.restore()
  expect((await submit(players[0]!, later)).error).toBeNull()
  for (const [i, player] of players.entries()) expect((await submit(player, scores[i]!)).error).toBeNull()
  await waitUntil('it is ready again', async () => (await askReady()) === 200)
}

describe('[R1] a connection to the database', () => {
  it('that drops all data causes errors within three seconds, and the next call works', () => expectRecovery(() => proxy.holdTraffic()))

  it('that is refused causes errors, and the next call works', () => expectRecovery(() => proxy.refuseConnections()))

  it('that is reset causes errors, and the next call works', () => expectRecovery(() => proxy.refuseConnections({ reset: true })))

  it('that breaks once does not affect later calls', async () => {
    proxy.closeConnections()
    await waitUntil('a call works', async () => (await submit(players[0]!, submission())).error === null)
    expect((await submit(players[1]!, submission())).error).toBeNull()
  })

  it('that is delayed by 300 ms makes calls slower, and all succeed', async () => {
    proxy.delayTraffic(300)
    const answers = await Promise.all(players.map(player => submit(player, submission())))
    await askHealth()
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null))
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeGreaterThan(600)
  })
})

it('[R1] a statement that waits for six seconds is cancelled within three, and later writes succeed', async () => {
  const holder = await direct.connect()
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE feed_head IN ACCESS EXCLUSIVE MODE')
  const scores = players.map(submission)
  const waiting = Promise.all(players.map((player, i) => submit(player, scores[i]!)))
  await askHealth()
  const answers = await waiting.finally(async () => {
    await holder.query('ROLLBACK')
    holder.release()
  })
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => AWAY))
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(MOST_ERROR + LATE)
  for (const [i, player] of players.entries()) expect((await submit(player, scores[i]!)).error).toBeNull()
})

it('[R1] /healthz answered at every failure, and no acknowledged score is lost or duplicated', async () => {
  const { rows } = await direct.query<{ id: string }>('SELECT id FROM scores')
  expect(new Set(rows.map(({ id }) => id))).toEqual(acknowledged)
  expect(rows.length).toBe(acknowledged.size)
  // At least twice for each of three outages, for the delay, and for the statement that waits.
  expect(health.length).toBeGreaterThanOrEqual(8)
  expect(new Set(health)).toEqual(new Set([200]))
})
