import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventEntrantDoc } from '#events/contract/documents.ts'
import type { MatchPlay } from '#events/formats/match-play/rules.ts'
import { LogView } from '#events/server/log/log-view.ts'
import { RoundsView } from '#events/server/rounds/rounds-view.ts'
import { computeStandings, loadEventInMemory } from '#events/server/standings/load-standings.ts'
import { standingsDocuments } from '#events/server/standings/standings-view-cache.ts'
import type { DocumentsByCollection } from '#platform/live/server/documents.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createEvent, createEventTestApp, getRoundGroups, getStandings, HOUR, type NewEvent } from '../helpers/events.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import { digestPassword, grantRoles, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const MATCH: MatchPlay = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 2, points: 'ifpa' }

let testApp: TestApp
let clock: SettableClock
let machines: string[]
let director: TestUser
let players: TestUser[]
let visitor: DdpTestClient

beforeAll(async () => {
  ;({ testApp, clock, machines, director, players, visitor } = await createEventTestApp(
    Array.from({ length: 5 }, (_, i) => `Player ${i}`),
    4,
  ))
})
afterAll(() => testApp.close())

const entrants = (eventId: string): Map<string, EventEntrantDoc> =>
  new Map(
    [...visitor.documents('eventEntrants')]
      .map(([id, document]) => [id, document as unknown as EventEntrantDoc] as const)
      .filter(([, document]) => document.eventId === eventId),
  )
const findEntrant = (eventId: string, { id }: TestUser): string => [...entrants(eventId)].find(([, { userId }]) => userId === id)![0]
const draw = (eventId: string, _id = uuidv7()): Promise<{ round: number }> => director.client.call('events.draw', { _id, eventId })
const refusedDraw = (eventId: string) => director.client.expectError('events.draw', { _id: uuidv7(), eventId })
const presence = (by: TestUser, eventId: string, entrantId: string, to: string) =>
  by.client.tryCall('events.presence', { eventId, entrantId, presence: to })

/** Creates an event that these players have joined and are checked in to. The visitor is subscribed to it. */
async function createRoundEvent(who: readonly TestUser[], making: Partial<NewEvent> = {}): Promise<string> {
  const eventId = await createEvent(director, clock.now(), { format: MATCH, machineIds: machines.slice(0, 3), ...making })
  for (const name of ['events.one', 'events.entrants', 'events.rounds', 'events.standings', 'events.log'])
    await visitor.subscribe(name, { eventId })
  for (const player of who) await player.client.call('events.join', { eventId })
  await visitor.waitUntil(() => entrants(eventId).size === who.length)
  for (const player of who) expect(await presence(director, eventId, findEntrant(eventId, player), 'here')).toEqual({ result: {} })
  await visitor.waitUntil(() => [...entrants(eventId).values()].every(each => each.presence === 'here'))
  return eventId
}

/** Enters the results of a round as the director. Each group finishes in the order in which it was drawn. */
async function playOut(eventId: string, round: number): Promise<void> {
  for (const { _id: groupId, entrantIds: order } of getRoundGroups(visitor, eventId, round))
    await director.client.call('events.result', { eventId, groupId, order })
}

it('draws those who are here; a result of the players waits for the director, and counts when he confirms it', async () => {
  const eventId = await createRoundEvent(players.slice(0, 4))
  const roundId = uuidv7()
  for (let i = 0; i < 2; i++) expect(await draw(eventId, roundId)).toEqual({ round: 1 })
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1).length === 2)
  const [first, second] = getRoundGroups(visitor, eventId, 1)
  expect(first).toMatchObject({ state: 'playing', number: 1 })
  expect(first!.machineId).not.toBe(second!.machineId)
  expect(new Set([...first!.entrantIds, ...second!.entrantIds]).size).toBe(4)
  expect(await refusedDraw(eventId)).toMatchObject({ error: 409, reason: 'Results of round 1 are missing.' })

  const [a, b] = first!.entrantIds as [string, string]
  const by = (entrantId: string): TestUser => players.find(({ id }) => id === entrants(eventId).get(entrantId)?.userId)!
  const result = (who: TestUser, order: readonly string[], groupId = first!._id) =>
    who.client.tryCall('events.result', { eventId, groupId, order })
  expect(await result(by(second!.entrantIds[0]!), [a, b])).toMatchObject({ error: { error: 403 } })
  expect(await result(by(a), [a, a])).toMatchObject({ error: { error: 400, details: [{ path: 'order' }] } })
  expect(await result(by(a), [a, b])).toEqual({ result: { state: 'entered' } })
  expect(await result(by(b), [b, a])).toEqual({ result: { state: 'entered' } })
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1)[0]?.state === 'entered')
  expect(getStandings(visitor, eventId).every(({ points }) => points === 0)).toBe(true)
  expect(await result(director, [b, a])).toEqual({ result: { state: 'confirmed' } })
  await visitor.waitUntil(() => getStandings(visitor, eventId)[0]?.points === 7)
  expect(await result(by(a), [a, b])).toMatchObject({ error: { error: 409, reason: 'The director has confirmed another result.' } })
  expect(await result(by(a), [b, a])).toEqual({ result: { state: 'confirmed' } })
  expect(getStandings(visitor, eventId)[0]).toMatchObject({
    entrantId: b,
    rank: 1,
    machines: [],
    games: [{ round: 1, machineId: first!.machineId, place: 1, points: 7 }],
  })
  await result(director, second!.entrantIds, second!._id)
  expect(await draw(eventId)).toEqual({ round: 2 })
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 2).length === 2)
  for (const { entrantIds } of getRoundGroups(visitor, eventId, 2))
    expect([first!, second!].some(group => entrantIds.every(id => group.entrantIds.includes(id)))).toBe(false)
  await playOut(eventId, 2)
  expect(await refusedDraw(eventId)).toMatchObject({ error: 409, reason: 'All rounds are drawn.' })
  await director.client.call('events.close', { eventId })
  expect(await director.client.call('events.close', { eventId })).toEqual({})
  expect(await refusedDraw(eventId)).toMatchObject({ error: 409, reason: 'This event is over.' })
  expect(await result(by(a), [a, b])).toMatchObject({ error: { error: 409 } })
  expect(await result(director, [a, b])).toEqual({ result: { state: 'confirmed' } })
  await visitor.waitUntil(() => getStandings(visitor, eventId).find(row => row.entrantId === a)?.games?.[0]?.place === 1)
  const read = () => [...visitor.documents('eventLog').values()].filter(each => each.eventId === eventId)
  await visitor.waitUntil(() => read().filter(each => each.action === 'result').length === 5)
  const log = read()
  expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['added', 'presence', 'drawn', 'result', 'closed']))
  expect(log.find(({ action, what }) => action === 'presence' && String(what).startsWith('Player 0'))).toMatchObject({
    what: 'Player 0: here',
  })
})

it('draws no round while a game of any earlier one is open, and says of that round how many are', async () => {
  const eventId = await createRoundEvent(players.slice(0, 4), { format: { ...MATCH, rounds: 4 } })
  for (const round of [1, 2]) {
    await draw(eventId)
    await visitor.waitUntil(() => getRoundGroups(visitor, eventId, round).length === 2)
    await playOut(eventId, round)
  }
  const looker = await DdpTestClient.open(testApp.endpoint)
  await looker.subscribe('events.rounds', { eventId, round: 'latest' })
  const open = () => [...looker.documents('eventRounds').values()].find(({ number }) => number === 1)?.open
  expect(open()).toBe(undefined)
  const { _id: groupId, entrantIds: order } = getRoundGroups(visitor, eventId, 1)[0]!
  const again = { _id: uuidv7(), eventId, what: { groupId } }
  await director.client.call('events.void', again)
  await looker.waitUntil(() => open() === 1)
  expect(await refusedDraw(eventId)).toMatchObject({ error: 409, reason: 'Results of round 1 are missing.' })
  await director.client.call('events.result', { eventId, groupId, order })
  await looker.waitUntil(() => open() === undefined)
  expect(await draw(eventId)).toEqual({ round: 3 })
  await looker.close()
})

it('leaves out who is not here, pauses or has left, and lets who is here take a break', async () => {
  const eventId = await createRoundEvent(players.slice(0, 3))
  const own = findEntrant(eventId, players[0]!)
  await players[3]!.client.call('events.join', { eventId })
  await visitor.waitUntil(() => entrants(eventId).size === 4)
  const late = findEntrant(eventId, players[3]!)
  expect(await presence(players[3]!, eventId, late, 'here')).toMatchObject({ error: { error: 403 } })
  expect(await presence(players[1]!, eventId, own, 'paused')).toMatchObject({ error: { error: 403 } })
  expect(await presence(players[0]!, eventId, own, 'paused')).toEqual({ result: {} })
  expect(await presence(players[0]!, eventId, own, 'expected')).toMatchObject({ error: { error: 403 } })
  await draw(eventId)
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1).length === 1)
  expect(new Set(getRoundGroups(visitor, eventId, 1)[0]!.entrantIds)).toEqual(new Set([1, 2].map(i => findEntrant(eventId, players[i]!))))
  expect(await players[1]!.client.expectError('events.leave', { eventId })).toMatchObject({ error: 409 })
  await players[3]!.client.call('events.leave', { eventId })
  await playOut(eventId, 1)
  expect(await presence(director, eventId, findEntrant(eventId, players[1]!), 'paused')).toEqual({ result: {} })
  expect(await refusedDraw(eventId)).toMatchObject({
    error: 409,
    reason: 'Fewer than two players are checked in and still in the event.',
    details: { code: 'few-players' },
  })
  expect(await presence(players[0]!, eventId, own, 'here')).toEqual({ result: {} })
  expect(await draw(eventId)).toEqual({ round: 2 })
})

it('withdraws a round while none of its results is confirmed, and moves a group to another machine', async () => {
  const eventId = await createRoundEvent(players.slice(0, 5))
  const roundId = uuidv7()
  await draw(eventId, roundId)
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1).length === 2)
  expect([...visitor.documents('eventRounds').values()].find(each => each.eventId === eventId)).toMatchObject({
    number: 1,
    byes: [expect.any(String)],
  })
  await director.client.call('events.drop', { eventId, roundId })
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1).length === 0)
  await draw(eventId)
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1).length === 2)
  const [group, other] = getRoundGroups(visitor, eventId, 1)
  const free = machines.slice(0, 3).find(id => id !== group!.machineId && id !== other!.machineId)!
  await director.client.call('events.setMachine', { eventId, machineId: group!.machineId, active: false })
  await director.client.call('events.move', { eventId, groupId: group!._id, machineId: free })
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1)[0]?.machineId === free)
  await visitor.waitUntil(() => visitor.documents('eventMachines').get(`${eventId}/${group!.machineId}`)?.active === false)
  expect(await director.client.expectError('events.move', { eventId, groupId: group!._id, machineId: machines[3] })).toMatchObject({
    error: 404,
  })
  await playOut(eventId, 1)
  expect(await director.client.expectError('events.move', { eventId, groupId: group!._id, machineId: other!.machineId })).toMatchObject({
    error: 409,
  })
  await draw(eventId)
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 2).length === 2)
  expect(getRoundGroups(visitor, eventId, 2).some(({ machineId }) => machineId === group!.machineId)).toBe(false)
  const last = [...visitor.documents('eventRounds')].find(([, each]) => each.eventId === eventId && each.number === 1)![0]
  expect(await director.client.expectError('events.drop', { eventId, roundId: last })).toMatchObject({
    error: 409,
    reason: 'Another round was drawn after this one.',
  })
})

it('sends the latest round, one or all, and all sent documents of the event stay equal to the database through rounds and results', async () => {
  const eventId = await createRoundEvent(players.slice(0, 4), { format: { ...MATCH, rounds: 3 } })
  const choices = [null, 'latest', 1, 2] as const
  const followers = await Promise.all(choices.map(() => DdpTestClient.open(testApp.endpoint)))
  for (const [i, client] of followers.entries()) {
    const round = choices[i]!
    for (const [name, more] of [
      ['events.rounds', round === null ? {} : { round }],
      ['events.log', {}],
      ['events.standings', {}],
    ] as const)
      expect((await client.subscribe(name, { eventId, ...more })).error).toBe(null)
  }
  const NAMES = ['eventRounds', 'eventGroups', 'eventLog', 'standings']
  const byId = (documents: Iterable<readonly [string, unknown]>): unknown => [...documents].sort(([a], [b]) => (a < b ? -1 : 1))
  /** Returns what freshly loaded views contain, independent of the views that are kept up to date. */
  const expectedGroups = async (whole: (typeof choices)[number]): Promise<unknown> => {
    const { database } = testApp.app
    const sources = [new RoundsView(database, eventId, whole), new LogView(database, eventId)]
    const data = await database.readSnapshot(tx => loadEventInMemory(tx, eventId))
    const sent: DocumentsByCollection = { standings: standingsDocuments(eventId, { data, rows: computeStandings(data) }, { limit: 100 }) }
    for (const source of sources) Object.assign(sent, (await source.load()).documents())
    return NAMES.map(name => byId([...(sent[name] ?? [])].map(([id, fields]) => [id, fields] as const)))
  }
  /** Waits until every follower has the same documents as SQL. */
  const check = async (shown: readonly (readonly [rounds: number, groups: number])[]): Promise<void> => {
    for (const [i, client] of followers.entries()) {
      const expected = await expectedGroups(choices[i]!)
      await expect.poll(() => NAMES.map(name => byId(client.documents(name)))).toEqual(expected)
      expect([client.documents('eventRounds').size, client.documents('eventGroups').size]).toEqual(shown[i])
    }
  }
  const result = (order: string[], groupId: string, by = director): Promise<unknown> =>
    by.client.call('events.result', { eventId, groupId, order })
  await check([[0, 0], [0, 0], [0, 0], [0, 0]]) // biome-ignore format: one line a step
  await draw(eventId)
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1).length === 2)
  await check([[1, 2], [1, 2], [1, 2], [0, 0]]) // biome-ignore format: one line a step
  const [one, two] = getRoundGroups(visitor, eventId, 1)
  const player = players.find(({ id }) => id === entrants(eventId).get(one!.entrantIds[0]!)?.userId)!
  await result(one!.entrantIds, one!._id, player)
  const free = machines.slice(0, 3).find(id => id !== one!.machineId && id !== two!.machineId)!
  await director.client.call('events.move', { eventId, groupId: two!._id, machineId: free })
  await check([[1, 2], [1, 2], [1, 2], [0, 0]]) // biome-ignore format: one line a step
  await result([...one!.entrantIds].reverse(), one!._id)
  await result(two!.entrantIds, two!._id)
  const roundId = uuidv7()
  await draw(eventId, roundId)
  await check([[2, 4], [2, 2], [1, 2], [1, 2]]) // biome-ignore format: one line a step
  await result(one!.entrantIds, one!._id)
  await director.client.call('events.drop', { eventId, roundId })
  await check([[1, 2], [1, 2], [1, 2], [0, 0]]) // biome-ignore format: one line a step
  await draw(eventId)
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 2).length === 2)
  await playOut(eventId, 2)
  await check([[2, 4], [2, 2], [1, 2], [1, 2]]) // biome-ignore format: one line a step
  await Promise.all(followers.map(client => client.close()))
})

it('the log misses no entry whose change comes while it reads others', async () => {
  const eventId = await createRoundEvent(players.slice(0, 4))
  await draw(eventId)
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1).length === 2)
  const groups = getRoundGroups(visitor, eventId, 1)
  const view = new LogView(testApp.app.database, eventId)
  const read = async (loading = view.load()): Promise<number> => {
    const { eventLog } = (await loading).documents()
    return [...eventLog!].filter(([, { action }]) => action === 'result').length
  }
  expect(await read()).toBe(0)
  await playOut(eventId, 1)
  const { rows } = await testApp.app.database.pool.query<{ id: string }>(
    "SELECT id FROM event_log WHERE event_id = $1 AND action = 'result' ORDER BY at, id",
    [eventId],
  )
  const changes = groups.map((group, i) => ({
    kind: 'rounds' as const,
    played: { round: 1, group: { ...group, id: group._id, bracketGame: null, games: [] }, logId: rows[i]!.id },
  }))
  expect(view.apply(changes[0]!)).toBe(true)
  const loading = view.load()
  // The snapshot of the load may include the second result already, which the load does not read.
  expect(view.apply(changes[1]!)).toBe(true)
  expect([await read(loading), view.incomplete()]).toEqual([1, true])
  expect([await read(), view.incomplete()]).toEqual([2, false])
  view.skipped()
  expect([view.incomplete(), await read(), view.incomplete()]).toEqual([true, 2, false])
})

it('strikes: losers take strikes until one is left', async () => {
  const eventId = await createRoundEvent(players.slice(0, 3), {
    format: { kind: 'strikes', groupSize: 2, strikesToLeave: 1, strikes: 'standard' },
  })
  for (let round = 1; round <= 2; round++) {
    expect(await draw(eventId)).toEqual({ round })
    await visitor.waitUntil(() => getRoundGroups(visitor, eventId, round).length === 1)
    await playOut(eventId, round)
  }
  await visitor.waitUntil(() => getStandings(visitor, eventId).filter(row => row.outIn !== undefined).length === 2)
  expect(getStandings(visitor, eventId).map(({ rank, strikes, outIn }) => [rank, strikes, outIn])).toEqual([
    [1, 0, undefined],
    [2, 1, 2],
    [3, 1, 1],
  ])
  expect(await refusedDraw(eventId)).toMatchObject({ error: 409 })
})

it('two draws at once make one round', async () => {
  const eventId = await createRoundEvent(players.slice(0, 4))
  const outcomes = await Promise.all([0, 1].map(() => director.client.tryCall('events.draw', { _id: uuidv7(), eventId })))
  expect(outcomes.filter(({ error }) => error === undefined)).toHaveLength(1)
  expect(outcomes.find(({ error }) => error !== undefined)?.error).toMatchObject({ error: 409 })
})

it('a guest is claimed with what the guest has played, once', async () => {
  const eventId = await createRoundEvent(players.slice(0, 2))
  const guest = uuidv7()
  await director.client.call('events.addGuest', { _id: guest, eventId, displayName: 'Grandma' })
  const { code } = await director.client.call<{ code: string }>('events.claimCode', { eventId, entrantId: guest })
  expect(await director.client.call('events.claimCode', { eventId, entrantId: guest })).toEqual({ code })
  expect(await players[0]!.client.expectError('events.claimCode', { eventId, entrantId: guest })).toMatchObject({ error: 403 })
  await draw(eventId)
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1).length === 1)
  await playOut(eventId, 1)
  expect(await players[0]!.client.expectError('events.claim', { code })).toMatchObject({ error: 409 })
  for (let i = 0; i < 2; i++) expect(await players[2]!.client.call('events.claim', { code })).toEqual({ eventId })
  expect(await players[3]!.client.expectError('events.claim', { code })).toMatchObject({ error: 404 })
  await visitor.waitUntil(() => getStandings(visitor, eventId).find(row => row.entrantId === guest)?.username === 'Player 2')
  expect(await director.client.expectError('events.claimCode', { eventId, entrantId: guest })).toMatchObject({ error: 404 })
})

it('a guest whose claimer plays already becomes one with him, attempts and all', async () => {
  const eventId = await createRoundEvent(players.slice(0, 1), { format: { kind: 'best-game', points: 'papa' } })
  const guest = uuidv7()
  await director.client.call('events.addGuest', { _id: guest, eventId, displayName: 'Grandma' })
  for (const machineId of machines.slice(0, 2))
    await director.client.call('events.enter', { _id: uuidv7(), eventId, entrantId: guest, machineId, value: 500 })
  await players[0]!.client.call('scores.submit', { _id: uuidv7(), eventId, machineId: machines[0], value: 900 })
  const { code } = await director.client.call<{ code: string }>('events.claimCode', { eventId, entrantId: guest })
  for (let i = 0; i < 2; i++) await players[0]!.client.call('events.claim', { code })
  await expect.poll(() => getStandings(visitor, eventId).map(({ machines }) => machines.map(({ value }) => value))).toEqual([[900, 500]])
})

it('tells a player what is needed on each machine, and how many attempts are left', async () => {
  const eventId = await createRoundEvent(players.slice(0, 2), {
    format: { kind: 'best-game', points: 'papa', attemptsPerMachine: 2 },
    machineIds: machines.slice(0, 2),
  })
  const [a, b] = players as [TestUser, TestUser]
  const submit = (who: TestUser, machineId: string, value: number) =>
    who.client.call('scores.submit', { _id: uuidv7(), eventId, machineId, value })
  // While somebody watches the standings, the answers come from memory.
  await a.client.subscribe('events.standings', { eventId })
  await submit(a, machines[0]!, 1000)
  await submit(b, machines[0]!, 400)
  await submit(b, machines[0]!, 300)
  expect(await b.client.call('events.needs', { eventId })).toEqual([
    { machineId: machines[0], least: null, attemptsLeft: 0 },
    { machineId: machines[1], least: 1, attemptsLeft: 2 },
  ])
  expect(await a.client.call('events.needs', { eventId })).toMatchObject([{ attemptsLeft: 1 }, { attemptsLeft: 2 }])
  expect(await players[2]!.client.expectError('events.needs', { eventId })).toMatchObject({ error: 404 })
  await director.client.call('events.setMachine', { eventId, machineId: machines[1], active: false })
  expect(await b.client.expectError('scores.submit', { _id: uuidv7(), eventId, machineId: machines[1], value: 5 })).toMatchObject({
    error: 409,
    reason: 'This machine is out of order.',
  })
  await submitUnsent(b, eventId)
  expect(await b.client.call('events.needs', { eventId })).toMatchObject([{ attemptsLeft: 0 }, { attemptsLeft: 1 }])
})

/** Submits a score that was played before the machine broke and is sent afterwards. */
const submitUnsent = (who: TestUser, eventId: string) =>
  who.client.call('scores.submit', { _id: uuidv7(), eventId, machineId: machines[1], value: 5, achievedAt: new Date(clock.now() - 60_000) })

it('shows its director every attempt, and nobody else', async () => {
  const eventId = await createRoundEvent(players.slice(0, 1), { format: { kind: 'high-score' } })
  const directing = await DdpTestClient.open(testApp.endpoint)
  await directing.call('login', { resume: director.token })
  await directing.subscribe('events.attempts', { eventId })
  const attempts = () => [...directing.documents('eventAttempts')]
  const attemptId = uuidv7()
  await players[0]!.client.call('scores.submit', { _id: attemptId, eventId, machineId: machines[0], value: 77 })
  await directing.waitUntil(() => attempts().length === 1)
  expect(attempts()[0]).toMatchObject([attemptId, { displayName: 'Player 0', value: 77, state: 'counts' }])
  const voidId = uuidv7()
  await director.client.call('events.void', {
    _id: voidId,
    eventId,
    what: { machineId: machines[0], from: new Date(0), to: new Date(clock.now() + 1000) },
  })
  await directing.waitUntil(() => attempts()[0]?.[1].state === 'voided')
  expect(attempts()[0]![1]).toMatchObject({ voidId })
  expect(await players[0]!.client.subscribe('events.attempts', { eventId })).toMatchObject({ error: { error: 403 } })
  await grantRoles(testApp, players[4]!.id, ['admin'])
  const { error } = await players[4]!.client.subscribe('events.attempts', { eventId })
  expect(error).toBeNull()
  await grantRoles(testApp, players[4]!.id, [])
  await players[4]!.client.waitForMessage(
    ({ msg, error: end }) => msg === 'nosub' && (end as { error?: number } | undefined)?.error === 403,
  )
  await directing.close()
})

it('a player who is deleted stays in rounds without a name, and the log names nobody who is gone', async () => {
  const leaver = await signUp(testApp, 'Leaver')
  const eventId = await createRoundEvent([leaver, players[0]!])
  await draw(eventId)
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1).length === 1)
  await playOut(eventId, 1)
  await leaver.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: true })
  await visitor.waitUntil(() => getStandings(visitor, eventId).some(({ displayName }) => displayName === 'Deleted player'))
  const log = () => JSON.stringify([...visitor.documents('eventLog').values()].filter(each => each.eventId === eventId))
  await visitor.waitUntil(() => !log().includes('Leaver'))
  expect(log()).toContain('Deleted player')
  expect(getStandings(visitor, eventId)).toHaveLength(2)
})

it('the channel `event` sends scores, standings, and the start and end of the event, to those who may see it', async () => {
  const eventId = await createEvent(director, clock.now(), {
    format: { kind: 'high-score' },
    machineIds: machines.slice(0, 1),
    startsAt: HOUR,
    endsAt: 2 * HOUR,
  })
  const listener = await DdpTestClient.open(testApp.endpoint)
  expect(await listener.subscribe('event', 'v', { eventId })).toMatchObject({ error: null })
  expect(await listener.subscribe('event', 'v', { eventId: uuidv7() })).toMatchObject({ error: { error: 404 } })
  const changes = () => listener.messages.filter(message => message.__vent === '1').map(({ e }) => e as { kind: string })
  clock.set(clock.now() + HOUR)
  await listener.waitUntil(() => changes().length === 1)
  expect(changes()).toEqual([{ kind: 'state', eventId, state: 'live' }])
  const attemptId = uuidv7()
  await players[0]!.client.call('scores.submit', { _id: attemptId, eventId, machineId: machines[0], value: 9 })
  await listener.waitUntil(() => changes().length >= 4)
  expect(changes()).toContainEqual({
    kind: 'score',
    eventId,
    attemptId,
    entrantId: expect.any(String) as string,
    machineId: machines[0],
    value: 9,
  })
  clock.set(clock.now() + HOUR)
  await listener.waitUntil(() => changes().at(-1)?.kind === 'state')
  expect(changes().at(-1)).toEqual({ kind: 'state', eventId, state: 'finished' })

  const groupId = uuidv7()
  await players[0]!.client.call('groups.add', { _id: groupId, name: 'Club', visibility: 'private' })
  const hidden = await createEvent(players[0]!, clock.now(), { format: { kind: 'high-score' }, machineIds: machines.slice(0, 1), groupId })
  expect(await listener.subscribe('event', 'w', { eventId: hidden })).toMatchObject({ error: { error: 404 } })
  await listener.close()
})
