import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { insertScores } from '#scores/server/submit/submit-store.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { PrometheusMetrics } from '../helpers/prometheus.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, listMachines, logIn, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let ada: TestUser
let machines: string[]

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  ada = await signUp(testApp, 'Ada', { email: 'ada@example.com' })
  machines = (await listMachines(testApp, 10)).map(({ id }) => id)
})
afterAll(() => testApp.close())

const metrics = (): Promise<PrometheusMetrics> => PrometheusMetrics.fetch(testApp)
const calls = (method: string, outcome: string): string => `skillshot_method_calls_total{method="${method}",outcome="${outcome}"}`
const score = (value: number, machineId = machines[0]!): object => ({ _id: uuidv7(), machineId, value })

/** Returns by how much samples changed while something was done. */
async function moved(samples: readonly string[], run: () => Promise<unknown>): Promise<number[]> {
  const before = await metrics()
  await run()
  const after = await metrics()
  return samples.map(sample => after.get(sample) - before.get(sample))
}

/** Reads the metrics until the condition holds, for what happens after an answer was sent. */
async function until(condition: (now: PrometheusMetrics) => boolean): Promise<PrometheusMetrics> {
  for (;;) {
    const now = await metrics()
    if (condition(now)) return now
  }
}

describe('a method call', () => {
  const outcomes = ['ok', '400', '401', '404', '500'].map(outcome => calls('scores.submit', outcome))
  const durations = 'skillshot_method_duration_seconds_count{method="scores.submit"}'

  it('is counted once, by its method and by what it ended with', async () => {
    expect(await moved([...outcomes, durations], () => ada.client.call('scores.submit', score(500)))).toEqual([1, 0, 0, 0, 0, 1])
    expect(await moved(outcomes, () => ada.client.expectError('scores.submit', { nothing: 'right' }))).toEqual([0, 1, 0, 0, 0])
    expect(await moved(outcomes, () => ada.client.expectError('scores.submit', score(1, uuidv7())))).toEqual([0, 0, 0, 1, 0])
    const visitor = await DdpTestClient.open(testApp.endpoint)
    expect(await moved(outcomes, () => visitor.expectError('scores.submit', score(1)))).toEqual([0, 0, 1, 0, 0])
    await visitor.close()
  })

  it('that fails unforeseen is counted as that, also among the errors of SQL', async () => {
    const { pool } = testApp.app.database
    const { scoreId } = await ada.client.call<{ scoreId: string }>('scores.submit', score(600))
    await pool.query('ALTER TABLE score_likes RENAME TO score_likes_away')
    const samples = [
      calls('scores.like', '500'),
      calls('scores.like', 'ok'),
      'skillshot_unexpected_errors_total',
      'skillshot_database_errors_total{class="42"}',
    ]
    expect(await moved(samples, () => ada.client.expectError('scores.like', { scoreId, like: true }))).toEqual([1, 0, 1, 1])
    await pool.query('ALTER TABLE score_likes_away RENAME TO score_likes')
    expect(await moved(samples, () => ada.client.call('scores.like', { scoreId, like: true }))).toEqual([0, 1, 0, 0])
  })

  it('of no such method, and a subscription of no such publication, are counted without their names', async () => {
    const samples = [calls('unknown', '404'), 'skillshot_subscription_starts_total{publication="unknown",outcome="404"}']
    const ask = async (): Promise<void> => {
      for (const name of ['zzcanary.one', 'zzcanary.two', '__proto__']) {
        await ada.client.expectError(name)
        await ada.client.subscribe(name)
      }
      await fetch(`${testApp.http}/zzcanary/three?zzcanary=4`)
    }
    expect(await moved(samples, ask)).toEqual([3, 3])
    expect((await metrics()).text).not.toMatch(/zzcanary|__proto__/)
  })
})

it('counts logins that were refused as those of the method', async () => {
  const client = await DdpTestClient.open(testApp.endpoint)
  const samples = [calls('login', 'ok'), calls('login', '403')]
  const wrong = (): Promise<unknown> => client.expectError('login', { user: { username: 'Ada' }, password: digestPassword('not it') })
  expect(await moved(samples, wrong)).toEqual([0, 1])
  expect(await moved(samples, () => logIn(client, 'Ada'))).toEqual([1, 0])
  await client.close()
})

describe('subscriptions and sessions', () => {
  const open = 'skillshot_subscriptions{publication="machines.browse"}'
  const ready = 'skillshot_subscription_ready_seconds_count{publication="machines.browse"}'

  it('are counted while they are open', async () => {
    const before = await metrics()
    const client = await DdpTestClient.open(testApp.endpoint)
    const sub = await client.subscribe('machines.browse', {})
    const during = await metrics()
    expect(during.get(open) - before.get(open)).toBe(1)
    expect(during.get(ready) - before.get(ready)).toBe(1)
    expect(during.get('skillshot_sessions') - before.get('skillshot_sessions')).toBe(1)
    expect(during.get('skillshot_sessions_opened_total') - before.get('skillshot_sessions_opened_total')).toBe(1)
    await client.unsubscribe(sub)
    expect((await metrics()).get(open)).toBe(before.get(open))
    await client.subscribe('machines.browse', {})
    await client.close()
    const after = await until(now => now.get('skillshot_sessions') === before.get('skillshot_sessions'))
    expect(after.get(open)).toBe(before.get(open))
    const left = 'skillshot_sessions_closed_total{reason="left"}'
    expect(after.get(left) - before.get(left)).toBe(1)
  })

  it('that are refused are counted by what they were told', async () => {
    const refused = 'skillshot_sockets_refused_total{status="403"}'
    const otherClient = new DdpTestClient(testApp.endpoint, { origin: 'https://evil.example' })
    expect(await moved([refused], () => otherClient.closed)).toEqual([1])
    const named = 'skillshot_subscription_starts_total{publication="groups.one",outcome="404"}'
    expect(await moved([named], () => ada.client.subscribe('groups.one', { groupId: uuidv7() }))).toEqual([1])
  })
})

describe('the propagation of a change', () => {
  const here = 'skillshot_fan_out_seconds_count{origin="here"}'
  const elsewhere = 'skillshot_fan_out_seconds_count{origin="elsewhere"}'
  const position = 'skillshot_feed_position'
  let viewer: DdpTestClient

  beforeAll(async () => {
    viewer = await DdpTestClient.open(testApp.endpoint)
    await viewer.subscribe('boards.top', { scope: { machineId: machines[1] } })
  })
  const rows = (): number[] => [...viewer.documents('boardRows').values()].map(({ value }) => Number(value))

  it('is timed from its commit to the sockets', async () => {
    const submit = async (): Promise<void> => {
      await ada.client.call('scores.submit', score(700, machines[1]))
      await viewer.waitUntil(() => rows().includes(700))
    }
    const [changes, frames, from, seconds] = await moved(
      [here, 'skillshot_frames_written_total', position, 'skillshot_fan_out_seconds_sum{origin="here"}'],
      submit,
    )
    expect([changes, from]).toEqual([1, 1])
    expect(frames).toBeGreaterThanOrEqual(3)
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThan(30)
  })

  it('that another process wrote is told apart, and is not behind once it is seen', async () => {
    const { database } = testApp.app
    const { rows: known } = await database.pool.query('SELECT id, username, display_name FROM users')
    const { rows: named } = await database.pool.query('SELECT name FROM machines WHERE id = $1', [machines[1]])
    const written = {
      id: uuidv7(),
      userId: known[0].id,
      username: known[0].username,
      displayName: known[0].display_name,
      machineId: machines[1]!,
      machineName: named[0].name,
      value: 900,
      achievedAt: Date.now(),
      windowed: true,
      comment: null,
      location: null,
      fingerprint: '',
      answer: { scoreId: '', rank: 1, players: 1, personalBest: true, previousBest: null },
    }
    const write = async (): Promise<void> => {
      await insertScores(database.db, [written])
      await viewer.waitUntil(() => rows().includes(900))
    }
    expect(await moved([elsewhere, here, position], write)).toEqual([1, 0, 1])
    const now = await metrics()
    expect(now.get('skillshot_feed_lag_changes')).toBe(0)
    expect(now.get('skillshot_feed_look_age_seconds')).toBeLessThan(30)
  })
})

it('counts pages and what is found in their cache, by pattern and not by address', async () => {
  const page = (): Promise<string> => fetch(`${testApp.http}/machines/${machines[2]}`).then(answer => answer.text())
  const samples = ['skillshot_cache_misses_total{cache="pages"}', 'skillshot_cache_hits_total{cache="pages"}']
  const requests = 'skillshot_http_requests_total{route="pages",method="GET",status="200"}'
  const before = await metrics()
  expect(await moved(samples, page)).toEqual([1, 0])
  expect(await moved(samples, page)).toEqual([0, 1])
  await until(now => now.get(requests) === before.get(requests) + 2)
  const sent = await fetch(`${testApp.http}/sign-in`, { method: 'POST', body: new URLSearchParams({ a: 'b' }), redirect: 'manual' })
  expect(sent.status).toBe(303)
  const now = await until(each => each.get('skillshot_http_requests_total{route="pages",method="POST",status="303"}') === 1)
  expect(now.text).not.toContain(machines[2])
  expect(now.text).toMatch(/skillshot_http_requests_total\{route="\/scores\/:id\/card.png"|route="\/metrics"/)
})

it('counts mails that left', async () => {
  await testApp.mails()
  const ask = async (): Promise<void> => {
    await ada.client.call('account.sendVerification', {})
    await testApp.mails()
  }
  expect(await moved(['skillshot_mails_total{outcome="sent"}', 'skillshot_mails_total{outcome="failed"}'], ask)).toEqual([1, 0])
})

it('exports metrics of the process, its event loop and its disk', async () => {
  const now = await metrics()
  for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
    expect(now.get(name), name).toBeGreaterThan(0)
  expect(now.get('skillshot_data_free_bytes')).toBeGreaterThan(0)
  expect(now.get('skillshot_database_connections_max')).toBe(10)
  const connections = ['busy', 'idle'].map(state => now.get(`skillshot_database_connections{state="${state}"}`))
  expect(connections[0]! + connections[1]!).toBeGreaterThan(0)
})

describe('with a token', () => {
  const token = 'zzcanary-metrics-token'
  let guarded: TestApp

  beforeAll(async () => {
    guarded = await createTestApp({ config: { metricsToken: token } })
  })
  afterAll(() => guarded.close())

  it('the figures are for whoever brings it, from wherever, and for nobody else', async () => {
    const status = async (headers: Record<string, string>): Promise<number> => (await fetch(`${guarded.http}/metrics`, { headers })).status
    expect(await status({})).toBe(401)
    for (const wrong of [`Bearer ${token}x`, `Bearer ${token.slice(1)}`, 'Bearer ', token, `Basic ${token}`])
      expect(await status({ authorization: wrong }), wrong).toBe(401)
    expect(await status({ authorization: `Bearer ${token}` })).toBe(200)
    expect(await status({ authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.1' })).toBe(200)
  })

  it('each server of a process has its own figures', async () => {
    const ownMetrics = await PrometheusMetrics.fetch(guarded, { authorization: `Bearer ${token}` })
    expect(ownMetrics.get(calls('scores.submit', 'ok'))).toBe(0)
    expect((await metrics()).get(calls('scores.submit', 'ok'))).toBeGreaterThan(0)
    expect(ownMetrics.text).not.toContain('zzcanary')
  })
})

it('without a token a request that came through a proxy finds no such page', async () => {
  const nothing = await fetch(`${testApp.http}/no-such-page`)
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-proto']) {
    const answer = await fetch(`${testApp.http}/metrics`, { headers: { [name]: '127.0.0.1' } })
    expect([answer.status, answer.headers.get('content-type')], name).toEqual([404, nothing.headers.get('content-type')])
    expect(await answer.text()).not.toContain('skillshot_')
  }
})

it('with its database away a site is alive and not ready, and says so in its figures, and is ready again by itself', async () => {
  const { database } = testApp.connection as { database: string }
  const admin = new pg.Client({ ...testApp.connection, database: 'postgres' })
  await admin.connect()
  const status = async (path: string): Promise<number> => (await fetch(testApp.http + path)).status
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])
  await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`)
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database])
  while ((await status('/readyz')) !== 503);
  expect(await status('/healthz')).toBe(200)
  const away = await metrics()
  expect(away.get('skillshot_dependency_up{dependency="database"}')).toBe(0)
  expect(away.get('skillshot_dependency_up{dependency="storage"}')).toBe(1)
  await until(now => now.get('skillshot_feed_look_age_seconds') > 1.5)
  await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`)
  await admin.end()
  while ((await status('/readyz')) !== 200);
  const back = await until(now => now.get('skillshot_feed_look_age_seconds') < 1.5)
  expect(back.get('skillshot_dependency_up{dependency="database"}')).toBe(1)
})

/** Returns the metrics that a text names. */
const named = (text: string): string[] => [...new Set(text.match(/\b(?:skillshot|nodejs|process)_[a-z0-9_]+/g))].sort()
const file = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

interface Panel {
  title: string
  targets?: { expr: string }[]
  panels?: Panel[]
}

describe('what is written about the figures', () => {
  it('the dashboard asks for nothing that is not there', async () => {
    const { panels } = JSON.parse(file('deploy/grafana-dashboard.json')) as { panels: Panel[] }
    const all = panels.flatMap(panel => [panel, ...(panel.panels ?? [])])
    const expressions = all.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    expect(expressions.length).toBeGreaterThan(20)
    for (const expression of expressions) expect(named(expression), expression).not.toEqual([])
    const { names } = await metrics()
    expect(named(JSON.stringify(expressions)).filter(name => !names.has(name))).toEqual([])
  })

  it('the dashboard asks by no label that is not there', async () => {
    const matches = [...file('deploy/grafana-dashboard.json').matchAll(/\bby \(([^)]*)\)|\b(\w+)(?:=~|!=|=)\\"/g)]
    const labels = new Set(matches.flatMap(([, by, matched]) => by?.split(/,\s*/) ?? [matched!]))
    for (const given of ['instance', 'le']) labels.delete(given)
    expect(labels.size).toBeGreaterThan(8)
    const { text } = await metrics()
    expect([...labels].filter(label => !new RegExp(`[{,]${label}="`).test(text))).toEqual([])
  })

  it('the runbook names nothing that is not there', async () => {
    const { names } = await metrics()
    const documentedNames = named(file('docs/runbook.md'))
    expect(documentedNames.length).toBeGreaterThan(10)
    expect(documentedNames.filter(name => !names.has(name) && !names.has(`${name}_count`))).toEqual([])
  })
})
