import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { Submission } from '#scores/server/score-fields.ts'
import { Submissions } from '#scores/server/submit/submissions.ts'
import { insertScores } from '#scores/server/submit/submit-store.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { listMachines, signUp, type TestUser } from '../helpers/users.ts'

vi.mock('#scores/server/submit/submit-store.ts', async importOriginal => {
  const real = await importOriginal<typeof import('#scores/server/submit/submit-store.ts')>()
  return { ...real, insertScores: vi.fn(real.insertScores) }
})

let testApp: TestApp
let submissions: Submissions
/** takes scores as another node on the same database would */
let otherSubmissions: Submissions
let machines: string[]
let ada: TestUser
let bob: TestUser

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  machines = (await listMachines(testApp, 20)).map(({ id }) => id)
  ada = await signUp(testApp, 'Ada')
  bob = await signUp(testApp, 'Bob')
  const { app } = testApp
  const options = {
    database: app.database,
    clock: systemClock,
    uploads: app.features.uploads,
    events: app.features.events,
    boards: app.features.scores.boards,
    changeLog: app.changeLog,
    accounts: {
      getUser: async (userId: string) => ({ userId, username: userId, displayName: userId, roles: null }),
    },
    venues: app.features.venues,
    machines: {
      resolveMerged: async (machineId: string) => ({ machineId, name: 'Any', manufacturer: 'Any', year: null, type: 'ss' as const }),
      findMergeTarget: async () => null,
    },
  }
  submissions = new Submissions(options)
  otherSubmissions = new Submissions(options)
})
beforeEach(() => void vi.mocked(insertScores).mockClear())
afterAll(() => testApp.close())

const groups = (): string[][] => vi.mocked(insertScores).mock.calls.map(([, scores]) => scores.map(({ comment }) => comment ?? ''))
const submit = async (userId: string, given: Partial<Submission>, to = submissions): Promise<unknown> =>
  to.submit(userId, { _id: uuidv7(), machineId: machines[0]!, value: 5, ...given }).then(
    ({ answer }) => answer,
    (error: unknown) => (error instanceof DdpError ? error.error : 'failed'),
  )
const stored = async (): Promise<string[]> => {
  const { rows } = await testApp.app.database.pool.query<{ comment: string }>('SELECT comment FROM scores ORDER BY receipt')
  return rows.map(({ comment }) => comment)
}

it('a score that fails in a group commit fails alone', async () => {
  const answers = await Promise.all([
    submit(ada.id, { comment: 'first' }),
    submit(ada.id, { comment: 'before', value: 6 }),
    submit(ada.id, { comment: 'poison', value: 0 }),
    submit(bob.id, { comment: 'after', value: 7 }),
    submit('nobody', { comment: 'of nobody' }),
  ])
  expect(groups()).toEqual([['first'], ['before', 'poison', 'after', 'of nobody'], ['before'], ['poison'], ['after'], ['of nobody']])
  expect(answers).toMatchObject([{ rank: 1 }, { rank: 1, previousBest: 5 }, 'failed', { rank: 1, players: 2 }, 401])
  expect(await stored()).toEqual(['first', 'before', 'after'])
})

it('a doubled _id in one group is recorded once: the same answer for the same score, 409 for any other', async () => {
  await testApp.app.changeLog.catchUp()
  const machineId = machines[1]!
  const _id = uuidv7()
  const answers = await Promise.all([
    submit(bob.id, { comment: 'opener', machineId, value: 1 }),
    submit(ada.id, { comment: 'twin', machineId, _id, value: 50 }),
    submit(ada.id, { comment: 'twin', machineId, _id, value: 50 }),
    submit(bob.id, { comment: 'twin', machineId, _id, value: 50 }),
    submit(ada.id, { comment: 'other', machineId, _id, value: 60 }),
    submit(bob.id, { comment: 'bystander', machineId, value: 40 }),
  ])
  expect(groups()).toEqual([['opener'], ['twin', 'bystander']])
  const once = { scoreId: _id, rank: 1, players: 2, personalBest: true, previousBest: null }
  expect(answers.slice(1, 5)).toEqual([once, once, 409, 409])
  expect(answers[5]).toMatchObject({ rank: 2, players: 2, personalBest: true, previousBest: 1 })
  expect((await stored()).filter(comment => comment === 'twin')).toHaveLength(1)
  expect(
    await testApp.app.database.pool.query('SELECT scores, players FROM machine_tallies WHERE machine_id = $1', [machineId]),
  ).toMatchObject({
    rows: [{ scores: 3, players: 2 }],
  })
})

it('an _id of before raises nobody in the answers of its group, nor in those stored for a resend', async () => {
  await testApp.app.changeLog.catchUp()
  const machineId = machines[5]!
  const old = { _id: uuidv7(), machineId, value: 10, comment: 'old' }
  await submit(ada.id, old)
  await testApp.app.changeLog.catchUp()
  const fair = { _id: uuidv7(), machineId, value: 500, comment: 'fair' }
  /** the results that another node would have read after each statement */
  const readMeanwhile: unknown[] = []
  const write = vi.mocked(insertScores).getMockImplementation()!
  vi.mocked(insertScores).mockImplementation((...given) =>
    write(...given).finally(async () => {
      const { rows } = await testApp.app.database.pool.query('SELECT answer FROM scores WHERE id = $1', [fair._id])
      for (const { answer } of rows) readMeanwhile.push(answer)
    }),
  )
  onTestFinished(() => void vi.mocked(insertScores).mockImplementation(write))
  const answers = await Promise.all([
    submit(bob.id, { machineId, value: 1 }),
    submit(ada.id, { ...old, value: 900 }),
    submit(bob.id, fair),
    submit(ada.id, { machineId, value: 400 }),
  ])
  expect(answers[1]).toBe(409)
  expect(answers[2]).toEqual({ scoreId: fair._id, rank: 1, players: 2, personalBest: true, previousBest: 1 })
  expect(answers[3]).toMatchObject({ rank: 2, players: 2, personalBest: true, previousBest: 10 })
  expect(readMeanwhile).toEqual([{ rank: 1, players: 2, personalBest: true, previousBest: 1 }])
  expect(await submit(bob.id, fair)).toEqual(answers[2])
})

it('two nodes that commit at once store each score once, though the same scores are sent to both in opposite orders', async () => {
  const [first, second] = [machines[6]!, machines[7]!]
  for (let round = 0; round < 10; round++) {
    const scores = Array.from({ length: 8 }, (_, i) => ({
      _id: uuidv7(),
      machineId: i % 2 === 0 ? first : second,
      value: 100 * round + i + 1,
    }))
    const send = (to: Submissions, order: typeof scores) =>
      Promise.all(order.map(score => submit(score.value % 3 === 0 ? ada.id : bob.id, score, to)))
    const [answers, otherAnswers] = await Promise.all([send(submissions, scores), send(otherSubmissions, scores.toReversed())])
    expect(otherAnswers.toReversed()).toEqual(answers)
    expect(answers).toEqual(scores.map(({ _id }) => expect.objectContaining({ scoreId: _id })))
  }
  const { rows } = await testApp.app.database.pool.query(
    `SELECT b.value::integer AS best, t.scores, t.players,
       (SELECT max(value)::integer FROM scores s WHERE s.machine_id = b.machine_id AND s.user_id = b.user_id) AS highest
     FROM bests b JOIN machine_tallies t USING (machine_id) WHERE machine_id = ANY ($1)`,
    [[first, second]],
  )
  expect(rows).toHaveLength(4)
  for (const { best, highest, ...totals } of rows) expect([best, totals]).toEqual([highest, { scores: 40, players: 2 }])
})

it('numbers the change log without gaps in commit order during concurrent submits, corrections and removals', async () => {
  const clients = await Promise.all(
    [ada, bob, ada, bob].map(async ({ token }) => {
      const client = await DdpTestClient.open(testApp.endpoint)
      await client.call('login', { resume: token })
      return client
    }),
  )
  let playing = true
  const watching = (async () => {
    let seen = 0
    while (playing) {
      const { rows } = await testApp.app.database.pool.query<{ head: number; last: number; count: number }>(
        'SELECT (SELECT n FROM feed_head) AS head, max(n) AS last, sum(changes)::integer AS count FROM feed',
      )
      const { head, last, count } = rows[0]!
      expect([last, count]).toEqual([head, head])
      expect(head).toBeGreaterThanOrEqual(seen)
      seen = head
    }
    return seen
  })()
  await Promise.all(
    clients.map(async (client, lane) => {
      const mine: string[] = []
      for (let i = 0; i < 40; i++) {
        const scoreId = mine[i % Math.max(1, mine.length)]
        if (i % 4 === 2 && scoreId !== undefined) await client.call('scores.edit', { scoreId, value: 100 + i })
        else if (i % 4 === 3 && scoreId !== undefined) await client.call('scores.remove', { scoreId: mine.splice(i % mine.length, 1)[0] })
        else {
          const _id = uuidv7()
          await client.call('scores.submit', { _id, machineId: machines[2 + ((lane + i) % 3)], value: 1 + ((i * 7) % 5) })
          mine.push(_id)
        }
      }
    }),
  )
  playing = false
  expect(await watching).toBeGreaterThan(100)
  await testApp.app.changeLog.catchUp()
  const { rows } = await testApp.app.database.pool.query<{ n: number }>(
    'SELECT generate_series(n - changes + 1, n) AS n FROM feed ORDER BY 1',
  )
  expect(rows.map(({ n }) => n)).toEqual(rows.map((_, i) => i + 1))
  expect(testApp.app.changeLog.applied).toBe(rows.length)
})
