import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchResults } from '../../src/features/search/contract.ts'
import { bring, makeGroup } from './groups.ts'
import { digestOf, PASSWORD, type SignedUp, signUp } from './people.ts'
import { Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

const NOTHING: SearchResults = { machines: [], players: [], events: [], groups: [] }

let world: World
let visitor: Wire
let ada: SignedUp

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  visitor = await Wire.open(world.endpoint)
  ada = await signUp(world, 'ada', { profile: { name: 'Ada Żółć' } })
})
afterAll(() => world.close())

const look = (text: string, wire = visitor, limit?: number): Promise<SearchResults> =>
  wire.call<SearchResults>('search', limit === undefined ? { text } : { text, limit })
const players = async (text: string): Promise<string[]> => (await look(text)).players.map(({ username }) => username)
const groups = async (text: string, wire = visitor): Promise<string[]> => (await look(text, wire)).groups.map(({ name }) => name)

describe('what is looked for', () => {
  it('is found in every kind at once, as much of it as one needs to show it', async () => {
    await signUp(world, 'attackgirl')
    const groupId = await makeGroup(ada, 'public', 'Attack Club')
    const { machines, ...rest } = await look('attack')
    const [machine] = await visitor.call<unknown[]>('machines.search', { text: 'attack' })
    expect(machine).toMatchObject({ name: expect.stringMatching(/^Attack/) })
    expect(machines[0]).toEqual(machine)
    expect(rest).toEqual({
      players: [{ userId: expect.any(String), username: 'attackgirl', displayName: 'attackgirl' }],
      events: [],
      groups: [{ groupId, name: 'Attack Club', visibility: 'public', memberCount: 1 }],
    })
  })

  it('need not have its case, accents, apostrophes or order, nor its last letters', async () => {
    await signUp(world, 'sean', { profile: { name: 'Seán O’Brien-Müller' } })
    for (const text of ['sea', 'SEÁN', 'sean obrien', "o'brien", 'muller', 'Müller', 'mu sea', 'o’brien-m'])
      expect([text, await players(text)]).toEqual([text, ['sean']])
    for (const text of ['ean', 'rien', 'sean x']) expect([text, await players(text)]).toEqual([text, []])
    await makeGroup(ada, 'public', 'Łódź Öffentlich')
    for (const text of ['offent', 'ÖFF', 'łódź', 'öffentlich ł']) expect([text, await groups(text)]).toEqual([text, ['Łódź Öffentlich']])
  })

  it('may be written in any script', async () => {
    await signUp(world, 'nihon', { profile: { name: '山田 太郎' } })
    await signUp(world, 'bharat', { profile: { name: 'हिन्दी नाम' } })
    await signUp(world, 'kirill', { profile: { name: 'Йосиф Ёлкин' } })
    expect(await players('山')).toEqual(['nihon'])
    expect(await players('हिन्दी')).toEqual(['bharat'])
    expect(await players('ёлк')).toEqual(['kirill'])
    expect(await players('ИОСИФ')).toEqual(['kirill'])
  })

  it('is nothing where there is no letter and no digit in it, and no pattern of the database', async () => {
    for (const text of ['', ' ', '!?', '%', '_', '\\', '%%_', '’']) expect([text, await look(text)]).toEqual([text, NOTHING])
    for (const text of ['attack', 'attack\\', 'att%']) expect([text, await players(text)]).toEqual([text, ['attackgirl']])
    for (const text of ['att%girl', 'a_tack', '%tack']) expect([text, await players(text)]).toEqual([text, []])
  })

  it('is at most five of a kind, or as many as were asked for; the one of exactly this name first', async () => {
    const names = ['zed', 'zed1', 'zed2', 'zed3', 'zed4', 'zed5', 'zed6']
    for (const name of names) await signUp(world, name, name === 'zed' ? { profile: { name: 'Zzz Zed' } } : {})
    expect(await players('zed')).toEqual(names.slice(0, 5))
    expect((await look('ZED', visitor, 20)).players.map(({ username }) => username)).toEqual(names)
    expect((await look('zed', visitor, 1)).players).toHaveLength(1)
    expect((await look('the', visitor, 2)).machines).toHaveLength(2)
  })
})

describe('a player', () => {
  it('is found by a new name at once, by the old one no more', async () => {
    const eve = await signUp(world, 'eve7', { profile: { name: 'Quentina' } })
    expect(await players('quentina')).toEqual(['eve7'])
    await eve.wire.call('players.edit', { displayName: 'Rosamund' })
    expect(await players('rosamund')).toEqual(['eve7'])
    expect(await players('quentina')).toEqual([])
  })

  it('who is unlisted is found by nobody, until listed again', async () => {
    const { wire } = await signUp(world, 'hermit')
    await wire.call('players.edit', { unlisted: true })
    for (const who of [visitor, ada.wire, wire]) expect((await look('hermit', who)).players).toEqual([])
    await wire.call('players.edit', { unlisted: false })
    expect(await players('hermit')).toEqual(['hermit'])
  })

  it('who is deleted is found no more, under no name', async () => {
    const { wire } = await signUp(world, 'goner', { profile: { name: 'Goner Deleted' } })
    expect(await players('goner')).toEqual(['goner'])
    await wire.call('account.delete', { password: digestOf(PASSWORD), eraseScores: false })
    for (const text of ['goner', 'deleted', 'player']) expect([text, await players(text)]).toEqual([text, []])
  })
})

describe('a private group', () => {
  it('is found by its members only, and only as long as they are', async () => {
    const groupId = await makeGroup(ada, 'private', 'Speakeasy')
    const bob = await signUp(world, 'bob')
    expect(await groups('speak', ada.wire)).toEqual(['Speakeasy'])
    for (const who of [visitor, bob.wire]) expect(await groups('speak', who)).toEqual([])
    await bring(ada, groupId, bob)
    expect((await look('speak', bob.wire)).groups).toEqual([{ groupId, name: 'Speakeasy', visibility: 'private', memberCount: 2 }])
    await ada.wire.call('groups.removeMember', { groupId, userId: bob.id })
    expect(await groups('speak', bob.wire)).toEqual([])
  })

  it('is found by everybody once it is public, by its new name, and by nobody once it is removed', async () => {
    const groupId = await makeGroup(ada, 'private', 'Hideout')
    await ada.wire.call('groups.edit', { groupId, visibility: 'public', name: 'Clubhouse' })
    expect(await groups('clubhouse')).toEqual(['Clubhouse'])
    expect(await groups('hideout')).toEqual([])
    await ada.wire.call('groups.remove', { groupId })
    expect(await groups('clubhouse', ada.wire)).toEqual([])
  })
})
