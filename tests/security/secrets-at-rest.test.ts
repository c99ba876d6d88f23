import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { dumpTables } from '../integration/helpers/db.ts'
import { createTestApp, type TestApp } from '../integration/helpers/test-app.ts'
import { digestPassword, makeAdmin, PASSWORD, signUp, type TestUser } from '../integration/helpers/users.ts'
import { findNeedles } from './needles.ts'

let testApp: TestApp
let ada: TestUser

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  ada = await signUp(testApp, 'Ada', { email: 'ada@example.com' })
})
afterAll(() => testApp.close())

describe('what the database holds', () => {
  it('of a password is kept as argon2id of 19 MiB and two passes, salted', async () => {
    const bob = await signUp(testApp, 'Bob')
    const { rows } = await testApp.app.database.pool.query<{ hash: string }>('SELECT hash FROM user_passwords WHERE user_id = ANY ($1)', [
      [ada.id, bob.id],
    ])
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2)
    for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22,}\$[\w+/]{43}$/)
  })

  it('of secrets that were sent or given out stands nowhere in the database as it was sent', async () => {
    const { client } = ada
    const secrets = [PASSWORD, digestPassword(PASSWORD).digest, ada.token]
    const groupId = uuidv7()
    await client.call('groups.add', { _id: groupId, name: 'Club', visibility: 'private' })
    secrets.push((await client.call<{ code: string }>('groups.invite', { groupId })).code)
    secrets.push((await client.call<{ url: string }>('account.export', {})).url.split('/').at(-1)!)
    await makeAdmin(testApp, ada.id)
    secrets.push((await client.call<{ token: string }>('invitations.add', { _id: uuidv7() })).token)
    await client.call('forgotPassword', { email: 'ada@example.com' })
    await client.call('account.setEmail', { email: 'ada.l@example.com', password: digestPassword(PASSWORD) })
    secrets.push(await testApp.linkToken('ada@example.com'), await testApp.linkToken('ada.l@example.com'))
    secrets.push((await client.call<{ token: string }>('getNewToken')).token)
    const dump = await dumpTables(testApp)
    expect(dump).toContain('ada@example.com')
    expect(new Set(secrets).size).toBe(9)
    expect(findNeedles(dump, secrets)).toEqual([])
  })
})
