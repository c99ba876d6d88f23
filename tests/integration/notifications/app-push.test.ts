import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { FakeFcm } from '../fakes/fcm.ts'
import { PUSH_KEYS } from '../fakes/push-service.ts'
import { PhoneOwners } from '../helpers/phone-owners.ts'
import { createSettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { signUp, type TestUser } from '../helpers/users.ts'

/* Notifications on phones with the app, by Firebase Cloud Messaging. */

const MINUTE = 60_000
const clock = createSettableClock()
let fcm: FakeFcm
let testApp: TestApp
let owners: PhoneOwners
let count = 0

beforeAll(async () => {
  fcm = await new FakeFcm().open()
  testApp = await createTestApp({ clock, config: { rateLimits: 'off', fcm: fcm.options } })
  owners = await new PhoneOwners(testApp).open()
})
afterEach(() => {
  fcm.failures.clear()
  fcm.tokenFailure = null
})
afterAll(async () => {
  await testApp?.close()
  await fcm?.close()
})

const newToken = (): string => `phone-${++count}:APA91b${'x'.repeat(120)}`
const messagesTo = (token: string) => fcm.received.filter(message => message.token === token)

async function phoneOwner(): Promise<TestUser & { token: string }> {
  const token = newToken()
  return { ...(await owners.add(`fcm:${token}`)), token }
}

describe('a phone with the app', () => {
  it('gets what browsers get, for as long as it is of use, with the page to open', async () => {
    const ada = await phoneOwner()
    const scoreId = await owners.notify(ada)
    expect(messagesTo(ada.token)).toEqual([
      {
        token: ada.token,
        notification: { title: expect.stringMatching(/verified/i), body: expect.any(String) },
        data: { url: `/scores/${scoreId}` },
        // A day, less the seconds until it was sent.
        android: { ttl: expect.stringMatching(/^86(400|3\d\d)s$/), priority: 'NORMAL', notification: { tag: `moderated:${scoreId}` } },
      },
    ])
    expect(await owners.devices(ada)).toEqual([`fcm:${ada.token}`])
    expect(ada.client.documents('notificationSettings').get(ada.id)).toMatchObject({ fcm: true })
  })

  it('shares an access token with others until it ends, or is revoked', async () => {
    const ada = await phoneOwner()
    await owners.notify(ada)
    const before = fcm.issued
    await owners.notify(ada)
    expect(fcm.issued).toBe(before)
    clock.set(clock.now() + 60 * MINUTE)
    await owners.notify(ada)
    expect(fcm.issued).toBe(before + 1)
    fcm.revokeAccess()
    await owners.notify(ada)
    expect([fcm.issued, messagesTo(ada.token).length]).toEqual([before + 2, 4])
  })

  it.each([
    ['was unregistered', { status: 404, code: 'UNREGISTERED' }],
    ['belongs to another project', { status: 403, code: 'SENDER_ID_MISMATCH' }],
    ['is no token', { status: 400, code: 'INVALID_ARGUMENT', field: 'message.token' }],
  ])('whose token %s is removed', async (_, failure) => {
    const ada = await phoneOwner()
    fcm.failures.set(ada.token, failure)
    await owners.notify(ada)
    expect(await owners.devices(ada)).toEqual([])
  })

  it.each([
    ['has no time', { status: 503 }],
    ['asks to wait', { status: 429, code: 'QUOTA_EXCEEDED', headers: { 'retry-after': '60' } }],
  ])('gets a message later when the service %s', async (_, failure) => {
    const ada = await phoneOwner()
    fcm.failures.set(ada.token, failure)
    await owners.notify(ada)
    expect(messagesTo(ada.token)).toEqual([])
    fcm.failures.clear()
    clock.set(clock.now() + 2 * MINUTE)
    await testApp.app.features.notifications.runOnce()
    expect(messagesTo(ada.token)).toHaveLength(1)
  })

  it.each([
    [
      'refuses the service account',
      { status: 401, error: 'invalid_client' },
      'TokenFailure: The token endpoint of the service account answered 401 (invalid_client).',
    ],
    [
      'refuses the signature',
      { status: 400, error: 'invalid_grant' },
      'TokenFailure: The token endpoint of the service account answered 400 (invalid_grant).',
    ],
    ['has no time', { status: 503, error: 'unavailable' }, 'PushFailure: no answer'],
  ])('gets a message later when the token endpoint %s, and the job says why', async (_, failure, lastError) => {
    const ada = await phoneOwner()
    fcm.tokenFailure = failure
    clock.set(clock.now() + 60 * MINUTE)
    await owners.notify(ada)
    const { rows } = await testApp.app.database.pool.query(`SELECT last_error FROM jobs WHERE kind = 'push' AND failed_at IS NULL`)
    expect(rows).toEqual([{ last_error: lastError }])
    fcm.tokenFailure = null
    clock.set(clock.now() + 2 * MINUTE)
    await testApp.app.features.notifications.runOnce()
    expect(messagesTo(ada.token)).toHaveLength(1)
  })

  it('stays when a message is refused for another reason', async () => {
    const ada = await phoneOwner()
    fcm.failures.set(ada.token, { status: 400, code: 'INVALID_ARGUMENT', field: 'message.android.ttl' })
    await owners.notify(ada)
    expect(await owners.devices(ada)).toEqual([`fcm:${ada.token}`])
  })

  it('belongs to who subscribed last', async () => {
    const [ada, bob] = [await phoneOwner(), await owners.signUp()]
    await bob.client.call('notifications.subscribe', { endpoint: `fcm:${ada.token}` })
    expect([await owners.devices(ada), await owners.devices(bob)]).toEqual([[], [`fcm:${ada.token}`]])
  })
})

describe('an endpoint', () => {
  it('of a phone has a token alone, and one of a browser its keys', async () => {
    const { client } = await owners.signUp()
    for (const argument of [
      { endpoint: 'fcm:short' },
      { endpoint: `fcm:${'x'.repeat(40)}/../y` },
      { endpoint: `fcm:${newToken()}`, keys: PUSH_KEYS },
      { endpoint: 'https://fcm.googleapis.com/fcm/send/x' },
    ])
      expect(await client.expectError('notifications.subscribe', argument)).toMatchObject({ error: 400 })
  })

  it('of a phone is refused where the service is not configured', async () => {
    const site = await createTestApp({ config: { rateLimits: 'off' } })
    const { client, id } = await signUp(site, 'Ada')
    expect(await client.expectError('notifications.subscribe', { endpoint: `fcm:${newToken()}` })).toMatchObject({ error: 400 })
    await client.subscribe('notifications.mine', {})
    expect(client.documents('notificationSettings').get(id)).not.toHaveProperty('fcm')
    await site.close()
  })
})
