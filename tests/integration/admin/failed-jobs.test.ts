import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSmtp, type SmtpFixture } from '#platform/mail/fixtures/smtp-server.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, signUp, type TestUser } from '../helpers/users.ts'

interface FailedJob {
  kind: string
  tries: number
  error: string
  discardedAt?: Date
}

let server: SmtpFixture
let testApp: TestApp
let admin: TestUser
let refused = true

beforeAll(async () => {
  server = await openSmtp({
    onRcptTo: ({ address }, _session, done) =>
      done(refused ? Object.assign(new Error(`no mailbox ${address}`), { responseCode: 550 }) : null),
  })
  testApp = await createTestApp({ config: { rateLimits: 'off', mailUrl: server.url(), mailFrom: 'post@scores.example' } })
  admin = await signUp(testApp, 'Boss')
  await grantRoles(testApp, admin.id, ['admin'])
  await admin.client.subscribe('jobs.failed', {})
})
afterAll(async () => {
  await testApp.close()
  await server.close()
})

const failed = () => [...admin.client.documents('failedJobs')] as unknown as [string, FailedJob][]

it('a mail that nobody takes is shown to administrators, live and without its address, and goes out when they try it again', async () => {
  await signUp(testApp, 'Ada', { email: 'ada@example.com' })
  await admin.client.waitUntil(() => failed().length === 1)
  const [id, job] = failed()[0]!
  expect(job).toMatchObject({ kind: 'mail', tries: 1, error: expect.stringContaining('no mailbox (address)') })
  expect(JSON.stringify(job)).not.toContain('ada')
  refused = false
  await admin.client.call('jobs.retry', { jobId: id })
  expect(failed()).toEqual([])
  await testApp.app.features.accounts.mailQueue.idle()
  expect(server.received.map(({ to }) => to)).toEqual([['ada@example.com']])
  expect(await admin.client.expectError('jobs.retry', { jobId: id })).toMatchObject({ error: 404, reason: 'There is no such failed job.' })
})

it('is discarded, and that is undone; the audit log tells of both', async () => {
  refused = true
  await signUp(testApp, 'Bob', { email: 'bob@example.com' })
  await admin.client.waitUntil(() => failed().length === 1)
  const [id] = failed()[0]!
  const discarded = (): boolean => failed()[0]![1].discardedAt !== undefined
  await admin.client.call('jobs.discard', { jobId: id })
  expect(discarded()).toBe(true)
  await admin.client.call('jobs.restore', { jobId: id })
  expect(discarded()).toBe(false)
  await admin.client.subscribe('audit.list', {})
  const entries = [...admin.client.documents('audit').values()].filter(({ subject }) => (subject as { kind: string }).kind === 'job')
  expect(entries.map(({ action }) => action).sort()).toEqual(['jobs.discard', 'jobs.restore', 'jobs.retry'])
  expect(entries.map(({ subject }) => subject)).toContainEqual({ kind: 'job', id, label: 'mail' })
})

it('goes with the account that it was for', async () => {
  const { rows } = await testApp.app.database.pool.query<{ id: string }>(`SELECT id FROM users WHERE username = 'Bob'`)
  await admin.client.call('users.delete', { userId: rows[0]!.id, eraseScores: false })
  expect((await testApp.app.database.pool.query('SELECT FROM jobs')).rowCount).toBe(0)
})
