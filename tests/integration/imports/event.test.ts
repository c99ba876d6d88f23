import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EventImport, ImportInfo } from '#imports/contract.ts'
import { importsMigrations } from '#imports/server/migrations.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { FakeMatchPlay, matchPlayEvening } from '../fakes/match-play.ts'
import { DdpTestClient, meteorError } from '../helpers/ddp-test-client.ts'
import { claimGuest } from '../helpers/events.ts'
import { addToGroup, createGroup } from '../helpers/groups.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, signUp, type TestUser } from '../helpers/users.ts'

let matchPlay: FakeMatchPlay
let testApp: TestApp
let director: TestUser
let machines: { id: string; name: string }[]
let count = 260_000

beforeAll(async () => {
  matchPlay = await new FakeMatchPlay().open()
  testApp = await createTestApp({ config: { rateLimits: 'off', matchPlay: { url: matchPlay.url } } })
  director = await signUp(testApp, 'Director')
  await grantRoles(testApp, director.id, ['event-director'])
  machines = await listMachines(testApp, 2)
})
beforeEach(() => {
  matchPlay.requests.length = 0
  matchPlay.failure = null
})
afterAll(async () => {
  await testApp.close()
  await matchPlay.close()
})

/** Changes what Match Play answers about an event. @param facts of the tournament, which take the place of its own */
function change(id: number, facts: object): void {
  const path = [...matchPlay.answers.keys()].find(each => each.startsWith(`${id}?`))!
  const { data } = matchPlay.answers.get(path) as { data: object }
  matchPlay.answers.set(path, { data: { ...data, ...facts } })
}

/** Puts an evening at Match Play. @returns its number there */
function evening(second = machines[1]!.name): number {
  const id = ++count
  const arenas = [
    { name: machines[0]!.name, opdbId: null },
    { name: second, opdbId: null },
  ]
  for (const [path, answer] of matchPlayEvening(id, arenas)) matchPlay.answers.set(path, answer)
  return id
}

const from = (tournament: number): object => ({
  matchPlay: { tournament: `https://app.matchplay.events/tournaments/${tournament}`, token: matchPlay.token },
})

/** A new connection of a user. */
async function connect({ token }: TestUser): Promise<DdpTestClient> {
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.call('login', { resume: token })
  return client
}

const importEvent = (input: object, by = director): Promise<EventImport> =>
  by.client.call<EventImport>('imports.event', { _id: uuidv7(), dryRun: false, ...input })

const refusal = async (input: object, by = director): Promise<unknown> =>
  by.client.expectError('imports.event', { _id: uuidv7(), dryRun: false, ...input })

/** Returns what a subscription to one event shows to the user, by collection. */
async function see(publication: string, eventId: string, { client }: TestUser): Promise<(collection: string) => Record<string, unknown>[]> {
  const subscription = await client.subscribe(publication, { eventId })
  expect(subscription.error).toBeNull()
  const seen = new Map(['events', 'standings'].map(each => [each, [...client.documents(each)].map(([_id, doc]) => ({ _id, ...doc }))]))
  await client.unsubscribe(subscription)
  return collection =>
    seen.get(collection)!.filter(({ _id, ...doc }) => _id === eventId || (doc as { eventId?: string }).eventId === eventId)
}

const standingsOf = async (eventId: string): Promise<unknown[][]> =>
  (await see('events.standings', eventId, director))('standings')
    .map(({ displayName, rank, points }) => [displayName, rank, points])
    .sort((x, y) => Number(x[1]) - Number(y[1]))

const eventOf = async (eventId: string, by = director): Promise<unknown> => (await see('events.one', eventId, by))('events')[0]

describe('an event of Match Play', () => {
  it('is looked at first, which changes nothing, and then imported with its standings, players, rounds and results', async () => {
    const id = evening()
    const look = await importEvent({ ...from(id), dryRun: true })
    expect(look).toMatchObject({ eventId: null, format: 'match-play', compared: 4, differences: [] })
    expect(look.machines).toEqual(machines.map(({ id: machineId, name }) => ({ machineId, name })))
    const before = await director.client.call<unknown[]>('imports.mine', {})
    const { eventId, differences } = await importEvent({ event: look.read })
    expect(differences).toEqual([])
    expect(await director.client.call<unknown[]>('imports.mine', {})).toHaveLength(before.length + 1)
    expect(await standingsOf(eventId!)).toEqual([
      ['Ada', 1, 12],
      ['Cleo', 2, 10],
      ['Ben', 3, 6],
      ['Dan', 4, 4],
    ])
    expect(await eventOf(eventId!)).toMatchObject({
      ...{ name: 'Cellar Night #4', venue: 'The Cellar', state: 'finished', timeZone: 'Europe/Berlin' },
      ...{ startsAt: new Date('2026-03-08T18:00:00Z'), players: 4 },
    })
  })

  it('is asked for with the token, slowly enough for the service, and by nobody who may not add events', async () => {
    const id = evening()
    const stranger = await signUp(testApp, `Stranger${count}`)
    expect(await refusal({ dryRun: true, ...from(id) }, stranger)).toMatchObject({ error: 403 })
    expect(matchPlay.requests).toEqual([])
    await importEvent({ ...from(id), dryRun: true })
    expect(matchPlay.requests.map(({ authorization }) => authorization)).toEqual(Array(4).fill('Bearer 1|secret'))
    for (const [i, { at }] of matchPlay.requests.entries()) if (i > 0) expect(at - matchPlay.requests[i - 1]!.at).toBeGreaterThan(500)
  })

  it('asks which machine it was where that is not known, and is imported without it otherwise', async () => {
    const id = evening('Homebrew Example')
    const { machines: found, read } = await importEvent({ ...from(id), dryRun: true })
    expect(found[1]).toBeNull()
    const chosen = [{ machine: 1, name: 'Homebrew Example', machineId: machines[1]!.id }]
    expect((await importEvent({ event: read, machines: chosen, dryRun: true })).machines[1]).toEqual({
      machineId: machines[1]!.id,
      name: machines[1]!.name,
    })
    const { eventId } = await importEvent({ event: read })
    expect((await standingsOf(eventId!))[0]).toEqual(['Ada', 1, 12])
  })

  it('asks again where another machine stands in the place of a chosen one by now, and takes no choice for one that it knows', async () => {
    const id = evening('Homebrew Example')
    const machineId = machines[0]!.id
    const other = [{ machine: 1, name: 'Another Homebrew', machineId }]
    expect(await importEvent({ ...from(id), machines: other })).toMatchObject({ eventId: null, machines: [{ machineId }, null] })
    const known = [{ machine: 0, name: machines[0]!.name, machineId: machines[1]!.id }]
    const { eventId, machines: found } = await importEvent({ ...from(id), machines: known })
    expect(eventId).not.toBeNull()
    expect(found[0]).toMatchObject({ machineId })
  })

  it('is imported once: the same call answers the same, another one is told which event it is', async () => {
    const event = (await importEvent({ ...from(evening()), dryRun: true })).read
    const _id = uuidv7()
    const first = await importEvent({ _id, event })
    expect(await importEvent({ _id, event })).toMatchObject({ eventId: first.eventId })
    expect(await refusal({ event })).toEqual(meteorError(409, 'This event was imported before.'))
    expect((await importEvent({ event, dryRun: true })).before).toBe(first.eventId)
    expect(await refusal({ _id, event: { ...event, name: 'Other' } })).toEqual(meteorError(409, 'This id was used for another import.'))
  })

  it('is told the same by the same call although the event has changed there meanwhile', async () => {
    const id = evening()
    const _id = uuidv7()
    const { eventId } = await importEvent({ _id, ...from(id) })
    change(id, { name: 'Cellar Night, the fourth' })
    expect(await importEvent({ _id, ...from(id) })).toMatchObject({ eventId })
  })

  it('is imported once by calls that arrive at the same moment: copies of one call answer the same, another one is refused', async () => {
    const clients = await Promise.all([connect(director), connect(director)])
    const [first, second] = [0, 1].map(async () => (await importEvent({ ...from(evening()), dryRun: true })).read)
    const send = (client: DdpTestClient, _id: string, event: unknown): Promise<string | null> =>
      client.call<EventImport>('imports.event', { _id, dryRun: false, event }).then(
        ({ eventId }) => eventId,
        (error: Error) => error.message,
      )
    const [_id, event] = [uuidv7(), await first]
    const [one, other] = await Promise.all(clients.map(client => send(client, _id, event)))
    expect(one).toMatch(/^[0-9a-f-]{36}$/)
    expect(other).toBe(one)
    const otherEvent = await second
    const outcomes = await Promise.all(clients.map(client => send(client, uuidv7(), otherEvent)))
    expect(outcomes.filter(each => each!.includes('This event was imported before.'))).toHaveLength(1)
    for (const client of clients) client.socket.close()
  })

  it('that was imported twice by an earlier version keeps both imports, the first of which counts', async () => {
    const { database } = testApp.app
    const rolledBack = new Error('rolled back')
    const sources: unknown[] = []
    const work = database.transaction(async tx => {
      await sql`DROP INDEX imports_once`.execute(tx)
      await sql`CREATE INDEX imports_source ON imports (source)`.execute(tx)
      for (const [i, group] of [null, null, 'g', 'g', 'h'].entries())
        await sql`INSERT INTO imports (id, user_id, kind, title, added, ids, group_id, source, fingerprint)
          VALUES (${`double-${i}`}, ${director.id}, 'event', '', 0, '{}', ${group}, 'elsewhere 1', '')`.execute(tx)
      await importsMigrations.find(({ name }) => name === 'imports/003-once')!.up(tx)
      const { rows } = await sql<{ source: string | null }>`SELECT source FROM imports WHERE id LIKE 'double-%' ORDER BY id`.execute(tx)
      sources.push(...rows.map(({ source }) => source))
      throw rolledBack
    })
    await expect(work).rejects.toBe(rolledBack)
    expect(sources).toEqual(['elsewhere 1', null, 'elsewhere 1', null, 'elsewhere 1'])
  })

  it('is undone in one step, and may then be imported again', async () => {
    const event = (await importEvent({ ...from(evening()), dryRun: true })).read
    const importId = uuidv7()
    const { eventId } = await importEvent({ _id: importId, event })
    const stranger = await signUp(testApp, `Other${count}`)
    expect(await stranger.client.expectError('imports.undo', { importId })).toEqual(meteorError(404, 'There is no such import.'))
    await director.client.call('imports.undo', { importId })
    await director.client.call('imports.undo', { importId })
    expect(await eventOf(eventId!)).toMatchObject({ state: 'cancelled' })
    expect((await importEvent({ event })).eventId).not.toBe(eventId)
  })

  it('that was cancelled on its own page may be imported again, after which its first import is undone', async () => {
    const event = (await importEvent({ ...from(evening()), dryRun: true })).read
    const importId = uuidv7()
    const { eventId } = await importEvent({ _id: importId, event: { ...event, isFinished: false } })
    await director.client.call('events.cancel', { eventId })
    expect((await importEvent({ event, dryRun: true })).before).toBeUndefined()
    const again = await importEvent({ event })
    expect(again.eventId).not.toBe(eventId)
    expect((await importEvent({ event, dryRun: true })).before).toBe(again.eventId)
    const imports = await director.client.call<ImportInfo[]>('imports.mine', { kind: 'event' })
    expect(imports.slice(0, 2).map(({ eventId: made, undoneAt }) => [made, undoneAt !== null])).toEqual([
      [again.eventId, false],
      [eventId, true],
    ])
  })

  it('is not named to a user who may not see it, and is refused as imported before all the same', async () => {
    const event = (await importEvent({ ...from(evening()), dryRun: true })).read
    const { eventId } = await importEvent({ event })
    const other = await signUp(testApp, `Second${count}`)
    await grantRoles(testApp, other.id, ['event-director'])
    expect((await importEvent({ event, dryRun: true }, other)).before).toBe(eventId)
    const groupId = await createGroup(director, 'private')
    await testApp.app.database.pool.query('UPDATE events SET group_id = $2 WHERE id = $1', [eventId, groupId])
    expect((await importEvent({ event, dryRun: true }, other)).before).toBeUndefined()
    expect((await importEvent({ event, dryRun: true })).before).toBe(eventId)
    expect(await refusal({ event }, other)).toEqual(meteorError(409, 'This event was imported before.'))
  })

  describe('that has gone on here', () => {
    const stays = meteorError(
      409,
      'Somebody has played, joined or claimed an entry here since. Cancel the event on its page; one that is over has to be reopened there first.',
    )
    /** Imports an evening that still runs. */
    async function running(): Promise<{ importId: string; eventId: string }> {
      const id = evening()
      change(id, { status: 'started', completedAt: null })
      const importId = uuidv7()
      return { importId, eventId: (await importEvent({ _id: importId, ...from(id) })).eventId! }
    }
    const undo = (importId: string): Promise<unknown> => director.client.expectError('imports.undo', { importId })

    it('is not undone once a round was drawn, but when its director has cancelled it', async () => {
      const { importId, eventId } = await running()
      expect(await eventOf(eventId)).toMatchObject({ state: 'live' })
      expect(await director.client.call('events.draw', { _id: uuidv7(), eventId })).toMatchObject({ round: 3 })
      await director.client.call('events.close', { eventId })
      expect(await undo(importId)).toEqual(stays)
      await director.client.call('events.reopen', { eventId })
      await director.client.call('events.cancel', { eventId })
      await director.client.call('imports.undo', { importId })
    })

    it('is not undone once somebody has joined, or has claimed an entry', async () => {
      const joined = await running()
      const player = await signUp(testApp, `Joins${count}`)
      await player.client.call('events.join', { eventId: joined.eventId })
      expect(await undo(joined.importId)).toEqual(stays)
      const claimed = await running()
      const [{ id: entrantId }] = (
        await testApp.app.database.pool.query<{ id: string }>("SELECT id FROM event_entrants WHERE event_id = $1 AND guest_name = 'Ben'", [
          claimed.eventId,
        ])
      ).rows as [{ id: string }]
      await claimGuest(director, claimed.eventId, entrantId, player)
      expect(await undo(claimed.importId)).toEqual(stays)
    })
  })

  it('of scores goes on where its planned end has passed, and leaves out scores on machines that are not known here', async () => {
    const id = evening('Homebrew Example')
    const score = (singlePlayerGameId: number, playerId: number, arenaId: number, value: number): object => ({
      ...{ singlePlayerGameId, tournamentId: id, playerId, arenaId, status: 'completed', score: value, updatedAt: '2026-03-08T20:00:00Z' },
    })
    change(id, { status: 'started', completedAt: null, type: 'best_game', bestGameScoring: 'bg_papa', bestGameAttemptsOnArena: 1 })
    matchPlay.answers.set(`${id}/games`, { data: [] })
    matchPlay.answers.set(`${id}/single-player-games?limit=500&page=1`, {
      data: [score(1, 71, 31, 900), score(2, 72, 31, 800), score(3, 73, 32, 700)],
      meta: { last_page: 1 },
    })
    matchPlay.answers.set(
      `${id}/standings`,
      [71, 73, 72].map((playerId, i) => ({ playerId, position: [1, 1, 3][i], points: [100, 100, 90][i] })),
    )
    const { eventId, differences } = await importEvent(from(id))
    expect(differences.map(({ player, total, totalThere, reason }) => [player, total, totalThere, reason])).toEqual([
      ['Cleo', 0, 100_000, 'left-out'],
      ['Ben', 90_000, 90_000, 'others'],
    ])
    expect(await standingsOf(eventId!)).toEqual([
      ['Ada', 1, 100],
      ['Ben', 2, 90],
      ['Cleo', 3, 0],
    ])
    expect(await eventOf(eventId!)).toMatchObject({ state: 'live' })
  })

  it('of scores is refused where it has more pages of them than are read, before the others are asked for', async () => {
    const id = evening()
    change(id, { type: 'best_game', bestGameScoring: 'bg_papa' })
    const page = `${id}/single-player-games?limit=500&page=1`
    matchPlay.answers.set(page, { data: [], meta: { last_page: 21 } })
    expect(await refusal({ dryRun: true, ...from(id) })).toMatchObject({ details: { code: 'event-too-large' } })
    expect(matchPlay.requests.at(-1)!.path).toBe(page)
  })

  it('writes names that would be taken for others as they look, and says which', async () => {
    const id = evening()
    await signUp(testApp, 'scope')
    const named = ['Аdа', 'ѕсоре', 'Cleo', 'Dan'].map((name, i) => ({ playerId: 71 + i, name, tournamentPlayer: { status: 'active' } }))
    change(id, { players: named, name: 'Сellar' })
    const { read } = await importEvent({ ...from(id), dryRun: true })
    expect(read.name).toBe('Cellar')
    expect(read.players.map(({ name, nameThere }) => [name, nameThere])).toEqual([
      ['Ada', 'Аdа'],
      ['Cleo', undefined],
      ['scope', 'ѕсоре'],
      ['Dan', undefined],
    ])
    const { eventId } = await importEvent({ event: read })
    expect((await standingsOf(eventId!)).map(([name]) => name)).toEqual(['Ada', 'Cleo', 'scope', 'Dan'])
  })

  it('is imported into a group by those who run it', async () => {
    const owner = await signUp(testApp, `Owner${count}`)
    const member = await signUp(testApp, `Member${count}`)
    const groupId = await createGroup(owner, 'private')
    await addToGroup(owner, groupId, member)
    const event = (await importEvent({ ...from(evening()), dryRun: true })).read
    expect(await refusal({ groupId, event, dryRun: false }, member)).toMatchObject({ error: 403 })
    expect(await refusal({ groupId, event, dryRun: true }, director)).toMatchObject({ error: 404 })
    const { eventId } = await importEvent({ groupId, event }, owner)
    expect(await eventOf(eventId!, owner)).toMatchObject({ groupId })
  })

  it('in a group has the people of its list, by their numbers or by names that are told apart', async () => {
    const owner = await signUp(testApp, `Keeper${count}`)
    const groupId = await createGroup(owner, 'private')
    const people = [
      { _id: uuidv7(), name: 'Ada Lovelace', ifpaNumber: '123' },
      ...['ben', 'Cleo', 'Cléo'].map(name => ({ _id: uuidv7(), name })),
    ]
    await owner.client.call('groups.addPeople', { groupId, people })
    const { eventId } = await importEvent({ groupId, ...from(evening()) }, owner)
    const { rows } = await testApp.app.database.pool.query<{ name: string; person: string | null }>(
      'SELECT guest_name AS name, person_id AS person FROM event_entrants WHERE event_id = $1 ORDER BY guest_name',
      [eventId],
    )
    expect(rows).toEqual([
      { name: 'Ada Lovelace', person: people[0]!._id },
      { name: 'Cleo', person: null },
      { name: 'Dan', person: null },
      { name: 'ben', person: people[1]!._id },
    ])
  })

  it('is not there for a wrong token or number, and a service that is away is told from both', async () => {
    const id = evening()
    const outcome = (input: object): Promise<unknown> => refusal({ dryRun: true, ...input })
    expect(await outcome({ matchPlay: { tournament: String(id), token: 'wrong' } })).toMatchObject({
      details: { code: 'match-play-refuses' },
    })
    expect(await outcome(from(1))).toMatchObject({ details: { code: 'no-tournament' } })
    matchPlay.failure = { status: 502, body: '<html>' }
    expect(await outcome(from(id))).toMatchObject({ details: { code: 'match-play-down' } })
    expect(await outcome({ matchPlay: { tournament: 'https://example.com/tournaments/1', token: 'x' } })).toMatchObject({ error: 400 })
  })

  it('that names players or machines which it does not list is refused', async () => {
    const { read } = await importEvent({ ...from(evening()), dryRun: true })
    const wrong = structuredClone(read)
    wrong.rounds[0]!.groups[0]!.players[0] = 99
    expect(await refusal({ dryRun: true, event: wrong }, director)).toMatchObject({ error: 400 })
  })
})
