import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import type { SearchResults } from '#search/contract.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { addToGroup, createGroup } from '../helpers/groups.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const NOTHING: SearchResults = { machines: [], players: [], events: [], groups: [], venues: [] }

let testApp: TestApp
let visitor: DdpTestClient
let ada: TestUser

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  visitor = await DdpTestClient.open(testApp.endpoint)
  ada = await signUp(testApp, 'ada', { profile: { name: 'Ada Żółć' } })
})
afterAll(() => testApp.close())

const searchFor = (text: string, client = visitor, limit?: number): Promise<SearchResults> =>
  client.call<SearchResults>('search', limit === undefined ? { text } : { text, limit })
const players = async (text: string): Promise<string[]> => (await searchFor(text)).players.map(({ username }) => username)
const groups = async (text: string, client = visitor): Promise<string[]> => (await searchFor(text, client)).groups.map(({ name }) => name)

describe('what is looked for', () => {
  it('is found in all kinds of records at once, with the fields that the result list shows', async () => {
    await signUp(testApp, 'attackgirl')
    const groupId = await createGroup(ada, 'public', 'Attack Club')
    const { venueId } = await ada.client.call<{ venueId: string }>('venues.add', { _id: uuidv7(), name: 'Attack Cellar', place: 'Bremen' })
    const { machines, ...rest } = await searchFor('attack')
    const [machine] = await visitor.call<unknown[]>('machines.search', { text: 'attack' })
    expect(machine).toMatchObject({ name: expect.stringMatching(/^Attack/) })
    expect(machines[0]).toEqual(machine)
    expect(rest).toEqual({
      players: [{ userId: expect.any(String), username: 'attackgirl', displayName: 'attackgirl' }],
      events: [],
      groups: [{ groupId, name: 'Attack Club', visibility: 'public', memberCount: 1 }],
      venues: [{ venueId, slug: 'attack-cellar', name: 'Attack Cellar', place: 'Bremen', timeZone: 'UTC' }],
    })
  })

  it('need not have its case, accents, apostrophes or order, nor its last letters', async () => {
    await signUp(testApp, 'sean', { profile: { name: 'Seán O’Brien-Müller' } })
    for (const text of ['sea', 'SEÁN', 'sean obrien', "o'brien", 'muller', 'Müller', 'mu sea', 'o’brien-m'])
      expect([text, await players(text)]).toEqual([text, ['sean']])
    for (const text of ['ean', 'rien', 'sean x']) expect([text, await players(text)]).toEqual([text, []])
    await createGroup(ada, 'public', 'Łódź Öffentlich')
    for (const text of ['offent', 'ÖFF', 'łódź', 'öffentlich ł']) expect([text, await groups(text)]).toEqual([text, ['Łódź Öffentlich']])
  })

  it('may be written in any script', async () => {
    await signUp(testApp, 'nihon', { profile: { name: '山田 太郎' } })
    await signUp(testApp, 'bharat', { profile: { name: 'हिन्दी नाम' } })
    await signUp(testApp, 'kirill', { profile: { name: 'Йосиф Ёлкин' } })
    expect(await players('山')).toEqual(['nihon'])
    expect(await players('हिन्दी')).toEqual(['bharat'])
    expect(await players('ёлк')).toEqual(['kirill'])
    expect(await players('ИОСИФ')).toEqual(['kirill'])
  })

  it('is nothing where there is no letter and no digit in it, and no pattern of the database', async () => {
    for (const text of ['', ' ', '!?', '%', '_', '\\', '%%_', '’']) expect([text, await searchFor(text)]).toEqual([text, NOTHING])
    for (const text of ['attack', 'attack\\', 'att%']) expect([text, await players(text)]).toEqual([text, ['attackgirl']])
    for (const text of ['att%girl', 'a_tack', '%tack']) expect([text, await players(text)]).toEqual([text, []])
  })

  it('is at most five of a kind, or as many as were asked for; the one of exactly this name first', async () => {
    const names = ['zed', 'zed1', 'zed2', 'zed3', 'zed4', 'zed5', 'zed6']
    for (const name of names) await signUp(testApp, name, name === 'zed' ? { profile: { name: 'Zzz Zed' } } : {})
    expect(await players('zed')).toEqual(names.slice(0, 5))
    expect((await searchFor('ZED', visitor, 20)).players.map(({ username }) => username)).toEqual(names)
    expect((await searchFor('zed', visitor, 1)).players).toHaveLength(1)
    expect((await searchFor('the', visitor, 2)).machines).toHaveLength(2)
  })
})

describe('a player', () => {
  it('is found by a new name at once, by the old one no more', async () => {
    const eve = await signUp(testApp, 'eve7', { profile: { name: 'Quentina' } })
    expect(await players('quentina')).toEqual(['eve7'])
    await eve.client.call('players.edit', { displayName: 'Rosamund' })
    expect(await players('rosamund')).toEqual(['eve7'])
    expect(await players('quentina')).toEqual([])
  })

  it('who is unlisted is found by nobody, until listed again', async () => {
    const { client } = await signUp(testApp, 'hermit')
    await client.call('players.edit', { unlisted: true })
    for (const who of [visitor, ada.client, client]) expect((await searchFor('hermit', who)).players).toEqual([])
    await client.call('players.edit', { unlisted: false })
    expect(await players('hermit')).toEqual(['hermit'])
  })

  it('is found by two letters as it is now: new, renamed, unlisted, listed again and deleted', async () => {
    expect(await players('qz')).toEqual([])
    const { client } = await signUp(testApp, 'qzena', { profile: { name: 'Someone' } })
    expect(await players('qz')).toEqual(['qzena'])
    expect([await players('xq'), await players('QZ')]).toEqual([[], ['qzena']])
    await client.call('players.edit', { displayName: 'Xqueen' })
    expect((await searchFor('xq')).players.map(({ displayName }) => displayName)).toEqual(['Xqueen'])
    expect((await searchFor('qz')).players.map(({ displayName }) => displayName)).toEqual(['Xqueen'])
    await client.call('players.edit', { unlisted: true })
    for (const who of [visitor, client]) expect((await searchFor('qz', who)).players).toEqual([])
    await client.call('players.edit', { unlisted: false })
    expect(await players('xq')).toEqual(['qzena'])
    await client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: false })
    expect([await players('qz'), await players('xq')]).toEqual([[], []])
  })

  it('who is deleted is found no more, under no name', async () => {
    const { client } = await signUp(testApp, 'goner', { profile: { name: 'Goner Deleted' } })
    expect(await players('goner')).toEqual(['goner'])
    await client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: false })
    for (const text of ['goner', 'deleted', 'player']) expect([text, await players(text)]).toEqual([text, []])
  })
})

describe('a private group', () => {
  it('is found by its members only, and only as long as they are', async () => {
    const groupId = await createGroup(ada, 'private', 'Speakeasy')
    const bob = await signUp(testApp, 'bob')
    expect(await groups('speak', ada.client)).toEqual(['Speakeasy'])
    for (const who of [visitor, bob.client]) expect(await groups('speak', who)).toEqual([])
    await addToGroup(ada, groupId, bob)
    expect((await searchFor('speak', bob.client)).groups).toEqual([{ groupId, name: 'Speakeasy', visibility: 'private', memberCount: 2 }])
    await ada.client.call('groups.removeMember', { groupId, userId: bob.id })
    expect(await groups('speak', bob.client)).toEqual([])
  })

  it('is found by everybody once it is public, by its new name, and by nobody once it is removed', async () => {
    const groupId = await createGroup(ada, 'private', 'Hideout')
    await ada.client.call('groups.edit', { groupId, visibility: 'public', name: 'Clubhouse' })
    expect(await groups('clubhouse')).toEqual(['Clubhouse'])
    expect(await groups('hideout')).toEqual([])
    await ada.client.call('groups.remove', { groupId })
    expect(await groups('clubhouse', ada.client)).toEqual([])
  })
})
