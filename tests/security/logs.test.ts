import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import { digestPassword } from '../integration/helpers/users.ts'
import { waitUntil } from '../scale/wait.ts'
import { findNeedles } from './needles.ts'
import { type AttackedServer, startServer } from './server.ts'

/** Texts that no log may contain. */
const CANARY = {
  password: 'canary-password of a player',
  wrongPassword: 'canary-wrong-password',
  newPassword: 'canary-new-password',
  token: `canary-token-${'x'.repeat(30)}`,
  cookie: 'canary-cookie',
  authorization: 'canary-authorization',
  query: 'canary-query',
  mail: 'canary-mail',
  store: 'canary-store',
  address: 'canary-address@example.com',
}
/** The beginning of each text, which is also found if a log contains the rest truncated or in another encoding. */
const BEGINNINGS = Object.values(CANARY).map(text => /^canary(-[a-wyz]+)+/.exec(text)![0])
const HEADERS = { cookie: `session=${CANARY.cookie}`, authorization: `Bearer ${CANARY.authorization}` }

/**
 * Returns everything that a server has written, except what is meant for people: e-mails in the outbox, pictures, compressed copies of the
 * build's public files.
 */
function logged(server: AttackedServer): string {
  const files = readdirSync(server.dataDir, { recursive: true, encoding: 'utf8' })
    .filter(file => !/^(builds|outbox|pictures|storage)\b/.test(file))
    .map(file => join(server.dataDir, file))
    .filter(file => statSync(file).isFile())
  return [server.output, ...files.map(file => readFileSync(file, 'latin1'))].join('\n')
}

async function linkTokens(server: AttackedServer): Promise<string[]> {
  const outbox = join(server.dataDir, 'outbox')
  const mails = await Promise.all(readdirSync(outbox).map(file => PostalMime.parse(readFileSync(join(outbox, file)))))
  return mails.flatMap(({ text }) => [...(text ?? '').matchAll(/#\/[a-z-]+\/([\w-]{43})/g)].map(([, token]) => token!))
}

const readMails = (server: AttackedServer): number => {
  try {
    return readdirSync(join(server.dataDir, 'outbox')).filter(file => file.endsWith('.eml')).length
  } catch {
    return 0
  }
}

describe('[L1] secrets between a user and the server', () => {
  let server: AttackedServer
  const secrets = new Set<string>()

  beforeAll(async () => {
    server = await startServer({ LOG_LEVEL: 'trace' })
  })
  afterAll(() => server.close())

  it('goes through every call that takes a secret, right and wrong', async () => {
    const client = await DdpTestClient.open(server.endpoint, HEADERS)
    const password = digestPassword(CANARY.password)
    for (const text of [
      ...Object.values(CANARY),
      ...[CANARY.password, CANARY.wrongPassword, CANARY.newPassword].map(each => digestPassword(each).digest),
    ])
      secrets.add(text)
    const keep = (answer: { token: string }): void => void secrets.add(answer.token)
    keep(await client.call('createUser', { username: 'Canary', email: CANARY.address, password: CANARY.password }))
    for (const guess of [CANARY.wrongPassword, digestPassword(CANARY.wrongPassword)]) {
      const other = await DdpTestClient.open(server.endpoint)
      await other.expectError('login', { user: { username: 'Canary' }, password: guess })
      await other.expectError('login', { user: { email: CANARY.address }, password: guess })
      await other.expectError('login', { user: { username: 'Canary', password: guess }, password: guess })
      await other.expectError('login', { resume: CANARY.token })
    }
    const secondClient = await DdpTestClient.open(server.endpoint)
    keep(await secondClient.call('login', { user: { username: 'Canary' }, password }))
    keep(await secondClient.call('getNewToken'))
    await secondClient.expectError('changePassword', digestPassword(CANARY.wrongPassword), digestPassword(CANARY.newPassword))
    await secondClient.call('changePassword', password, digestPassword(CANARY.newPassword))
    await secondClient.call('forgotPassword', { email: CANARY.address })
    await secondClient.expectError('resetPassword', CANARY.token, digestPassword(CANARY.newPassword))
    await secondClient.expectError('verifyEmail', CANARY.token)
    await secondClient.expectError('account.setEmail', { email: 'x@example.com', password: digestPassword(CANARY.wrongPassword) })
    await secondClient.expectError('users.enroll', { _id: uuidv7(), username: 'x', email: CANARY.address, password: CANARY.password })
    const { url } = await secondClient.call<{ url: string }>('account.export', {})
    secrets.add(url.split('/').at(-1)!)
    await waitUntil('the mails are written', () => readMails(server) >= 3)
    for (const token of await linkTokens(server)) secrets.add(token)
    await secondClient.call('resetPassword', [...secrets].at(-1)!, digestPassword(CANARY.newPassword)).catch(() => {})
    for (const path of ['/', '/sign-in', '/nowhere', url, `/exports/${CANARY.token}`, `/?q=${CANARY.query}`, '/storage/none', '/metrics'])
      await fetch(server.http + path, { headers: HEADERS })
    await fetch(`${server.http}/sign-in`, {
      method: 'POST',
      body: new URLSearchParams({ password: CANARY.password }),
      headers: HEADERS,
      redirect: 'manual',
    })
    await fetch(`${server.http}/storage`, { method: 'POST', body: CANARY.password, headers: HEADERS })
    const refused = new WebSocket(`${server.endpoint}?token=${CANARY.token}`, { headers: { ...HEADERS, origin: 'https://evil.example' } })
    await once(refused, 'error')
    secondClient.send(`{"msg":"method","method":"login","id":"bad","params":[{"password":"${CANARY.password}"`)
    secondClient.send(`{"msg":"${CANARY.token}"}`)
    await secondClient.waitForMessage(({ msg }) => msg === 'error')
    expect(secrets.size).toBeGreaterThan(18)
  })

  it('and through the same while the database is away, when much is logged', async () => {
    const client = await DdpTestClient.open(server.endpoint, HEADERS)
    const download = [...secrets].find(text => text.length === 43)!
    server.disconnectDatabase()
    await client.expectError('login', { user: { email: CANARY.address }, password: digestPassword(CANARY.newPassword) })
    await client.expectError('login', { resume: CANARY.token })
    await client.expectError('createUser', { username: 'Later', email: CANARY.address, password: CANARY.password })
    await client.expectError('resetPassword', CANARY.token, digestPassword(CANARY.newPassword))
    await client.expectError('forgotPassword', { email: CANARY.address })
    expect((await fetch(`${server.http}/exports/${download}`, { headers: HEADERS })).status).toBe(503)
    expect((await fetch(`${server.http}/players/nobody?q=${CANARY.query}`, { headers: HEADERS })).status).toBe(503)
    await waitUntil('the failures are logged', () => server.output.split('\n').filter(line => line.includes('"level":50')).length > 3)
  })

  it('are in no line of any log', () => {
    const text = logged(server)
    const leaked = findNeedles(text, [...secrets, ...BEGINNINGS])
    console.info(`[L1] ${secrets.size} secrets looked for in ${text.split('\n').length} lines: ${leaked.length} found`)
    expect(text.split('\n').length).toBeGreaterThan(20)
    expect(leaked).toEqual([])
  })

  it('except the link of the first administrator, which is printed for the operator, and is in no log', () => {
    const lines = server.output.split('\n').filter(line => line.includes('#/enroll-account/'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^Nobody administers this site yet\./)
  })
})

describe('[L1] secrets between the server and other services', () => {
  it('are in no log either when none of these services can be reached', async () => {
    const server = await startServer({
      LOG_LEVEL: 'trace',
      MAIL_URL: `smtp://mailer:${CANARY.mail}@127.0.0.1:9`,
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: CANARY.store,
      METRICS_TOKEN: CANARY.token,
    })
    try {
      const client = await DdpTestClient.open(server.endpoint)
      await client.call('createUser', { username: 'Canary', email: CANARY.address, password: digestPassword(CANARY.password) })
      const { key } = await client
        .call<{ key: string }>('slingshot/uploadRequest', 'profilePicUpload', { size: 1000, type: 'image/jpeg' }, null)
        .catch(() => ({ key: 'none' }))
      await client.tryCall('players.edit', { picture: { key } })
      await fetch(`${server.http}/metrics`, { headers: { authorization: `Bearer ${CANARY.token}` } })
      await waitUntil('the mail could not be sent', () => /ECONNREFUSED/.test(server.output))
      const text = logged(server)
      const secrets = [CANARY.mail, CANARY.store, CANARY.token, CANARY.address, digestPassword(CANARY.password).digest]
      expect(findNeedles(text, secrets)).toEqual([])
    } finally {
      await server.close()
    }
  })
})
