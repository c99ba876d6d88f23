import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { FakeApns } from '../fakes/apns.ts'
import { PhoneOwners } from '../helpers/phone-owners.ts'
import { createSettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import type { TestUser } from '../helpers/users.ts'

/* Notifications on iPhones with the app, by the Apple Push Notification service. */

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const clock = createSettableClock()
let apns: FakeApns
let testApp: TestApp
let owners: PhoneOwners
let count = 0

beforeAll(async () => {
  apns = await new FakeApns().open()
  testApp = await createTestApp({ clock, config: { rateLimits: 'off', apns: apns.options } })
  owners = await new PhoneOwners(testApp).open()
})
afterEach(() => apns.failures.clear())
afterAll(async () => {
  await testApp?.close()
  await apns?.close()
})

const newToken = (): string => (++count).toString(16).padStart(64, 'ab')
const messagesTo = (token: string) => apns.received.filter(message => message.token === token)

async function phoneOwner(): Promise<TestUser & { token: string }> {
  const token = newToken()
  return { ...(await owners.add(`apns:${token}`)), token }
}

describe('an iPhone with the app', () => {
  it('gets what browsers get, for as long as it is of use, with the page to open', async () => {
    const ada = await phoneOwner()
    const scoreId = await owners.notify(ada)
    const [message, ...more] = messagesTo(ada.token)
    expect(more).toEqual([])
    expect(message).toMatchObject({
      body: { aps: { alert: { title: expect.stringMatching(/verified/i), body: expect.any(String) } }, url: `/scores/${scoreId}` },
      priority: '5',
      collapseId: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(message!.expiration * 1000 - clock.now()).toBeGreaterThan(DAY - MINUTE)
    expect(message!.expiration * 1000 - clock.now()).toBeLessThanOrEqual(DAY)
    expect(await owners.devices(ada)).toEqual([`apns:${ada.token}`])
    const settings = ada.client.documents('notificationSettings').get(ada.id)
    expect(settings).toMatchObject({ apns: true })
    expect(settings).not.toHaveProperty('fcm')
  })

  it('shares a connection and a signed token with others until the token is 40 minutes old, or Apple says that it has ended', async () => {
    const ada = await phoneOwner()
    await owners.notify(ada)
    const [connections, tokens] = [apns.connections, apns.providerTokens.size]
    await owners.notify(ada)
    expect([apns.connections, apns.providerTokens.size]).toEqual([connections, tokens])
    clock.set(clock.now() + 40 * MINUTE)
    await owners.notify(ada)
    expect(apns.providerTokens.size).toBe(tokens + 1)
    apns.expireTokens()
    clock.set(clock.now() + MINUTE)
    await owners.notify(ada)
    expect([apns.connections, apns.providerTokens.size, messagesTo(ada.token).length]).toEqual([connections, tokens + 2, 4])
  })

  it.each([
    ['was unregistered', { status: 410, reason: 'Unregistered' }],
    ['belongs to another app', { status: 400, reason: 'DeviceTokenNotForTopic' }],
    ['is no token', { status: 400, reason: 'BadDeviceToken' }],
  ])('whose token %s is removed', async (_, failure) => {
    const ada = await phoneOwner()
    apns.failures.set(ada.token, failure)
    await owners.notify(ada)
    expect(await owners.devices(ada)).toEqual([])
  })

  it.each([
    ['has no time', { status: 503, reason: 'ServiceUnavailable' }],
    ['asks to wait', { status: 429, reason: 'TooManyRequests', headers: { 'retry-after': '60' } }],
  ])('gets a message later when the service %s', async (_, failure) => {
    const ada = await phoneOwner()
    apns.failures.set(ada.token, failure)
    await owners.notify(ada)
    expect(messagesTo(ada.token)).toEqual([])
    apns.failures.clear()
    clock.set(clock.now() + 2 * MINUTE)
    await testApp.app.features.notifications.runOnce()
    expect(messagesTo(ada.token)).toHaveLength(1)
  })

  it('gets a message later when the service is away, by a new connection', async () => {
    const ada = await phoneOwner()
    const { url } = apns
    await apns.close()
    await owners.notify(ada)
    expect(messagesTo(ada.token)).toEqual([])
    await apns.open(Number(new URL(url).port))
    clock.set(clock.now() + 2 * MINUTE)
    await testApp.app.features.notifications.runOnce()
    expect(messagesTo(ada.token)).toHaveLength(1)
  })

  it('stays when a message is refused for another reason', async () => {
    const ada = await phoneOwner()
    apns.failures.set(ada.token, { status: 400, reason: 'BadExpirationDate' })
    await owners.notify(ada)
    expect(await owners.devices(ada)).toEqual([`apns:${ada.token}`])
  })
})

describe('an endpoint', () => {
  it('of an iPhone has a token in hexadecimal digits, and no other service', async () => {
    const { client } = await owners.signUp()
    for (const endpoint of ['apns:short', `apns:${'x'.repeat(64)}`, `apns:${'a'.repeat(64)}/../b`, `fcm:${'a'.repeat(64)}`])
      expect(await client.expectError('notifications.subscribe', { endpoint })).toMatchObject({ error: 400 })
  })
})
