import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PollingClient } from '#ddp/transport/node/polling-fixture.ts'
import { waitUntil } from '../scale/wait.ts'
import { LatencyProbe } from './latency-probe.ts'
import { openRawSocket, openRawWebSocket } from './raw-socket.ts'
import { type AttackedServer, startServer } from './server.ts'
import { RETRY_TIMING, scaleBudget } from './timing-budget.ts'

const CONNECT = '{"msg":"connect","version":"1","support":["1"]}'

let server: AttackedServer

beforeAll(async () => {
  server = await startServer({ ROOT_URL: 'https://scores.example', RATE_LIMITS: 'on', FORWARDED_COUNT: '1' })
})
afterAll(() => server.close())

/** Returns a new session id, made as the real client makes it. */
const newId = (): string => randomBytes(6).toString('base64url')
/** Counts the addresses that were used. Each test uses new ones, so that a retry starts with fresh limits. */
let addresses = 0
const newAddress = (): string => `10.0.${++addresses >> 8}.${addresses & 255}`
const from = (address: string, more: Record<string, string> = {}): Record<string, string> => ({ 'x-forwarded-for': address, ...more })
const client = (address: string, id = newId(), more: Record<string, string> = {}): PollingClient =>
  new PollingClient(server.port, id, from(address, more))

async function connected(one: PollingClient): Promise<PollingClient> {
  expect(await one.poll()).toBe('o\n')
  await one.send(CONNECT)
  await one.until('"connected"')
  return one
}

const enter = (): Promise<LatencyProbe> => LatencyProbe.start(server.endpoint, from('10.9.9.9'))

describe('[S7] SockJS without WebSocket', RETRY_TIMING, () => {
  it('gives no access to another client’s session, even with its id', async () => {
    const id = newId()
    const victim = await connected(client('10.1.1.1', id, { origin: 'https://scores.example' }))
    await victim.send('{"msg":"method","method":"createUser","id":"1","params":[{"username":"Victim","password":"correct horse battery"}]}')
    expect((await victim.until('"result"')).join()).toContain('"token"')
    const thieves = {
      'another address': client('10.1.1.2', id, { origin: 'https://scores.example' }),
      'an address that its sender made up': client('10.1.1.1, 10.1.1.2', id, { origin: 'https://scores.example' }),
      'the same address without a page': client('10.1.1.1', id),
      'the same address and another page': client('10.1.1.1', id, { origin: 'https://localhost' }),
    }
    for (const [who, thief] of Object.entries(thieves))
      for (const [kind, body] of [['xhr'], ['xhr_streaming'], ['xhr_send', '["{\\"msg\\":\\"ping\\",\\"id\\":\\"stolen\\"}"]']] as const)
        expect([who, kind, (await thief.request(kind, body)).status]).toEqual([who, kind, 404])
    await victim.send('{"msg":"ping","id":"mine"}')
    expect(await victim.poll()).toBe('a["{\\"msg\\":\\"pong\\",\\"id\\":\\"mine\\"}"]\n')
  })

  it('is refused to pages of other sites, on every request', async () => {
    const id = newId()
    await connected(client('10.1.2.1', id, { origin: 'https://scores.example' }))
    const ORIGINS: readonly [origin: string, status: number][] = [
      ['https://scores.example', 204],
      ['https://evil.example', 403],
      ['null', 403],
      ['https://evil-scores.example', 403],
      ['https://scores.example.evil.example', 403],
      ['http://scores.example', 403],
      ['https://scores.example:8443', 403],
      ['HTTPS://SCORES.EXAMPLE', 403],
      ['https://scores.example/path', 403],
      ['', 403],
      ['https://scores.example, https://evil.example', 403],
    ]
    for (const [origin, status] of ORIGINS) {
      const responses = [
        await client('10.1.2.1', id, { origin }).request('xhr_send', '["x"]'),
        await client('10.1.2.1', id, { origin }).request('xhr_send', undefined, { method: 'OPTIONS' }),
        ...(status === 403 ? [await client('10.1.2.1', newId(), { origin }).request('xhr')] : []),
        ...(status === 403 ? [await client('10.1.2.1', newId(), { origin }).request('xhr_streaming')] : []),
      ]
      for (const answer of responses) {
        expect([origin, answer.status]).toEqual([origin, status])
        expect(answer.headers['access-control-allow-origin']).toBe(status === 403 ? undefined : origin)
      }
    }
  })

  it('holds no more of a body than of a frame, and harms nobody else', async () => {
    const address = newAddress()
    const one = await connected(client(address))
    const probe = await enter()
    const before = await server.gauges(true)
    /** Sends data until the server has closed the connection. @returns the status of the response */
    const sendBytes = async (head: string, bytes: Buffer): Promise<number> => {
      const connection = await openRawSocket(server.port)
      connection.socket.write(`POST ${one.base}/xhr_send HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n${head}\r\n\r\n`)
      for (let at = 0; at < bytes.length && !connection.socket.destroyed; at += 65_536)
        await new Promise(resolve => connection.socket.write(bytes.subarray(at, at + 65_536), resolve))
      await connection.closed(0)
      return Number(/^HTTP\/1\.1 (\d+)/.exec(connection.received().toString('latin1'))?.[1])
    }
    const thirty = Buffer.alloc(30_000_000, 'x')
    const chunks = Buffer.concat(Array.from({ length: 450 }, () => Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`)))
    const statuses = [await sendBytes('Content-Length: 30000001', thirty), await sendBytes('Transfer-Encoding: chunked', chunks)]
    const grown = (await server.gauges()).rssMb - before.rssMb
    const { p99 } = await probe.stop()
    console.info(
      `[S7] 30 MB with a length and in chunks: ${statuses.join(', ')}; memory grew by ${grown.toFixed(1)} MB, the latency probe's p99 ${p99.toFixed(1)} ms`,
    )
    expect(statuses).toEqual([413, 413])
    expect(grown).toBeLessThan(20)
    expect(p99).toBeLessThan(scaleBudget(250))
  })

  it('counts with the sockets of its address: no more than 200 say nothing', async () => {
    const address = newAddress()
    const probe = await enter()
    const sockets = await Promise.all(Array.from({ length: 100 }, () => openRawWebSocket(server.port, [`X-Forwarded-For: ${address}`])))
    expect(sockets.map(({ status }) => status)).toEqual(sockets.map(() => 101))
    const statuses: number[] = []
    // All of them arrive within the 5 s for which a session waits for its client.
    for (let round = 0; round < 3; round++)
      await Promise.all(Array.from({ length: 100 }, async () => statuses.push((await client(address).request('xhr')).status)))
    const { p99 } = await probe.stop()
    const { rssMb } = await server.gauges(true)
    console.info(`[S7] 300 sessions beside 100 sockets: memory ${rssMb.toFixed(0)} MB, the latency probe's p99 ${p99.toFixed(1)} ms`)
    expect([200, 429].map(status => statuses.filter(each => each === status).length)).toEqual([100, 200])
    expect((await client(newAddress()).request('xhr')).status).toBe(200)
    expect(p99).toBeLessThan(scaleBudget(250))
    for (const { socket } of sockets) socket.destroy()
    await waitUntil('there is room again', async () => (await client(address).request('xhr')).status === 200)
  })

  it('lets nobody try ids faster than sockets may come', async () => {
    const address = newAddress()
    const since = performance.now()
    const statuses: number[] = []
    for (let round = 0; round < 10; round++)
      await Promise.all(Array.from({ length: 100 }, async () => statuses.push((await client(address).send('x')).status)))
    const seconds = (performance.now() - since) / 1000
    const tried = statuses.filter(status => status === 404).length
    console.info(`[S7] 1,000 ids tried in ${seconds.toFixed(1)} s: ${tried} were looked at`)
    expect(tried).toBeGreaterThanOrEqual(300)
    expect(tried).toBeLessThanOrEqual(300 + 30 * seconds + 1)
    expect(statuses.filter(status => status === 429).length).toBe(1000 - tried)
  })

  it('reads who never stops talking at the pace that is allowed, and cuts who sends 300 empty bodies', async () => {
    const address = newAddress()
    const probe = await enter()
    const loud = await connected(client(address))
    const said = loud.send(...Array.from({ length: 600 }, () => '{"msg":"ping"}'))
    const empty = await connected(client(address))
    const received = await empty.hold()
    const statuses: number[] = []
    for (let i = 0; i < 300; i++) statuses.push((await empty.send()).status)
    const since = performance.now()
    expect((await said).status).toBe(204)
    // 400 at once, and 60 a second.
    expect(performance.now() - since).toBeGreaterThan(1000)
    expect(await received.text).toBe('c[1008,"Too many empty requests"]\n')
    expect([statuses.indexOf(404), statuses.lastIndexOf(204)]).toEqual([101, 100])
    expect((await probe.stop()).p99).toBeLessThan(scaleBudget(250))
  })

  it('has no other ways in: no JSONP, no frames, no event streams', async () => {
    for (const path of [
      '/sockjs/iframe.html',
      '/sockjs/iframe-1.6.1.html',
      '/sockjs/1/abcdefgh/jsonp?c=x',
      '/sockjs/1/abcdefgh/eventsource',
    ])
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(server.http + path, { method, redirect: 'manual' })
        expect([path, answer.status, await answer.text()]).toEqual([path, 404, ''])
      }
  })

  it('is alive and has logged no error after all these attacks', () => {
    expect(server.alive).toBe(true)
    expect(server.output.split('\n').filter(line => line.includes('"level":50') || line.includes('"level":60'))).toEqual([])
  })
})
