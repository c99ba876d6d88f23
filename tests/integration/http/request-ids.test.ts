import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSmtp, type SmtpFixture } from '#platform/mail/fixtures/smtp-server.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { blockChangeLog } from '../helpers/block-change-log.ts'
import { WAITING_FOR_LOCK } from '../helpers/db.ts'
import { DdpTestClient, meteorError } from '../helpers/ddp-test-client.ts'
import { RecordedLog } from '../helpers/recorded-log.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, listMachines, logIn, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

let testApp: TestApp
let log: RecordedLog
let ada: TestUser
let machines: string[]

beforeAll(async () => {
  log = new RecordedLog('debug')
  testApp = await createTestApp({ config: { rateLimits: 'off' }, log: log.log })
  ada = await signUp(testApp, 'Ada')
  machines = (await listMachines(testApp, 3)).map(({ id }) => id)
})
afterAll(() => testApp.close())

const submit = ({ client }: TestUser, value: number): Promise<unknown> =>
  client.call('scores.submit', { _id: uuidv7(), machineId: machines[0], value })

/** Returns the log lines of a method's calls that ended since line `from`. */
const callsOf = (name: string, from: number, { all } = log) => all.slice(from).filter(line => line.msg === 'method' && line.name === name)

const getHeader = ({ headers }: { headers: { key: string; value: string }[] }): string | undefined =>
  headers.find(({ key }) => key === 'x-request-id')?.value

describe('an HTTP request', () => {
  it('has an id of its own, which its answer and every line about it name', async () => {
    const ids = new Set<string>()
    for (const path of ['/machines', '/machines', '/no-such-page', '/healthz', '/sockjs/info']) {
      const { headers } = await fetch(testApp.http + path)
      const id = headers.get('x-request-id')!
      expect(id, path).toMatch(ID)
      expect(await log.waitForLine(line => line.msg === 'request' && line.requestId === id)).toMatchObject({ level: 20, method: 'GET' })
      ids.add(id)
    }
    expect(ids.size).toBe(5)
  })

  it('is not called as whoever asks would have it', async () => {
    const { headers } = await fetch(`${testApp.http}/machines`, { headers: { 'x-request-id': 'zzcanary-mine' } })
    expect(headers.get('x-request-id')).toMatch(ID)
    expect(log.text).not.toContain('zzcanary-mine')
  })

  it('names the SQL that its page was made of', async () => {
    const { headers } = await fetch(`${testApp.http}/machines/${machines[2]}`)
    const statements = log.statements(headers.get('x-request-id')!)
    expect(statements.some(sql => sql.includes('FROM machines'))).toBe(true)
  })

  it('that fails is an error in the log under its id, and the answer tells nothing else of it', async () => {
    const { pool } = testApp.app.database
    await pool.query('ALTER TABLE machines RENAME TO machines_away')
    const answer = await fetch(`${testApp.http}/machines/${machines[1]}`)
    await pool.query('ALTER TABLE machines_away RENAME TO machines')
    expect([answer.status, await answer.text()]).toEqual([500, 'Something went wrong on our side. Please try again in a moment.\n'])
    const id = answer.headers.get('x-request-id')
    const failed = await log.waitForLine(line => line.msg === 'a request failed' && line.requestId === id)
    expect(failed).toMatchObject({ level: 50, path: `/machines/${machines[1]}`, err: { code: '42P01' } })
  })

  it('is not told by its address where that holds a secret', async () => {
    const { pool } = testApp.app.database
    await pool.query('ALTER TABLE export_tokens RENAME TO export_tokens_away')
    const answer = await fetch(`${testApp.http}/exports/zzcanary-download`)
    await pool.query('ALTER TABLE export_tokens_away RENAME TO export_tokens')
    const id = answer.headers.get('x-request-id')
    expect(await log.waitForLine(line => line.msg === 'a request failed' && line.requestId === id)).toMatchObject({
      path: '/exports/:token',
    })
    expect(log.text).not.toContain('zzcanary-download')
  })
})

describe('a method call', () => {
  it('names its SQL, who called and by which session', async () => {
    const from = log.all.length
    await submit(ada, 100)
    const [call] = callsOf('scores.submit', from)
    expect(call).toMatchObject({ requestId: expect.stringMatching(ID), userId: ada.id, session: expect.any(String), outcome: 'ok' })
    expect(log.statements(call!.requestId!).some(sql => sql.includes('INSERT INTO scores'))).toBe(true)
  })

  it('is not mixed up with others that run at the same time', async () => {
    const from = log.all.length
    const others = await Promise.all(['Bea', 'Cid', 'Dot'].map(name => signUp(testApp, name)))
    const ids = callsOf('createUser', from).map(line => line.requestId!)
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(log.statements(id).filter(sql => sql.startsWith('insert into "users"'))).toHaveLength(1)
    const requestedAt = log.all.length
    await Promise.all(others.map(({ client }) => client.subscribe('users.own')))
    const subscriptions = log.all.slice(requestedAt).filter(line => line.msg === 'subscription')
    expect(new Set(subscriptions.map(line => line.requestId)).size).toBe(3)
  })

  it('that is written together with others finds all of them named at the statement', async () => {
    const others = await Promise.all(['Eve', 'Fay', 'Gus', 'Hal'].map(name => signUp(testApp, name)))
    let together = 0
    // Only calls that have arrived when the group is written are in it. This is repeated until a group has several calls.
    for (let round = 1; together < 2; round++) {
      const from = log.all.length
      const held = await blockChangeLog(testApp)
      const first = submit(others[0]!, round * 1000)
      await held.waitForBlocked(1)
      const rest = others.slice(1).map(other => submit(other, round * 1000 + 1))
      await (await DdpTestClient.open(testApp.endpoint)).close()
      await held.release()
      await Promise.all([first, ...rest])
      const ids = callsOf('scores.submit', from).map(line => line.requestId!)
      expect(new Set(ids).size).toBe(4)
      const written = log.all
        .slice(from)
        .filter(line => line.msg === 'statement' && String(line.sql).includes('INSERT INTO scores'))
        .map(line => line.requestIds ?? [line.requestId!])
      expect(written.flat().sort()).toEqual(ids.sort())
      together = Math.max(...written.map(each => each.length))
    }
  })

  it('that fails unforeseen is an error in the log under its id, and its answer is as ever', async () => {
    const { pool } = testApp.app.database
    const { scoreId } = (await ada.client.call('scores.submit', { _id: uuidv7(), machineId: machines[0], value: 7 })) as { scoreId: string }
    const from = log.all.length
    await pool.query('ALTER TABLE score_likes RENAME TO score_likes_away')
    expect(await ada.client.expectError('scores.like', { scoreId, like: true })).toEqual(meteorError(500, 'Internal server error'))
    await pool.query('ALTER TABLE score_likes_away RENAME TO score_likes')
    const [call] = callsOf('scores.like', from)
    expect(call).toMatchObject({ outcome: '500' })
    expect(log.all.slice(from).find(line => line.msg === 'unexpected')).toMatchObject({ level: 50, requestId: call!.requestId })
  })

  it('that waits long for SQL is a warning that names it', async () => {
    const client = new pg.Client(testApp.connection)
    await client.connect()
    const from = log.all.length
    await client.query('BEGIN; LOCK TABLE scores IN ACCESS EXCLUSIVE MODE')
    const waits = submit(ada, 400)
    await expect.poll(async () => (await testApp.app.database.pool.query(WAITING_FOR_LOCK)).rowCount).toBe(1)
    await client.query('SELECT pg_sleep(0.4)')
    await client.query('COMMIT')
    await client.end()
    await waits
    const [call] = callsOf('scores.submit', from)
    const slow = log.all.slice(from).find(line => line.msg === 'a slow statement' && String(line.sql).includes('INSERT INTO scores'))
    expect(slow).toMatchObject({ level: 40, requestId: call!.requestId })
    expect(slow!.ms).toBeGreaterThan(250)
  })
})

it('what happens by itself is nobody’s request, also where a request set it off', async () => {
  await submit(ada, 500)
  const from = log.all.length
  const check = await log.waitForLine(line => log.all.indexOf(line) >= from && String(line.sql).includes('FROM feed_head h'))
  expect(check.requestId).toBeUndefined()
  await ada.client.call('account.sendVerification', {}).catch(() => undefined)
  await testApp.app.features.accounts.mailQueue.idle()
  const claims = log.all.filter(line => String(line.sql).startsWith('UPDATE jobs SET claimed_by'))
  expect(claims.length).toBeGreaterThan(0)
  expect(claims.filter(line => line.requestId !== undefined)).toEqual([])
})

describe('a mail', () => {
  it('carries the id of the call that it follows from, as the SQL and the line about it do', async () => {
    const from = log.all.length
    await signUp(testApp, 'Ida', { email: 'ida@example.com' })
    const [mail] = (await testApp.mails()).filter(({ to }) => to?.[0]?.address === 'ida@example.com')
    const [call] = callsOf('createUser', from)
    const id = call!.requestId!
    expect(getHeader(mail!)).toBe(id)
    expect(log.statements(id).some(sql => sql.startsWith('INSERT INTO jobs'))).toBe(true)
    expect(log.all.find(line => line.msg === 'a mail waits in the outbox' && line.requestId === id)).toBeDefined()
  })

  describe('that has to wait', () => {
    let post: SmtpFixture
    let manualClock: SettableClock
    let later: TestApp
    let log: RecordedLog
    let down = true

    beforeAll(async () => {
      post = await openSmtp({
        onConnect: (_session, done) => done(down ? Object.assign(new Error('not now'), { responseCode: 421 }) : null),
      })
      manualClock = createSettableClock()
      log = new RecordedLog('debug')
      later = await createTestApp({ config: { rateLimits: 'off', mailUrl: post.url() }, clock: manualClock, log: log.log })
    })
    afterAll(async () => {
      await later.close()
      await post.close()
    })

    it('carries it still when it is sent, through a restart', async () => {
      await signUp(later, 'Joy', { email: 'joy@example.com' })
      await later.app.features.accounts.mailQueue.idle()
      const [call] = callsOf('createUser', 0, log)
      const id = call!.requestId!
      expect(log.all.find(line => line.msg === 'a mail could not be sent and will be tried again')).toMatchObject({ requestId: id })
      await later.restart()
      down = false
      manualClock.set(manualClock.now() + 120_000)
      await later.app.features.accounts.mailQueue.idle()
      expect(post.received).toHaveLength(1)
      expect(getHeader(post.received[0]!.email)).toBe(id)
      const sent = log.all.find(line => line.msg === 'a mail was sent')
      expect(sent).toMatchObject({ level: 30, requestId: id, messageId: post.received[0]!.email.messageId })
      expect(log.text).not.toContain('joy@example.com')
    })
  })
})

it('nothing that is secret, and no address, is in any line, however much is logged', async () => {
  const secrets = ['zzcanary-first-password', 'zzcanary-second-password', 'zzcanary-wrong-password']
  const [first, second, wrong] = secrets as [string, string, string]
  const client = await DdpTestClient.open(testApp.endpoint)
  const email = 'zzcanary-mail@example.com'
  const made = await client.call<{ id: string; token: string }>('createUser', { username: 'Kim', email, password: digestPassword(first) })
  const verify = await testApp.linkToken(email)
  await client.call('verifyEmail', verify)
  await client.call('forgotPassword', { email })
  const reset = await testApp.linkToken(email)
  await client.expectError('login', { user: { email }, password: digestPassword(wrong) })
  await client.expectError('login', { user: { username: 'Kim' }, password: 'zzcanary-plain-password' })
  await client.call('resetPassword', reset, digestPassword(second))
  const { token } = await logIn(client, 'Kim', second)
  await client.call('login', { resume: token })
  await fetch(`${testApp.http}/machines`, { headers: { authorization: 'Bearer zzcanary-header', cookie: 'a=zzcanary-cookie' } })
  const digests = secrets.map(secret => digestPassword(secret).digest)
  for (const secret of [...secrets, ...digests, made.token, token, verify, reset, email, digestPassword(PASSWORD).digest, ada.token])
    expect(log.text.includes(secret), secret).toBe(false)
  expect(log.text).not.toContain('zzcanary')
  expect(log.all.some(line => line.msg === 'a login was refused' && line.level === 30)).toBe(true)
})
