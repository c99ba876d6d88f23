import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EventImport } from '#imports/contract.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { FakeMatchPlay, matchPlayEvening } from '../fakes/match-play.ts'
import { meteorError } from '../helpers/ddp-test-client.ts'
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
    const chosen = [{ machine: 1, machineId: machines[1]!.id }]
    expect((await importEvent({ event: read, machines: chosen, dryRun: true })).machines[1]).toEqual({
      machineId: machines[1]!.id,
      name: machines[1]!.name,
    })
    const { eventId } = await importEvent({ event: read })
    expect((await standingsOf(eventId!))[0]).toEqual(['Ada', 1, 12])
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
