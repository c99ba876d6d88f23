import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { listMachines, signUp, type TestUser } from '../helpers/users.ts'

const MINUTE = 60_000
const DAY = 86_400_000

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let free: { id: string; name: string }[]

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  ada = await signUp(testApp, 'Ada')
  bob = await signUp(testApp, 'Bob')
  free = await listMachines(testApp, 100)
})
afterAll(() => testApp.close())

/** Returns a machine that nobody has played. */
const machine = (): string => free.pop()!.id
const query = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await testApp.app.database.pool.query<T>(text, values)).rows

describe('the same _id again', () => {
  it('is answered as before, also on another connection and in another spelling, and records nothing', async () => {
    const score = { _id: uuidv7(), machineId: machine(), value: 500, achievedAt: new Date(Date.now() - MINUTE), comment: 'Zoe\u0308' }
    const first = await ada.client.call('scores.submit', score)
    expect(first).toEqual({ scoreId: score._id, rank: 1, players: 1, personalBest: true, previousBest: null })
    await bob.client.call('scores.submit', { _id: uuidv7(), machineId: score.machineId, value: 900 })
    const other = await DdpTestClient.open(testApp.endpoint)
    await other.call('login', { resume: ada.token })
    const id = other.sendCall('scores.submit', [{ ...score, comment: ' Zo\u00eb ' }])
    expect(await other.waitForOutcome(id)).toEqual({ result: first })
    expect(other.frames.at(-1)).toBe(
      `{"msg":"result","id":"${id}","result":{"scoreId":"${score._id}","rank":1,"players":1,"personalBest":true,"previousBest":null}}`,
    )
    expect(await query('SELECT count(*) AS n FROM scores WHERE machine_id = $1', score.machineId)).toEqual([{ n: 2 }])
  })

  it('is answered as before although an earlier release has stored the id with the answer, which is not stored any more', async () => {
    const score = { _id: uuidv7(), machineId: machine(), value: 500 }
    const first = await ada.client.call('scores.submit', score)
    const stored = { rank: 1, players: 1, personalBest: true, previousBest: null }
    expect(await query('SELECT answer FROM scores WHERE id = $1', score._id)).toEqual([{ answer: stored }])
    await query('UPDATE scores SET answer = $2 WHERE id = $1', score._id, { scoreId: score._id, ...stored })
    expect(await ada.client.call('scores.submit', score)).toEqual(first)
  })

  it('is 409 with other values, and from another user even with the same', async () => {
    const score = { _id: uuidv7(), machineId: machine(), value: 500 }
    await ada.client.call('scores.submit', score)
    const others = [{ value: 501 }, { comment: 'x' }, { location: 'x' }, { machineId: machine() }, { achievedAt: new Date(5) }]
    for (const other of others)
      expect(await ada.client.expectError('scores.submit', { ...score, ...other })).toMatchObject({
        error: 409,
        reason: 'This id was used for another score.',
      })
    expect(await bob.client.expectError('scores.submit', score)).toMatchObject({ error: 409 })
    expect(await query('SELECT user_id, value FROM scores WHERE id = $1', score._id)).toEqual([{ user_id: ada.id, value: 500 }])
  })

  it('sent twice at the same moment is recorded once, and another user with the same _id is refused', async () => {
    const clients = await Promise.all(Array.from({ length: 4 }, () => DdpTestClient.open(testApp.endpoint)))
    await Promise.all(clients.map(client => client.call('login', { resume: ada.token })))
    const score = { _id: uuidv7(), machineId: machine(), value: 70 }
    const answers = await Promise.all([...clients, bob.client].map(client => client.tryCall('scores.submit', score)))
    const mine = answers.filter(({ result }) => result !== undefined).map(({ result }) => JSON.stringify(result))
    expect(new Set(mine).size).toBe(1)
    expect(answers.filter(({ error }) => error?.error === 409)).toHaveLength(answers.length - mine.length)
    expect(await query('SELECT scores, players FROM machine_tallies WHERE machine_id = $1', score.machineId)).toEqual([
      { scores: 1, players: 1 },
    ])
  })

  it('does not revive a removed score', async () => {
    const score = { _id: uuidv7(), machineId: machine(), value: 500, comment: 'mine' }
    const first = await ada.client.call('scores.submit', score)
    await ada.client.call('scores.remove', { scoreId: score._id })
    expect(await ada.client.call('scores.submit', score)).toEqual(first)
    expect(await ada.client.expectError('scores.submit', { ...score, value: 1 })).toMatchObject({ error: 409 })
    expect(await bob.client.expectError('scores.submit', score)).toMatchObject({ error: 409 })
    expect(await ada.client.call('boards.place', { scope: { machineId: score.machineId }, userId: ada.id })).toBe(null)
    expect(await query('SELECT comment FROM scores WHERE id = $1 AND removed_at IS NOT NULL', score._id)).toEqual([{ comment: null }])
    expect(await ada.client.call('scores.remove', { scoreId: score._id })).toEqual({})
    expect(await bob.client.expectError('scores.remove', { scoreId: score._id })).toMatchObject({ error: 404 })
    expect(await ada.client.expectError('scores.edit', { scoreId: score._id, value: 5 })).toMatchObject({ error: 404 })
  })
})

describe('the answer of a submission', () => {
  it('is the place on the all-time board: ties share a rank, a lower score changes nothing', async () => {
    const machineId = machine()
    const cyd = await signUp(testApp, 'Cyd')
    const submit = ({ client }: TestUser, value: number) => client.call('scores.submit', { _id: uuidv7(), machineId, value })
    expect(await submit(ada, 100)).toMatchObject({ rank: 1, players: 1, personalBest: true, previousBest: null })
    expect(await submit(bob, 100)).toMatchObject({ rank: 1, players: 2, personalBest: true, previousBest: null })
    expect(await submit(cyd, 50)).toMatchObject({ rank: 3, players: 3, personalBest: true, previousBest: null })
    expect(await submit(cyd, 40)).toMatchObject({ rank: 3, players: 3, personalBest: false, previousBest: 50 })
    expect(await submit(cyd, 50)).toMatchObject({ rank: 3, players: 3, personalBest: false, previousBest: 50 })
    expect(await submit(cyd, 101)).toMatchObject({ rank: 1, players: 3, personalBest: true, previousBest: 50 })
    const scope = { machineId }
    expect(await ada.client.call('boards.place', { scope, userId: bob.id })).toEqual({ rank: 2, players: 3, value: 100, percentile: 0 })
    const around = await ada.client.call<{ firstRank: number; players: number; rows: { userId: string; achievedAt: Date }[] }>(
      'boards.around',
      { scope, userId: bob.id, radius: 1 },
    )
    expect(around).toMatchObject({ firstRank: 2, players: 3, rows: [{ userId: ada.id }, { userId: bob.id }] })
    expect(around.rows[0]!.achievedAt).toBeInstanceOf(Date)
    expect(await ada.client.call('boards.around', { scope, userId: uuidv7() })).toEqual({ firstRank: 1, rows: [], players: 3 })
  })

  it('holds the largest value there is exactly', async () => {
    const machineId = machine()
    // Such a score counts at once only for a player with a verified one.
    const { client, id } = await signUp(testApp, 'Max')
    await client.call('scores.submit', { _id: uuidv7(), machineId, value: 1 })
    await testApp.app.database.pool.query(`UPDATE scores SET status = 'verified' WHERE user_id = $1`, [id])
    await client.subscribe('boards.top', { scope: { machineId } })
    await client.call('scores.submit', { _id: uuidv7(), machineId, value: Number.MAX_SAFE_INTEGER })
    expect([...client.documents('boardRows').values()].find(({ board }) => String(board).includes(machineId))).toMatchObject({
      value: Number.MAX_SAFE_INTEGER,
    })
  })

  it('is what a replay in the order of the receipts gives, however many play at once', async () => {
    const machineIds = [machine(), machine()]
    const players = await Promise.all(Array.from({ length: 4 }, (_, i) => signUp(testApp, `Crowd${i}`)))
    const clients = await Promise.all(
      players.flatMap(({ client, token }) => [
        client,
        DdpTestClient.open(testApp.endpoint).then(async second => {
          await second.call('login', { resume: token })
          return second
        }),
      ]),
    )
    for (const machineId of machineIds) await clients[0]!.subscribe('boards.top', { scope: { machineId }, limit: 1 })
    const answers = new Map<string, unknown>()
    await Promise.all(
      clients.map(async (client, lane) => {
        for (let i = 0; i < 12; i++) {
          const score = { _id: uuidv7(), machineId: machineIds[(lane + i) % 2]!, value: 1 + ((lane * 7 + i * 5) % 13) }
          answers.set(score._id, await client.call('scores.submit', score))
        }
      }),
    )
    const rows = await query<{ id: string; machine_id: string; user_id: string; value: number }>(
      'SELECT id, machine_id, user_id, value FROM scores WHERE machine_id = ANY ($1) ORDER BY receipt',
      machineIds,
    )
    const boards = new Map(machineIds.map(id => [id, new Map<string, number>()]))
    for (const { id, machine_id, user_id, value } of rows) {
      const board = boards.get(machine_id)!
      const previousBest = board.get(user_id) ?? null
      const best = Math.max(value, previousBest ?? 0)
      board.set(user_id, best)
      const rank = 1 + [...board.values()].filter(each => each > best).length
      expect(answers.get(id)).toEqual({
        scoreId: id,
        rank,
        players: board.size,
        personalBest: previousBest === null || value > previousBest,
        previousBest,
      })
    }
  })
})

describe('achievedAt', () => {
  const submitted = async (achievedAt?: Date): Promise<{ at: number; windowed: boolean; received: number }> => {
    const received = Date.now()
    const _id = uuidv7()
    await ada.client.call('scores.submit', { _id, machineId: free[0]!.id, value: 5, ...(achievedAt === undefined ? {} : { achievedAt }) })
    const [row] = await query<{ achieved_at: Date; windowed: boolean }>('SELECT achieved_at, windowed FROM scores WHERE id = $1', _id)
    return { at: row!.achieved_at.getTime(), windowed: row!.windowed, received }
  }

  it('is now when it is left out, or lies up to five minutes ahead', async () => {
    for (const given of [undefined, new Date(Date.now() + 4 * MINUTE)]) {
      const { at, received } = await submitted(given)
      expect(at).toBeGreaterThanOrEqual(received)
      expect(at).toBeLessThanOrEqual(Date.now())
    }
  })

  it('further ahead is refused', async () => {
    const achievedAt = new Date(Date.now() + 6 * MINUTE)
    expect(await ada.client.expectError('scores.submit', { _id: uuidv7(), machineId: machine(), value: 5, achievedAt })).toMatchObject({
      error: 400,
      details: [{ path: 'achievedAt' }],
    })
  })

  it('more than seven days back counts in the all-time board only, and is kept to the millisecond', async () => {
    const back = new Date(Date.now() - 7 * DAY + MINUTE)
    expect(await submitted(back)).toMatchObject({ at: back.getTime(), windowed: true })
    const further = new Date(Date.now() - 7 * DAY - MINUTE)
    expect(await submitted(further)).toMatchObject({ at: further.getTime(), windowed: false })
    expect(await submitted(new Date(0))).toMatchObject({ at: 0, windowed: false })
  })
})
