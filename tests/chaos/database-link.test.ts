import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { type SignedUp, signUp, someMachine } from '../integration/people.ts'
import { type WireError, wireError } from '../integration/wire.ts'
import { createWorld, type World } from '../integration/world.ts'
import { type Network, startNetwork } from '../network.ts'
import { lasting, until } from '../scale/until.ts'

const AWAY = wireError(500, 'The site cannot reach its database just now. Please try again in a moment.')
/** the longest time in ms until a call fails, and until /readyz reports that the database is gone */
const [MOST_ERROR, MOST_READY] = [3000, 5000]
/** ms that timers may be late on a busy machine */
const LATE = 400
const PLAYERS = 8

let network: Network
let world: World
let machineId: string
let direct: pg.Pool
const players: SignedUp[] = []
const acknowledged = new Set<string>()
let unhealthy = 0
let watching = true
let watched: Promise<void>

beforeAll(async () => {
  world = await createWorld({
    config: { rateLimits: 'off' },
    through: async connection => {
      const { host, port } = connection as { host: string; port: number }
      network = await startNetwork(() => (host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }))
      return { ...connection, host: '127.0.0.1', port: network.port } as typeof connection
    },
  })
  direct = new pg.Pool({ ...(world.connection as pg.PoolConfig), max: 2 })
  direct.on('error', () => {})
  machineId = await someMachine(world)
  for (let n = 0; n < PLAYERS; n++) players.push(await signUp(world, `player${n}`))
  watched = (async () => {
    while (watching) {
      if ((await fetch(`${world.http}/healthz`)).status !== 200) unhealthy++
      await lasting(50)
    }
  })()
})
afterEach(() => network.mend())
afterAll(async () => {
  watching = false
  await watched
  await direct.end()
  await world.close()
  await network.close()
})

interface Submission {
  _id: string
  machineId: string
  value: number
}
const submission = (): Submission => ({ _id: uuidv7(), machineId, value: 1000 + Math.floor(Math.random() * 1e6) })

/** @returns the error, or null, and the time in ms until the answer */
async function submit({ wire }: SignedUp, score: Submission): Promise<{ error: WireError | null; ms: number }> {
  const began = performance.now()
  const { error } = await wire.attempt('scores.submit', score)
  if (error === undefined) acknowledged.add(score._id)
  return { error: error ?? null, ms: performance.now() - began }
}

/** All players submit while the database is unreachable, and submit the same scores again when it is back. */
async function outlives(fail: () => void): Promise<void> {
  const scores = players.map(submission)
  fail()
  const began = performance.now()
  const refused = Promise.all(players.map((player, i) => submit(player, scores[i]!)))
  await until('/readyz says that the database is away', async () => (await fetch(`${world.http}/readyz`)).status === 503)
  const noticed = performance.now() - began
  const answers = await refused
  const slowest = Math.max(...answers.map(({ ms }) => ms))
  console.info(`refused after ${Math.round(slowest)} ms, not ready after ${Math.round(noticed)} ms`)
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => AWAY))
  expect(slowest).toBeLessThan(MOST_ERROR + LATE)
  expect(noticed).toBeLessThan(MOST_READY)
  const later = submission()
  expect((await submit(players[0]!, later)).error).toEqual(AWAY)
  network.mend()
  expect((await submit(players[0]!, later)).error).toBeNull()
  for (const [i, player] of players.entries()) expect((await submit(player, scores[i]!)).error).toBeNull()
  await until('it is ready again', async () => (await fetch(`${world.http}/readyz`)).status === 200)
}

describe('[R1] a link to the database', () => {
  it('that swallows everything: errors within three seconds, and the next call works', () => outlives(() => network.silence()))

  it('at whose end nobody is', () => outlives(() => network.refuse()))

  it('that is reset', () => outlives(() => network.refuse({ reset: true })))

  it('that breaks once is not noticed by who asks after that', async () => {
    network.cut()
    await until('a call works', async () => (await submit(players[0]!, submission())).error === null)
    expect((await submit(players[1]!, submission())).error).toBeNull()
  })

  it('that is 300 ms late takes longer, and does all', async () => {
    network.delay(300)
    const answers = await Promise.all(players.map(player => submit(player, submission())))
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null))
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeGreaterThan(600)
  })
})

it('[R1] a statement that waits for six seconds is given up within three, and what comes after it is written', async () => {
  const holder = await direct.connect()
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE feed_head IN ACCESS EXCLUSIVE MODE')
  const scores = players.map(submission)
  const answers = await Promise.all(players.map((player, i) => submit(player, scores[i]!))).finally(async () => {
    await holder.query('ROLLBACK')
    holder.release()
  })
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => AWAY))
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(MOST_ERROR + LATE)
  for (const [i, player] of players.entries()) expect((await submit(player, scores[i]!)).error).toBeNull()
})

it('[R1] all along it was healthy, and nothing acknowledged is lost or doubled', async () => {
  const { rows } = await direct.query<{ id: string }>('SELECT id FROM scores')
  expect(new Set(rows.map(({ id }) => id))).toEqual(acknowledged)
  expect(rows.length).toBe(acknowledged.size)
  expect(unhealthy).toBe(0)
})
