import { afterAll, beforeAll, expect, it } from 'vitest'
import { StoredLogin } from '#accounts/ui/session/token-storage.ts'
import { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import { createSettableClock, type SettableClock } from '../integration/helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../integration/helpers/test-app.ts'
import { signUp } from '../integration/helpers/users.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let testApp: TestApp
let clock: SettableClock

beforeAll(async () => {
  clock = createSettableClock()
  testApp = await createTestApp({ config: { rateLimits: 'off' }, clock })
})
afterAll(() => testApp.close())

it('[A5] a session is judged by the server’s clock alone: none is lost while that is wrong by hours or days, and none outlives its 90', async () => {
  const now = clock.now()
  const { token, tokenExpires, client } = await signUp(testApp, 'Ada')
  await client.terminate()
  const errors: (string | null)[] = []
  const expires = tokenExpires.getTime()
  for (const time of [...[-2 * DAY, -HOUR, HOUR, 2 * DAY].map(skew => now + skew), expires - 60_000, expires]) {
    clock.set(time)
    // A sweep that ran at the expiry would delete the token, and the server could not say why it refuses it.
    if (time < expires) await testApp.app.features.accounts.sweep()
    const secondClient = await DdpTestClient.open(testApp.endpoint)
    const { error } = await secondClient.tryCall('login', { resume: token })
    errors.push(error?.reason ?? null)
    await secondClient.terminate()
  }
  expect(errors).toEqual([null, null, null, null, null, 'Your session has expired. Please log in again.'])
})

it('[A5] a browser whose clock is months ahead forgets its login once, and does not try again and again', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const browser = createSettableClock()
  const stored = new StoredLogin(storage, browser)
  const login = { id: 'u', token: 't', tokenExpires: new Date(browser.now() + 90 * DAY) }
  for (const skew of [-2 * DAY, -HOUR, HOUR, 2 * DAY]) {
    stored.save(login)
    browser.set(Date.now() + skew)
    expect(stored.takeUsable()).toBe('t')
  }
  browser.set(Date.now() + 91 * DAY)
  expect([stored.takeUsable(), stored.takeUsable(), kept.size]).toEqual([null, null, 0])
})
