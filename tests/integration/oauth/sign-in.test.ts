import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { BACK, ForeignSite } from '../helpers/foreign-site.ts'
import { RecordedLog } from '../helpers/recorded-log.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { listMachines, makeAdmin, signUp, type TestUser } from '../helpers/users.ts'

const log = new RecordedLog('info')
const ALL = 'openid profile read submit run'
let testApp: TestApp
let admin: TestUser
let ann: TestUser
let site: ForeignSite
let open: ForeignSite

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' }, log: log.log })
  admin = await signUp(testApp, 'Boss')
  await makeAdmin(testApp, admin.id)
  ann = await signUp(testApp, 'Ann', { profile: { name: 'Ann Player' } })
  site = await ForeignSite.register(testApp, admin)
  open = await ForeignSite.register(testApp, admin, { isConfidential: false, name: 'App in the browser' })
})
afterAll(() => testApp.close())

const api = async (path: string, token: string, body?: object): Promise<{ status: number; challenge: string | null; code: unknown }> => {
  const response = await fetch(`${testApp.http}/api/v1/${path}`, {
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  const { code } = (await response.json()) as { code?: unknown }
  return { status: response.status, challenge: response.headers.get('www-authenticate'), code }
}
const mine = (user: TestUser) =>
  user.client.call<{ applicationId: string; name: string; scopes: string[]; lastUsedAt: Date | null }[]>('oauth.mine', {})
const problemOf = (location: string | null): string => {
  const { origin, pathname } = new URL(location!)
  expect([origin, pathname]).toEqual([site.issuer.origin, expect.stringMatching(/^\/consent\/[a-z]{4,11}$/)])
  return pathname.split('/').at(-1)!
}

describe('the documents of the provider', () => {
  it('say what there is, at both addresses, and to pages of any origin', async () => {
    for (const name of ['openid-configuration', 'oauth-authorization-server']) {
      const response = await fetch(`${testApp.http}/.well-known/${name}`, { headers: { origin: 'https://league.example' } })
      expect(response.headers.get('access-control-allow-origin')).toBe('https://league.example')
      expect(await response.json()).toMatchObject({
        issuer: site.issuer.origin,
        authorization_endpoint: `${site.issuer.origin}/oauth/authorize`,
        token_endpoint: `${site.issuer.origin}/oauth/token`,
        authorization_response_iss_parameter_supported: true,
        code_challenge_methods_supported: ['S256'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        response_modes_supported: ['query'],
        response_types_supported: ['code'],
        scopes_supported: ['openid', 'profile', 'read', 'submit', 'run'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      })
    }
  })

  it('name nothing that is off', async () => {
    const document = await site.server()
    for (const off of ['registration', 'introspection', 'end_session', 'pushed_authorization_request', 'device_authorization'])
      expect(document, off).not.toHaveProperty(`${off}_endpoint`)
    expect((await fetch(`${testApp.http}/oauth/register`, { method: 'POST' })).status).not.toBe(201)
  })
})

describe('signing in at another site', () => {
  it('tells it who somebody is, by a client that checks everything', async () => {
    for (const each of [site, open]) {
      const tokens = await each.signIn(ann, 'openid profile')
      expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'openid profile' })
      const expected = { sub: ann.id, name: 'Ann Player', preferred_username: 'Ann', profile: `${site.issuer.origin}/players/Ann` }
      const info = await each.userInfo(tokens.access_token, ann.id)
      expect(info).toEqual(expected)
      const claims = JSON.parse(Buffer.from(tokens.id_token!.split('.')[1]!, 'base64url').toString()) as object
      expect(claims).toMatchObject({ ...expected, aud: each.applicationId, iss: site.issuer.origin })
      expect(claims).not.toHaveProperty('email')
    }
  })

  it('takes the secret in the body, too', async () => {
    const { back, verifier } = await site.allow(ann, 'openid')
    const body = new URLSearchParams({
      ...{ grant_type: 'authorization_code', code: back.searchParams.get('code')!, redirect_uri: BACK, code_verifier: verifier },
      ...{ client_id: site.applicationId, client_secret: site.secret! },
    })
    expect((await fetch(`${testApp.http}/oauth/token`, { method: 'POST', body })).status).toBe(200)
  })

  it('sends the browser back with the state, the issuer and nothing that was not asked for', async () => {
    const { back, state } = await site.allow(ann, 'openid')
    expect([...back.searchParams.keys()].sort()).toEqual(['code', 'from', 'iss', 'state'])
    expect(back.searchParams.get('state')).toBe(state)
    expect(back.searchParams.get('iss')).toBe(site.issuer.origin)
  })

  it('tells the page of consent what is asked for, and only the browser that began the request', async () => {
    const visit = await site.begin('openid submit admin email')
    const requestId = await site.openConsent(visit)
    const details = `${site.issuer.origin}/consent/${requestId}/details`
    const { response } = await visit.agent.get(details)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ application: 'League', host: 'league.example', scopes: ['openid', 'submit'] })
    expect((await fetch(details)).status).toBe(404)
    const page = await fetch(`${site.issuer.origin}/consent/${requestId}`)
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.headers.get('x-frame-options')).toBe('DENY')
  })

  it('sends the answer back that somebody does not allow it', async () => {
    const visit = await site.begin('openid')
    const back = await site.answer(visit.agent, await site.openConsent(visit), null)
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: visit.state, iss: site.issuer.origin })
    expect(back.searchParams.has('code')).toBe(false)
  })

  it('knows nobody before the page has said who it is, and says so to whoever wants no question', async () => {
    await site.signIn(ann, 'openid')
    const { agent, address } = await site.begin('openid', { prompt: 'none' })
    const { location } = await agent.get(address)
    expect(new URL(location!).searchParams.get('error')).toBe('login_required')
  })

  it('sets cookies for the request alone, which no script reads, and keeps no session', async () => {
    const { agent, address } = await site.begin('openid')
    const { response } = await agent.get(address)
    const cookies = response.headers.getSetCookie()
    expect(cookies.length).toBe(4)
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^oauth-(request|resume)(\.sig)?=/)
      expect(cookie).toMatch(/path=\/(consent|oauth\/authorize)\/[\w-]+;/)
      expect(cookie).toMatch(/samesite=lax/i)
      expect(cookie).toMatch(/httponly/i)
    }
  })
})

describe('a request that is not as it has to be', () => {
  it('has no PKCE, or not S256: it is refused', async () => {
    for (const each of [site, open]) {
      const plain = await each.begin('openid', { code_challenge: undefined, code_challenge_method: undefined })
      const { location } = await plain.agent.get(plain.address)
      expect(Object.fromEntries(new URL(location!).searchParams)).toMatchObject({ error: 'invalid_request', state: plain.state })
    }
    const weak = await site.begin('openid', { code_challenge_method: 'plain' })
    expect(new URL((await weak.agent.get(weak.address)).location!).searchParams.get('error')).toBe('invalid_request')
  })

  it('names another way back: nobody is sent there', async () => {
    for (const redirect_uri of [
      'https://evil.example/back',
      `${BACK}&more=1`,
      `${BACK}/`,
      BACK.replace('back', 'BACK'),
      BACK.replace('https', 'http'),
      undefined,
    ]) {
      const { agent, address } = await site.begin('openid', { redirect_uri })
      expect(problemOf((await agent.get(address)).location), redirect_uri).toBe(redirect_uri === undefined ? 'request' : 'address')
    }
  })

  it('names an application that there is not', async () => {
    for (const client_id of [uuidv7(), 'x', undefined]) {
      const { agent, address } = await site.begin('openid', { client_id })
      expect(problemOf((await agent.get(address)).location)).toBe(client_id === undefined ? 'request' : 'application')
    }
  })

  it('wants tokens without a code, or the answer anywhere but in the query', async () => {
    for (const response_type of ['token', 'id_token', 'code id_token', 'none']) {
      const { agent, address } = await site.begin('openid', { response_type })
      const { location } = await agent.get(address)
      expect(location, response_type).toMatch(/[?&#]error=(unsupported_response_type|invalid_request)&/)
    }
    for (const response_mode of ['fragment', 'form_post', 'jwt']) {
      const { agent, address } = await site.begin('openid', { response_mode })
      expect(problemOf((await agent.get(address)).location)).toBe('request')
    }
  })

  it('asks for nothing that is known', async () => {
    for (const scope of ['admin', 'email offline_access']) {
      const { agent, address } = await site.begin(scope)
      expect(new URL((await agent.get(address)).location!).searchParams.get('error')).toBe('invalid_scope')
    }
  })

  it('comes by a way that is off', async () => {
    const wrong = async (fields: Record<string, string>): Promise<unknown> => {
      const body = new URLSearchParams({ client_id: site.applicationId, client_secret: site.secret!, ...fields })
      return ((await (await fetch(`${testApp.http}/oauth/token`, { method: 'POST', body })).json()) as { error: unknown }).error
    }
    expect(await wrong({ grant_type: 'password', username: 'Ann', password: 'x' })).toBe('unsupported_grant_type')
    expect(await wrong({ grant_type: 'client_credentials' })).toBe('unsupported_grant_type')
  })
})

describe('consent', () => {
  it('needs the browser that began the request, and a ticket of whoever is signed in', async () => {
    const visit = await site.begin('openid')
    const requestId = await site.openConsent(visit)
    const { ticket } = await ann.client.call<{ ticket: string }>('oauth.allow', { requestId })
    const answer = `${site.issuer.origin}/consent/${requestId}/answer`
    const send = (body: BodyInit, type = 'application/json'): Promise<Response> =>
      fetch(answer, { method: 'POST', headers: { 'content-type': type }, body })
    // Somebody else began the request, and has sent its address to Ann.
    expect((await send(JSON.stringify({ ticket }))).status).toBe(404)
    expect((await send(`ticket=${ticket}`, 'application/x-www-form-urlencoded')).status).toBe(415)
    expect((await visit.agent.post(answer, { ticket: 'x' })).status).toBe(403)
    expect((await visit.agent.post(answer, {})).status).toBe(400)
    // A ticket is for one request.
    const other = await site.begin('openid')
    const otherId = await site.openConsent(other)
    expect((await other.agent.post(answer.replace(requestId, otherId), { ticket })).status).toBe(403)
    // The cookies of one request are not those of another.
    expect((await other.agent.post(answer, { ticket })).status).toBe(404)
    expect((await site.answer(visit.agent, requestId, ticket)).searchParams.has('code')).toBe(true)
  })

  it('has nothing to answer where there is no request, or nobody is signed in', async () => {
    expect((await ann.client.tryCall('oauth.allow', { requestId: 'x' })).error).toMatchObject({ error: 404 })
    const requestId = await site.openConsent(await site.begin('openid'))
    const visitor = await signUp(testApp, 'Visitor')
    await visitor.client.call('logout')
    expect((await visitor.client.tryCall('oauth.allow', { requestId })).error).toMatchObject({ error: 401 })
  })

  it('wants a recent sign-in where something may be changed', async () => {
    const old = await signUp(testApp, 'Old')
    await testApp.app.database.pool.query("UPDATE login_tokens SET proved_at = now() - interval '1 hour' WHERE user_id = $1", [old.id])
    const reads = await site.openConsent(await site.begin('openid profile read'))
    await old.client.call('oauth.allow', { requestId: reads })
    const changes = await site.openConsent(await site.begin('openid submit'))
    expect((await old.client.tryCall('oauth.allow', { requestId: changes })).error).toMatchObject({ error: 'fresh-sign-in-needed' })
  })
})

describe('what was allowed before', () => {
  /** A person who has allowed an application something. */
  const returning = async (name: string, scope: string, where = site): Promise<TestUser> => {
    const person = await signUp(testApp, name)
    await where.signIn(person, scope)
    return person
  }
  const grantsOf = async ({ id }: TestUser): Promise<{ scopes: string[]; allowed: string; ends: string }[]> => {
    const { rows } = await testApp.app.database.pool.query(
      'SELECT scopes, created_at::text AS allowed, expires_at::text AS ends FROM oauth_grants WHERE user_id = $1 ORDER BY cardinality(scopes) DESC',
      [id],
    )
    return rows as { scopes: string[]; allowed: string; ends: string }[]
  }

  it('is not asked for again, and the application gets what it asks for now, for as long as it was allowed', async () => {
    for (const [name, where] of [
      ['Dora', site],
      ['Dan', open],
    ] as const) {
      const person = await returning(name, 'openid profile read', where)
      const same = await where.recall(person, 'openid profile read')
      expect(await where.exchange(same!)).toMatchObject({ scope: 'openid profile read' })
      const fewer = await where.exchange((await where.recall(person, 'openid'))!)
      expect(fewer.scope).toBe('openid')
      expect(await where.userInfo(fewer.access_token, person.id)).toEqual({ sub: person.id })
      expect(await api('groups/mine', fewer.access_token)).toMatchObject({ status: 403, code: 'key-needs-scope' })
      expect((await where.refresh(fewer.refresh_token!)).scope).toBe('openid')
      const [first, ...later] = await grantsOf(person)
      expect(later.map(({ scopes }) => scopes)).toEqual([['openid', 'profile', 'read'], ['openid']])
      for (const { allowed, ends } of later) expect({ allowed, ends }).toEqual({ allowed: first!.allowed, ends: first!.ends })
    }
  })

  it('is no answer to a request for more, to another application or server, or of somebody else', async () => {
    const first = 'https://league.example/back'
    const second = 'https://mirror.example/back'
    const league = await ForeignSite.register(testApp, admin, { redirectUris: [BACK, first, second] })
    const person = await signUp(testApp, 'Emil')
    const other = await returning('Eva', 'openid read submit', league)
    expect(await league.recall(person, 'openid')).toBeNull()
    await league.signIn(person, 'openid read')
    await league.signIn(person, 'openid submit')
    for (const scope of ['openid profile read', 'openid run', 'openid read submit'])
      expect(await league.recall(person, scope), scope).toBeNull()
    expect(await site.recall(person, 'openid')).toBeNull()
    expect(await league.recall(person, 'openid', { redirect_uri: second })).toBeNull()
    expect(await league.recall(person, 'openid', { redirect_uri: first })).not.toBeNull()
    expect(await league.recall(person, 'openid submit')).not.toBeNull()
    expect(await league.recall(other, 'openid read submit')).not.toBeNull()
  })

  it('is asked for again where the application wants that, or wants somebody who has just signed in', async () => {
    const person = await returning('Fay', 'openid read')
    const tokens = await site.exchange((await site.recall(person, 'openid'))!)
    for (const other of [
      { prompt: 'consent' },
      { prompt: 'login' },
      { prompt: 'login consent' },
      { max_age: '60' },
      { max_age: '0' },
      { id_token_hint: tokens.id_token },
    ])
      expect(await site.recall(person, 'openid', other), JSON.stringify(other)).toBeNull()
    expect(await site.recall(person, 'openid read')).not.toBeNull()
  })

  it('is asked for each time where anybody’s program may be the one that asks', async () => {
    const local = 'http://localhost:3000/back'
    const person = await signUp(testApp, 'Hal')
    const allowThere = async (where: ForeignSite): Promise<void> => {
      const visit = await where.begin('openid', { redirect_uri: local })
      const requestId = await where.openConsent(visit)
      const { ticket } = await person.client.call<{ ticket: string }>('oauth.allow', { requestId })
      const answer = await visit.agent.post(`${where.issuer.origin}/consent/${requestId}/answer`, { ticket })
      expect(answer.status).toBe(200)
    }
    const tool = await ForeignSite.register(testApp, admin, { isConfidential: false, redirectUris: [local] })
    await allowThere(tool)
    expect(await tool.recall(person, 'openid', { redirect_uri: local })).toBeNull()
    const server = await ForeignSite.register(testApp, admin, { redirectUris: [local] })
    await allowThere(server)
    const requestId = await server.openConsent(await server.begin('openid', { redirect_uri: local }))
    expect(await person.client.call('oauth.recall', { requestId })).toEqual({ ticket: expect.any(String) })
  })

  it.each([
    ['its person takes it back', async (user: TestUser) => user.client.call('oauth.revoke', { applicationId: site.applicationId })],
    ['its person signs out everywhere else', (user: TestUser) => user.client.call('removeOtherTokens')],
    [
      'its time has come',
      ({ id }: TestUser) => testApp.app.database.pool.query('UPDATE oauth_grants SET expires_at = now() WHERE user_id = $1', [id]),
    ],
  ])('ends when %s, also between the page and its answer', async (what, act) => {
    const person = await returning(`R-${what.split(' ').slice(-2).join('')}`, 'openid read')
    const visit = await site.begin('openid')
    const requestId = await site.openConsent(visit)
    const { ticket } = await person.client.call<{ ticket: string }>('oauth.recall', { requestId })
    await act(person)
    expect(await site.recall(person, 'openid')).toBeNull()
    const answer = await visit.agent.post(`${site.issuer.origin}/consent/${requestId}/answer`, { ticket })
    expect([answer.status, await answer.json()]).toEqual([403, { code: 'ticket-gone' }])
    await testApp.app.features.oauth.sweep()
    expect(await grantsOf(person)).toEqual([])
    // The page asks then, and the request goes on.
    const asked = await person.client.call<{ ticket: string }>('oauth.allow', { requestId })
    expect((await site.answer(visit.agent, requestId, asked.ticket)).searchParams.has('code')).toBe(true)
  })

  it('ends with its application, and with the last token that this gives back', async () => {
    const short = await ForeignSite.register(testApp, admin, { name: 'Brief' })
    const person = await signUp(testApp, 'Ida')
    const first = await short.signIn(person, 'openid')
    const second = await short.exchange((await short.recall(person, 'openid'))!)
    await short.revoke(first.refresh_token!)
    // Each sign-in has its own end.
    await short.userInfo(second.access_token, person.id)
    const third = await short.exchange((await short.recall(person, 'openid'))!)
    for (const { refresh_token: token } of [second, third]) await short.revoke(token!)
    expect(await short.recall(person, 'openid')).toBeNull()
    await short.signIn(person, 'openid')
    const visit = await short.begin('openid')
    const requestId = await short.openConsent(visit)
    await admin.client.call('oauth.remove', { applicationId: short.applicationId })
    expect(await person.client.call('oauth.recall', { requestId })).toEqual({ ticket: null })
  })

  it('is taken back for all sign-ins together', async () => {
    const person = await returning('Jon', 'openid read')
    const { access_token: token } = await site.exchange((await site.recall(person, 'openid read'))!)
    expect((await api('groups/mine', token)).status).toBe(200)
    expect(await mine(person)).toMatchObject([{ applicationId: site.applicationId, scopes: ['openid', 'read'] }])
    await person.client.call('oauth.revoke', { applicationId: site.applicationId })
    expect((await api('groups/mine', token)).status).toBe(401)
    expect(await mine(person)).toEqual([])
  })

  it('is taken back with a sign-in that goes on at the same moment', async () => {
    const person = await returning('Lea', 'openid read')
    const { pool } = testApp.app.database
    const connection = await pool.connect()
    try {
      await connection.query('BEGIN')
      await connection.query(
        `INSERT INTO oauth_grants (id, application_id, user_id, scopes, payload, expires_at)
         SELECT 'goes on', g.application_id, g.user_id, g.scopes, g.payload, g.expires_at FROM oauth_grants g WHERE g.user_id = $1 FOR KEY SHARE`,
        [person.id],
      )
      const revoking = person.client.call('oauth.revoke', { applicationId: site.applicationId })
      const waiting = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
      await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
      await connection.query('COMMIT')
      await revoking
    } finally {
      connection.release()
    }
    expect(await grantsOf(person)).toEqual([])
  })

  it('needs the browser that began the request as well, and no new sign-in', async () => {
    const person = await returning('Kim', 'openid submit')
    await testApp.app.database.pool.query("UPDATE login_tokens SET proved_at = now() - interval '1 hour' WHERE user_id = $1", [person.id])
    const visit = await site.begin('openid submit')
    const requestId = await site.openConsent(visit)
    const { ticket } = await person.client.call<{ ticket: string }>('oauth.recall', { requestId })
    const other = await site.begin('openid submit')
    await site.openConsent(other)
    const answer = `${site.issuer.origin}/consent/${requestId}/answer`
    expect((await other.agent.post(answer, { ticket })).status).toBe(404)
    expect(
      (await fetch(answer, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ticket }) })).status,
    ).toBe(404)
    const back = await site.answer(visit.agent, requestId, ticket)
    expect(await site.exchange({ ...visit, back })).toMatchObject({ scope: 'openid submit' })
  })

  it('has nothing to answer where there is no request, or nobody is signed in', async () => {
    expect((await ann.client.tryCall('oauth.recall', { requestId: 'x' })).error).toMatchObject({ error: 404 })
    const requestId = await site.openConsent(await site.begin('openid'))
    const visitor = await signUp(testApp, 'Gone')
    await visitor.client.call('logout')
    expect((await visitor.client.tryCall('oauth.recall', { requestId })).error).toMatchObject({ error: 401 })
  })
})

describe('codes and tokens', () => {
  it('end together when a code is used twice', async () => {
    const visit = await site.allow(ann, ALL)
    const { access_token: token, refresh_token: refresh } = await site.exchange(visit)
    expect((await api('groups/mine', token)).status).toBe(200)
    await expect(site.exchange(visit)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await api('groups/mine', token)).status).toBe(401)
    await expect(site.refresh(refresh!)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('are issued once when one code comes twice at the same moment', async () => {
    const visit = await site.allow(ann, ALL)
    const outcomes = await Promise.allSettled([site.exchange(visit), site.exchange(visit), site.exchange(visit)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
    for (const outcome of outcomes)
      if (outcome.status === 'fulfilled') expect((await api('groups/mine', outcome.value.access_token)).status).toBe(401)
  })

  it('change with each refresh, and end when an old one is used again', async () => {
    const first = await open.signIn(ann, ALL)
    const second = await open.refresh(first.refresh_token!)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await api('groups/mine', second.access_token)).status).toBe(200)
    const third = await open.refresh(second.refresh_token!)
    await expect(open.refresh(first.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' })
    for (const { access_token: token } of [first, second, third]) expect((await api('groups/mine', token)).status).toBe(401)
    await expect(open.refresh(third.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('belong to one application, and to whoever knows its secret and the verifier', async () => {
    const token = async (fields: Record<string, string>): Promise<{ status: number; error: unknown }> => {
      const response = await fetch(`${testApp.http}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) })
      return { status: response.status, error: ((await response.json()) as { error: unknown }).error }
    }
    const { back, verifier } = await site.allow(ann, ALL)
    const fields = { grant_type: 'authorization_code', code: back.searchParams.get('code')!, redirect_uri: BACK, code_verifier: verifier }
    const own = { client_id: site.applicationId, client_secret: site.secret! }
    expect(await token({ ...fields, ...own, client_secret: `${site.secret}x` })).toEqual({ status: 401, error: 'invalid_client' })
    expect(await token({ ...fields, client_id: site.applicationId })).toEqual({ status: 401, error: 'invalid_client' })
    expect(await token({ ...fields, client_id: open.applicationId })).toEqual({ status: 400, error: 'invalid_grant' })
    expect(await token({ ...fields, ...own, code_verifier: 'x'.repeat(43) })).toEqual({ status: 400, error: 'invalid_grant' })
    expect(await token({ ...fields, ...own, redirect_uri: 'https://league.example/other' })).toEqual({
      status: 400,
      error: 'invalid_grant',
    })
    const { hashed_secret: hash } = (
      await testApp.app.database.pool.query('SELECT hashed_secret FROM oauth_applications WHERE id = $1', [site.applicationId])
    ).rows[0] as { hashed_secret: string }
    expect(await token({ ...fields, ...own, client_secret: hash })).toEqual({ status: 401, error: 'invalid_client' })
    expect(await token({ ...fields, ...own })).toEqual({ status: 200, error: undefined })
  })

  it('are not in the database, and neither is a secret', async () => {
    const { back, ...visit } = await site.allow(ann, ALL)
    const { access_token: token, refresh_token: refresh } = await site.exchange({ back, ...visit })
    const { rows } = await testApp.app.database.pool.query(
      'SELECT (SELECT json_agg(a) FROM oauth_applications a) a, (SELECT json_agg(g) FROM oauth_grants g) g, (SELECT json_agg(r) FROM oauth_records r) r',
    )
    const stored = JSON.stringify(rows)
    for (const secret of [token, refresh!, back.searchParams.get('code')!, site.secret!]) expect(stored).not.toContain(secret)
    for (const secret of [token, refresh!, back.searchParams.get('code')!, site.secret!]) expect(log.text).not.toContain(secret)
  })

  it('stop when their time has come, and are deleted then', async () => {
    const tokens = await site.signIn(ann, ALL)
    const { pool } = testApp.app.database
    await pool.query("UPDATE oauth_records SET expires_at = now() - interval '1 second'")
    expect((await api('groups/mine', tokens.access_token)).status).toBe(401)
    await expect(site.refresh(tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' })
    await pool.query("UPDATE oauth_grants SET expires_at = now() - interval '1 second'")
    await testApp.app.features.oauth.sweep()
    const { rows } = await pool.query('SELECT (SELECT count(*)::int FROM oauth_records) + (SELECT count(*)::int FROM oauth_grants) AS left')
    expect(rows[0]).toEqual({ left: 0 })
    expect(await mine(ann)).toEqual([])
  })
})

describe('an access token at the API', () => {
  it('does what a key with its scopes does', async () => {
    const machineId = (await listMachines(testApp, 1))[0]!.id
    const { access_token: submits } = await site.signIn(ann, 'openid submit')
    const scoreId = uuidv7()
    expect(await api('scores/submit', submits, { _id: scoreId, machineId, value: 5_000_000 })).toMatchObject({ status: 200 })
    const { rows } = await testApp.app.database.pool.query('SELECT user_id FROM scores WHERE id = $1', [scoreId])
    expect(rows).toEqual([{ user_id: ann.id }])
    const { access_token: reads } = await site.signIn(ann, 'read')
    expect(await api('groups/mine', reads)).toMatchObject({ status: 200 })
    expect(await api('scores/submit', reads, { _id: uuidv7(), machineId, value: 1 })).toEqual({
      status: 403,
      code: 'key-needs-scope',
      challenge: 'Bearer error="insufficient_scope", scope="submit"',
    })
  })

  it('does nothing without a scope of the API, and never administers', async () => {
    const { access_token: knows } = await site.signIn(ann, 'openid profile')
    expect(await api('groups/mine', knows)).toMatchObject({ status: 403, code: 'key-needs-scope' })
    const { access_token: token, scope } = await site.signIn(admin, `${ALL} admin`)
    expect(scope).toBe(ALL)
    expect(await api('users/signOut', token, { userId: ann.id })).toMatchObject({ status: 403, code: 'key-needs-scope' })
    for (const call of ['oauth/allow', 'oauth/recall', 'oauth/add', 'oauth/revoke', 'keys/add'])
      expect(await api(call, token, {})).toMatchObject({ status: 404, code: 'no-operation' })
  })

  it('is unknown where it is none', async () => {
    expect(await api('groups/mine', 'x'.repeat(43))).toEqual({
      status: 401,
      code: 'key-unknown',
      challenge: 'Bearer error="invalid_token"',
    })
  })
})

describe('what was allowed', () => {
  it('is listed with its last use, and ends when it is revoked, on every node', async () => {
    const ben = await signUp(testApp, 'Ben')
    const first = await site.signIn(ben, 'openid read')
    const second = await site.signIn(ben, 'openid submit')
    await open.signIn(ben, 'openid')
    const node = await testApp.startSecondNode()
    const elsewhere = (): Promise<number> =>
      fetch(`http://127.0.0.1:${node.port}/api/v1/groups/mine`, { headers: { authorization: `Bearer ${first.access_token}` } }).then(
        ({ status }) => status,
      )
    expect(await elsewhere()).toBe(200)
    // When a key was used is noted after the answer.
    const used = async () => (await mine(ben)).find(({ applicationId }) => applicationId === site.applicationId)?.lastUsedAt
    await expect.poll(used).toBeInstanceOf(Date)
    const listed = await mine(ben)
    expect(listed).toMatchObject([
      { applicationId: open.applicationId, scopes: ['openid'] },
      { applicationId: site.applicationId, name: 'League', scopes: ['openid', 'read', 'submit'], lastUsedAt: expect.any(Date) },
    ])
    const cy = await signUp(testApp, 'Cy')
    expect((await cy.client.tryCall('oauth.revoke', { applicationId: site.applicationId })).error).toMatchObject({ error: 404 })
    await ben.client.call('oauth.revoke', { applicationId: site.applicationId })
    for (const { access_token: token } of [first, second]) expect((await api('groups/mine', token)).status).toBe(401)
    await expect.poll(elsewhere).toBe(401)
    await node.close()
    await expect(site.refresh(first.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect(await mine(ben)).toMatchObject([{ applicationId: open.applicationId }])
  })

  it('ends when the application gives a token back', async () => {
    const tokens = await site.signIn(ann, ALL)
    await open.revoke(tokens.refresh_token!)
    expect((await api('groups/mine', tokens.access_token)).status).toBe(200)
    await site.revoke(tokens.refresh_token!)
    expect((await api('groups/mine', tokens.access_token)).status).toBe(401)
    expect((await mine(ann)).find(({ applicationId }) => applicationId === site.applicationId)?.lastUsedAt).not.toBeUndefined()
  })

  it.each([
    ['signs out everywhere else', (user: TestUser) => user.client.call('removeOtherTokens')],
    ['signs out all other clients', (user: TestUser) => user.client.call('logoutOtherClients')],
    ['is signed out by an administrator', ({ id }: TestUser) => admin.client.call('users.signOut', { userId: id })],
    ['is suspended', ({ id }: TestUser) => admin.client.call('users.suspend', { userId: id, reason: 'Insults' })],
    ['is deleted', ({ id }: TestUser) => admin.client.call('users.delete', { userId: id, eraseScores: true })],
  ])('ends when its person %s', async (what, act) => {
    const person = await signUp(testApp, `P-${what.split(' ').slice(0, 3).join('').slice(0, 14)}`)
    const tokens = await site.signIn(person, ALL)
    expect((await api('groups/mine', tokens.access_token)).status).toBe(200)
    await act(person)
    expect((await api('groups/mine', tokens.access_token)).status).toBe(401)
    await expect(site.refresh(tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' })
    const { rows } = await testApp.app.database.pool.query('SELECT id FROM oauth_grants WHERE user_id = $1', [person.id])
    expect(rows).toEqual([])
  })

  it('is allowed in vain by somebody who was suspended a moment before', async () => {
    const person = await signUp(testApp, 'Late')
    const visit = await site.begin('openid')
    const requestId = await site.openConsent(visit)
    const { ticket } = await person.client.call<{ ticket: string }>('oauth.allow', { requestId })
    await admin.client.call('users.suspend', { userId: person.id, reason: 'Insults' })
    const response = await visit.agent.post(`${site.issuer.origin}/consent/${requestId}/answer`, { ticket })
    expect(response.status).toBe(403)
  })
})

describe('applications', () => {
  const facts = { name: 'Other', redirectUris: ['https://other.example/back'], isConfidential: true }

  it('are registered by administrators alone, and the same call again gives the same secret', async () => {
    expect((await ann.client.tryCall('oauth.add', { _id: uuidv7(), ...facts })).error).toMatchObject({ error: 403 })
    expect((await ann.client.tryCall('oauth.all', {})).error).toMatchObject({ error: 403 })
    const _id = uuidv7()
    const { secret } = await admin.client.call<{ secret: string }>('oauth.add', { _id, ...facts })
    expect(secret).toMatch(/^skillshot_app_[\w-]{43}$/)
    expect(await admin.client.call('oauth.add', { _id, ...facts })).toEqual({ secret })
    expect((await admin.client.tryCall('oauth.add', { _id, ...facts, name: 'Else' })).error).toMatchObject({ error: 409 })
    const all = await admin.client.call<object[]>('oauth.all', {})
    expect(all[0]).toMatchObject({ applicationId: _id, ...facts, people: 0, lastUsedAt: null })
    expect(JSON.stringify(all)).not.toContain(secret)
  })

  it('name addresses over https, or of a developer’s machine', async () => {
    const add = async (redirectUris: string[]): Promise<unknown> =>
      (await admin.client.tryCall('oauth.add', { _id: uuidv7(), ...facts, redirectUris })).error
    for (const address of ['http://other.example/back', 'https://other.example/#x', 'other:back', 'https://other.example:99999/'])
      expect(await add([address]), address).toMatchObject({ error: 400 })
    expect(await add([])).toMatchObject({ error: 400 })
    expect(await add(['http://localhost:3000/back', 'https://other.example'])).toBeUndefined()
  })

  it('end with everything that they were allowed when they are removed', async () => {
    const short = await ForeignSite.register(testApp, admin, { name: 'Short' })
    const tokens = await short.signIn(ann, ALL)
    expect((await ann.client.tryCall('oauth.remove', { applicationId: short.applicationId })).error).toMatchObject({ error: 403 })
    const begun = await short.begin('openid')
    await admin.client.call('oauth.remove', { applicationId: short.applicationId })
    expect((await admin.client.tryCall('oauth.remove', { applicationId: short.applicationId })).error).toMatchObject({ error: 404 })
    expect((await api('groups/mine', tokens.access_token)).status).toBe(401)
    await expect(short.refresh(tokens.refresh_token!)).rejects.toMatchObject({ status: 401 })
    expect(problemOf((await begun.agent.get(begun.address)).location)).toBe('application')
    expect((await mine(ann)).some(({ name }) => name === 'Short')).toBe(false)
  })
})

describe('the provider', () => {
  it('has written no notice of its own', () => {
    expect(log.text).not.toContain('oidc-provider')
    expect(log.all.filter(({ level }) => level >= 50)).toEqual([])
  })

  it('answers under the public address of the site, whatever a request says, with cookies for https alone', async () => {
    const spy = vi.spyOn(console, 'warn')
    const behind = await createTestApp({ config: { rateLimits: 'off', rootUrl: 'https://scores.example', forwardedCount: 1 } })
    try {
      const boss = await signUp(behind, 'Boss')
      await makeAdmin(behind, boss.id)
      const application = await ForeignSite.register(behind, boss)
      const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
      const document = (await (await fetch(`${behind.http}/.well-known/openid-configuration`, { headers })).json()) as { issuer: string }
      expect(document.issuer).toBe('https://scores.example')
      expect(JSON.stringify(document)).not.toContain('evil')
      const query = new URLSearchParams({
        ...{ client_id: application.applicationId, redirect_uri: BACK, response_type: 'code', scope: 'openid' },
        ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
      })
      const response = await fetch(`${behind.http}/oauth/authorize?${query}`, { redirect: 'manual', headers })
      expect(response.headers.get('location')).toMatch(/^\/consent\/[\w-]+$/)
      for (const cookie of response.headers.getSetCookie()) expect(cookie).toMatch(/^__Secure-oauth-(request|resume)(\.sig)?=.*; secure/i)
      expect(response.headers.getSetCookie()).toHaveLength(4)
      expect(spy).not.toHaveBeenCalled()
    } finally {
      spy.mockRestore()
      await behind.close()
    }
  })

  it('lets one address ask only so often', async () => {
    const limited = await createTestApp()
    try {
      const statuses = new Set<number>()
      let last: Response | null = null
      for (let i = 0; i < 310; i++) {
        last = await fetch(`${limited.http}/oauth/authorize?client_id=x`, { redirect: 'manual' })
        statuses.add(last.status)
      }
      expect(last!.headers.get('location')).toBe('/consent/busy')
      for (let i = 0; i < 601; i++) last = await fetch(`${limited.http}/oauth/token`, { method: 'POST' })
      expect(last!.status).toBe(429)
      expect(Number(last!.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      await limited.close()
    }
  })
})
