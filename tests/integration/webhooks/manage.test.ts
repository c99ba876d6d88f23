import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pruneChangeLog } from '#platform/db/change-log/prune.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { exportUserHooks } from '#webhooks/server/user-data.ts'
import { HookReceiver } from '../fakes/hook-receiver.ts'
import { addToGroup, createGroup } from '../helpers/groups.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { makeAdmin, signUp, type TestUser } from '../helpers/users.ts'

let receiver: HookReceiver
let testApp: TestApp
let owner: TestUser
let manager: TestUser
let admin: TestUser
let groupId: string

beforeAll(async () => {
  receiver = await new HookReceiver().open()
  testApp = await createTestApp({ config: { rateLimits: 'off', privateWebhooks: true } })
  owner = await signUp(testApp, 'Owner')
  manager = await signUp(testApp, 'Manager')
  admin = await signUp(testApp, 'Admin')
  await makeAdmin(testApp, admin.id)
  groupId = await createGroup(owner, 'private')
  await addToGroup(owner, groupId, manager, ['owner'])
})
afterAll(async () => {
  await testApp.close()
  await receiver.close()
})

interface Added {
  webhookId: string
  secret: string
}
const facts = (more: object = {}) => ({ _id: uuidv7(), name: 'Bot', address: `${receiver.url}/bot`, types: ['score.submitted'], ...more })
const add = ({ client }: TestUser, more: object = {}): Promise<Added> => client.call<Added>('webhooks.add', facts({ groupId, ...more }))
const codeOf = async ({ client }: TestUser, name: string, input: object): Promise<unknown> => {
  const { error } = await client.tryCall(name, input)
  return (error?.details as { code?: string } | undefined)?.code ?? error?.error
}

/** The example of the documentation, by which a receiver finds out where a message comes from. */
async function readExample(): Promise<{ code: string; verify(secret: string, headers: object, body: string): boolean }> {
  const code = /```js verify\n([\s\S]*?)```/.exec(readFileSync('docs/webhooks.md', 'utf8'))![1]!
  return { code, ...(await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) }
}

describe('a webhook', () => {
  it('is tested at once, with a signature that the example of the documentation accepts, and no other', async () => {
    const { webhookId, secret } = await add(owner)
    expect(secret).toMatch(/^whsec_/)
    const _id = uuidv7()
    expect(await owner.client.call('webhooks.test', { _id, webhookId })).toEqual({ deliveryId: _id })
    await owner.client.call('webhooks.test', { _id, webhookId })
    await testApp.app.features.webhooks.runOnce()
    const messages = receiver.at('/bot')
    expect(messages).toHaveLength(1)
    const { headers, body, message } = messages[0]!
    expect(headers['webhook-id']).toBe(_id)
    expect(message).toEqual({
      type: 'webhook.test',
      timestamp: expect.any(String),
      data: { webhook: { id: webhookId, name: 'Bot' }, url: expect.any(String) },
    })
    const { code, verify } = await readExample()
    expect(code.trim().split('\n').length).toBeLessThanOrEqual(12)
    expect(verify(secret, headers, body)).toBe(true)
    expect(verify(secret, headers, `${body} `)).toBe(false)
    expect(
      verify(
        secret.replace(/_./, found => (found === '_A' ? '_B' : '_A')),
        headers,
        body,
      ),
    ).toBe(false)
    expect(verify(secret, { ...headers, 'webhook-id': uuidv7() }, body)).toBe(false)
    expect(verify(secret, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1000) }, body)).toBe(false)
  })

  it('gets a new secret, and is signed with the former one too for a day', async () => {
    const { webhookId, secret } = await add(owner, { address: `${receiver.url}/rotated` })
    const { verify } = await readExample()
    const call = { _id: uuidv7(), webhookId }
    const { secret: next } = await owner.client.call<{ secret: string }>('webhooks.rotateSecret', call)
    expect(next).toMatch(/^whsec_/)
    expect(await owner.client.call('webhooks.rotateSecret', call)).toEqual({ secret: next })
    expect(await codeOf(admin, 'webhooks.rotateSecret', { _id: uuidv7(), webhookId })).toBe('no-webhook')
    const isVerified = async (by: string): Promise<boolean> => {
      await owner.client.call('webhooks.test', { _id: uuidv7(), webhookId })
      await testApp.app.features.webhooks.runOnce()
      const { headers, body } = receiver.at('/rotated').at(-1)!
      expect(headers['webhook-signature']).toMatch(/^v1,\S+( v1,\S+)*$/)
      return verify(by, headers, body)
    }
    expect([await isVerified(secret), await isVerified(next)]).toEqual([true, true])
    // A secret that is replaced again still signs, until its own day is over.
    const { secret: last } = await owner.client.call<{ secret: string }>('webhooks.rotateSecret', { _id: uuidv7(), webhookId })
    await owner.client.call('webhooks.edit', { webhookId, address: `${receiver.url}/rotated` })
    expect([await isVerified(secret), await isVerified(next), await isVerified(last)]).toEqual([true, true, true])
    const discord = await add(owner, { address: `https://discord.com/api/webhooks/123456789012345678/${'y'.repeat(40)}` })
    expect(await codeOf(owner, 'webhooks.rotateSecret', { _id: uuidv7(), webhookId: discord.webhookId })).toBe('webhook-unsigned')
  })

  it('has its secret and address in no document, in no table as they are, and not in the log of changes', async () => {
    const address = `${receiver.url}/a-secret-path-of-mine`
    const { webhookId, secret } = await add(owner, { address })
    await owner.client.subscribe('webhooks.list', { groupId })
    expect(owner.client.documents('webhooks').get(webhookId)).toMatchObject({ host: new URL(address).host, ending: 'mine' })
    const { rows } = await testApp.app.database.pool.query<{ all: string }>(
      `SELECT (SELECT jsonb_agg(w)::text FROM webhooks w) || (SELECT jsonb_agg(f)::text FROM feed f) || (SELECT jsonb_agg(d)::text FROM webhook_deliveries d) AS all`,
    )
    for (const hidden of ['a-secret-path', secret, Buffer.from('a-secret-path').toString('hex')]) expect(rows[0]!.all).not.toContain(hidden)
    expect(owner.client.frames.filter(text => text.includes('a-secret-path') && text.includes('"added"'))).toEqual([])
  })

  it('that is added again has the same answer for who has added it, and is refused to others', async () => {
    const call = facts({ groupId })
    const first = await owner.client.call('webhooks.add', call)
    expect(await owner.client.call('webhooks.add', call)).toEqual(first)
    expect(await codeOf(owner, 'webhooks.add', { ...call, name: 'Another' })).toBe('id-used')
    expect(await codeOf(manager, 'webhooks.add', call)).toBe('id-used')
  })

  it('is one of at most twenty of its group', async () => {
    const full = await createGroup(owner, 'public')
    for (let i = 0; i < 20; i++) await add(owner, { groupId: full })
    expect(await codeOf(owner, 'webhooks.add', facts({ groupId: full }))).toBe('webhooks-full')
  })

  it('is seen no more by who owns the group no more', async () => {
    const { webhookId } = await add(manager)
    await manager.client.subscribe('webhooks.list', { groupId })
    await manager.client.subscribe('webhooks.log', { webhookId })
    await manager.client.waitUntil(() => manager.client.documents('webhooks').has(webhookId))
    await owner.client.call('groups.setRoles', { groupId, userId: manager.id, roles: ['manager'] })
    await manager.client.waitUntil(() => !manager.client.documents('webhooks').has(webhookId))
    expect(await codeOf(manager, 'webhooks.edit', { webhookId, on: false })).toBe('no-webhook')
    expect(await codeOf(admin, 'webhooks.edit', { webhookId, on: false })).toBe('no-webhook')
  })

  it('is narrowed only to what it may be told of', async () => {
    const foreign = await createGroup(owner, 'private')
    const none = { machineIds: [], venueIds: [], groupIds: [], eventIds: [] }
    expect(await codeOf(admin, 'webhooks.add', facts({ only: { ...none, groupIds: [foreign] } }))).toBe('no-group')
    expect(await codeOf(admin, 'webhooks.add', facts({ only: { ...none, machineIds: ['nothing'] } }))).toBe('no-machine')
  })

  it('that led to Discord gets a secret when it leads elsewhere', async () => {
    const discord = await add(owner, { address: `https://discord.com/api/webhooks/123456789012345678/${'x'.repeat(40)}` })
    expect(discord.secret).toBe(null)
    const { secret } = await owner.client.call<{ secret: string }>('webhooks.edit', {
      webhookId: discord.webhookId,
      address: `${receiver.url}/x`,
    })
    expect(secret).toMatch(/^whsec_/)
    expect(await owner.client.call('webhooks.edit', { webhookId: discord.webhookId, name: 'Renamed' })).toEqual({ secret: null })
  })

  it('stands in the personal export of who has added it, without its address', async () => {
    const { webhookId } = await add(owner)
    const exported = await exportUserHooks(testApp.app.database.db, owner.id)
    expect(exported.find(({ id }) => id === webhookId)).toEqual({
      id: webhookId,
      name: 'Bot',
      host: new URL(receiver.url).host,
      types: ['score.submitted'],
      groupId,
      eventId: null,
      addedAt: expect.any(Date),
    })
  })
})

it('where the operator allows no private targets, one that leads there is refused', async () => {
  const strict = await createTestApp({ config: { rateLimits: 'off' } })
  const chief = await signUp(strict, 'Chief')
  await makeAdmin(strict, chief.id)
  for (const [address, code] of [
    [`${receiver.url}/x`, 'webhook-https'],
    ['https://localhost/x', 'webhook-private'],
    ['https://[::1]/x', 'webhook-private'],
    ['https://no-such-host.invalid/x', 'webhook-unknown'],
    ['ftp://example.com', 'webhook-address'],
    ['https://user:password@example.com/', 'webhook-address'],
  ]) {
    const { error } = await chief.client.tryCall('webhooks.add', facts({ address }))
    expect({ address, details: error?.details }).toMatchObject({ address, details: [{ path: 'address', code }] })
  }
  await strict.close()
})

it('the change log keeps what webhooks have still to be told, however old it is, and nothing else that is old', async () => {
  const { database, features } = testApp.app
  const numbers = async (): Promise<number[]> =>
    (await database.pool.query<{ n: number }>('SELECT n FROM feed ORDER BY n')).rows.map(({ n }) => n)
  await add(owner)
  await database.pool.query("UPDATE feed SET at = now() - interval '2 hours'")
  const before = await numbers()
  const unread = before.at(-3)!
  await pruneChangeLog(database, async () => unread)
  expect(await numbers()).toEqual(before.slice(-3))
  await database.pool.query('UPDATE webhook_cursor SET n = 0')
  await database.pool.query('UPDATE webhooks SET since_n = $1 WHERE removed_at IS NULL AND off IS NULL', [unread])
  expect(await features.webhooks.firstUnread(database.db)).toBe(unread + 1)
  await pruneChangeLog(database)
  expect(await numbers()).toEqual([])
})
