import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DdpTestClient, meteorError } from '../helpers/ddp-test-client.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, PASSWORD, signUp } from '../helpers/users.ts'

/* The second step by the methods of Meteor's accounts-2fa 3.0: their names, arguments, answers and errors. */

const MINUTE = 60_000
const PERIOD = 30_000
const FRESH_NEEDED = meteorError('fresh-sign-in-needed', 'Please confirm with your password that it is you.')
const INVALID_CODE = meteorError('invalid-2fa-code', 'Invalid 2FA code')

let testApp: TestApp
let clock: SettableClock
let visitor: DdpTestClient
let people = 0

beforeAll(async () => {
  clock = createSettableClock()
  testApp = await createTestApp({ config: { rateLimits: 'off' }, clock })
  visitor = await DdpTestClient.open(testApp.endpoint)
})
afterAll(() => testApp.close())

/** The code of an authenticator app at this moment. */
const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() })
const withCode = (username: string, code?: string) => ({
  user: { username },
  password: digestPassword(PASSWORD),
  ...(code === undefined ? {} : { code }),
})
const begin = (client: DdpTestClient, appName: unknown = 'League') =>
  client.call<{ svg: string; secret: string; uri: string }>('generate2faActivationQrCode', appName)

async function signUpGuarded() {
  const user = await signUp(testApp, `Meteoric ${++people}`, { email: `meteoric${people}@example.com` })
  const { secret } = await begin(user.client)
  await user.client.call('enableUser2fa', codeOf(secret))
  clock.set(clock.now() + PERIOD)
  return { ...user, secret }
}

it('goes on by a code of the app that has read the picture, and asks for one from then on', async () => {
  const { client, username } = await signUp(testApp, `Meteoric ${++people}`)
  expect(await client.call('has2faEnabled')).toBe(false)
  const { svg, secret, uri } = await begin(client, '  League Night ')
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[\s\S]*<\/svg>$/)
  const address = new URL(uri)
  expect([address.protocol, address.searchParams.get('secret'), address.searchParams.get('issuer')]).toEqual([
    'otpauth:',
    secret,
    'League Night',
  ])
  expect(await client.call('has2faEnabled')).toBe(false)
  expect(await client.expectError('enableUser2fa', '000000')).toEqual(INVALID_CODE)
  const code = codeOf(secret)
  expect(await client.call('enableUser2fa', code)).toBe(null)
  expect(await client.call('has2faEnabled')).toBe(true)
  // Meteor's client sends a call again whose answer was lost.
  expect(await client.call('enableUser2fa', code)).toBe(null)
  expect(await visitor.expectError('login', withCode(username))).toMatchObject({ error: 'no-2fa-code' })
  clock.set(clock.now() + PERIOD)
  await visitor.call('login', withCode(username, codeOf(secret)))
  await visitor.call('logout')
})

it('is the second step of this site, without recovery codes, which such a client could not show', async () => {
  const { client, secret } = await signUpGuarded()
  expect(await client.call('account.secondStep', {})).toEqual({ on: true, since: expect.any(Date), recoveryCodes: 0 })
  const { recoveryCodes } = await client.call<{ recoveryCodes: string[] }>('account.renewRecoveryCodes', {
    password: digestPassword(PASSWORD),
    code: codeOf(secret),
  })
  expect(recoveryCodes).toHaveLength(10)
})

it('goes off, and tells the owner by mail as when it went on', async () => {
  const { client, username } = await signUpGuarded()
  expect(await client.call('disableUser2fa')).toBe(null)
  expect(await client.call('has2faEnabled')).toBe(false)
  expect(await client.call('disableUser2fa')).toBe(null)
  await visitor.call('login', withCode(username))
  await visitor.call('logout')
  const mails = (await testApp.mails()).filter(({ to }) => to?.[0]?.address === `meteoric${people}@example.com`)
  expect(mails.map(({ subject }) => subject).slice(-2)).toEqual(['Two-step sign-in was turned on', 'Two-step sign-in was turned off'])
})

describe('a session that was left open or stolen', () => {
  it('neither makes a secret nor turns the second step off; signing in again with password and code does', async () => {
    const { client, username, secret } = await signUpGuarded()
    const plain = await signUp(testApp, `Meteoric ${++people}`)
    clock.set(clock.now() + 11 * MINUTE)
    expect(await client.expectError('disableUser2fa')).toEqual(FRESH_NEEDED)
    expect(await plain.client.expectError('generate2faActivationQrCode', 'League')).toEqual(FRESH_NEEDED)
    expect(await client.expectError('login', withCode(username))).toMatchObject({ error: 'no-2fa-code' })
    expect(await client.expectError('disableUser2fa')).toEqual(FRESH_NEEDED)
    await client.call('login', withCode(username, codeOf(secret)))
    await client.call('disableUser2fa')
    await plain.client.call('login', withCode(plain.username))
    await begin(plain.client)
  })

  it('by the token of before is as old as it was', async () => {
    const { token } = await signUpGuarded()
    clock.set(clock.now() + 11 * MINUTE)
    const client = await DdpTestClient.open(testApp.endpoint)
    await client.call('login', { resume: token })
    expect(await client.expectError('disableUser2fa')).toEqual(FRESH_NEEDED)
  })
})

describe('errors are those of Meteor', () => {
  it('for who is not signed in', async () => {
    expect(await visitor.expectError('has2faEnabled')).toEqual(meteorError('no-logged-user', 'No user logged in.'))
    expect(await visitor.expectError('generate2faActivationQrCode', 'League')).toEqual(
      meteorError(400, 'There must be a user logged in to generate the QR code.'),
    )
    for (const [method, ...params] of [['enableUser2fa', '000000'], ['disableUser2fa']] as const)
      expect(await visitor.expectError(method, ...params)).toEqual(meteorError(400, 'No user logged in.'))
  })

  it('for wrong arguments, and for what comes too early or too late', async () => {
    const { client } = await signUp(testApp, `Meteoric ${++people}`)
    for (const argument of [undefined, null, 17, {}, 'x'.repeat(101)])
      for (const method of ['generate2faActivationQrCode', 'enableUser2fa'])
        expect([method, argument, await client.expectError(method, argument)]).toEqual([method, argument, meteorError(400, 'Match failed')])
    expect(await client.expectError('enableUser2fa', '000000')).toEqual(
      meteorError(500, 'The user does not have a secret generated. You may have to call the function generateSvgCode first.'),
    )
    const { secret } = await begin(client)
    await client.call('enableUser2fa', codeOf(secret))
    expect(await client.expectError('generate2faActivationQrCode', 'League')).toEqual(
      meteorError(
        '2fa-activated',
        'The 2FA is activated. You need to disable the 2FA first before trying to generate a new activation code.',
      ),
    )
  })
})
