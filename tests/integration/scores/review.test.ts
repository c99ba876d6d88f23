import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { verifyBoards } from '#scores/server/boards/verify-boards.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, signUp, type TestUser } from '../helpers/users.ts'

/** on a machine with few players */
const JOKE = 9_999_999_999_999

interface Answer {
  scoreId: string
  rank: number
  players: number
  personalBest: boolean
  previousBest: number | null
  underReview?: true
}

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let moderator: TestUser
let machines: string[]

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  ada = await signUp(testApp, 'Ada')
  bob = await signUp(testApp, 'Bob')
  moderator = await signUp(testApp, 'Mod')
  await grantRoles(testApp, moderator.id, ['moderator'])
  machines = (await listMachines(testApp, 40)).map(({ id }) => id)
})
afterAll(async () => {
  expect((await verifyBoards(testApp.app.database)).differences).toEqual([])
  await testApp.close()
})

const submit = (machineId: string, value: number, { client } = ada, more: object = {}): Promise<Answer> =>
  client.call<Answer>('scores.submit', { _id: uuidv7(), machineId, value, ...more })

/** A visitor who sees a machine's board, its latest scores and its statistics. */
async function watch(machineId: string) {
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.subscribe('boards.top', { scope: { machineId } })
  await client.subscribe('scores.recent', { machineId })
  await client.subscribe('machines.one', { machineId })
  return {
    client,
    board: () => [...client.documents('boardRows').values()].map(row => row.value),
    recent: () => [...client.documents('scores').values()].filter(score => score.machineId === machineId).map(score => score.value),
    players: () => client.documents('machineStats').get(machineId)?.players,
  }
}

async function readScore(scoreId: string) {
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.subscribe('scores.one', { scoreId })
  const score = client.documents('scores').get(scoreId)!
  const actions = [...client.documents('scoreHistory').values()].sort((a, b) => Number(a.at) - Number(b.at)).map(({ action }) => action)
  await client.close()
  return { score, actions }
}

const moderate = async (scoreId: string, status: string, by = moderator): Promise<unknown> =>
  by.client.call('scores.moderate', { scoreId, version: (await readScore(scoreId)).score.version, status })

/** A player with a verified score on a machine, whose account has an age. */
async function experienced(name: string, machineId: string, days: number): Promise<TestUser> {
  const user = await signUp(testApp, name)
  await testApp.app.database.pool.query('UPDATE users SET created_at = now() - make_interval(days => $2) WHERE id = $1', [user.id, days])
  await moderate((await submit(machineId, 1000, user)).scoreId, 'verified')
  return user
}

describe('a score far outside those of its machine', () => {
  it('is answered with the rank that the board has without it, and stands on no board, list or channel', async () => {
    const machineId = machines.pop()!
    await submit(machineId, 5000, bob)
    const visitor = await watch(machineId)
    await visitor.client.subscribe('scores', 'vent', {})
    const answer = await submit(machineId, JOKE)
    expect(answer).toEqual({ scoreId: answer.scoreId, rank: 2, players: 1, personalBest: false, previousBest: null, underReview: true })
    const { score } = await readScore(answer.scoreId)
    expect(score).toMatchObject({ status: 'unverified', underReview: true, value: JOKE })
    // A later score arrives, so the first one would have arrived as well.
    await submit(machineId, 6000)
    await visitor.client.waitUntil(() => visitor.board().length === 2)
    await testApp.settled()
    expect([visitor.board().sort(), visitor.recent().sort(), visitor.players()]).toEqual([[5000, 6000], [5000, 6000], 2])
    const vented = visitor.client.frames.filter(frame => frame.includes('"__vent"'))
    expect([vented.some(frame => frame.includes('6000')), vented.some(frame => frame.includes(String(JOKE)))]).toEqual([true, false])
    expect(await (await fetch(`${testApp.http}/feed.atom?machine=${machineId}`)).text()).not.toContain('9,999,999,999,999')
    await visitor.client.close()
  })

  it('has the same answer when it is sent again', async () => {
    const call = { _id: uuidv7(), machineId: machines.pop()!, value: JOKE }
    const first = await ada.client.call('scores.submit', call)
    expect(await ada.client.call('scores.submit', call)).toEqual(first)
    expect(await ada.client.expectError('scores.submit', { ...call, value: JOKE + 1 })).toMatchObject({ error: 409 })
  })

  it('counts at once for a player with a verified score', async () => {
    const carl = await signUp(testApp, 'Carl')
    await moderate((await submit(machines.pop()!, 1000, carl)).scoreId, 'verified')
    expect(await submit(machines.pop()!, JOKE, carl)).toMatchObject({ rank: 1, players: 1, personalBest: true })
  })

  it('is measured by the 90th percentile where ten players have played', async () => {
    const machineId = machines.pop()!
    const players = await Promise.all(Array.from({ length: 10 }, (_, i) => signUp(testApp, `Player ${i}`)))
    for (const [i, player] of players.entries()) await submit(machineId, (i + 1) * 1000, player)
    const dora = await signUp(testApp, 'Dora')
    expect(await submit(machineId, 500_000, dora)).toMatchObject({ underReview: true, rank: 11, players: 10 })
    expect(await submit(machineId, 200_000, dora)).toMatchObject({ personalBest: true, rank: 1, players: 11 })
  })
})

describe('a score under review', () => {
  it('counts when a moderator leaves it unverified, or verifies it, and not when it is rejected', async () => {
    const machineId = machines.pop()!
    const visitor = await watch(machineId)
    const [left, verified, rejected] = [
      await submit(machineId, JOKE),
      await submit(machineId, JOKE, bob),
      await submit(machineId, JOKE + 1, bob),
    ]
    await moderate(left.scoreId, 'unverified')
    await visitor.client.waitUntil(() => visitor.board().length === 1 && visitor.recent().length === 1)
    await moderate(rejected.scoreId, 'rejected')
    await moderate(verified.scoreId, 'verified')
    await visitor.client.waitUntil(() => visitor.board().length === 2)
    expect(visitor.board()).toEqual([JOKE, JOKE])
    const { score, actions } = await readScore(left.scoreId)
    expect([score.underReview, score.status, actions]).toEqual([undefined, 'unverified', ['submitted', 'moderated']])
    await visitor.client.close()
  })

  it('comes first in the moderators’ queue, the oddest one on top', async () => {
    const [odd, odder] = [await submit(machines.pop()!, JOKE), await submit(machines.pop()!, JOKE * 10)]
    await moderator.client.subscribe('scores.queue', { state: 'held' })
    const queue = [...moderator.client.documents('scoreQueue')].sort(([, a], [, b]) => Number(b.oddness) - Number(a.oddness))
    expect(queue[0]).toMatchObject([odder.scoreId, { state: 'held', oddness: 10_000, players: 0, record: null }])
    expect(queue.map(([id]) => id)).toContain(odd.scoreId)
    const next = await DdpTestClient.open(testApp.endpoint)
    expect(await next.subscribe('scores.queue', { state: 'held' })).toMatchObject({ error: { error: 401 } })
    await next.close()
  })

  it('counts when two players with verified scores on the machine, whose accounts are older than 30 days, have confirmed it', async () => {
    const machineId = machines.pop()!
    const [eve, finn] = [await experienced('Eve', machineId, 31), await experienced('Finn', machineId, 400)]
    const young = await experienced('Gina', machineId, 29)
    const { scoreId } = await submit(machineId, JOKE)
    const refusal = ({ client }: TestUser): Promise<unknown> => client.expectError('scores.confirm', { scoreId, confirm: true })
    const confirm = ({ client }: TestUser, yes = true): Promise<unknown> => client.call('scores.confirm', { scoreId, confirm: yes })
    expect(await refusal(ada)).toMatchObject({ error: 403, reason: 'You cannot confirm your own score.' })
    for (const user of [bob, young]) expect(await refusal(user)).toMatchObject({ error: 403 })
    expect(await confirm(eve)).toEqual({ confirmations: 1 })
    expect(await confirm(eve)).toEqual({ confirmations: 1 })
    expect(await confirm(eve, false)).toEqual({ confirmations: 0 })
    await confirm(eve)
    const visitor = await watch(machineId)
    expect(visitor.board()).not.toContain(JOKE)
    expect(await confirm(finn)).toEqual({ confirmations: 2 })
    await visitor.client.waitUntil(() => visitor.board().includes(JOKE))
    expect((await readScore(scoreId)).actions).toEqual(['submitted', 'confirmed'])
    expect(await refusal(await experienced('Kim', machineId, 31))).toMatchObject({ error: 409 })
    await visitor.client.close()
  })

  it('answers a confirmation that released it, and whose answer was lost, once more', async () => {
    const machineId = machines.pop()!
    const [lea, max] = [await experienced('Lea', machineId, 31), await experienced('Max', machineId, 31)]
    const { scoreId } = await submit(machineId, JOKE)
    for (const { client } of [lea, max]) await client.call('scores.confirm', { scoreId, confirm: true })
    const { score } = await readScore(scoreId)
    for (const { client } of [max, lea])
      expect(await client.call('scores.confirm', { scoreId, confirm: true })).toEqual({ confirmations: 2 })
    expect((await readScore(scoreId)).score).toEqual(score)
    expect(await max.client.expectError('scores.confirm', { scoreId, confirm: false })).toMatchObject({ error: 409 })
  })

  it('needs two players for each value that it is given, whoever confirmed another one', async () => {
    const machineId = machines.pop()!
    const [nora, otto, pia] = [
      await experienced('Nora', machineId, 31),
      await experienced('Otto', machineId, 31),
      await experienced('Pia', machineId, 31),
    ]
    const confirm = ({ client }: TestUser, scoreId: string, yes = true): Promise<unknown> =>
      client.call('scores.confirm', { scoreId, confirm: yes })
    const isUnderReview = async (scoreId: string) => (await readScore(scoreId)).score.underReview === true
    const { scoreId } = await submit(machineId, JOKE)
    await confirm(nora, scoreId)
    await ada.client.call('scores.edit', { scoreId, value: JOKE + 1 })
    expect(await confirm(otto, scoreId)).toEqual({ confirmations: 1 })
    await confirm(nora, scoreId)
    expect(await isUnderReview(scoreId)).toBe(false)
    await ada.client.call('scores.edit', { scoreId, value: JOKE + 2 })
    expect(await confirm(pia, scoreId, false)).toEqual({ confirmations: 0 })
    expect(await isUnderReview(scoreId)).toBe(true)
    await confirm(pia, scoreId)
    await moderate(scoreId, 'unverified')
    const { rows } = await testApp.app.database.pool.query('SELECT user_id FROM score_confirmations WHERE score_id = $1', [scoreId])
    expect(rows).toEqual([])
  })

  it('counts when its player corrects it, and a correction far outside puts a score under review', async () => {
    const machineId = machines.pop()!
    const visitor = await watch(machineId)
    const { scoreId } = await submit(machineId, JOKE)
    await ada.client.call('scores.edit', { scoreId, value: 7000 })
    await visitor.client.waitUntil(() => visitor.board().includes(7000) && visitor.recent().includes(7000))
    await ada.client.call('scores.edit', { scoreId, value: JOKE })
    await visitor.client.waitUntil(() => visitor.board().length === 0 && visitor.recent().length === 0)
    expect((await readScore(scoreId)).score).toMatchObject({ value: JOKE, underReview: true })
    await visitor.client.close()
  })

  it('can be removed and disputed like any other', async () => {
    const machineId = machines.pop()!
    const [removed, disputed] = [await submit(machineId, JOKE), await submit(machineId, JOKE)]
    await ada.client.call('scores.remove', { scoreId: removed.scoreId })
    await bob.client.call('scores.flag', { scoreId: disputed.scoreId, reason: 'A joke.' })
    expect((await readScore(disputed.scoreId)).score).toMatchObject({ status: 'disputed', underReview: true })
  })
})

describe('in an event', () => {
  /** A live event on one machine, directed by Bob. */
  async function createEvent(machineId: string): Promise<string> {
    const eventId = uuidv7()
    await grantRoles(testApp, bob.id, ['event-director'])
    await bob.client.call('events.add', {
      _id: eventId,
      name: `Night ${eventId}`,
      venue: 'Here',
      startsAt: new Date(Date.now() - 60_000),
      endsAt: new Date(Date.now() + 3_600_000),
      machineIds: [machineId],
      format: { kind: 'high-score' },
    })
    return eventId
  }

  it('waits for the director, whose decision lets it count everywhere', async () => {
    const machineId = machines.pop()!
    const eventId = await createEvent(machineId)
    const visitor = await watch(machineId)
    await visitor.client.subscribe('events.standings', { eventId })
    const { scoreId } = await submit(machineId, JOKE, ada, { eventId })
    await bob.client.subscribe('events.attempts', { eventId })
    expect([...bob.client.documents('eventAttempts').values()].find(each => each.value === JOKE)).toMatchObject({ state: 'pending' })
    expect(visitor.board()).toEqual([])
    await bob.client.call('events.decide', { eventId, attemptId: scoreId, accept: true })
    await visitor.client.waitUntil(() => visitor.board().includes(JOKE))
    expect((await readScore(scoreId)).score.underReview).toBeUndefined()
    await visitor.client.close()
  })

  it('counts there too when a moderator has decided', async () => {
    const machineId = machines.pop()!
    const eventId = await createEvent(machineId)
    const { scoreId } = await submit(machineId, JOKE, ada, { eventId })
    await moderate(scoreId, 'verified', bob)
    const { rows } = await testApp.app.database.pool.query('SELECT pending, rejected FROM event_attempts WHERE id = $1', [scoreId])
    expect(rows).toEqual([{ pending: false, rejected: false }])
  })

  it('still waits for the director when players have confirmed it after the end', async () => {
    const machineId = machines.pop()!
    const [hana, ivan] = [await experienced('Hana', machineId, 31), await experienced('Ivan', machineId, 31)]
    const eventId = await createEvent(machineId)
    const { pool } = testApp.app.database
    const { scoreId } = await submit(machineId, JOKE, await signUp(testApp, 'Jo'), { eventId })
    await pool.query(`UPDATE events SET ends_at = now() - interval '1 second', finishes_at = now() - interval '1 second' WHERE id = $1`, [
      eventId,
    ])
    for (const { client } of [hana, ivan]) await client.call('scores.confirm', { scoreId, confirm: true })
    expect((await readScore(scoreId)).score.underReview).toBeUndefined()
    expect((await pool.query('SELECT pending FROM event_attempts WHERE id = $1', [scoreId])).rows).toEqual([{ pending: true }])
  })
})
