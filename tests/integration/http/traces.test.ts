import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { TraceCollector } from '../fakes/trace-collector.ts'
import { blockChangeLog } from '../helpers/block-change-log.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { RecordedLog } from '../helpers/recorded-log.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, listMachines, signUp, type TestUser } from '../helpers/users.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'
const traceparent = `00-${TRACE}-${SPAN}-01`

let collector: TraceCollector
let log: RecordedLog
let requestId: string
let mailed: string | undefined
let token: string

/** Does everything once. The tests check what the collector has received by the end. */
beforeAll(async () => {
  collector = await new TraceCollector().open()
  log = new RecordedLog('debug')
  const testApp = await createTestApp({ config: { rateLimits: 'off', otlpEndpoint: collector.endpoint }, log: log.log })
  const ada = await signUp(testApp, 'Ada', { email: 'zzcanary@example.com' })
  token = ada.token
  const [mail] = await testApp.mails()
  mailed = (mail as unknown as { headers: { key: string; value: string }[] }).headers.find(({ key }) => key === 'x-request-id')?.value
  const [machine] = await listMachines(testApp, 1)
  const submit = ({ client }: TestUser, value: number): Promise<unknown> =>
    client.call('scores.submit', { _id: uuidv7(), machineId: machine!.id, value, comment: 'zzcanary comment' })
  await ada.client.subscribe('boards.top', { scope: { machineId: machine!.id } })
  await ada.client.expectError('scores.submit', { nothing: 'zzcanary right' })
  await ada.client.expectError('zzcanary.unknown')
  const visitor = await DdpTestClient.open(testApp.endpoint, { traceparent })
  await visitor.expectError('login', { user: { username: 'Ada' }, password: digestPassword('zzcanary wrong') })
  await submit(ada, 100)
  await writeTogether(testApp, submit)
  const answer = await fetch(`${testApp.http}/machines/${machine!.id}?window=week`, { headers: { traceparent, authorization: 'zzcanary' } })
  requestId = answer.headers.get('x-request-id')!
  await answer.text()
  await fetch(`${testApp.http}/exports/zzcanary-download`, { headers: { traceparent: 'zzcanary-nonsense' } })
  await log.waitForLine(line => line.msg === 'request' && line.route === '/exports/:token')
  await testApp.close()
})
afterAll(() => collector.close())

/** Submits several scores until some are written in one statement. */
async function writeTogether(testApp: TestApp, submit: (by: TestUser, value: number) => Promise<unknown>): Promise<void> {
  const several = await Promise.all(['Bea', 'Cid', 'Dot'].map(name => signUp(testApp, name)))
  const grouped = (): boolean => log.all.some(line => line.msg === 'statement' && (line.requestIds?.length ?? 0) > 1)
  for (let value = 200; !grouped(); value++) {
    const held = await blockChangeLog(testApp)
    const first = submit(several[0]!, value)
    await held.waitForBlocked(1)
    const rest = several.slice(1).map(each => submit(each, value))
    await (await DdpTestClient.open(testApp.endpoint)).close()
    await held.release()
    await Promise.all([first, ...rest])
  }
}

const findSqlSpans = (text: string, spans: readonly { attributes: Record<string, unknown> }[]) =>
  spans.filter(span => String(span.attributes['db.query.text']).includes(text))

describe('a trace', () => {
  it('of a page goes on the one that the request names, and holds its SQL', () => {
    const [page] = collector.spans.filter(span => span.attributes['skillshot.request_id'] === requestId)
    expect(page).toMatchObject({ name: 'GET pages', kind: 2, traceId: TRACE, parentSpanId: SPAN, failed: false })
    expect(page!.attributes).toMatchObject({ 'http.route': 'pages', 'http.response.status_code': 200 })
    const children = collector.childrenOf(page!)
    expect(findSqlSpans('FROM machines', children).length).toBeGreaterThan(0)
    for (const child of children) expect(child).toMatchObject({ traceId: TRACE, kind: 3 })
  })

  it('of a request that names none that could be is its own', () => {
    const [download] = collector.spansNamed('GET /exports/:token')
    expect(download!.parentSpanId ?? '').toBe('')
    expect(download!.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(findSqlSpans('export_tokens', collector.childrenOf(download!))).toHaveLength(1)
  })

  it('of a method is its own, whatever the socket’s own request named, with its SQL, its outcome and the id of its lines', () => {
    const calls = collector.spansNamed('method scores.submit')
    for (const call of [...calls, ...collector.spansNamed('method login')]) {
      expect(call.traceId).not.toBe(TRACE)
      expect(call.parentSpanId ?? '').toBe('')
    }
    const [refused] = calls.filter(({ failed }) => failed)
    expect(refused!.attributes['error.type']).toBe('400')
    expect(collector.childrenOf(refused!)).toEqual([])
    const written = calls.filter(call => findSqlSpans('INSERT INTO scores', collector.childrenOf(call)).length > 0)
    expect(written.length).toBeGreaterThan(0)
    const line = log.all.find(each => each.msg === 'method' && each.requestId === written[0]!.attributes['skillshot.request_id'])
    expect(line).toMatchObject({ name: 'scores.submit', traceId: written[0]!.traceId })
    for (const child of collector.childrenOf(written[0]!)) expect(child.traceId).toBe(written[0]!.traceId)
  })

  it('of a statement that writes for several is linked to all of them', () => {
    const calls = collector.spansNamed('method scores.submit')
    const [group] = collector.spans.filter(span => span.links.length > 1)
    expect(group!.parentSpanId ?? '').toBe('')
    expect(findSqlSpans('INSERT INTO scores', [group!])).toHaveLength(1)
    const known = new Set(calls.map(({ spanId }) => spanId))
    expect(group!.links.filter(({ spanId }) => !known.has(spanId))).toEqual([])
  })

  it('of a subscription holds the SQL that it was answered from', () => {
    const [subscription] = collector.spansNamed('subscription boards.top')
    expect(subscription).toMatchObject({ kind: 2, failed: false })
    expect(collector.childrenOf(subscription!).length).toBeGreaterThan(0)
  })

  it('of a mail that is sent later is its own, and names the request', () => {
    const [mail] = collector.spansNamed('send mail')
    expect(mail).toMatchObject({ kind: 4, failed: false })
    expect(mail!.attributes['skillshot.request_id']).toBe(mailed)
    expect(collector.spansNamed('method createUser').map(span => span.attributes['skillshot.request_id'])).toContain(mailed)
  })

  it('contains no user input, and no span of a scheduled poll', () => {
    expect(collector.spans.length).toBeGreaterThan(20)
    expect(collector.text).not.toContain('zzcanary')
    expect(collector.text).not.toContain(token)
    expect(collector.text).not.toContain(digestPassword('zzcanary wrong').digest)
    expect(findSqlSpans('FROM feed_head', collector.spans).filter(span => !(span as { parentSpanId?: string }).parentSpanId)).toEqual([])
  })
})

it('an unreachable collector loses only its traces, and is logged once', async () => {
  const gone = await new TraceCollector().open()
  await gone.close()
  const log = new RecordedLog('info')
  const testApp = await createTestApp({ config: { otlpEndpoint: gone.endpoint }, log: log.log })
  const { client } = await signUp(testApp, 'Ada')
  expect(await client.call('machines.search', { text: '' })).not.toEqual([])
  await testApp.close()
  const warnings = log.all.filter(line => line.msg === 'the collector does not take traces: they are dropped')
  expect(warnings).toHaveLength(1)
})
