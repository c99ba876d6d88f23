import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KeyInfo } from '#keys/contract.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, makeAdmin, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let root: string
let ann: TestUser
let machineId: string

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  root = `http://127.0.0.1:${new URL(testApp.endpoint).port}`
  ann = await signUp(testApp, 'Ann')
  machineId = (await listMachines(testApp, 1))[0]!.id
})
afterAll(() => testApp.close())

interface Answered {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what it is
  body: any
}

async function answerOf(response: Response): Promise<Answered> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}
const get = async (path: string, headers: Record<string, string> = {}): Promise<Answered> =>
  answerOf(await fetch(`${root}/api/v1/${path}`, { headers }))
const post = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answered> =>
  answerOf(
    await fetch(`${root}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  )
/** Makes a key. @returns the header that presents it, and its id */
async function makeKey(by: TestUser, scopes: string[], more: object = {}): Promise<{ keyId: string; auth: Record<string, string> }> {
  const _id = uuidv7()
  const { secret } = await by.client.call<{ secret: string }>('keys.add', { _id, name: 'Scoreboard', scopes, ...more })
  return { keyId: _id, auth: { authorization: `Bearer ${secret}` } }
}
const scope = (): string => `scope=${encodeURIComponent(JSON.stringify({ machineId }))}`

describe('reading', () => {
  it('gives what a publication shows, by collection, with dates as text, to everybody and to pages of any origin', async () => {
    const score = uuidv7()
    await ann.client.call('scores.submit', { _id: score, machineId, value: 4_000_000 })
    const { status, headers, body } = await get(`boards/top?${scope()}`, { origin: 'https://club.example' })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(body.boardRows).toMatchObject([{ userId: ann.id, value: 4_000_000 }])
    expect(new Date(body.boardRows[0].achievedAt).toISOString()).toBe(body.boardRows[0].achievedAt)
  })

  it('answers 304 until something has changed, and a cache may keep it for a second', async () => {
    const path = `boards/top?${scope()}&limit=5`
    const first = await get(path)
    const etag = first.headers.get('etag')!
    expect(first.headers.get('cache-control')).toContain('s-maxage=1')
    // It is the same for pages of all origins, but a program that asks for a stream must not get a kept answer.
    const { headers } = await get(path, { accept: 'application/json', origin: 'https://club.example' })
    expect(headers.get('vary')).toBe('Accept, Authorization')
    expect((await get(path, { 'if-none-match': `W/"x", ${etag}` })).status).toBe(304)
    await ann.client.call('scores.submit', { _id: uuidv7(), machineId, value: 5_000_000 })
    await expect.poll(async () => (await get(path, { 'if-none-match': etag })).body?.boardRows[0].value).toBe(5_000_000)
  })

  it('refuses what it does not know, and never ignores it', async () => {
    expect(await get(`boards/top?${scope()}&page=2`)).toMatchObject({ status: 400, body: { code: 'not-known', field: 'page' } })
    expect(await get(`boards/top?${scope()}&limit=150`)).toMatchObject({ status: 400, body: { field: 'limit', code: 'integer' } })
    expect(await get(`boards/top?${scope()}&window=decade`)).toMatchObject({ status: 400, body: { field: 'window' } })
    expect(await get(`boards/top?${scope()}&limit=5&limit=6`)).toMatchObject({
      status: 400,
      body: { field: 'limit', title: 'limit must be given once.' },
    })
    expect(await get('boards/top')).toMatchObject({ status: 400, body: { field: 'scope', code: 'missing' } })
    expect(await get('boards/bottom')).toMatchObject({ status: 404, body: { code: 'no-operation' } })
    expect(await post('boards/top', {})).toMatchObject({ status: 405, body: { code: 'wrong-method' } })
    expect((await get(`scores/one?scoreId=${uuidv7()}`)).headers.get('content-type')).toBe('application/problem+json')
  })

  it('calls methods that only read, too', async () => {
    const { status, body } = await get('machines/search?text=attack')
    expect(status).toBe(200)
    expect(body.length).toBeGreaterThan(0)
    expect(await get('events/needs?eventId=x')).toMatchObject({ status: 401, body: { code: 'sign-in-first' } })
  })
})

describe('keys', () => {
  it('let a program do what its owner may, within their scopes', async () => {
    const { auth: reads } = await makeKey(ann, ['read'])
    const { auth: submits } = await makeKey(ann, ['submit'])
    const id = uuidv7()
    const score = { _id: id, machineId, value: 6_000_000, achievedAt: new Date().toISOString() }
    expect(await post('scores/submit', score)).toMatchObject({ status: 401 })
    expect(await post('scores/submit', score, reads)).toMatchObject({ status: 403, body: { code: 'key-needs-scope' } })
    expect(await post('scores/submit', score, submits)).toMatchObject({ status: 200, body: { scoreId: id } })
    // Repeated, it is the same score.
    expect(await post('scores/submit', score, submits)).toMatchObject({ status: 200, body: { scoreId: id } })
    expect(await post('scores/submit', { ...score, value: 1 }, submits)).toMatchObject({ status: 409, body: { code: 'id-used' } })
    expect(await post('scores/submit', { ...score, _id: uuidv7(), achievedAt: 'yesterday' }, submits)).toMatchObject({
      status: 400,
      body: { field: 'achievedAt' },
    })
    expect(await get('groups/mine', submits)).toMatchObject({ status: 200, body: { groups: [] } })
    expect((await get('groups/mine', submits)).headers.get('cache-control')).toBe('private, no-cache')
  })

  it('take the id of what is created from the header Idempotency-Key', async () => {
    const { auth } = await makeKey(ann, ['submit'])
    const key = uuidv7()
    const headers = { ...auth, 'idempotency-key': key }
    expect(await post('scores/submit', { machineId, value: 7_000_000 }, headers)).toMatchObject({ status: 200, body: { scoreId: key } })
    expect(await post('scores/submit', { machineId, value: 7_000_000 }, headers)).toMatchObject({ status: 200, body: { scoreId: key } })
    expect(await post('scores/like', { scoreId: key, like: true }, headers)).toMatchObject({
      status: 400,
      body: { field: 'Idempotency-Key' },
    })
    expect(await post('scores/submit', { machineId, value: 1 }, { ...auth, 'idempotency-key': '7' })).toMatchObject({ status: 400 })
  })

  it('stop when they are revoked, expire, or their owner is suspended, and are never shown again', async () => {
    const { keyId, auth } = await makeKey(ann, ['read'])
    const { auth: soon } = await makeKey(ann, ['read'], { expiresAt: new Date(Date.now() + 5000) })
    expect(await get('groups/mine', auth)).toMatchObject({ status: 200 })
    await expect.poll(async () => (await get('groups/mine', soon)).status).toBe(401)
    const own = await ann.client.call<{ keyId: string; begins: string; lastUsedAt: Date | null }[]>('keys.mine', {})
    const listed = own.find(each => each.keyId === keyId)!
    expect(auth.authorization).toContain(listed.begins)
    expect(JSON.stringify(own)).not.toContain(auth.authorization!.slice('Bearer '.length))
    const ben = await signUp(testApp, 'Ben')
    expect((await ben.client.tryCall('keys.revoke', { keyId })).error).toMatchObject({ error: 404 })
    await ann.client.call('keys.revoke', { keyId })
    expect(await get('groups/mine', auth)).toMatchObject({ status: 401, body: { code: 'key-unknown' } })
    const { rows } = await testApp.app.database.pool.query('SELECT * FROM api_keys')
    expect(JSON.stringify(rows)).not.toContain(auth.authorization!.slice('Bearer '.length))
  })

  it('are listed for administrators, the newest first and page by page; one that they revoke stops, which the audit log says', async () => {
    const boss = await signUp(testApp, 'Boss')
    await makeAdmin(testApp, boss.id)
    const cleo = await signUp(testApp, 'Cleo')
    const dora = await signUp(testApp, 'Dora')
    // More than a user may have: as those of many users.
    await testApp.app.database.pool.query(
      `INSERT INTO api_keys (id, user_id, name, hashed_secret, begins, fingerprint, scopes)
       SELECT '00000000-0000-7000-8000-' || lpad(n::text, 12, '0'), $1, 'Key ' || n, 'hash ' || n, 'skillshot_abcd', '', '{read}'
       FROM generate_series(1, 60) AS n`,
      [dora.id],
    )
    const { keyId, auth } = await makeKey(cleo, ['run'], { eventId: uuidv7() })
    const list = (input: object = {}) => boss.client.call<KeyInfo[]>('keys.all', input)
    const first = await list()
    expect(first).toHaveLength(50)
    expect(first.find(each => each.keyId === keyId)).toMatchObject({ owner: { userId: cleo.id, username: 'Cleo' }, scopes: ['run'] })
    const second = await list({ before: first.at(-1)!.keyId })
    const ids = [...first, ...second].map(each => each.keyId)
    expect(ids.slice(-60)).toEqual(Array.from({ length: 60 }, (_, i) => `00000000-0000-7000-8000-${String(60 - i).padStart(12, '0')}`))
    expect(ids).toEqual([...new Set(ids)].sort().reverse())
    expect(await get('groups/mine', auth)).toMatchObject({ status: 200 })
    await boss.client.call('keys.revoke', { keyId })
    expect(await get('groups/mine', auth)).toMatchObject({ status: 401 })
    // What one revokes of one's own is nobody else's business.
    const own = await makeKey(boss, ['read'])
    await boss.client.call('keys.revoke', { keyId: own.keyId })
    await boss.client.subscribe('audit.list', { action: 'keys.revoke' })
    expect([...boss.client.documents('audit').values()]).toMatchObject([
      { by: { userId: boss.id }, about: { userId: cleo.id }, subject: { kind: 'key', id: keyId, label: 'Scoreboard' } },
    ])
    await testApp.app.database.pool.query(`DELETE FROM api_keys WHERE user_id = $1`, [dora.id])
  })

  it('of one event change nothing elsewhere', async () => {
    await grantRoles(testApp, ann.id, ['event-director'])
    const add = async (): Promise<string> => {
      const _id = uuidv7()
      const span = { startsAt: new Date(Date.now() - 3_600_000), endsAt: new Date(Date.now() + 3_600_000) }
      await ann.client.call('events.add', { _id, name: 'League', ...span, format: { kind: 'high-score' }, machineIds: [machineId] })
      return _id
    }
    const [own, other] = [await add(), await add()]
    const { auth } = await makeKey(ann, ['run'], { eventId: own })
    expect(await post('events/addGuest', { _id: uuidv7(), eventId: own, displayName: 'Toni' }, auth)).toMatchObject({ status: 200 })
    expect(await post('events/addGuest', { _id: uuidv7(), eventId: other, displayName: 'Toni' }, auth)).toMatchObject({
      status: 403,
      body: { code: 'key-of-other' },
    })
    // Who may direct nothing may not by a key either.
    const ben = await signUp(testApp, 'Ben2')
    const { auth: bens } = await makeKey(ben, ['run'])
    expect(await post('events/addGuest', { _id: uuidv7(), eventId: own, displayName: 'Toni' }, bens)).toMatchObject({ status: 403 })
  })

  it('make, see and revoke no keys', async () => {
    const { auth } = await makeKey(ann, ['read', 'submit', 'run', 'admin'])
    expect(await post('keys/add', {}, auth)).toMatchObject({ status: 404, body: { code: 'no-operation' } })
    expect(await post('account/setEmail', {}, auth)).toMatchObject({ status: 404 })
    expect(await get('users/list', auth)).toMatchObject({ status: 403 })
  })
})

/** A stream as a browser's EventSource reads it. */
async function openStream(path: string, headers: Record<string, string> = {}) {
  const leave = new AbortController()
  const response = await fetch(`${root}/api/v1/${path}`, { headers: { accept: 'text/event-stream', ...headers }, signal: leave.signal })
  const events: { event: string; id?: string; data: Record<string, unknown> }[] = []
  let text = ''
  let ended = false
  const reading = (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const parts = text.split('\n\n')
      text = parts.pop()!
      for (const part of parts) {
        const lines = new Map(part.split('\n').map(line => [line.split(': ')[0]!, line.slice(line.indexOf(': ') + 2)]))
        if (!lines.has('event')) continue
        const id = lines.get('id')
        events.push({ event: lines.get('event')!, ...(id === undefined ? {} : { id }), data: JSON.parse(lines.get('data')!) })
      }
    }
  })().catch(() => {})
  void reading.then(() => {
    ended = true
  })
  return { response, events, isEnded: () => ended, leave: () => leave.abort() }
}

describe('a stream', () => {
  it('has what is there, then each change, and goes on where it was left', async () => {
    const path = `boards/top?${scope()}`
    const { response, events, leave } = await openStream(path)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    await expect.poll(() => events.at(-1)?.event).toBe('ready')
    const [state, first] = events
    expect(state).toMatchObject({ event: 'state', data: { unchanged: false } })
    expect(first).toMatchObject({ event: 'added', data: { collection: 'boardRows', document: { userId: ann.id } } })
    const again = await openStream(path, { 'last-event-id': state!.id! })
    await expect.poll(() => again.events.at(-1)?.event).toBe('ready')
    expect(again.events.map(({ event }) => event)).toEqual(['state', 'ready'])
    expect(again.events[0]!.data).toEqual({ unchanged: true })
    again.leave()
    await ann.client.call('scores.submit', { _id: uuidv7(), machineId, value: 9_000_000 })
    await expect.poll(() => events.some(({ data }) => (data.fields as { value?: number } | undefined)?.value === 9_000_000)).toBe(true)
    leave()
    // Whoever has an older version gets all of it.
    const later = await openStream(path, { 'last-event-id': state!.id! })
    await expect.poll(() => later.events.at(-1)?.event).toBe('ready')
    expect(later.events.filter(({ event }) => event === 'added').length).toBe(events.filter(({ event }) => event === 'added').length)
    later.leave()
    await expect.poll(() => testApp.app.ddp.subscriptions.get('boards.top') ?? 0).toBe(0)
  })

  it('with a key shows what its owner sees, and ends with an error where there is nothing to see', async () => {
    const { auth } = await makeKey(ann, ['read'])
    const own = await openStream('groups/mine', auth)
    await expect.poll(() => own.events.at(-1)?.event).toBe('ready')
    own.leave()
    const none = await openStream(`events/standings?eventId=${uuidv7()}`)
    await expect.poll(() => none.isEnded()).toBe(true)
    expect(none.events).toMatchObject([{ event: 'error', data: { status: 404 } }])
    expect((await openStream('groups/mine', { authorization: 'Bearer skillshot_x' })).response.status).toBe(401)
  })
})
