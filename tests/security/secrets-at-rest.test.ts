import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { digestOf, makeAdmin, PASSWORD, type SignedUp, signUp } from '../integration/people.ts'
import { dumpTables } from '../integration/tables.ts'
import { createWorld, type World } from '../integration/world.ts'
import { needlesIn } from './needles.ts'

let world: World
let ada: SignedUp

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  ada = await signUp(world, 'Ada', { email: 'ada@example.com' })
})
afterAll(() => world.close())

describe('what the database holds', () => {
  it('of a password is kept as argon2id of 19 MiB and two passes, salted', async () => {
    const bob = await signUp(world, 'Bob')
    const { rows } = await world.app.database.pool.query<{ hash: string }>('SELECT hash FROM user_passwords WHERE user_id = ANY ($1)', [
      [ada.id, bob.id],
    ])
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2)
    for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22,}\$[\w+/]{43}$/)
  })

  it('of secrets that were sent or given out stands nowhere in the database as it was sent', async () => {
    const { wire } = ada
    const secrets = [PASSWORD, digestOf(PASSWORD).digest, ada.token]
    const groupId = uuidv7()
    await wire.call('groups.add', { _id: groupId, name: 'Club', visibility: 'private' })
    secrets.push((await wire.call<{ code: string }>('groups.invite', { groupId })).code)
    secrets.push((await wire.call<{ url: string }>('account.export', {})).url.split('/').at(-1)!)
    await makeAdmin(world, ada.id)
    secrets.push((await wire.call<{ token: string }>('invitations.add', { _id: uuidv7() })).token)
    await wire.call('forgotPassword', { email: 'ada@example.com' })
    await wire.call('account.setEmail', { email: 'ada.l@example.com', password: digestOf(PASSWORD) })
    secrets.push(await world.linkToken('ada@example.com'), await world.linkToken('ada.l@example.com'))
    secrets.push((await wire.call<{ token: string }>('getNewToken')).token)
    const dump = await dumpTables(world)
    expect(dump).toContain('ada@example.com')
    expect(new Set(secrets).size).toBe(9)
    expect(needlesIn(dump, secrets)).toEqual([])
  })
})
