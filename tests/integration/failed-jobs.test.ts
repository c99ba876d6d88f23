import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSmtp, type SmtpFixture } from '../../src/platform/mail/fixtures/smtp-server.ts'
import { grant, type SignedUp, signUp } from './people.ts'
import { createWorld, type World } from './world.ts'

interface FailedJob {
  kind: string
  tries: number
  error: string
  discardedAt?: Date
}

let server: SmtpFixture
let world: World
let boss: SignedUp
let refused = true

beforeAll(async () => {
  server = await openSmtp({
    onRcptTo: ({ address }, _session, done) =>
      done(refused ? Object.assign(new Error(`no mailbox ${address}`), { responseCode: 550 }) : null),
  })
  world = await createWorld({ config: { rateLimits: 'off', mailUrl: server.url(), mailFrom: 'post@scores.example' } })
  boss = await signUp(world, 'Boss')
  await grant(world, boss.id, ['admin'])
  await boss.wire.subscribe('jobs.failed', {})
})
afterAll(async () => {
  await world.close()
  await server.close()
})

const failed = () => [...boss.wire.documents('failedJobs')] as unknown as [string, FailedJob][]

it('a mail that nobody takes is shown to administrators, live and without its address, and goes out when they try it again', async () => {
  await signUp(world, 'Ada', { email: 'ada@example.com' })
  await boss.wire.until(() => failed().length === 1)
  const [id, job] = failed()[0]!
  expect(job).toMatchObject({ kind: 'mail', tries: 1, error: expect.stringContaining('no mailbox (address)') })
  expect(JSON.stringify(job)).not.toContain('ada')
  refused = false
  await boss.wire.call('jobs.retry', { jobId: id })
  expect(failed()).toEqual([])
  await world.app.features.accounts.post.idle()
  expect(server.received.map(({ to }) => to)).toEqual([['ada@example.com']])
  expect(await boss.wire.refusal('jobs.retry', { jobId: id })).toMatchObject({ error: 404, reason: 'There is no such failed job.' })
})

it('is discarded, and that is undone; the audit log tells of both', async () => {
  refused = true
  await signUp(world, 'Bob', { email: 'bob@example.com' })
  await boss.wire.until(() => failed().length === 1)
  const [id] = failed()[0]!
  const discarded = (): boolean => failed()[0]![1].discardedAt !== undefined
  await boss.wire.call('jobs.discard', { jobId: id })
  expect(discarded()).toBe(true)
  await boss.wire.call('jobs.restore', { jobId: id })
  expect(discarded()).toBe(false)
  await boss.wire.subscribe('audit.list', {})
  const entries = [...boss.wire.documents('audit').values()].filter(({ subject }) => (subject as { kind: string }).kind === 'job')
  expect(entries.map(({ action }) => action).sort()).toEqual(['jobs.discard', 'jobs.restore', 'jobs.retry'])
  expect(entries.map(({ subject }) => subject)).toContainEqual({ kind: 'job', id, label: 'mail' })
})

it('goes with the account that it was for', async () => {
  const { rows } = await world.app.database.pool.query<{ id: string }>(`SELECT id FROM users WHERE username = 'Bob'`)
  await boss.wire.call('users.delete', { userId: rows[0]!.id, eraseScores: false })
  expect((await world.app.database.pool.query('SELECT FROM jobs')).rowCount).toBe(0)
})
