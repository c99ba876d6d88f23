import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventDoc } from '#events/contract/documents.ts'
import { scoreRules } from '#events/formats/registry.ts'
import type { Attempt } from '#events/rules/attempt.ts'
import { scoreStandings } from '#events/rules/standings/score-standings.ts'
import type { ScoreFormat } from '#events/rules/testing/by-format.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createEvent, createEventTestApp, getStandings, HOUR, type NewEvent } from '../helpers/events.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import { digestPassword, grantRoles, listMachines, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let clock: SettableClock
let machines: string[]
let director: TestUser
let players: TestUser[]
let visitor: DdpTestClient

beforeAll(async () => {
  ;({ testApp, clock, machines, director, players, visitor } = await createEventTestApp(
    Array.from({ length: 6 }, (_, i) => `Player ${i}`),
    5,
  ))
})
afterAll(() => testApp.close())

const newEvent = (making: Partial<NewEvent> = {}, by = director): Promise<string> =>
  createEvent(by, clock.now(), { format: { kind: 'best-game', points: 'papa' }, machineIds: machines.slice(0, 3), ...making })

const submit = (player: TestUser, eventId: string, machineId: string, value: number, more: object = {}): Promise<string> => {
  const _id = uuidv7()
  return player.client.call('scores.submit', { _id, eventId, machineId, value, ...more }).then(() => _id)
}

const getEvent = (client: DdpTestClient, eventId: string): EventDoc => client.documents('events').get(eventId) as unknown as EventDoc

/** Computes the standings from the tables, without anything that the server keeps in memory. */
async function recomputed(eventId: string): Promise<object[]> {
  const query = async <T>(text: string): Promise<T[]> => (await testApp.app.database.pool.query<T & object>(text, [eventId])).rows
  const [event] = await query<{ format: ScoreFormat; machines: string[] }>(
    'SELECT format, ARRAY(SELECT machine_id FROM event_machines WHERE event_id = $1 ORDER BY ord) AS machines FROM events WHERE id = $1',
  )
  const entrants = await query<{ id: string }>('SELECT id FROM event_entrants WHERE event_id = $1')
  const attempts = await query<Attempt & { at: Date; strokes: number | null }>(
    `SELECT a.id, entrant_id AS "entrantId", machine_id AS "machineId", value::float8 AS value, strokes, at, rejected, pending,
      EXISTS (SELECT 1 FROM event_voids v WHERE v.attempt_id = a.id AND undone_at IS NULL) AS voided FROM event_attempts a WHERE event_id = $1`,
  )
  const windows = await query<{ id: string; machineId: string; from: Date; to: Date }>(
    'SELECT id, machine_id AS "machineId", from_at AS "from", to_at AS "to" FROM event_voids WHERE event_id = $1 AND machine_id IS NOT NULL AND undone_at IS NULL',
  )
  const rows = scoreStandings(
    {
      rules: scoreRules(event!.format)!,
      machineIds: event!.machines,
      windows: windows.map(each => ({ ...each, from: Number(each.from), to: Number(each.to) })),
    },
    entrants.map(({ id }) => id),
    attempts.map(({ strokes, at, ...each }) => ({ ...each, at: Number(at), ...(strokes === null ? {} : { strokes }) })),
  )
  return rows.map(({ entrantId, rank, points, machines: played }) => ({
    entrantId,
    rank,
    points: points / 1000,
    values: played.map(({ machineId, value }) => [machineId, value]),
  }))
}

const shown = (eventId: string): object[] =>
  getStandings(visitor, eventId).map(({ entrantId, rank, points, machines: played }) => ({
    entrantId,
    rank,
    points,
    values: played.map(({ machineId, value }) => [machineId, value]),
  }))

const watch = async (eventId: string): Promise<void> => {
  await visitor.subscribe('events.standings', { eventId })
  await visitor.subscribe('events.one', { eventId })
}

describe('a best-game event', () => {
  it('is updated on every screen with each score, and always equals the database', async () => {
    const eventId = await newEvent()
    await watch(eventId)
    for (const [i, player] of players.entries())
      for (const [j, machineId] of machines.slice(0, 3).entries())
        await submit(player, eventId, machineId, 1000 * ((i * 7 + j * 5) % 11) + 10)
    await visitor.waitUntil(() => getStandings(visitor, eventId).reduce((sum, row) => sum + row.machines.length, 0) === 18)
    expect(shown(eventId)).toEqual(await recomputed(eventId))
    expect(getStandings(visitor, eventId)[0]!.username).toMatch(/^Player \d$/)
    expect(getEvent(visitor, eventId)).toMatchObject({ state: 'live', players: 6, directorId: director.id })

    await submit(players[0]!, eventId, machines[0]!, 999_990)
    await visitor.waitUntil(() => getStandings(visitor, eventId).some(row => row.machines.some(({ value }) => value === 999_990)))
    expect(shown(eventId)).toEqual(await recomputed(eventId))
  })

  it('follows a correction, a verdict, and a removal', async () => {
    const eventId = await newEvent()
    await watch(eventId)
    const scoreId = await submit(players[0]!, eventId, machines[0]!, 5000)
    const value = (): number | undefined => getStandings(visitor, eventId)[0]?.machines[0]?.value
    await visitor.waitUntil(() => value() === 5000)
    await players[0]!.client.call('scores.edit', { scoreId, value: 6000 })
    expect(await players[0]!.client.expectError('scores.edit', { scoreId, strokes: 2 })).toMatchObject({ error: 400 })
    await visitor.waitUntil(() => value() === 6000)
    await director.client.call('scores.moderate', { scoreId, version: 2, status: 'rejected' })
    await visitor.waitUntil(() => value() === undefined)
    await director.client.call('scores.moderate', { scoreId, version: 3, status: 'verified' })
    await visitor.waitUntil(() => value() === 6000)
    expect(await players[1]!.client.expectError('scores.moderate', { scoreId, version: 4, status: 'rejected' })).toMatchObject({
      error: 403,
    })
    await players[0]!.client.call('scores.remove', { scoreId })
    await visitor.waitUntil(() => value() === undefined)
    expect(shown(eventId)).toEqual(await recomputed(eventId))
  })

  it('takes scores of its machines only, while it is live only, and as many as there are attempts', async () => {
    const eventId = await newEvent({ format: { kind: 'best-game', points: 'linear', attemptsPerMachine: 2 } })
    const refused = (machineId: string, more: object = {}) =>
      players[0]!.client.expectError('scores.submit', { _id: uuidv7(), eventId, machineId, value: 5, ...more })
    expect(await refused(machines[4]!)).toMatchObject({ error: 409, reason: 'This machine is not part of the event.' })
    expect(await refused(machines[0]!, { strokes: 3 })).toMatchObject({ error: 400 })
    expect(await refused(machines[0]!, { achievedAt: new Date(clock.now() - 2 * HOUR) })).toMatchObject({ error: 409 })
    for (const value of [10, 20]) await submit(players[0]!, eventId, machines[0]!, value)
    expect(await refused(machines[0]!)).toMatchObject({ error: 409, reason: 'No attempt is left on this machine.' })
    const { rows } = await testApp.app.database.pool.query('SELECT 1 FROM scores WHERE event_id = $1', [eventId])
    expect(rows).toHaveLength(2)
    const upcoming = await newEvent({ startsAt: HOUR, endsAt: 2 * HOUR })
    expect(
      await players[0]!.client.expectError('scores.submit', { _id: uuidv7(), eventId: upcoming, machineId: machines[0], value: 5 }),
    ).toMatchObject({
      error: 409,
      reason: 'This event is not live.',
    })
    expect(
      await players[0]!.client.expectError('scores.submit', { _id: uuidv7(), eventId: uuidv7(), machineId: machines[0], value: 5 }),
    ).toMatchObject({ error: 404, reason: 'There is no such event.' })
  })

  it('two scores at once do not both take the last attempt, and a resend takes none', async () => {
    const eventId = await newEvent({ format: { kind: 'best-game', points: 'papa', attemptsPerMachine: 1 } })
    const input = { _id: uuidv7(), eventId, machineId: machines[0], value: 5 }
    const other = await DdpTestClient.open(testApp.endpoint)
    await other.call('login', { resume: players[1]!.token })
    const outcomes = await Promise.all([
      players[1]!.client.tryCall('scores.submit', input),
      other.tryCall('scores.submit', { ...input, _id: uuidv7() }),
    ])
    expect(outcomes.filter(({ error }) => error === undefined)).toHaveLength(1)
    const again = { _id: uuidv7(), eventId, machineId: machines[1], value: 5 }
    const answer = await players[1]!.client.call('scores.submit', again)
    expect(await players[1]!.client.call('scores.submit', again)).toEqual(answer)
    expect(await players[1]!.client.expectError('scores.submit', { ...again, eventId: undefined })).toMatchObject({ error: 409 })
    await other.close()
  })
})

describe('a director', () => {
  it('voids a score and a period on a machine, and undoes both: the standings are updated for everybody', async () => {
    const eventId = await newEvent()
    await watch(eventId)
    await visitor.subscribe('events.log', { eventId })
    const first = await submit(players[0]!, eventId, machines[0]!, 9000, { achievedAt: new Date(clock.now() - 1000) })
    await submit(players[1]!, eventId, machines[0]!, 8000)
    await submit(players[1]!, eventId, machines[1]!, 7000)
    const count = (): number => getStandings(visitor, eventId).reduce((sum, row) => sum + row.machines.length, 0)
    await visitor.waitUntil(() => count() === 3)
    const before = shown(eventId)
    const one = uuidv7()
    const all = uuidv7()
    for (let i = 0; i < 2; i++)
      await director.client.call('events.void', { _id: one, eventId, what: { attemptId: first }, reason: 'Stuck ball' })
    await visitor.waitUntil(() => count() === 2)
    const what = { machineId: machines[0], from: new Date(clock.now() - HOUR), to: new Date(clock.now() + 1) }
    await director.client.call('events.void', { _id: all, eventId, what })
    await visitor.waitUntil(() => count() === 1)
    expect(shown(eventId)).toEqual(await recomputed(eventId))
    for (const voidId of [all, one, one]) await director.client.call('events.undo', { eventId, voidId })
    await visitor.waitUntil(() => count() === 3)
    await visitor.waitUntil(() => visitor.documents('eventLog').size === 5)
    await testApp.settled()
    await visitor.call('machines.search', { text: '' })
    expect(shown(eventId)).toEqual(before)
    const log = [...visitor.documents('eventLog').values()].map(({ action, undone, by }) => [action, undone ?? false, by])
    const me = { userId: director.id, username: 'Director' }
    expect(log).toEqual([
      ['added', false, me],
      ['voided', true, me],
      ['voided', true, me],
      ['undone', true, me],
      ['undone', true, me],
    ])
    expect(await players[0]!.client.expectError('events.void', { _id: uuidv7(), eventId, what: { attemptId: first } })).toMatchObject({
      error: 403,
    })
    expect(await director.client.expectError('events.void', { _id: uuidv7(), eventId, what: { attemptId: uuidv7() } })).toMatchObject({
      error: 404,
    })
  })

  it('enters a guest with a score', async () => {
    const eventId = await newEvent()
    await watch(eventId)
    const entrantId = uuidv7()
    for (let i = 0; i < 2; i++) await director.client.call('events.addGuest', { _id: entrantId, eventId, displayName: 'Grandma' })
    const input = { _id: uuidv7(), eventId, entrantId, machineId: machines[0], value: 123 }
    for (let i = 0; i < 2; i++) await director.client.call('events.enter', input)
    await visitor.waitUntil(() => getStandings(visitor, eventId)[0]?.machines.length === 1)
    expect(getStandings(visitor, eventId)).toMatchObject([{ displayName: 'Grandma', rank: 1, points: 100 }])
    expect(getStandings(visitor, eventId)[0]).not.toHaveProperty('userId')
    expect(await players[0]!.client.expectError('events.enter', input)).toMatchObject({ error: 403 })
  })

  it('changes an event until there are scores, and then no longer what they mean', async () => {
    const eventId = await newEvent()
    await watch(eventId)
    await director.client.call('events.edit', { eventId, name: 'Renamed', machineIds: machines.slice(1, 3) })
    await visitor.waitUntil(() => getEvent(visitor, eventId).name === 'Renamed')
    expect([...visitor.documents('eventMachines').values()].filter(each => each.eventId === eventId)).toHaveLength(2)
    await submit(players[0]!, eventId, machines[1]!, 5)
    const format = { kind: 'best-game', points: 'papa', machinesCounted: 1 }
    expect(await director.client.expectError('events.edit', { eventId, format })).toMatchObject({ error: 409 })
    await director.client.call('events.edit', { eventId, venue: 'The Bar' })
    expect(await players[0]!.client.expectError('events.edit', { eventId, venue: 'Mine' })).toMatchObject({ error: 403 })
    await director.client.call('events.cancel', { eventId })
    await visitor.waitUntil(() => getEvent(visitor, eventId).state === 'cancelled')
    expect(await director.client.expectError('events.edit', { eventId, venue: 'Late' })).toMatchObject({ error: 409 })
  })

  it('is one who has the role, or runs the group', async () => {
    const facts = {
      name: 'Ours',
      startsAt: new Date(clock.now()),
      endsAt: new Date(clock.now() + HOUR),
      format: { kind: 'high-score' },
      machineIds: [machines[0]],
    }
    expect(await players[0]!.client.expectError('events.add', { _id: uuidv7(), ...facts })).toMatchObject({ error: 403 })
    const groupId = uuidv7()
    await players[0]!.client.call('groups.add', { _id: groupId, name: 'Club', visibility: 'private' })
    const eventId = uuidv7()
    for (let i = 0; i < 2; i++) await players[0]!.client.call('events.add', { _id: eventId, ...facts, groupId })
    const [otherUser, unknown] = [{ eventId }, { eventId: uuidv7() }]
    for (const name of ['events.one', 'events.standings', 'events.log']) {
      const errors = [await visitor.subscribe(name, otherUser), await visitor.subscribe(name, unknown)].map(({ error }) => error)
      expect(errors[0]).toEqual(errors[1])
      expect(errors[0]).toMatchObject({ error: 404, reason: 'There is no such event.' })
    }
    expect(await players[1]!.client.expectError('events.join', otherUser)).toEqual(
      await players[1]!.client.expectError('events.join', unknown),
    )
    await visitor.subscribe('events.list', {})
    expect(visitor.documents('events').has(eventId)).toBe(false)
    const scoreId = await submit(players[0]!, eventId, machines[0]!, 5)
    await visitor.subscribe('scores.one', { scoreId })
    expect(visitor.documents('scores').get(scoreId)).not.toHaveProperty('eventId')
    await players[0]!.client.subscribe('events.list', { groupId })
    expect(players[0]!.client.documents('events').has(eventId)).toBe(true)
  })
})

describe('the clock', () => {
  it('opens and closes an event on the second, on every page that is open; then only its director changes scores', async () => {
    const eventId = await newEvent({ startsAt: HOUR, endsAt: 2 * HOUR })
    await watch(eventId)
    await visitor.subscribe('events.list', { state: 'live' })
    expect(getEvent(visitor, eventId).state).toBe('upcoming')
    clock.set(clock.now() + HOUR)
    await visitor.waitUntil(() => getEvent(visitor, eventId).state === 'live')
    const scoreId = await submit(players[0]!, eventId, machines[0]!, 70_000)
    const unsent = new Date(clock.now() + 1000)
    clock.set(clock.now() + HOUR)
    await visitor.waitUntil(() => getEvent(visitor, eventId).state === 'finished')
    expect(await players[0]!.client.expectError('scores.edit', { scoreId, value: 5 })).toMatchObject({ error: 403 })
    expect(await players[0]!.client.expectError('scores.remove', { scoreId })).toMatchObject({ error: 403 })
    expect(await players[0]!.client.expectError('events.join', { eventId })).toMatchObject({ error: 409 })

    const [late, later] = [
      await submit(players[1]!, eventId, machines[0]!, 80_000, { achievedAt: unsent }),
      await submit(players[2]!, eventId, machines[0]!, 90_000, { achievedAt: unsent }),
    ]
    await visitor.waitUntil(() => getStandings(visitor, eventId).length === 3)
    expect(getStandings(visitor, eventId)[0]).toMatchObject({ username: 'Player 0', rank: 1 })
    await director.client.call('events.decide', { eventId, attemptId: late, accept: true })
    await director.client.call('events.decide', { eventId, attemptId: later, accept: false })
    await visitor.waitUntil(() => getStandings(visitor, eventId)[0]?.username === 'Player 1')
    expect(shown(eventId)).toEqual(await recomputed(eventId))
    expect(await director.client.expectError('events.decide', { eventId, attemptId: later, accept: true })).toMatchObject({ error: 404 })

    const moderator = await signUp(testApp, 'Moderator')
    await grantRoles(testApp, moderator.id, ['moderator'])
    const verdict = { scoreId, version: 1, status: 'rejected' }
    expect(await moderator.client.expectError('scores.moderate', verdict)).toMatchObject({ error: 403 })
    expect(await moderator.client.expectError('scores.remove', { scoreId })).toMatchObject({ error: 403 })
    await visitor.subscribe('events.log', { eventId })
    await director.client.call('scores.edit', { scoreId, value: 85_000 })
    await visitor.waitUntil(() => getStandings(visitor, eventId)[0]?.username === 'Player 0')
    await director.client.call('scores.remove', { scoreId })
    await visitor.waitUntil(() => getStandings(visitor, eventId)[0]?.username === 'Player 1')
    expect(shown(eventId)).toEqual(await recomputed(eventId))
    const judged = () => [...visitor.documents('eventLog').values()].filter(each => each.eventId === eventId && each.action === 'judged')
    await visitor.waitUntil(() => judged().length === 2)
    const name = (await listMachines(testApp, 1))[0]!.name
    expect(judged().map(({ what }) => what)).toEqual([`70,000 on ${name} by Player 0: corrected`, `85,000 on ${name} by Player 0: removed`])
    clock.set(clock.now() + 25 * HOUR)
    expect(
      await players[3]!.client.expectError('scores.submit', {
        _id: uuidv7(),
        eventId,
        machineId: machines[0],
        value: 5,
        achievedAt: unsent,
      }),
    ).toMatchObject({ error: 409 })
  })
})

it('the export of an account holds the event and the strokes of a score', async () => {
  const targets = { [machines[0]!]: 1000 }
  const eventId = await newEvent({ format: { kind: 'pin-golf', balls: 3, targets, missed: 'simple' }, machineIds: machines.slice(0, 1) })
  await submit(players[0]!, eventId, machines[0]!, 1500, { strokes: 1 })
  const { url } = await players[0]!.client.call<{ url: string }>('account.export', {})
  const files = unzipSync(new Uint8Array(await (await fetch(testApp.http + url)).arrayBuffer()))
  const scores = JSON.parse(strFromU8(files['scores.json']!)) as object[]
  expect(scores).toContainEqual(expect.objectContaining({ value: 1500, machineId: machines[0], eventId, strokes: 1, picture: null }))
})

it('pin-golf counts strokes, the fewest first', async () => {
  const targets = { [machines[0]!]: 1000, [machines[1]!]: 2000 }
  const eventId = await newEvent({ format: { kind: 'pin-golf', balls: 3, targets, missed: 'simple' }, machineIds: machines.slice(0, 2) })
  await watch(eventId)
  await submit(players[0]!, eventId, machines[0]!, 1500, { strokes: 1 })
  await submit(players[1]!, eventId, machines[0]!, 1100, { strokes: 2 })
  await submit(players[1]!, eventId, machines[1]!, 500)
  await visitor.waitUntil(() => getStandings(visitor, eventId).reduce((sum, row) => sum + row.machines.length, 0) === 3)
  const best = getStandings(visitor, eventId).map(({ username, strokes, machines: played }) => [
    username,
    strokes,
    played.map(each => each.strokes),
  ])
  expect(best).toEqual(expect.arrayContaining([['Player 1', 6, [2, 4]]]))
  expect(
    await players[0]!.client.expectError('scores.submit', { _id: uuidv7(), eventId, machineId: machines[1], value: 5, strokes: 4 }),
  ).toMatchObject({
    error: 400,
  })
})

it.each([true, false])('a player who is deleted leaves with the scores or stays without a name (erased: %s)', async eraseScores => {
  const eventId = await newEvent()
  await watch(eventId)
  const user = await signUp(testApp, `Leaver ${eraseScores}`)
  await submit(user, eventId, machines[0]!, 4321)
  await visitor.waitUntil(() => getStandings(visitor, eventId)[0]?.machines.length === 1)
  await user.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores })
  if (eraseScores) await visitor.waitUntil(() => getStandings(visitor, eventId).length === 0)
  else await visitor.waitUntil(() => getStandings(visitor, eventId)[0]?.displayName === 'Deleted player')
  expect(shown(eventId)).toEqual(await recomputed(eventId))
})
