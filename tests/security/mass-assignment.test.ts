import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { countRows } from '../integration/helpers/db.ts'
import { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../integration/helpers/test-app.ts'
import { digestPassword, firstMachineId, PASSWORD, signUp, type TestUser } from '../integration/helpers/users.ts'

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

let testApp: TestApp
let eve: TestUser
let machineId: string

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  eve = await signUp(testApp, 'Eve')
  machineId = await firstMachineId(testApp)
})
afterAll(() => testApp.close())

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
    'account.setEmail': { email: 'eve@example.com', password: digestPassword(PASSWORD) },
    'account.export': {},
  })

  it('is refused by name wherever a call does not ask for it, and nothing is written', async () => {
    const before = await countRows(testApp)
    let refused = 0
    for (const [name, argument] of Object.entries(calls()))
      for (const [wish, value] of Object.entries(WISHES)) {
        expect(await eve.client.expectError(name, { ...argument, [wish]: value }), `${name} ${wish}`).toMatchObject({
          error: 400,
          details: [{ path: wish, message: 'is not known here' }],
        })
        refused++
      }
    console.info(`[Z3] ${refused} wishes refused`)
    expect(await countRows(testApp)).toEqual(before)
  })

  it('is refused inside of what a call asks for, too', async () => {
    for (const [name, argument] of [
      ['scores.submit', { _id: uuidv7(), machineId, value: 5, picture: { key: 'x', userId: 'somebody' } }],
      ['boards.place', { scope: { machineId, roles: ['admin'] }, userId: eve.id }],
      ['account.setEmail', { email: 'e@example.com', password: { ...digestPassword(PASSWORD), isAdmin: true } }],
    ] as const)
      expect(await eve.client.expectError(name, argument), name).toMatchObject({ error: 400 })
  })

  it('has no effect at signing up, where clients send more than is taken', async () => {
    const client = await DdpTestClient.open(testApp.endpoint)
    const answer = await client.tryCall('createUser', { username: 'Mallory', password: digestPassword(PASSWORD), ...WISHES })
    const { rows } = await testApp.app.database.pool.query<{ id: string; roles: unknown; username: string }>(
      `SELECT u.id, u.username, u.roles, (SELECT count(*) FROM user_emails e WHERE e.user_id = u.id) AS emails FROM users u WHERE username = 'Mallory'`,
    )
    if (answer.error !== undefined) expect([answer.error.error, rows]).toEqual([400, []])
    else expect(rows).toEqual([{ id: (answer.result as { id: string }).id, username: 'Mallory', roles: null, emails: 0 }])
    expect(rows.map(({ id }) => id)).not.toContain('chosen')
  })

  it('cannot be written into one’s own user as Meteor’s own allow rules once did', async () => {
    for (const modifier of [{ $set: { roles: ['admin'] } }, { $set: { 'profile.name': 'x' } }, { $unset: { services: 1 } }])
      expect(await eve.client.expectError('/users/update', { _id: eve.id }, modifier, {})).toMatchObject({ error: 403 })
    expect([...eve.client.documents('users').values()]).toEqual([{ username: 'Eve' }])
  })
})
