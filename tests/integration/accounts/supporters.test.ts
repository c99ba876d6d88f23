import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { FAKE_SECRET_PREFIX, FakePatreon } from '../fakes/patreon.ts'
import { dumpTables } from '../helpers/db.ts'
import { DdpTestClient, type Document } from '../helpers/ddp-test-client.ts'
import { RecordedLog } from '../helpers/recorded-log.ts'
import { createSettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, firstMachineId, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const TOKEN = '/api/oauth2/token'
const IDENTITY = '/api/oauth2/v2/identity'
const REVOKE = '/api/oauth2/revoke'
const DAY = 86_400_000

const clock = createSettableClock()
const log = new RecordedLog('trace')
let patreon: FakePatreon
let testApp: TestApp
let machineId: string
let visitor: DdpTestClient
let count = 0

beforeAll(async () => {
  patreon = await new FakePatreon().open()
  testApp = await createTestApp({
    config: { rateLimits: 'off', patreon: patreon.options, rootUrl: 'https://scores.example' },
    clock,
    log: log.log,
  })
  patreon.redirectUris = ['https://scores.example/patreon/confirm']
  machineId = await firstMachineId(testApp)
  visitor = await DdpTestClient.open(testApp.endpoint)
  await visitor.subscribe('boards.top', { scope: { machineId }, limit: 100 })
})
afterEach(() => {
  patreon.failures.clear()
  patreon.lifetime = 2_678_400
})
afterAll(async () => {
  await testApp.close()
  await patreon.close()
})

const begin = async ({ client }: TestUser): Promise<string> => (await client.call<{ url: string }>('patreon.begin', {})).url
const confirm = (who: TestUser, returned: { code: string; state: string }) => who.client.call('patreon.confirm', returned)
const refusal = (who: TestUser, returned: { code: string; state: string }) => who.client.expectError('patreon.confirm', returned)

/** A player with a score and an account at the provider. The visitor is subscribed to the board and to the player's profile. */
async function signUpPlayer(member?: Parameters<FakePatreon['addAccount']>[1]): Promise<TestUser & { account: string }> {
  const user = await signUp(testApp, `Player ${++count}`)
  await user.client.call('scores.submit', { _id: uuidv7(), machineId, value: 1000 + count })
  await visitor.subscribe('players.one', { username: user.username })
  const account = `account-${count}`
  patreon.addAccount(account, member)
  return { ...user, account }
}

async function signUpSupporter(member?: Parameters<FakePatreon['addAccount']>[1]): Promise<TestUser & { account: string }> {
  const user = await signUpPlayer(member)
  await confirm(user, patreon.authorize(await begin(user), user.account))
  return user
}

const row = ({ id }: TestUser): Document | undefined => [...visitor.documents('boardRows').values()].find(({ userId }) => userId === id)

/** Waits until the visitor's open subscriptions show the badge, or no badge, on board and profile. */
const badge = ({ ...who }: TestUser, shown: boolean): Promise<void> =>
  visitor.waitUntil(() => row(who)?.supporter === shown && visitor.documents('players').get(who.id)?.supporter === shown)

const links = async (): Promise<number> =>
  (await testApp.app.database.pool.query<{ n: number }>('SELECT count(*) AS n FROM supporter_links')).rows[0]!.n

/** Moves the clock to the next night and runs a round. */
async function runNightlyJob(): Promise<void> {
  clock.set(clock.now() + DAY)
  await testApp.app.features.supporters!.runOnce()
}

describe('[P1] linking', () => {
  it('sends the browser to the provider with a state, PKCE and the least scope, and nothing secret', async () => {
    const user = await signUpPlayer()
    const url = new URL(await begin(user))
    expect(url.origin + url.pathname).toBe(`${patreon.url}/oauth2/authorize`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: patreon.clientId,
      redirect_uri: 'https://scores.example/patreon/confirm',
      scope: 'identity identity.memberships',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(new URL(await begin(user)).searchParams.get('state')).not.toBe(url.searchParams.get('state'))
  })

  it('gives the badge on profile and board to those who watch, and answers tier and state', async () => {
    const user = await signUpPlayer()
    await badge(user, false)
    expect((await user.client.subscribe('patreon.link', {})).error).toBe(null)
    expect(await confirm(user, patreon.authorize(await begin(user), user.account))).toEqual({ tier: 'Gold', active: true })
    await badge(user, true)
    await user.client.waitUntil(() => user.client.documents('supporterLinks').size === 1)
    expect(user.client.documents('supporterLinks').get(user.id)).toEqual({ tier: 'Gold', active: true, linkedAt: expect.any(Date) })
    const around = await visitor.call<{ rows: Document[] }>('boards.around', { scope: { machineId }, userId: user.id })
    expect(around.rows.find(({ userId }) => userId === user.id)?.supporter).toBe(true)
    await user.client.call('scores.submit', { _id: uuidv7(), machineId, value: 900_000 + count })
    await visitor.waitUntil(() => row(user)?.value === 900_000 + count)
    expect(row(user)?.supporter).toBe(true)
    expect(visitor.documents('supporterLinks').size).toBe(0)
  })

  it('without an active membership links, and shows no badge', async () => {
    for (const member of [
      null,
      { patron_status: 'former_patron', currently_entitled_amount_cents: 0 },
      { patron_status: 'declined_patron', currently_entitled_amount_cents: 500 },
      { patron_status: 'active_patron', currently_entitled_amount_cents: 500, campaign: 'another' },
    ]) {
      const user = await signUpPlayer(member)
      expect(await confirm(user, patreon.authorize(await begin(user), user.account))).toEqual({ tier: null, active: false })
      await badge(user, false)
    }
  })

  it('asks for no name and no address, and keeps neither', async () => {
    await signUpSupporter()
    const { query, headers } = patreon.requests.findLast(({ path }) => path === IDENTITY)!
    expect(query.get('fields[user]')).toBe(null)
    expect(query.get('fields[member]')).toBe('patron_status,currently_entitled_amount_cents')
    expect(headers['user-agent']).toBe('Skillshot')
    expect(await dumpTables(testApp)).not.toContain('corgi@example.com')
  })
})

describe('[P1] the return from the provider', () => {
  it('is accepted once', async () => {
    const user = await signUpPlayer()
    const returned = patreon.authorize(await begin(user), user.account)
    await confirm(user, returned)
    const requestsBefore = patreon.countRequests(TOKEN)
    expect(await refusal(user, returned)).toMatchObject({ error: 403, reason: expect.stringContaining('Start again.') })
    expect(patreon.countRequests(TOKEN)).toBe(requestsBefore)
  })

  it('with a forged state is refused, and does not spoil the true one', async () => {
    const user = await signUpPlayer()
    const returned = patreon.authorize(await begin(user), user.account)
    const requestsBefore = patreon.countRequests(TOKEN)
    expect(await refusal(user, { ...returned, state: 'x'.repeat(43) })).toMatchObject({ error: 403 })
    expect(patreon.countRequests(TOKEN)).toBe(requestsBefore)
    await confirm(user, returned)
  })

  it('is for the player who began, and nobody else', async () => {
    const [user, other] = [await signUpPlayer(), await signUpPlayer()]
    const returned = patreon.authorize(await begin(user), other.account)
    await begin(other)
    expect(await refusal(other, returned)).toMatchObject({ error: 403 })
    expect((await visitor.tryCall('patreon.confirm', returned)).error).toMatchObject({ error: 401 })
    await confirm(user, returned)
  })

  it('after ten minutes is too old', async () => {
    const user = await signUpPlayer()
    const returned = patreon.authorize(await begin(user), user.account)
    clock.set(clock.now() + 600_000)
    expect(await refusal(user, returned)).toMatchObject({ error: 403, reason: expect.stringContaining('ten minutes') })
    const again = patreon.authorize(await begin(user), user.account)
    clock.set(clock.now() + 590_000)
    await confirm(user, again)
  })

  it('of an earlier beginning is too old as well', async () => {
    const user = await signUpPlayer()
    const first = patreon.authorize(await begin(user), user.account)
    const second = patreon.authorize(await begin(user), user.account)
    expect(await refusal(user, first)).toMatchObject({ error: 403 })
    await confirm(user, second)
  })

  it('with a code that the provider does not know, or has given for another verifier, is refused', async () => {
    const [user, other] = [await signUpPlayer(), await signUpPlayer()]
    const returned = patreon.authorize(await begin(user), user.account)
    expect(await refusal(user, { ...returned, code: 'unknown' })).toMatchObject({
      error: 403,
      reason: expect.stringContaining('Start again.'),
    })
    const injected = patreon.authorize(await begin(other), other.account).code
    const { state } = patreon.authorize(await begin(user), user.account)
    expect(await refusal(user, { code: injected, state })).toMatchObject({ error: 403 })
    await badge(user, false)
  })

  it('of an account that another player has linked is refused, and both stay as they were', async () => {
    const [first, second] = [await signUpSupporter(), await signUpSupporter()]
    const before = await links()
    expect(await refusal(second, patreon.authorize(await begin(second), first.account))).toMatchObject({
      error: 409,
      reason: expect.stringContaining('another player'),
    })
    expect(await links()).toBe(before)
    await badge(first, true)
    await badge(second, true)
    await runNightlyJob()
    await badge(first, true)
    await badge(second, true)
  })

  it('of another account of the same player takes the place of the first, whose tokens are revoked', async () => {
    const user = await signUpSupporter()
    patreon.addAccount('other account', null)
    await confirm(user, patreon.authorize(await begin(user), 'other account'))
    await badge(user, false)
    await patreon.waitForTokenCount(user.account, 0)
  })
})

describe('[P1] a provider that fails', () => {
  const soon = { error: 503, reason: expect.stringContaining('Wait a few minutes, then start again.') }
  const operator = { error: 503, reason: expect.stringContaining('Tell the people who run this site.') }
  const stale = { error: 403, reason: expect.stringContaining('Start again.') }
  const busy = (ms: number, words: string) => ({
    error: 'too-many-requests',
    reason: expect.stringContaining(words),
    details: { code: 'patreon-busy', timeToReset: ms },
  })

  it.each([
    ['hangs up', 'hang-up', soon],
    ['is down', { status: 500 }, soon],
    ['is being worked on', { status: 503, body: '<h1>Sorry</h1>' }, soon],
    ['sends elsewhere', { status: 302, headers: { location: '/elsewhere' } }, soon],
    ['answers no JSON', { status: 200, body: '<html>' }, soon],
    ['answers an array', { status: 200, body: '[]' }, soon],
    ['answers nothing', { status: 200 }, soon],
    ['answers too much', { status: 200, body: `"${'x'.repeat(1_100_000)}"` }, soon],
    ['is asked too often, and says how long', { status: 429, headers: { 'retry-after': '120' } }, busy(120_000, 'Wait 2 minutes')],
    [
      'is asked too often, and says how long as documented',
      { status: 429, body: '{"errors":[{"code_name":"RequestThrottled","retry_after_seconds":9,"status":"429"}]}' },
      busy(9000, 'Wait a minute'),
    ],
    ['is asked too often', { status: 429 }, busy(60_000, 'Wait a minute')],
    ['asks to wait for years', { status: 429, headers: { 'retry-after': '99999999' } }, busy(3_600_000, 'Wait 60 minutes')],
  ] as const)('that %s links nothing, and the player is told what to do', async (_, failure, told) => {
    for (const path of [TOKEN, IDENTITY]) {
      const user = await signUpPlayer()
      const returned = patreon.authorize(await begin(user), user.account)
      patreon.failures.set(path, failure)
      expect(await refusal(user, returned)).toMatchObject(told)
      patreon.failures.clear()
      await badge(user, false)
      await confirm(user, patreon.authorize(await begin(user), user.account))
      await badge(user, true)
    }
  })

  it.each([
    ['tokens without an access token', TOKEN, '{"token_type":"Bearer","refresh_token":"r"}'],
    ['tokens without a refresh token', TOKEN, '{"token_type":"Bearer","access_token":"a"}'],
    ['tokens of another type', TOKEN, '{"token_type":"DPoP","access_token":"a","refresh_token":"r"}'],
    ['nobody', IDENTITY, '{"data":null}'],
    ['somebody without an id', IDENTITY, '{"data":{"type":"user"}}'],
    ['memberships that are none', IDENTITY, '{"data":{"type":"user","id":"1"},"included":{}}'],
  ])('that answers %s is not believed', async (_, path, body) => {
    const user = await signUpPlayer()
    const returned = patreon.authorize(await begin(user), user.account)
    patreon.failures.set(path, { status: 200, body })
    expect(await refusal(user, returned)).toMatchObject(soon)
    await badge(user, false)
  })

  it('that does not know the site is the operator’s to look into', async () => {
    const user = await signUpPlayer()
    const returned = patreon.authorize(await begin(user), user.account)
    patreon.failures.set(TOKEN, { status: 401, body: '{"error":"invalid_client"}' })
    expect(await refusal(user, returned)).toMatchObject(operator)
    await log.waitForLine(({ problem }) => problem === 'misconfigured')
  })

  it('that revokes a token at once leaves nothing linked', async () => {
    const user = await signUpPlayer()
    const returned = patreon.authorize(await begin(user), user.account)
    patreon.failures.set(IDENTITY, { status: 401, body: '{"errors":[]}' })
    expect(await refusal(user, returned)).toMatchObject(stale)
  })

  it('that does not answer is not waited for longer than ten seconds', async () => {
    for (const path of [TOKEN, IDENTITY]) {
      const user = await signUpPlayer()
      const returned = patreon.authorize(await begin(user), user.account)
      patreon.failures.set(path, 'silent')
      const received = patreon.waitForRequests(path, patreon.countRequests(path) + 1)
      const refused = refusal(user, returned)
      await received
      clock.set(clock.now() + 10_000)
      expect(await refused).toMatchObject(soon)
      patreon.failures.clear()
    }
    await log.waitForLine(({ problem }) => problem === 'slow')
  })
})

describe('[P1] a membership', () => {
  beforeEach(async () => {
    await testApp.app.database.pool.query('DELETE FROM supporter_links')
  })

  it('that ends takes the badge with it in the next night, and one that begins brings it', async () => {
    const user = await signUpSupporter()
    const account = patreon.accounts.get(user.account)!
    account.member = { patron_status: 'former_patron', currently_entitled_amount_cents: 0 }
    await badge(user, true)
    await runNightlyJob()
    await badge(user, false)
    account.member = { patron_status: 'active_patron', currently_entitled_amount_cents: 900, tier: 'Platinum' }
    await runNightlyJob()
    await badge(user, true)
  })

  it('is asked for once a night, and not again until the next', async () => {
    for (let others = 0; others < 3; others++) await signUpSupporter()
    await runNightlyJob()
    const requestsBefore = patreon.countRequests(IDENTITY)
    await testApp.app.features.supporters!.runOnce()
    expect(patreon.countRequests(IDENTITY)).toBe(requestsBefore)
    await runNightlyJob()
    expect(patreon.countRequests(IDENTITY)).toBe(requestsBefore + (await links()))
  })

  it('is looked at when the provider says that it has changed, and says so with its signature', async () => {
    const user = await signUpSupporter()
    patreon.accounts.get(user.account)!.member = { patron_status: 'former_patron', currently_entitled_amount_cents: 0 }
    const event = patreon.webhookBody(user.account)
    const requestsBefore = patreon.countRequests(IDENTITY)
    for (const [body, signature] of [
      [event, '0'.repeat(32)],
      [event, ''],
      [`${event} `, undefined],
    ] as const) {
      const answer = await patreon.sendWebhook(testApp.http, body, signature ?? 'f'.repeat(32))
      expect(answer.status).toBe(403)
    }
    expect(patreon.countRequests(IDENTITY)).toBe(requestsBefore)
    expect((await patreon.sendWebhook(testApp.http, event)).status).toBe(204)
    await badge(user, false)
    // An old event that is sent again only makes the site read the membership again, so it cannot restore an outdated state.
    patreon.accounts.get(user.account)!.member = { patron_status: 'active_patron', currently_entitled_amount_cents: 500 }
    expect((await patreon.sendWebhook(testApp.http, event)).status).toBe(204)
    await badge(user, true)
    for (const other of [patreon.webhookBody('nobody here'), '{}', 'not JSON', '{"data":{"type":"post"}}'])
      expect((await patreon.sendWebhook(testApp.http, other)).status).toBe(204)
    expect((await patreon.sendWebhook(testApp.http, 'x'.repeat(1_100_000))).status).toBe(413)
    expect((await fetch(`${testApp.http}/patreon/webhook`)).status).toBe(404)
  })

  it('is read with fresh tokens when the old ones have ended, and the newest are kept', async () => {
    const user = await signUpSupporter()
    for (let nights = 0; nights < 3; nights++) {
      patreon.expireAccessTokens()
      const requestsBefore = patreon.countRequests(TOKEN)
      await runNightlyJob()
      expect(patreon.countRequests(TOKEN)).toBe(requestsBefore + (await links()))
      await badge(user, true)
    }
    patreon.lifetime = 30
    patreon.expireAccessTokens()
    await runNightlyJob()
    const refused = patreon.requests.length
    await runNightlyJob()
    const requests = patreon.requests.slice(refused).filter(({ path }) => path === IDENTITY)
    expect(requests).toHaveLength(await links())
    await badge(user, true)
  })

  it('that was taken back at the provider ends the link: refreshing is refused', async () => {
    const [gone, stays] = [await signUpSupporter(), await signUpSupporter()]
    await gone.client.subscribe('patreon.link', {})
    patreon.revokeTokens(gone.account)
    const before = await links()
    await runNightlyJob()
    await badge(gone, false)
    await badge(stays, true)
    expect(await links()).toBe(before - 1)
    await gone.client.waitUntil(() => gone.client.documents('supporterLinks').size === 0)
  })

  it('that is read while its player links the account anew keeps the tokens of the account', async () => {
    const user = await signUpSupporter()
    const requestsBefore = patreon.countRequests(REVOKE)
    patreon.expireAccessTokens()
    patreon.meanwhile.set(TOKEN, async () => confirm(user, patreon.authorize(await begin(user), user.account)))
    await runNightlyJob()
    await testApp.app.features.supporters!.runOnce()
    expect(patreon.meanwhile.size).toBe(0)
    expect(patreon.countRequests(REVOKE)).toBe(requestsBefore)
    await badge(user, true)
  })

  it('that is read while its player ends the link leaves no token at the provider', async () => {
    const user = await signUpSupporter()
    patreon.expireAccessTokens()
    patreon.meanwhile.set(TOKEN, () => {
      patreon.failures.set(REVOKE, { status: 500 })
      return user.client.call('patreon.unlink', {})
    })
    await runNightlyJob()
    expect(patreon.countTokens(user.account)).toBe(2)
    patreon.failures.clear()
    clock.set(clock.now() + 3_600_000)
    await testApp.app.features.supporters!.runOnce()
    expect(patreon.countTokens(user.account)).toBe(0)
  })

  it('stays as it was while the provider is in trouble, and is asked for later', async () => {
    const user = await signUpSupporter()
    for (let others = 0; others < 3; others++) await signUpSupporter()
    patreon.accounts.get(user.account)!.member = null
    for (const failure of [{ status: 500 }, { status: 429, headers: { 'retry-after': '3000' } }, { status: 200, body: '{' }] as const) {
      patreon.failures.set(IDENTITY, failure)
      const requestsBefore = patreon.countRequests(IDENTITY)
      await runNightlyJob()
      // The first request that fails ends a round, so the other links are not requested. There may be two rounds here: one by the timer,
      // and one by `night`.
      expect([1, 2]).toContain(patreon.countRequests(IDENTITY) - requestsBefore)
      expect(row(user)?.supporter).toBe(true)
    }
    patreon.failures.clear()
    await runNightlyJob()
    await badge(user, false)
  })
})

describe('[P1] ending a link', () => {
  it('takes the badge, forgets the tokens here and at the provider, and can be done twice', async () => {
    const user = await signUpSupporter()
    await badge(user, true)
    expect(await user.client.call('patreon.unlink', {})).toEqual({})
    await badge(user, false)
    await patreon.waitForTokenCount(user.account, 0)
    expect(await user.client.call('patreon.unlink', {})).toEqual({})
    await confirm(user, patreon.authorize(await begin(user), user.account))
    await badge(user, true)
  })

  it('works while the provider is down; the tokens are revoked there later', async () => {
    const user = await signUpSupporter()
    patreon.failures.set(REVOKE, { status: 500 })
    await user.client.call('patreon.unlink', {})
    await badge(user, false)
    await testApp.app.features.supporters!.runOnce()
    expect(patreon.countTokens(user.account)).toBe(2)
    patreon.failures.clear()
    clock.set(clock.now() + 3_600_000)
    await testApp.app.features.supporters!.runOnce()
    expect(patreon.countTokens(user.account)).toBe(0)
  })

  it('is part of the deletion of an account', async () => {
    const user = await signUpSupporter()
    const before = await links()
    await user.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: false })
    expect(await links()).toBe(before - 1)
    await visitor.waitUntil(() => row(user)?.supporter === false)
    await testApp.app.features.supporters!.runOnce()
    expect(patreon.countTokens(user.account)).toBe(0)
  })
})

describe('[P1] secrets', () => {
  it('are in no table, no log and no URL', async () => {
    const dump = await dumpTables(testApp)
    const hex = (text: string): string => Buffer.from(text).toString('hex')
    expect(await links()).toBeGreaterThan(0)
    for (const text of [FAKE_SECRET_PREFIX, hex(FAKE_SECRET_PREFIX)])
      expect([dump.includes(text), log.text.includes(text)]).toEqual([false, false])
    for (const { path, query, headers } of patreon.requests.filter(each => each.path !== '/oauth2/authorize'))
      expect(`${path} ${query} ${headers.referer}`).not.toContain(FAKE_SECRET_PREFIX)
  })

  it('open with a key of this site’s data folder, that nobody else may read', () => {
    expect(statSync(join(testApp.dataDir, 'secrets/supporters')).mode & 0o777).toBe(0o600)
  })

  it('that were encrypted with a lost key end no link; the operator is told', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'skillshot-supporters-'))
    const log = new RecordedLog('warn')
    const other = await createTestApp({
      config: { rateLimits: 'off', patreon: patreon.options, rootUrl: 'https://scores.example', dataDir },
      clock,
      log: log.log,
    })
    const friend = { ...(await signUp(other, 'Friend')), account: 'friend' }
    patreon.addAccount('friend')
    await confirm(friend, patreon.authorize(await begin(friend), 'friend'))
    rmSync(join(dataDir, 'secrets'), { recursive: true })
    clock.set(clock.now() + DAY)
    await other.app.features.supporters!.runOnce()
    await log.waitForLine(({ msg }) => msg.includes('need the same file secrets/supporters'))
    expect((await other.app.database.pool.query('SELECT active FROM supporter_links')).rows).toEqual([{ active: true }])
    await other.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
})

describe('the pages', () => {
  const page = async (path: string, of = testApp) => {
    const answer = await fetch(of.http + path)
    return { status: answer.status, html: await answer.text() }
  }

  it('are there, kept from search engines, and repeat nothing of what came in the address', async () => {
    for (const path of ['/patreon', '/patreon/confirm', '/patreon/confirm?code=c0de-c0de&state=st4te-st4te&error=%3Cscript%3E']) {
      const { status, html } = await page(path)
      expect(status).toBe(200)
      expect(html).toContain('noindex')
      expect(html).not.toMatch(/c0de-c0de|st4te-st4te|%3Cscript|&lt;script/)
    }
    expect(log.text).not.toMatch(/c0de-c0de|st4te-st4te/)
  })

  it('are not there where nothing is configured, and neither are the methods and the webhook', async () => {
    const plain = await createTestApp({ config: { rateLimits: 'off' } })
    const user = await signUp(plain, 'Ada')
    for (const path of ['/patreon', '/patreon/confirm', '/patreon/confirm?code=a&state=b'])
      expect((await page(path, plain)).status).toBe(404)
    for (const [name, argument] of [
      ['patreon.begin', {}],
      ['patreon.confirm', { code: 'a', state: 'b' }],
      ['patreon.unlink', {}],
    ] as const)
      expect(await user.client.expectError(name, argument)).toMatchObject({ error: 404 })
    expect((await user.client.subscribe('patreon.link', {})).error).toMatchObject({ error: 404 })
    expect((await patreon.sendWebhook(plain.http, patreon.webhookBody('account-1'))).status).not.toBe(204)
    await user.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: true })
    await plain.close()
  })
})

it('the export tells of one’s link, and of no token', async () => {
  const [user, other] = [await signUpSupporter(), await signUpPlayer()]
  const exported = async ({ client }: TestUser) => {
    const { url } = await client.call<{ url: string }>('account.export', {})
    return unzipSync(new Uint8Array(await (await fetch(testApp.http + url.replace('https://scores.example', ''))).arrayBuffer()))
  }
  const files = await exported(user)
  expect(JSON.parse(strFromU8(files['supporter.json']!))).toEqual({ tier: 'Gold', active: true, linkedAt: expect.any(String) })
  expect(
    Object.values(files)
      .map(file => strFromU8(file))
      .join(),
  ).not.toContain(FAKE_SECRET_PREFIX)
  expect(Object.keys(await exported(other))).not.toContain('supporter.json')
})
