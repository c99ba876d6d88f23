import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LatencyProbe } from './latency-probe.ts'
import { encodeFrame, openRawSocket, openRawWebSocket, type RawSocket, textFrame } from './raw-socket.ts'
import { type AttackedServer, startServer } from './server.ts'
import { RETRY_TIMING, scaleBudget } from './timing-budget.ts'

const CONNECT = textFrame('{"msg":"connect","version":"1","support":["1"]}')
const PING = 9

let server: AttackedServer
let probe: LatencyProbe

beforeAll(async () => {
  server = await startServer()
  // The first page takes longer than all later ones.
  await (await fetch(server.http)).text()
})
afterAll(() => server.close())
beforeEach(async () => {
  probe = await LatencyProbe.start(server.endpoint)
})
afterEach(async () => {
  const { requests, p99, max } = await probe.stop()
  console.info(`the latency probe meanwhile: ${requests} answers, p99 ${p99.toFixed(1)} ms, the slowest ${max.toFixed(1)} ms`)
  expect(p99).toBeLessThan(scaleBudget(250))
  expect(server.alive).toBe(true)
})

const times = (count: number, make: () => Promise<RawSocket>): Promise<RawSocket[]> => Promise.all(Array.from({ length: count }, make))
const longest = (ends: readonly { ms: number }[]): number => Math.max(...ends.map(({ ms }) => ms))
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** Sends `first`, then one byte per second until the server closes the connection. */
async function sendSlowly(first: string, byte: string): Promise<{ ms: number }> {
  const since = performance.now()
  const { socket, closed } = await openRawSocket(server.port)
  socket.write(first)
  const dripping = setInterval(() => socket.write(byte), 1000)
  const end = await closed(since)
  clearInterval(dripping)
  return end
}

describe('[S2] slow senders', RETRY_TIMING, () => {
  it('of 800 heads, a byte a second, are all cut within 9 s; 300 of bodies within 12 s', async () => {
    const heads = Promise.all(Array.from({ length: 800 }, () => sendSlowly('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'x')))
    const requests = ['POST /sign-in', 'PUT /machines', 'GET /', 'POST /sockjs', 'GET /sockjs/info', 'OPTIONS /storage', 'DELETE /nowhere']
    const bodies = Promise.all(
      Array.from({ length: 300 }, (_, i) =>
        sendSlowly(`${requests[i % requests.length]} HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n`, 'x'),
      ),
    )
    const silent = Promise.all(Array.from({ length: 50 }, () => sendSlowly('', '')))
    const [head, body, nothing] = [longest(await heads), longest(await bodies), longest(await silent)]
    console.info(
      `[S2] 800 slow heads: the last cut after ${seconds(head)}; 300 slow bodies: ${seconds(body)}; 50 silent lines: ${seconds(nothing)}`,
    )
    expect(head).toBeLessThan(scaleBudget(9000))
    expect(nothing).toBeLessThan(scaleBudget(9000))
    expect(body).toBeLessThan(scaleBudget(12_000))
  })
})

describe('[S3] idle sockets', RETRY_TIMING, () => {
  it('are 200 of one address at most, and each is closed after 10 s', async () => {
    const connections = await Promise.all(
      Array.from({ length: 1500 }, async () => {
        const connection = await openRawWebSocket(server.port)
        return { ...connection, since: performance.now() }
      }),
    )
    const taken = connections.filter(({ status }) => status === 101)
    expect([taken.length, connections.filter(({ status }) => status === 429).length]).toEqual([200, 1300])
    const ends = await Promise.all(connections.map(({ closed, since }) => closed(since)))
    const { rssMb } = await server.gauges(true)
    console.info(`[S3] 1,500 sockets: 200 taken, all closed after ${seconds(longest(ends))}; memory ${rssMb.toFixed(0)} MB`)
    expect(longest(ends)).toBeLessThan(scaleBudget(11_000))
    const again = await openRawWebSocket(server.port)
    expect(again.status).toBe(101)
    again.socket.destroy()
  })
})

describe('[S4] sockets that send without pause', RETRY_TIMING, () => {
  const PINGS = Buffer.concat(Array.from({ length: 1000 }, () => textFrame('{"msg":"ping"}')))
  const FRAMES = Buffer.concat(Array.from({ length: 1000 }, () => encodeFrame(PING, Buffer.alloc(0))))
  const PONGS = Buffer.concat(Array.from({ length: 1000 }, () => encodeFrame(10, Buffer.alloc(0))))
  const EMPTY = Buffer.concat(Array.from({ length: 1000 }, () => textFrame('')))

  /** Sends the same bytes again and again over five connections, for as long as the server accepts them. */
  async function flood(bytes: Buffer, rounds: number): Promise<{ longest: number; loopMaxMs: number; sent: number }> {
    const connections = await times(5, () => openRawWebSocket(server.port))
    await server.gauges()
    const since = performance.now()
    let sent = 0
    for (const { socket } of connections) socket.write(CONNECT)
    const ends = await Promise.all(
      connections.map(async ({ socket, closed }) => {
        for (let round = 0; round < rounds && !socket.destroyed; round++) {
          await new Promise(resolve => socket.write(bytes, resolve))
          sent += 1000
        }
        return closed(since)
      }),
    )
    return { longest: longest(ends), loopMaxMs: (await server.gauges()).loopMaxMs, sent }
  }

  it.each([
    ['20,000 messages', PINGS, 20],
    ['100,000 pings of WebSocket', FRAMES, 100],
    ['100,000 pongs of WebSocket', PONGS, 100],
    ['100,000 empty messages', EMPTY, 100],
  ])('are cut within half a second: five of %s', async (what, bytes, rounds) => {
    const { longest, loopMaxMs, sent } = await flood(bytes, rounds)
    console.info(
      `[S4] 5 × ${what}: closed after ${longest.toFixed(0)} ms, ${sent} sent; the event loop was held up for ${loopMaxMs.toFixed(0)} ms at most`,
    )
    expect(longest).toBeLessThan(scaleBudget(500))
    expect(loopMaxMs).toBeLessThan(scaleBudget(100))
  })
})
