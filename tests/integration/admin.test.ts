import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { digestOf, logIn, makeAdmin, PASSWORD, type SignedUp, signUp } from './people.ts'
import { rowCounts } from './tables.ts'
import { Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

let world: World
let ada: SignedUp
let player: SignedUp

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  ada = await signUp(world, 'Ada')
  await makeAdmin(world, ada.id)
  player = await signUp(world, 'Player', { email: 'player@example.com' })
})
afterAll(() => world.close())

describe('users.enroll', () => {
  it('makes an account whose owner chooses the password by the link in the mail, and is logged in by it', async () => {
    const _id = uuidv7()
    const enrolment = { _id, username: 'Keith', email: 'keith@example.com', roles: ['moderator'] }
    expect(await ada.wire.call('users.enroll', enrolment)).toEqual({ userId: _id })
    expect(await ada.wire.call('users.enroll', enrolment), 'the same again').toEqual({ userId: _id })
    const keith = await Wire.open(world.endpoint)
    const token = await world.linkToken('keith@example.com')
    expect(await keith.call('resetPassword', token, digestOf(PASSWORD))).toMatchObject({ id: _id, type: 'password' })
    await keith.subscribe('_roles')
    expect([...keith.documents('users').values()]).toMatchObject([
      { username: 'Keith', emails: [{ address: 'keith@example.com', verified: true }], roles: { __global_roles__: ['moderator'] } },
    ])
    expect(await keith.refusal('resetPassword', token, digestOf(PASSWORD))).toMatchObject({ error: 403, reason: 'Token expired' })
    expect((await world.mails()).filter(({ to }) => to?.[0]?.address === 'keith@example.com')).toHaveLength(1)
    await keith.close()
  })

  it('is refused to others before anything is looked up, and changes nothing when it is refused', async () => {
    const before = await rowCounts(world)
    const visitor = await Wire.open(world.endpoint)
    const enrolment = { _id: uuidv7(), username: 'Nobody', email: 'nobody@example.com' }
    expect(await visitor.refusal('users.enroll', enrolment)).toMatchObject({ error: 401 })
    expect(await player.wire.refusal('users.enroll', { ...enrolment, username: 'Ada' })).toMatchObject({ error: 403 })
    expect(await ada.wire.refusal('users.enroll', { ...enrolment, username: 'aDA' })).toMatchObject({
      error: 403,
      reason: 'Username already exists.',
    })
    expect(await ada.wire.refusal('users.enroll', { ...enrolment, email: 'PLAYER@example.com' })).toMatchObject({ error: 409 })
    expect(await ada.wire.refusal('users.enroll', { ...enrolment, _id: player.id })).toMatchObject({ error: 409 })
    expect(await ada.wire.refusal('users.enroll', { ...enrolment, email: 'nowhere' })).toMatchObject({
      error: 400,
      details: [{ path: 'email' }],
    })
    expect(await rowCounts(world)).toEqual(before)
    await visitor.close()
  })
})

describe('users.delete', () => {
  it('is refused to others, whether there is such a user or not', async () => {
    for (const userId of [ada.id, uuidv7()])
      expect(await player.wire.refusal('users.delete', { userId, eraseScores: true })).toMatchObject({
        error: 403,
        reason: 'Only an administrator may do this.',
      })
    expect(await ada.wire.refusal('users.delete', { userId: uuidv7(), eraseScores: true })).toMatchObject({ error: 404 })
  })

  it('closes the sessions of the user and takes the account away', async () => {
    const gone = await signUp(world, 'Gone')
    expect(await ada.wire.call('users.delete', { userId: gone.id, eraseScores: true })).toEqual({})
    await gone.wire.closed
    const again = await Wire.open(world.endpoint)
    expect(await again.refusal('login', { resume: gone.token })).toMatchObject({ error: 403 })
    expect(await again.refusal('login', { user: { username: 'Gone' }, password: digestOf(PASSWORD) })).toMatchObject({ error: 403 })
    expect((await again.subscribe('players.one', { username: 'Gone' })).error).toMatchObject({ error: 404 })
    expect(await ada.wire.refusal('users.delete', { userId: gone.id, eraseScores: true })).toMatchObject({ error: 404 })
    await again.close()
  })
})

describe('the first administrator', () => {
  it('is made by the link of a start, of which one at a time is good', async () => {
    const fresh = await createWorld({ config: { rateLimits: 'off' } })
    const first = await fresh.app.features.admin.firstAdministratorToken()
    await fresh.restart()
    const second = await fresh.app.features.admin.firstAdministratorToken()
    const wire = await Wire.open(fresh.endpoint)
    expect(await wire.refusal('resetPassword', first, digestOf(PASSWORD))).toMatchObject({ error: 403, reason: 'Token expired' })
    await wire.call('resetPassword', second, digestOf(PASSWORD))
    await wire.subscribe('_roles')
    expect([...wire.documents('users').values()]).toMatchObject([{ username: 'admin', roles: { __global_roles__: ['admin'] } }])
    await logIn(wire, 'admin')
    expect(await fresh.app.features.admin.firstAdministratorToken()).toBe(null)
    await fresh.close()
  })

  it('gets another name where a player took "admin"', async () => {
    const taken = await createWorld({ config: { rateLimits: 'off' } })
    await signUp(taken, 'Admin')
    const token = await taken.app.features.admin.firstAdministratorToken()
    const wire = await Wire.open(taken.endpoint)
    await wire.call('resetPassword', token, digestOf(PASSWORD))
    expect([...wire.documents('users').values()]).toMatchObject([{ username: expect.stringMatching(/^admin-[0-9a-f]{4}$/) }])
    await taken.close()
  })
})
