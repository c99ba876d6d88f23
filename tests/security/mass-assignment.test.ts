import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { digestOf, PASSWORD, type SignedUp, signUp, someMachine } from '../integration/people.ts'
import { rowCounts } from '../integration/tables.ts'
import { Wire } from '../integration/wire.ts'
import { createWorld, type World } from '../integration/world.ts'

/** Fields that an attacker would like to set about himself. */
const WISHES: Record<string, unknown> = {
  roles: ['admin'],
  isAdmin: true,
  userId: 'somebody-else',
  id: 'chosen',
  createdAt: new Date(0),
  verified: true,
  emails: [{ address: 'taken@example.com', verified: true }],
  services: { resume: { loginTokens: [] } },
  status: 'verified',
  version: 99,
  receipt: 1,
  memberCount: 1000,
  supporter: true,
  hidden: false,
}

let world: World
let eve: SignedUp
let machineId: string

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  eve = await signUp(world, 'Eve')
  machineId = await someMachine(world)
})
afterAll(() => world.close())

describe('[Z3] what nobody may say of himself or of what is his', () => {
  const calls = (): Record<string, Record<string, unknown>> => ({
    'scores.submit': { _id: uuidv7(), machineId, value: 5 },
    'players.edit': { bio: 'words' },
    'groups.add': { _id: uuidv7(), name: 'Club', visibility: 'public' },
    'reports.add': { _id: uuidv7(), kind: 'profile', subjectId: eve.id, reason: 'x' },
    'events.add': {
      _id: uuidv7(),
      name: 'Night',
      startsAt: new Date(),
      endsAt: new Date(Date.now() + 1000),
      format: { kind: 'high-score' },
      machineIds: [machineId],
    },
    'account.setEmail': { email: 'eve@example.com', password: digestOf(PASSWORD) },
    'account.export': {},
  })

  it('is refused by name wherever a call does not ask for it, and nothing is written', async () => {
    const before = await rowCounts(world)
    let refused = 0
    for (const [name, argument] of Object.entries(calls()))
      for (const [wish, value] of Object.entries(WISHES)) {
        expect(await eve.wire.refusal(name, { ...argument, [wish]: value }), `${name} ${wish}`).toMatchObject({
          error: 400,
          details: [{ path: wish, message: 'is not known here' }],
        })
        refused++
      }
    console.info(`[Z3] ${refused} wishes refused`)
    expect(await rowCounts(world)).toEqual(before)
  })

  it('is refused inside of what a call asks for, too', async () => {
    for (const [name, argument] of [
      ['scores.submit', { _id: uuidv7(), machineId, value: 5, picture: { key: 'x', userId: 'somebody' } }],
      ['boards.place', { scope: { machineId, roles: ['admin'] }, userId: eve.id }],
      ['account.setEmail', { email: 'e@example.com', password: { ...digestOf(PASSWORD), isAdmin: true } }],
    ] as const)
      expect(await eve.wire.refusal(name, argument), name).toMatchObject({ error: 400 })
  })

  it('has no effect at signing up, where clients send more than is taken', async () => {
    const wire = await Wire.open(world.endpoint)
    const answer = await wire.attempt('createUser', { username: 'Mallory', password: digestOf(PASSWORD), ...WISHES })
    const { rows } = await world.app.database.pool.query<{ id: string; roles: unknown; username: string }>(
      `SELECT u.id, u.username, u.roles, (SELECT count(*) FROM user_emails e WHERE e.user_id = u.id) AS emails FROM users u WHERE username = 'Mallory'`,
    )
    if (answer.error !== undefined) expect([answer.error.error, rows]).toEqual([400, []])
    else expect(rows).toEqual([{ id: (answer.result as { id: string }).id, username: 'Mallory', roles: null, emails: 0 }])
    expect(rows.map(({ id }) => id)).not.toContain('chosen')
  })

  it('cannot be written into one’s own user as Meteor’s own allow rules once did', async () => {
    for (const modifier of [{ $set: { roles: ['admin'] } }, { $set: { 'profile.name': 'x' } }, { $unset: { services: 1 } }])
      expect(await eve.wire.refusal('/users/update', { _id: eve.id }, modifier, {})).toMatchObject({ error: 403 })
    expect([...eve.wire.documents('users').values()]).toEqual([{ username: 'Eve' }])
  })
})
