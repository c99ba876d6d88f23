import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventLogDoc } from '#events/contract/documents.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { PlayerSeriesDoc, SeriesLogDoc, SeriesNightDoc, SeriesRowDoc } from '#series/contract/documents.ts'
import { listOwnEntries } from '#series/server/log-store.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { claimGuest, createEventTestApp } from '../helpers/events.ts'
import { addToGroup, createGroup } from '../helpers/groups.ts'
import { beginEvening, createSeries, type Evening, playGame, rowNightsOf, rowsOf, setNights } from '../helpers/series.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import { digestPassword, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let clock: SettableClock
let machineIds: string[]
let director: TestUser
let ann: TestUser
let ben: TestUser
let visitor: DdpTestClient

beforeAll(async () => {
  let players: TestUser[]
  ;({ testApp, clock, machines: machineIds, director, players, visitor } = await createEventTestApp(['Ann', 'Ben'], 3))
  ;[ann, ben] = players as [TestUser, TestUser]
})
afterAll(() => testApp.close())

/** An evening of Ann, Ben, Cy and Dot: one game. */
async function evening(order: readonly string[], more: object = {}): Promise<Evening & { groupId: string }> {
  const begun = await beginEvening(director, clock.now(), { accounts: [ann, ben], guests: ['Cy', 'Dot'], machineIds, ...more })
  return { ...begun, groupId: await playGame(director, begun, order) }
}

const docs = <T>(client: DdpTestClient, collection: string): (T & { _id: string })[] =>
  [...client.documents(collection)].map(([_id, document]) => ({ _id, ...(document as unknown as T) }))
const logOf = (seriesId: string) => docs<SeriesLogDoc>(visitor, 'seriesLog').filter(each => each.seriesId === seriesId)
const rowIdOf = (name: string): string => docs<SeriesRowDoc>(visitor, 'seriesRows').find(each => each.name === name)!.rowId
const codeOf = async (client: DdpTestClient, method: string, input: object): Promise<string | undefined> =>
  ((await client.tryCall(method, input)).error?.details as { code?: string } | undefined)?.code

describe('a season of the site', () => {
  it('adds up its nights, follows each of them live, and explains its rows', async () => {
    const first = await evening(['Ann', 'Ben', 'Cy', 'Dot'])
    const second = await evening(['Cy', 'Ben', 'Dot', 'Ann'])
    const third = await beginEvening(director, clock.now(), { accounts: [ann, ben], guests: ['Cy', 'Dot'], machineIds })
    const { seriesId, slug } = await createSeries(director, { name: 'Größte Bühne', drop: 1, attendance: 0.5, ties: ['night-wins'] })
    expect(slug).toBe('groesste-buehne')
    for (const name of ['series.one', 'series.standings', 'series.nights', 'series.log']) await visitor.subscribe(name, { slug })
    expect(rowsOf(visitor, seriesId)).toEqual([])
    await setNights(director, seriesId, [first.eventId, second.eventId, third.eventId])
    // Two of three nights count, and each is worth half a point more.
    await visitor.waitUntil(() => rowsOf(visitor, seriesId).length === 4)
    expect(rowsOf(visitor, seriesId)).toEqual(['1. Cy 11', '2. Ben 11', '3. Ann 9', '4. Dot 5'])
    await visitor.subscribe('series.row', { slug, rowId: rowIdOf('Ann') })
    expect(rowNightsOf(visitor, rowIdOf('Ann'))).toEqual(['counts 7', 'counts 1', 'open'])
    await playGame(director, third, ['Ann', 'Dot', 'Cy', 'Ben'])
    await visitor.waitUntil(() => rowsOf(visitor, seriesId)[0] === '1. Ann 15.5')
    expect(rowsOf(visitor, seriesId)).toEqual(['1. Ann 15.5', '2. Cy 11.5', '3. Ben 11.5', '4. Dot 9.5'])
    await visitor.waitUntil(() => rowNightsOf(visitor, rowIdOf('Ann')).at(-1) === 'counts 7')
    expect(rowNightsOf(visitor, rowIdOf('Ann'))).toEqual(['counts 7', 'dropped 1', 'counts 7'])
    // All three nights are live, and each can bring 21 points.
    expect(docs<SeriesRowDoc>(visitor, 'seriesRows').find(({ name }) => name === 'Ann')!.possible).toBe(43.5)
    expect(docs<SeriesNightDoc>(visitor, 'seriesNights').map(({ number, players }) => [number, players])).toEqual([[1, 4], [2, 4], [3, 4]]) // biome-ignore format: a table
  })

  it('follows a night that is corrected, reopened, held back, cancelled or taken out, and can be undone', async () => {
    const first = await evening(['Ann', 'Ben', 'Cy', 'Dot'])
    const second = await evening(['Cy', 'Ben', 'Dot', 'Ann'])
    const { seriesId, slug } = await createSeries(director)
    await setNights(director, seriesId, [first.eventId, second.eventId])
    for (const name of ['series.standings', 'series.log']) await visitor.subscribe(name, { slug })
    const shows = (...rows: string[]) => visitor.waitUntil(() => JSON.stringify(rowsOf(visitor, seriesId)) === JSON.stringify(rows))
    await shows('1. Ben 10', '1. Cy 10', '3. Ann 8', '4. Dot 4')
    await director.client.call('events.close', { eventId: second.eventId })
    await director.client.call('events.reopen', { eventId: second.eventId })
    const order = ['Ann', 'Cy', 'Ben', 'Dot'].map(name => second.entrants.get(name)!)
    await director.client.call('events.result', {
      eventId: second.eventId,
      groupId: second.groupId,
      order,
      replaces: { order: ['Cy', 'Ben', 'Dot', 'Ann'].map(name => second.entrants.get(name)!) },
    })
    await shows('1. Ann 14', '2. Ben 8', '2. Cy 8', '4. Dot 2')
    await director.client.call('events.holdStandings', { eventId: second.eventId, held: true })
    await shows('1. Ann 7', '2. Ben 5', '3. Cy 3', '4. Dot 1')
    await director.client.call('events.holdStandings', { eventId: second.eventId, held: false })
    await shows('1. Ann 14', '2. Ben 8', '2. Cy 8', '4. Dot 2')
    await director.client.call('events.cancel', { eventId: second.eventId })
    await shows('1. Ann 7', '2. Ben 5', '3. Cy 3', '4. Dot 1')
    expect(await codeOf(director.client, 'series.setEvents', { seriesId, eventIds: [], was: [first.eventId] })).toBe('nights-changed')
    await setNights(director, seriesId, [second.eventId], [first.eventId, second.eventId])
    await shows()
    await visitor.waitUntil(() => logOf(seriesId).some(({ undoable, removed }) => undoable === true && removed !== undefined))
    const entryId = logOf(seriesId).find(({ undoable }) => undoable)!._id
    for (let i = 0; i < 2; i++) await director.client.call('series.undoNights', { seriesId, entryId })
    await shows('1. Ann 7', '2. Ben 5', '3. Cy 3', '4. Dot 1')
    await visitor.waitUntil(() => logOf(seriesId).some(({ action, undoable }) => action === 'undone' && undoable === true))
    expect(await codeOf(director.client, 'series.undoNights', { seriesId, entryId: uuidv7() })).toBe('no-series-entry')
  })

  it('knows a person by the account, by the group’s list, or by the name, but not two of one name', async () => {
    const one = await beginEvening(director, clock.now(), { accounts: [ann], guests: ['Eve', 'Flo', 'Flo'], machineIds })
    const two = await beginEvening(director, clock.now(), { accounts: [ann], guests: ['  eve', 'Flo'], machineIds })
    await playGame(director, two, ['Ann', '  eve', 'Flo'])
    await director.client.call('events.draw', { _id: uuidv7(), eventId: one.eventId })
    const rounds = await director.client.subscribe('events.rounds', { eventId: one.eventId })
    const [groupId, group] = [...director.client.documents('eventGroups')].find(([, each]) => each.eventId === one.eventId)!
    await director.client.call('events.result', { eventId: one.eventId, groupId, order: group.entrantIds })
    await director.client.unsubscribe(rounds)
    const { seriesId, slug } = await createSeries(director)
    await setNights(director, seriesId, [one.eventId, two.eventId])
    const looker = await DdpTestClient.open(testApp.endpoint)
    await looker.subscribe('series.standings', { slug })
    const rows = docs<SeriesRowDoc>(looker, 'seriesRows')
      .map(({ name, nights }) => `${name.trim().toLowerCase()} ${nights}`)
      .sort()
    expect(rows).toEqual(['ann 2', 'eve 2', 'flo 1', 'flo 1', 'flo 1'])
    // Ben was Eve all the time.
    await claimGuest(director, one.eventId, one.entrants.get('Eve')!, ben)
    await claimGuest(director, two.eventId, two.entrants.get('  eve')!, ben)
    await looker.waitUntil(() =>
      docs<SeriesRowDoc>(looker, 'seriesRows').some(({ username, nights }) => username === 'Ben' && nights === 2),
    )
    await looker.close()
  })

  it('shows a player the own places, without seasons of private groups', async () => {
    const groupId = await createGroup(director, 'private', 'Cellar')
    await addToGroup(director, groupId, ann)
    const hidden = await beginEvening(director, clock.now(), { accounts: [ann], guests: ['Gil'], machineIds, groupId })
    await playGame(director, hidden, ['Ann', 'Gil'])
    const { seriesId } = await createSeries(director, { name: 'Cellar season', groupId })
    await setNights(director, seriesId, [hidden.eventId])
    const looker = await DdpTestClient.open(testApp.endpoint)
    await looker.subscribe('players.summary', { username: 'Ann' })
    const shown = (): PlayerSeriesDoc[] => docs<PlayerSeriesDoc>(looker, 'playerSeries')
    expect(shown().map(({ name }) => name)).not.toContain('Cellar season')
    expect(shown().map(({ name }) => name)).toContain('Größte Bühne')
    await director.client.call('groups.edit', { groupId, visibility: 'public' })
    await looker.waitUntil(() => shown().some(({ name, rank, nights }) => name === 'Cellar season' && rank === 1 && nights === 1))
    await director.client.call('groups.edit', { groupId, visibility: 'private' })
    await looker.waitUntil(() => !shown().some(({ name }) => name === 'Cellar season'))
    await looker.close()
  })
})

it('keeps what is shown of a season of the site when a group hides that has none of its nights', async () => {
  const night = await evening(['Ann', 'Ben', 'Cy', 'Dot'])
  const { seriesId, slug } = await createSeries(director, { name: 'Quiet season' })
  await setNights(director, seriesId, [night.eventId])
  const looker = await DdpTestClient.open(testApp.endpoint)
  for (const name of ['series.one', 'series.standings', 'series.nights', 'series.log']) await looker.subscribe(name, { slug })
  await looker.subscribe('series.ofEvent', { eventId: night.eventId })
  const from = looker.messages.length
  await createGroup(director, 'private', 'Elsewhere')
  await director.client.call('series.edit', { seriesId, name: 'Still there' })
  await looker.waitUntil(() => docs<{ name: string }>(looker, 'eventSeries').some(({ name }) => name === 'Still there'))
  expect(looker.messages.slice(from).filter(({ msg }) => msg === 'removed')).toEqual([])
  await looker.close()
})

describe('a season of a private group', () => {
  it('is not there for outsiders and former members, in any call, publication, page or file', async () => {
    const groupId = await createGroup(director, 'private', 'Attic')
    await addToGroup(director, groupId, ann)
    await addToGroup(director, groupId, ben)
    const night = await beginEvening(director, clock.now(), { accounts: [ann, ben], guests: ['Hal'], machineIds, groupId })
    await playGame(director, night, ['Ann', 'Ben', 'Hal'])
    const { seriesId, slug } = await createSeries(director, { name: 'Attic season', groupId })
    expect(slug).toMatch(/^attic-season-[0-9a-f]{8}$/)
    await setNights(director, seriesId, [night.eventId])
    const PUBLICATIONS = ['series.one', 'series.standings', 'series.nights', 'series.log', 'series.row']
    const input = (name: string) => ({ slug, ...(name === 'series.row' ? { rowId: 'abc' } : {}) })
    for (const name of PUBLICATIONS) expect(await ben.client.subscribe(name, input(name)), name).toMatchObject({ error: null })
    await ben.client.waitUntil(() => rowsOf(ben.client, seriesId).length === 3)
    // Who leaves the group loses all of it.
    await ben.client.call('groups.leave', { groupId })
    await ben.client.waitUntil(() =>
      ['series', 'seriesRows', 'seriesNights', 'seriesLog'].every(each => ben.client.documents(each).size === 0),
    )
    const outsiders = [visitor, ben.client]
    for (const client of outsiders)
      for (const name of PUBLICATIONS) {
        const hidden = await client.subscribe(name, input(name))
        const unknown = await client.subscribe(name, { ...input(name), slug: 'nobody-knows' })
        expect(hidden.error, name).toMatchObject({ error: 404, details: { code: 'no-series' } })
        expect(unknown.error).toEqual(hidden.error)
      }
    const calls: [string, object][] = [
      ['series.edit', { name: 'Ours' }],
      ['series.remove', {}],
      ['series.setEvents', { eventIds: [], was: [night.eventId] }],
      ['series.undoNights', { entryId: uuidv7() }],
      ['series.addFinals', { eventId: night.eventId, best: 2 }],
    ]
    for (const [method, more] of calls) {
      expect(await codeOf(ben.client, method, { seriesId, ...more }), method).toBe('no-series')
      expect(await codeOf(ben.client, method, { seriesId: uuidv7(), ...more }), method).toBe('no-series')
      expect(await codeOf(ann.client, method, { seriesId, ...more }), method).toBe('series-managers-only')
    }
    for (const path of [`/series/${slug}.csv`, `/series/${slug}`]) {
      const [hidden, unknown] = [await fetch(testApp.http + path), await fetch(testApp.http + path.replace(slug, 'nobody-knows'))]
      expect(hidden.status, path).toBe(404)
      expect((await hidden.text()).replaceAll(slug, '')).toBe((await unknown.text()).replaceAll('nobody-knows', ''))
    }
    expect(await visitor.subscribe('series.list', { groupId })).toMatchObject({ error: { error: 404 } })
    expect(await visitor.subscribe('series.ofEvent', { eventId: night.eventId })).toMatchObject({ error: { error: 404 } })
  })

  it('takes events of its group alone, and one of the site only what everybody may see', async () => {
    const groupId = await createGroup(director, 'public', 'Garage')
    const own = await beginEvening(director, clock.now(), { guests: ['Ida', 'Jo'], machineIds, groupId })
    const others = await beginEvening(director, clock.now(), { guests: ['Ida', 'Jo'], machineIds })
    await playGame(director, own, ['Ida', 'Jo'])
    const ofGroup = await createSeries(director, { groupId })
    const ofSite = await createSeries(director)
    for (const eventIds of [[others.eventId], [uuidv7()]])
      expect(await codeOf(director.client, 'series.setEvents', { seriesId: ofGroup.seriesId, eventIds, was: [] })).toBe('no-night')
    await setNights(director, ofSite.seriesId, [own.eventId, others.eventId])
    const looker = await DdpTestClient.open(testApp.endpoint)
    for (const name of ['series.standings', 'series.nights', 'series.log']) await looker.subscribe(name, { slug: ofSite.slug })
    await looker.subscribe('series.ofEvent', { eventId: others.eventId })
    expect(rowsOf(looker, ofSite.seriesId)).toHaveLength(2)
    expect([...looker.documents('eventSeries').values()]).toMatchObject([{ number: 2, of: 2, slug: ofSite.slug }])
    // The night goes for all once its group is private, members included, and so does its name in the log.
    await director.client.call('groups.edit', { groupId, visibility: 'private' })
    await looker.waitUntil(() => rowsOf(looker, ofSite.seriesId).length === 0 && looker.documents('seriesNights').size === 1)
    await looker.waitUntil(() => docs<SeriesLogDoc>(looker, 'seriesLog').some(({ added }) => added?.includes(null) === true))
    await looker.waitUntil(() => [...looker.documents('eventSeries').values()][0]?.number === 1)
    expect(JSON.stringify([...looker.documents('seriesNights').values()])).not.toContain(own.eventId)
    await director.client.call('groups.edit', { groupId, visibility: 'public' })
    await looker.waitUntil(() => rowsOf(looker, ofSite.seriesId).length === 2)
    await looker.close()
  })
})

describe('the record of a season', () => {
  it('is made once however often the call is repeated, has an address of its own, and keeps it', async () => {
    const call = { _id: uuidv7(), name: 'Same name', counts: 4 }
    const made = await Promise.all([1, 2].map(() => director.client.call<{ slug: string }>('series.add', call)))
    expect(made.map(({ slug }) => slug)).toEqual(['same-name', 'same-name'])
    expect((await createSeries(director, { name: 'Same name' })).slug).toBe('same-name-2')
    expect((await createSeries(director, { name: 'موسم الشتاء' })).slug).toBe('موسم-الشتاء')
    expect((await createSeries(director, { name: '★ New' })).slug).toBe('new')
    expect(await codeOf(director.client, 'series.add', { ...call, name: 'Another' })).toBe('id-used')
    await director.client.call('series.edit', { seriesId: call._id, name: 'Renamed' })
    const looker = await DdpTestClient.open(testApp.endpoint)
    await looker.subscribe('series.one', { slug: 'same-name' })
    expect([...looker.documents('series').values()]).toMatchObject([{ name: 'Renamed', slug: 'same-name', counts: 4 }])
    expect((await director.client.tryCall('series.edit', { seriesId: call._id, drop: 1 })).error).toMatchObject({
      error: 400,
      details: [{ path: 'drop' }],
    })
    expect(await codeOf(ann.client, 'series.add', { _id: uuidv7(), name: 'Mine' })).toBe('event-directors-only')
    await director.client.call('series.remove', { seriesId: call._id })
    await looker.waitUntil(() => looker.documents('series').size === 0)
    expect(await looker.subscribe('series.one', { slug: 'same-name' })).toMatchObject({ error: { error: 404 } })
    await looker.close()
  })

  it('is a file with every night of every player', async () => {
    const { seriesId, slug } = await createSeries(director, { name: 'Filed', counts: 1, attendance: 0.5 })
    const [first, second] = [await evening(['Ann', 'Ben', 'Cy', 'Dot']), await evening(['Ben', 'Ann', 'Dot', 'Cy'])]
    await setNights(director, seriesId, [first.eventId, second.eventId])
    const file = await fetch(`${testApp.http}/series/${slug}.csv`)
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const text = await file.text()
    expect(text).toContain('position,name,ifpa_number,points,nights,night 1,night 2\r\n1,Ann,,8,2,7,5\r\n1,Ben,,8,2,5,7\r\n')
    expect(text).toContain('Ann,1,1,7,0.5,counts\r\nAnn,2,2,5,0.5,dropped\r\n')
  })
})

describe('finals and seeds', () => {
  it('are entered from the season in the order of its ranks, once however often that is asked', async () => {
    const first = await evening(['Cy', 'Ben', 'Ann', 'Dot'])
    const { seriesId, slug } = await createSeries(director)
    await setNights(director, seriesId, [first.eventId])
    const finals = await beginEvening(director, clock.now(), { machineIds })
    expect(await director.client.call('series.addFinals', { seriesId, eventId: finals.eventId, best: 3 })).toEqual({
      added: 3,
      refused: [],
    })
    expect(await director.client.call('series.addFinals', { seriesId, eventId: finals.eventId, best: 3 })).toEqual({
      added: 0,
      refused: [],
    })
    const looker = await DdpTestClient.open(testApp.endpoint)
    await looker.subscribe('events.entrants', { eventId: finals.eventId })
    const seeded = () =>
      docs<{ displayName: string; seed?: number }>(looker, 'eventEntrants')
        .sort((a, b) => a.seed! - b.seed!)
        .map(({ displayName }) => displayName)
    expect(seeded()).toEqual(['Cy', 'Ben', 'Ann'])
    await looker.subscribe('series.log', { slug })
    expect(docs<SeriesLogDoc>(looker, 'seriesLog').filter(({ action }) => action === 'finals')).toMatchObject([{ players: 3 }])
    // That draws follow the seeds from now on is a change of the event, which its log names.
    await director.client.subscribe('events.log', { eventId: finals.eventId })
    expect(
      docs<EventLogDoc>(director.client, 'eventLog')
        .filter(({ eventId, action }) => eventId === finals.eventId && action === 'edited')
        .map(({ subject }) => subject),
    ).toEqual([{ kind: 'options', seeding: 'series' }])
    expect(await codeOf(director.client, 'series.addFinals', { seriesId, eventId: finals.eventId, minNights: 2 })).toBe('no-finalists')
    // A night that is seeded by its season follows the same order.
    const next = await beginEvening(director, clock.now(), { accounts: [ann, ben], guests: ['Cy', 'New'], machineIds, seeding: 'series' })
    expect(await codeOf(director.client, 'events.setSeeds', { eventId: next.eventId, from: 'series' })).toBe('no-seeds')
    await setNights(director, seriesId, [first.eventId, next.eventId], [first.eventId])
    await director.client.call('events.setSeeds', { eventId: next.eventId, from: 'series' })
    const nextLooker = await DdpTestClient.open(testApp.endpoint)
    await nextLooker.subscribe('events.entrants', { eventId: next.eventId })
    const seeds = Object.fromEntries(
      docs<{ displayName: string; seed?: number }>(nextLooker, 'eventEntrants').map(({ displayName, seed }) => [displayName, seed]),
    )
    expect(seeds).toEqual({ Cy: 1, Ben: 2, Ann: 3, New: undefined })
    for (const client of [looker, nextLooker]) await client.close()
  })
})

describe('a night whose draws are balanced over its season', () => {
  it('lets players meet whom they have not met on the nights before', async () => {
    const format = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 3, points: 'ifpa' } as const
    const guests = ['Kim', 'Lou', 'Max', 'Nia']
    const meetings = async (more: object): Promise<{ eventId: string; pairs: string[] }> => {
      const { eventId, entrants } = await beginEvening(director, clock.now(), { guests, machineIds, format, ...more })
      return { eventId, pairs: await drawPairs(eventId, entrants) }
    }
    const drawPairs = async (eventId: string, entrants: ReadonlyMap<string, string>): Promise<string[]> => {
      await director.client.call('events.draw', { _id: uuidv7(), eventId })
      const rounds = await director.client.subscribe('events.rounds', { eventId })
      const names = new Map([...entrants].map(([name, id]) => [id, name]))
      const groups = [...director.client.documents('eventGroups').values()].filter(each => each.eventId === eventId)
      await director.client.unsubscribe(rounds)
      return groups
        .map(({ entrantIds }) =>
          (entrantIds as string[])
            .map(id => names.get(id)!)
            .sort()
            .join(' '),
        )
        .sort()
    }
    const nights = [await meetings({})]
    const { seriesId } = await createSeries(director)
    for (let n = 1; n < 3; n++) {
      const { eventId, entrants } = await beginEvening(director, clock.now(), { guests, machineIds, format })
      await director.client.call('events.edit', { eventId, balanceOver: 'series' })
      const was = nights.map(night => night.eventId)
      await setNights(director, seriesId, [...was, eventId], n === 1 ? [] : was)
      nights.push({ eventId, pairs: await drawPairs(eventId, entrants) })
    }
    // Four players meet in pairs in three ways, and each night has another one.
    expect(new Set(nights.flatMap(({ pairs }) => pairs)).size).toBe(6)
  })
})

it('keeps the row of a deleted account, without its name, and the export of an account has what it has done', async () => {
  const gone = await signUp(testApp, 'Gone')
  const night = await beginEvening(director, clock.now(), { accounts: [gone], guests: ['Pia'], machineIds })
  await playGame(director, night, ['Gone', 'Pia'])
  const { seriesId, slug } = await createSeries(director, { name: 'Kept' })
  await setNights(director, seriesId, [night.eventId])
  const looker = await DdpTestClient.open(testApp.endpoint)
  await looker.subscribe('series.standings', { slug })
  expect(rowsOf(looker, seriesId)).toEqual(['1. Gone 7', '2. Pia 1'])
  await gone.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: false })
  await looker.waitUntil(() => docs<SeriesRowDoc>(looker, 'seriesRows').some(({ username }) => username === ''))
  expect(JSON.stringify([...looker.documents('seriesRows').values()])).not.toContain('Gone')
  expect(rowsOf(looker, seriesId).map(row => row.replace(/ .* /, ' '))).toEqual(['1. 7', '2. 1'])
  const { rows } = await testApp.app.database.pool.query(
    `SELECT action FROM series_log WHERE series_id = $1 AND by_user = $2 ORDER BY at, id`,
    [seriesId, director.id],
  )
  expect(await listOwnEntries(testApp.app.database.db, director.id)).toEqual(
    expect.arrayContaining(rows.map(({ action }) => expect.objectContaining({ seriesId, name: 'Kept', action }))),
  )
  await looker.close()
})

it('is the same on two nodes', async () => {
  const other = await testApp.startSecondNode()
  const elsewhere = await DdpTestClient.open(`ws://127.0.0.1:${other.port}/websocket`)
  const first = await evening(['Ann', 'Ben', 'Cy', 'Dot'])
  const second = await beginEvening(director, clock.now(), { accounts: [ann, ben], guests: ['Cy', 'Dot'], machineIds })
  const { seriesId, slug } = await createSeries(director)
  await setNights(director, seriesId, [first.eventId, second.eventId])
  await other.changeLog.catchUp()
  await elsewhere.subscribe('series.standings', { slug })
  await visitor.subscribe('series.standings', { slug })
  await playGame(director, second, ['Dot', 'Cy', 'Ben', 'Ann'])
  const expected = ['1. Ann 8', '1. Ben 8', '1. Cy 8', '1. Dot 8']
  for (const client of [elsewhere, visitor])
    await client.waitUntil(() => JSON.stringify(rowsOf(client, seriesId)) === JSON.stringify(expected))
  await setNights(director, seriesId, [first.eventId], [first.eventId, second.eventId])
  for (const client of [elsewhere, visitor]) await client.waitUntil(() => rowsOf(client, seriesId)[0] === '1. Ann 7')
  await elsewhere.close()
  await other.close()
})
