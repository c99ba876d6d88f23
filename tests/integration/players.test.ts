import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digestOf, PASSWORD, type SignedUp, signUp } from './people.ts'
import { type Document, Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

let world: World
let ada: SignedUp
let visitor: Wire

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  ada = await signUp(world, 'Ada')
  visitor = await Wire.open(world.endpoint)
  await visitor.subscribe('players.one', { username: 'ada' })
})
afterAll(() => world.close())

const seen = (): Document | undefined => visitor.documents('players').get(ada.id)

async function sees(fields: object): Promise<void> {
  await visitor.until(() => {
    const document = seen()
    return Object.entries(fields).every(([field, value]) => document?.[field] === value)
  })
}

describe('a player’s profile', () => {
  it('is empty at first, and names nothing that the player has not said', () => {
    expect(seen()).toMatchObject({ username: 'Ada', displayName: 'Ada', bio: '', location: '', supporter: false })
    expect(seen()).not.toHaveProperty('unlisted')
  })

  it('is changed by its player, live for everybody and in the own user document', async () => {
    const bio = 'Plays since 1979.\nLikes reels.'
    expect(await ada.wire.call('players.edit', { displayName: ' Ada L ', bio, location: 'Turin' })).toEqual({})
    await sees({ displayName: 'Ada L', bio, location: 'Turin' })
    expect(ada.wire.documents('users').get(ada.id)).toMatchObject({ username: 'Ada', profile: { name: 'Ada L' } })
  })

  it('keeps what is not named', async () => {
    await ada.wire.call('players.edit', { location: '' })
    await sees({ location: '' })
    expect(seen()).toMatchObject({ displayName: 'Ada L', bio: 'Plays since 1979.\nLikes reels.' })
    await ada.wire.call('players.edit', {})
    expect(seen()).toMatchObject({ displayName: 'Ada L' })
  })

  it('tells that it is unlisted only while it is, and search engines with it', async () => {
    const robots = async (): Promise<boolean> => (await (await fetch(`${world.http}/players/ada`)).text()).includes('content="noindex"')
    expect(await robots()).toBe(false)
    await ada.wire.call('players.edit', { unlisted: true })
    await sees({ unlisted: true })
    expect(await robots()).toBe(true)
    await ada.wire.call('players.edit', { unlisted: false })
    await visitor.until(() => seen() !== undefined && !('unlisted' in seen()!))
    expect(await robots()).toBe(false)
  })

  it('has no picture to take away, and takes none that is not there', async () => {
    expect(await ada.wire.call('players.edit', { picture: null })).toEqual({})
    expect(await ada.wire.refusal('players.edit', { picture: { key: 'nowhere' } })).toMatchObject({
      error: 404,
      reason: 'There is no such picture.',
    })
  })

  it('refuses what is too long, empty where it may not be, or unknown, and says where', async () => {
    for (const [argument, path] of [
      [{ displayName: ' ' }, 'displayName'],
      [{ displayName: 'x'.repeat(61) }, 'displayName'],
      [{ bio: 'x'.repeat(501) }, 'bio'],
      [{ location: 'x'.repeat(81) }, 'location'],
      [{ location: 'two\nlines' }, 'location'],
      [{ unlisted: 'yes' }, 'unlisted'],
      [{ username: 'Eve' }, 'username'],
    ] as const) {
      expect(await ada.wire.refusal('players.edit', argument)).toMatchObject({ error: 400, details: [{ path }] })
    }
    expect(seen()).toMatchObject({ displayName: 'Ada L' })
  })

  it('is nobody’s to change who is not signed in', async () => {
    expect(await visitor.refusal('players.edit', { bio: 'Mine' })).toMatchObject({ error: 401 })
  })
})

describe('a player who is no more', () => {
  it('is gone from under who looks, and leaves no profile behind', async () => {
    const bob = await signUp(world, 'Bob')
    await bob.wire.call('players.edit', { bio: 'Bob was here.' })
    const wire = await Wire.open(world.endpoint)
    const { id } = await wire.subscribe('players.one', { username: 'bob' })
    expect((await fetch(`${world.http}/players/bob`)).status).toBe(200)
    await bob.wire.call('account.delete', { password: digestOf(PASSWORD), eraseScores: false })
    expect(await wire.message(message => message.msg === 'nosub' && message.id === id)).toMatchObject({ error: { error: 404 } })
    expect(wire.documents('players').size).toBe(0)
    expect((await wire.subscribe('players.one', { username: 'bob' })).error).toMatchObject({ error: 404 })
    expect((await fetch(`${world.http}/players/bob`)).status).toBe(404)
    const { rows } = await world.app.database.pool.query('SELECT 1 FROM player_profiles WHERE user_id = $1', [bob.id])
    expect(rows).toEqual([])
  })
})
