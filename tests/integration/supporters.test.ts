import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { LogLines } from './log-lines.ts'
import { Patreon, SECRET } from './patreon.ts'
import { digestOf, PASSWORD, type SignedUp, signUp, someMachine } from './people.ts'
import { settableClock } from './settable-clock.ts'
import { dumpTables } from './tables.ts'
import { type Document, Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

const TOKEN = '/api/oauth2/token'
const IDENTITY = '/api/oauth2/v2/identity'
const REVOKE = '/api/oauth2/revoke'
const DAY = 86_400_000

const clock = settableClock()
const lines = new LogLines('trace')
let patreon: Patreon
let world: World
let machineId: string
let visitor: Wire
let count = 0

beforeAll(async () => {
  patreon = await new Patreon().open()
  world = await createWorld({
    config: { rateLimits: 'off', patreon: patreon.options, rootUrl: 'https://scores.example' },
    clock,
    log: lines.log,
  })
  patreon.redirectUris = ['https://scores.example/patreon/confirm']
  machineId = await someMachine(world)
  visitor = await Wire.open(world.endpoint)
  await visitor.subscribe('boards.top', { scope: { machineId }, limit: 100 })
})
afterEach(() => {
  patreon.failures.clear()
  patreon.lifetime = 2_678_400
})
afterAll(async () => {
  await world.close()
  await patreon.close()
})

const begin = async ({ wire }: SignedUp): Promise<string> => (await wire.call<{ url: string }>('patreon.begin', {})).url
const confirm = (who: SignedUp, returned: { code: string; state: string }) => who.wire.call('patreon.confirm', returned)
const refusal = (who: SignedUp, returned: { code: string; state: string }) => who.wire.refusal('patreon.confirm', returned)

/** A player with a score and an account at the provider. The visitor is subscribed to the board and to the player's profile. */
async function player(member?: Parameters<Patreon['account']>[1]): Promise<SignedUp & { account: string }> {
  const someone = await signUp(world, `Player ${++count}`)
  await someone.wire.call('scores.submit', { _id: uuidv7(), machineId, value: 1000 + count })
  await visitor.subscribe('players.one', { username: someone.username })
  const account = `account-${count}`
  patreon.account(account, member)
  return { ...someone, account }
}

async function supporter(member?: Parameters<Patreon['account']>[1]): Promise<SignedUp & { account: string }> {
  const someone = await player(member)
  await confirm(someone, patreon.allow(await begin(someone), someone.account))
  return someone
}

const row = ({ id }: SignedUp): Document | undefined => [...visitor.documents('boardRows').values()].find(({ userId }) => userId === id)

/** Waits until the visitor's open subscriptions show the badge, or no badge, on board and profile. */
const badge = ({ ...who }: SignedUp, shown: boolean): Promise<void> =>
  visitor.until(() => row(who)?.supporter === shown && visitor.documents('players').get(who.id)?.supporter === shown)

const links = async (): Promise<number> =>
  (await world.app.database.pool.query<{ n: number }>('SELECT count(*) AS n FROM supporter_links')).rows[0]!.n

/** Moves the clock to the next night and runs a round. */
async function night(): Promise<void> {
  clock.set(clock.now() + DAY)
  await world.app.features.supporters!.round()
}

describe('[P1] linking', () => {
  it('sends the browser to the provider with a state, PKCE and the least scope, and nothing secret', async () => {
    const someone = await player()
    const url = new URL(await begin(someone))
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
    expect(new URL(await begin(someone)).searchParams.get('state')).not.toBe(url.searchParams.get('state'))
  })

  it('gives the badge on profile and board to those who watch, and answers tier and state', async () => {
    const someone = await player()
    await badge(someone, false)
    expect((await someone.wire.subscribe('patreon.link', {})).error).toBe(null)
    expect(await confirm(someone, patreon.allow(await begin(someone), someone.account))).toEqual({ tier: 'Gold', active: true })
    await badge(someone, true)
    await someone.wire.until(() => someone.wire.documents('supporterLinks').size === 1)
    expect(someone.wire.documents('supporterLinks').get(someone.id)).toEqual({ tier: 'Gold', active: true, linkedAt: expect.any(Date) })
    const around = await visitor.call<{ rows: Document[] }>('boards.around', { scope: { machineId }, userId: someone.id })
    expect(around.rows.find(({ userId }) => userId === someone.id)?.supporter).toBe(true)
    await someone.wire.call('scores.submit', { _id: uuidv7(), machineId, value: 900_000 + count })
    await visitor.until(() => row(someone)?.value === 900_000 + count)
    expect(row(someone)?.supporter).toBe(true)
    expect(visitor.documents('supporterLinks').size).toBe(0)
  })

  it('without an active membership links, and shows no badge', async () => {
    for (const member of [
      null,
      { patron_status: 'former_patron', currently_entitled_amount_cents: 0 },
      { patron_status: 'declined_patron', currently_entitled_amount_cents: 500 },
      { patron_status: 'active_patron', currently_entitled_amount_cents: 500, campaign: 'another' },
    ]) {
      const someone = await player(member)
      expect(await confirm(someone, patreon.allow(await begin(someone), someone.account))).toEqual({ tier: null, active: false })
      await badge(someone, false)
    }
  })

  it('asks for no name and no address, and keeps neither', async () => {
    await supporter()
    const { query, headers } = patreon.asked.findLast(({ path }) => path === IDENTITY)!
    expect(query.get('fields[user]')).toBe(null)
    expect(query.get('fields[member]')).toBe('patron_status,currently_entitled_amount_cents')
    expect(headers['user-agent']).toBe('Skillshot')
    expect(await dumpTables(world)).not.toContain('corgi@example.com')
  })
})

describe('[P1] what comes back', () => {
  it('is taken once', async () => {
    const someone = await player()
    const returned = patreon.allow(await begin(someone), someone.account)
    await confirm(someone, returned)
    const asked = patreon.count(TOKEN)
    expect(await refusal(someone, returned)).toMatchObject({ error: 403, reason: expect.stringContaining('Start again.') })
    expect(patreon.count(TOKEN)).toBe(asked)
  })

  it('with a forged state is refused, and does not spoil the true one', async () => {
    const someone = await player()
    const returned = patreon.allow(await begin(someone), someone.account)
    const asked = patreon.count(TOKEN)
    expect(await refusal(someone, { ...returned, state: 'x'.repeat(43) })).toMatchObject({ error: 403 })
    expect(patreon.count(TOKEN)).toBe(asked)
    await confirm(someone, returned)
  })

  it('is for the player who began, and nobody else', async () => {
    const [someone, other] = [await player(), await player()]
    const returned = patreon.allow(await begin(someone), other.account)
    await begin(other)
    expect(await refusal(other, returned)).toMatchObject({ error: 403 })
    expect((await visitor.attempt('patreon.confirm', returned)).error).toMatchObject({ error: 401 })
    await confirm(someone, returned)
  })

  it('after ten minutes is too old', async () => {
    const someone = await player()
    const returned = patreon.allow(await begin(someone), someone.account)
    clock.set(clock.now() + 600_000)
    expect(await refusal(someone, returned)).toMatchObject({ error: 403, reason: expect.stringContaining('ten minutes') })
    const again = patreon.allow(await begin(someone), someone.account)
    clock.set(clock.now() + 590_000)
    await confirm(someone, again)
  })

  it('of an earlier beginning is too old as well', async () => {
    const someone = await player()
    const first = patreon.allow(await begin(someone), someone.account)
    const second = patreon.allow(await begin(someone), someone.account)
    expect(await refusal(someone, first)).toMatchObject({ error: 403 })
    await confirm(someone, second)
  })

  it('with a code that the provider does not know, or has given for another verifier, is refused', async () => {
    const [someone, other] = [await player(), await player()]
    const returned = patreon.allow(await begin(someone), someone.account)
    expect(await refusal(someone, { ...returned, code: 'unknown' })).toMatchObject({
      error: 403,
      reason: expect.stringContaining('Start again.'),
    })
    const injected = patreon.allow(await begin(other), other.account).code
    const { state } = patreon.allow(await begin(someone), someone.account)
    expect(await refusal(someone, { code: injected, state })).toMatchObject({ error: 403 })
    await badge(someone, false)
  })

  it('of an account that another player has linked is refused, and both stay as they were', async () => {
    const [first, second] = [await supporter(), await supporter()]
    const before = await links()
    expect(await refusal(second, patreon.allow(await begin(second), first.account))).toMatchObject({
      error: 409,
      reason: expect.stringContaining('another player'),
    })
    expect(await links()).toBe(before)
    await badge(first, true)
    await badge(second, true)
    await night()
    await badge(first, true)
    await badge(second, true)
  })

  it('of another account of the same player takes the place of the first, whose tokens are revoked', async () => {
    const someone = await supporter()
    patreon.account('other account', null)
    await confirm(someone, patreon.allow(await begin(someone), 'other account'))
    await badge(someone, false)
    await patreon.left(someone.account, 0)
  })
})

describe('[P1] a provider in trouble', () => {
  const soon = { error: 503, reason: expect.stringContaining('Wait a few minutes, then start again.') }
  const operator = { error: 503, reason: expect.stringContaining('Tell the people who run this site.') }
  const stale = { error: 403, reason: expect.stringContaining('Start again.') }
  const busy = (ms: number, words: string) => ({
    error: 'too-many-requests',
    reason: expect.stringContaining(words),
    details: { timeToReset: ms },
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
      const someone = await player()
      const returned = patreon.allow(await begin(someone), someone.account)
      patreon.failures.set(path, failure)
      expect(await refusal(someone, returned)).toMatchObject(told)
      patreon.failures.clear()
      await badge(someone, false)
      await confirm(someone, patreon.allow(await begin(someone), someone.account))
      await badge(someone, true)
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
    const someone = await player()
    const returned = patreon.allow(await begin(someone), someone.account)
    patreon.failures.set(path, { status: 200, body })
    expect(await refusal(someone, returned)).toMatchObject(soon)
    await badge(someone, false)
  })

  it('that does not know the site is the operator’s to look into', async () => {
    const someone = await player()
    const returned = patreon.allow(await begin(someone), someone.account)
    patreon.failures.set(TOKEN, { status: 401, body: '{"error":"invalid_client"}' })
    expect(await refusal(someone, returned)).toMatchObject(operator)
    await lines.line(({ trouble }) => trouble === 'misconfigured')
  })

  it('that takes a token back at once leaves nothing linked', async () => {
    const someone = await player()
    const returned = patreon.allow(await begin(someone), someone.account)
    patreon.failures.set(IDENTITY, { status: 401, body: '{"errors":[]}' })
    expect(await refusal(someone, returned)).toMatchObject(stale)
  })

  it('that does not answer is not waited for longer than ten seconds', async () => {
    for (const path of [TOKEN, IDENTITY]) {
      const someone = await player()
      const returned = patreon.allow(await begin(someone), someone.account)
      patreon.failures.set(path, 'silent')
      const heard = patreon.heard(path, patreon.count(path) + 1)
      const refused = refusal(someone, returned)
      await heard
      clock.set(clock.now() + 10_000)
      expect(await refused).toMatchObject(soon)
      patreon.failures.clear()
    }
    await lines.line(({ trouble }) => trouble === 'slow')
  })
})

describe('[P1] a membership', () => {
  beforeEach(async () => {
    await world.app.database.pool.query('DELETE FROM supporter_links')
  })

  it('that ends takes the badge with it in the next night, and one that begins brings it', async () => {
    const someone = await supporter()
    const account = patreon.accounts.get(someone.account)!
    account.member = { patron_status: 'former_patron', currently_entitled_amount_cents: 0 }
    await badge(someone, true)
    await night()
    await badge(someone, false)
    account.member = { patron_status: 'active_patron', currently_entitled_amount_cents: 900, tier: 'Platinum' }
    await night()
    await badge(someone, true)
  })

  it('is asked for once a night, and not again until the next', async () => {
    for (let others = 0; others < 3; others++) await supporter()
    await night()
    const asked = patreon.count(IDENTITY)
    await world.app.features.supporters!.round()
    expect(patreon.count(IDENTITY)).toBe(asked)
    await night()
    expect(patreon.count(IDENTITY)).toBe(asked + (await links()))
  })

  it('is looked at when the provider says that it has changed, and says so with its signature', async () => {
    const someone = await supporter()
    patreon.accounts.get(someone.account)!.member = { patron_status: 'former_patron', currently_entitled_amount_cents: 0 }
    const event = patreon.event(someone.account)
    const asked = patreon.count(IDENTITY)
    for (const [body, signature] of [
      [event, '0'.repeat(32)],
      [event, ''],
      [`${event} `, undefined],
    ] as const) {
      const answer = await patreon.send(world.http, body, signature ?? 'f'.repeat(32))
      expect(answer.status).toBe(403)
    }
    expect(patreon.count(IDENTITY)).toBe(asked)
    expect((await patreon.send(world.http, event)).status).toBe(204)
    await badge(someone, false)
    // An old event that is sent again only makes the site read the membership again, so it cannot restore an outdated state.
    patreon.accounts.get(someone.account)!.member = { patron_status: 'active_patron', currently_entitled_amount_cents: 500 }
    expect((await patreon.send(world.http, event)).status).toBe(204)
    await badge(someone, true)
    for (const other of [patreon.event('nobody here'), '{}', 'not JSON', '{"data":{"type":"post"}}'])
      expect((await patreon.send(world.http, other)).status).toBe(204)
    expect((await patreon.send(world.http, 'x'.repeat(1_100_000))).status).toBe(413)
    expect((await fetch(`${world.http}/patreon/webhook`)).status).toBe(404)
  })

  it('is read with fresh tokens when the old ones have ended, and the newest are kept', async () => {
    const someone = await supporter()
    for (let nights = 0; nights < 3; nights++) {
      patreon.expire()
      const asked = patreon.count(TOKEN)
      await night()
      expect(patreon.count(TOKEN)).toBe(asked + (await links()))
      await badge(someone, true)
    }
    patreon.lifetime = 30
    patreon.expire()
    await night()
    const refused = patreon.asked.length
    await night()
    const asked = patreon.asked.slice(refused).filter(({ path }) => path === IDENTITY)
    expect(asked).toHaveLength(await links())
    await badge(someone, true)
  })

  it('that was taken back at the provider ends the link: refreshing is refused', async () => {
    const [gone, stays] = [await supporter(), await supporter()]
    await gone.wire.subscribe('patreon.link', {})
    patreon.forget(gone.account)
    const before = await links()
    await night()
    await badge(gone, false)
    await badge(stays, true)
    expect(await links()).toBe(before - 1)
    await gone.wire.until(() => gone.wire.documents('supporterLinks').size === 0)
  })

  it('stays as it was while the provider is in trouble, and is asked for later', async () => {
    const someone = await supporter()
    for (let others = 0; others < 3; others++) await supporter()
    patreon.accounts.get(someone.account)!.member = null
    for (const failure of [{ status: 500 }, { status: 429, headers: { 'retry-after': '3000' } }, { status: 200, body: '{' }] as const) {
      patreon.failures.set(IDENTITY, failure)
      const asked = patreon.count(IDENTITY)
      await night()
      // The first request that fails ends a round, so the other links are not requested. There may be two rounds here: one by the timer,
      // and one by `night`.
      expect([1, 2]).toContain(patreon.count(IDENTITY) - asked)
      expect(row(someone)?.supporter).toBe(true)
    }
    patreon.failures.clear()
    await night()
    await badge(someone, false)
  })
})

describe('[P1] ending a link', () => {
  it('takes the badge, forgets the tokens here and at the provider, and can be done twice', async () => {
    const someone = await supporter()
    await badge(someone, true)
    expect(await someone.wire.call('patreon.unlink', {})).toEqual({})
    await badge(someone, false)
    await patreon.left(someone.account, 0)
    expect(await someone.wire.call('patreon.unlink', {})).toEqual({})
    await confirm(someone, patreon.allow(await begin(someone), someone.account))
    await badge(someone, true)
  })

  it('goes through while the provider is down, which is told later', async () => {
    const someone = await supporter()
    patreon.failures.set(REVOKE, { status: 500 })
    await someone.wire.call('patreon.unlink', {})
    await badge(someone, false)
    await world.app.features.supporters!.round()
    expect(patreon.tokensOf(someone.account)).toBe(2)
    patreon.failures.clear()
    clock.set(clock.now() + 3_600_000)
    await world.app.features.supporters!.round()
    expect(patreon.tokensOf(someone.account)).toBe(0)
  })

  it('is part of the deletion of an account', async () => {
    const someone = await supporter()
    const before = await links()
    await someone.wire.call('account.delete', { password: digestOf(PASSWORD), eraseScores: false })
    expect(await links()).toBe(before - 1)
    await visitor.until(() => row(someone)?.supporter === false)
    await world.app.features.supporters!.round()
    expect(patreon.tokensOf(someone.account)).toBe(0)
  })
})

describe('[P1] secrets', () => {
  it('stand in no table, no log and no address', async () => {
    const dump = await dumpTables(world)
    const hex = (text: string): string => Buffer.from(text).toString('hex')
    expect(await links()).toBeGreaterThan(0)
    for (const text of [SECRET, hex(SECRET)]) expect([dump.includes(text), lines.text.includes(text)]).toEqual([false, false])
    for (const { path, query, headers } of patreon.asked.filter(each => each.path !== '/oauth2/authorize'))
      expect(`${path} ${query} ${headers.referer}`).not.toContain(SECRET)
  })

  it('open with a key of this site’s data folder, that nobody else may read', () => {
    expect(statSync(join(world.dataDir, 'secrets/supporters')).mode & 0o777).toBe(0o600)
  })

  it('that were sealed under a lost key end nobody’s link; the operator is told', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'skillshot-supporters-'))
    const log = new LogLines('warn')
    const other = await createWorld({
      config: { rateLimits: 'off', patreon: patreon.options, rootUrl: 'https://scores.example', dataDir },
      clock,
      log: log.log,
    })
    const friend = { ...(await signUp(other, 'Friend')), account: 'friend' }
    patreon.account('friend')
    await confirm(friend, patreon.allow(await begin(friend), 'friend'))
    rmSync(join(dataDir, 'secrets'), { recursive: true })
    clock.set(clock.now() + DAY)
    await other.app.features.supporters!.round()
    await log.line(({ msg }) => msg.includes('share its file secrets/supporters'))
    expect((await other.app.database.pool.query('SELECT active FROM supporter_links')).rows).toEqual([{ active: true }])
    await other.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
})

describe('the pages', () => {
  const page = async (path: string, of = world) => {
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
    expect(lines.text).not.toMatch(/c0de-c0de|st4te-st4te/)
  })

  it('are not there where nothing is configured, and neither are the methods and the webhook', async () => {
    const plain = await createWorld({ config: { rateLimits: 'off' } })
    const someone = await signUp(plain, 'Ada')
    for (const path of ['/patreon', '/patreon/confirm', '/patreon/confirm?code=a&state=b'])
      expect((await page(path, plain)).status).toBe(404)
    for (const [name, argument] of [
      ['patreon.begin', {}],
      ['patreon.confirm', { code: 'a', state: 'b' }],
      ['patreon.unlink', {}],
    ] as const)
      expect(await someone.wire.refusal(name, argument)).toMatchObject({ error: 404 })
    expect((await someone.wire.subscribe('patreon.link', {})).error).toMatchObject({ error: 404 })
    expect((await patreon.send(plain.http, patreon.event('account-1'))).status).not.toBe(204)
    await someone.wire.call('account.delete', { password: digestOf(PASSWORD), eraseScores: true })
    await plain.close()
  })
})

it('the export tells of one’s link, and of no token', async () => {
  const [someone, other] = [await supporter(), await player()]
  const exported = async ({ wire }: SignedUp) => {
    const { url } = await wire.call<{ url: string }>('account.export', {})
    return unzipSync(new Uint8Array(await (await fetch(world.http + url.replace('https://scores.example', ''))).arrayBuffer()))
  }
  const files = await exported(someone)
  expect(JSON.parse(strFromU8(files['supporter.json']!))).toEqual({ tier: 'Gold', active: true, linkedAt: expect.any(String) })
  expect(
    Object.values(files)
      .map(file => strFromU8(file))
      .join(),
  ).not.toContain(SECRET)
  expect(Object.keys(await exported(other))).not.toContain('supporter.json')
})
