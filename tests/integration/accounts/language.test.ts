import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSmtp, type Received, type SmtpFixture } from '#platform/mail/fixtures/smtp-server.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient, meteorError } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, makeAdmin, PASSWORD, signUp } from '../helpers/users.ts'

let server: SmtpFixture
let testApp: TestApp

beforeAll(async () => {
  server = await openSmtp()
  testApp = await createTestApp({ config: { rateLimits: 'off', mailUrl: server.url(), rootUrl: 'https://scores.example' } })
})
afterAll(async () => {
  await testApp.close()
  await server.close()
})

/** Returns the last e-mail to an address, after all due ones have been sent. */
async function lastMail(address: string): Promise<Received> {
  await testApp.app.features.accounts.mailQueue.idle()
  return server.received.filter(({ to }) => to.includes(address)).at(-1)!
}

it('writes to a player in the language of the sign-up, and later in the one that they chose', async () => {
  const { client } = await signUp(testApp, 'Jörg', { email: 'joerg@example.com', locale: 'de' })
  const { email } = await lastMail('joerg@example.com')
  expect(email.subject).toBe('Bestätige deine E-Mail-Adresse für scores.example')
  expect(email.text).toMatch(/^Hallo Jörg,\n/)
  expect(email.html).toContain('<html lang="de" dir="ltr">')

  expect(await client.call('account.setLocale', { locale: 'ar' })).toEqual({})
  await client.call('account.sendVerification', {})
  const arabic = (await lastMail('joerg@example.com')).email
  expect(arabic.subject).toBe('أكِّد بريدك الإلكتروني لدى scores.example')
  expect(arabic.html).toContain('<html lang="ar" dir="rtl">')
})

it('writes in English to who never chose a language', async () => {
  await signUp(testApp, 'Ann', { email: 'ann@example.com' })
  const visitor = await DdpTestClient.open(testApp.endpoint)
  await visitor.call('forgotPassword', { email: 'ann@example.com' })
  expect((await lastMail('ann@example.com')).email.subject).toBe('Reset your password for scores.example')
})

it('writes to the owner of an address in the owner’s language, not in that of who asks for it', async () => {
  await signUp(testApp, 'Owner', { email: 'owner@example.com', locale: 'de' })
  const { client: other } = await signUp(testApp, 'Other', { email: 'other@example.com', locale: 'ar' })
  await other.call('account.setEmail', { email: 'owner@example.com', password: digestPassword(PASSWORD) })
  expect((await lastMail('owner@example.com')).email.subject).toBe('Du hast schon ein Konto bei scores.example')
})

it('invites to an account in the administrator’s language', async () => {
  const { client: admin, id } = await signUp(testApp, 'Admin', { locale: 'de' })
  await makeAdmin(testApp, id)
  await admin.call('users.enroll', { _id: uuidv7(), username: 'Enrolled', email: 'enrolled@example.com' })
  expect((await lastMail('enrolled@example.com')).email.subject).toBe('Dein Konto bei scores.example')
})

it('refuses a language that the site does not have', async () => {
  const visitor = await DdpTestClient.open(testApp.endpoint)
  const user = { username: 'Klingon', password: digestPassword(PASSWORD) }
  expect(await visitor.expectError('createUser', { ...user, locale: 'tlh' })).toEqual(meteorError(400, 'Match failed'))
  const { client: own } = await signUp(testApp, 'Worf')
  expect(await own.expectError('account.setLocale', { locale: 'tlh' })).toMatchObject({ error: 400 })
  expect(await visitor.expectError('account.setLocale', { locale: 'de' })).toEqual(meteorError(401, 'Please sign in first.'))
})

it('shows the language to nobody, and gives it to its owner in the export', async () => {
  const { client: own, id } = await signUp(testApp, 'Quiet', { locale: 'ar' })
  expect(own.documents('users').get(id)).toEqual({ username: 'Quiet' })
  const { url } = await own.call<{ url: string }>('account.export', {})
  const files = unzipSync(new Uint8Array(await (await fetch(testApp.http + url)).arrayBuffer()))
  expect(JSON.parse(new TextDecoder().decode(files['account.json']))).toMatchObject({ username: 'Quiet', locale: 'ar' })
})
