import { once } from 'node:events'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ResultSet } from '#ddp/server/result-set.ts'
import { DEFAULT_LIMITS } from '#ddp/server/server-settings.ts'
import { connectedClient, newClient, PollingClient, type PollingServer, servePolling } from './polling-fixture.ts'

async function serve(...settings: Parameters<typeof servePolling>): Promise<PollingServer> {
  const served = await servePolling(...settings)
  onTestFinished(served.close)
  return served
}

/** A long timeout, because the machine that runs the tests may be busy. */
const soon = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 20_000, interval: 20 })

/** Fakes only `setTimeout` until the end of the test, so that sockets and the rest of Node go on. */
const stopTimers = (): void => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

const limits = { messageBytes: 1000, unfinishedBytes: 100_000, connections: 1000, perAddress: 3, silentPerAddress: 2, connectionRate: null }

describe('which requests a session accepts', () => {
  it.each([
    ['another address', { 'x-forwarded-for': '10.0.0.2' }],
    ['no address', { 'x-forwarded-for': '' }],
    ['another origin', { origin: 'https://ok.example' }],
  ])('T14: for %s it is not there', async (_, headers) => {
    const served = await serve()
    const one = await connectedClient(served)
    const thief = new PollingClient(served.port, one.base.split('/').at(-1)!, { 'x-forwarded-for': '10.0.0.1', ...headers })
    for (const [kind, body] of [
      ['xhr_send', JSON.stringify(['{"msg":"ping","id":"stolen"}'])],
      ['xhr', undefined],
      ['xhr_streaming', undefined],
    ] as const)
      expect([kind, (await thief.request(kind, body)).status]).toEqual([kind, 404])
    await one.send('{"msg":"ping","id":"mine"}')
    expect(await one.poll()).toBe('a["{\\"msg\\":\\"pong\\",\\"id\\":\\"mine\\"}"]\n')
    expect(served.ddp.sessions).toBe(1)
  })

  it('T14: an IPv6 address may change within its /64, and the server part of the path does not matter', async () => {
    const served = await serve()
    const one = await connectedClient(served, { 'x-forwarded-for': '2001:db8::1' })
    const id = one.base.split('/').at(-1)!
    expect((await new PollingClient(served.port, id, { 'x-forwarded-for': '2001:db8::2' }).send('{"msg":"ping"}')).status).toBe(204)
    expect((await new PollingClient(served.port, id, { 'x-forwarded-for': '2001:db8:0:1::1' }).send('{"msg":"ping"}')).status).toBe(404)
  })

  it.each(['short12', 'x'.repeat(129), 'with%20space', 'semi;colon', 'ünicode-ünicode'])('T14: no session begins as %s', async id => {
    const served = await serve()
    expect((await new PollingClient(served.port, encodeURI(decodeURI(id))).request('xhr')).status).toBe(404)
    expect(served.ddp.sessions).toBe(0)
  })

  it('T14: guessing session ids is limited like opening sessions', async () => {
    const served = await serve({ limits: { ...limits, connectionRate: { burst: 3, perSecond: 0.001 } } })
    const statuses: number[] = []
    for (let i = 0; i < 5; i++) statuses.push((await newClient(served).send('x')).status)
    expect(statuses).toEqual([404, 404, 404, 429, 429])
    expect((await newClient(served).request('xhr')).status).toBe(429)
    expect((await newClient(served, { 'x-forwarded-for': '10.0.0.2' }).request('xhr')).status).toBe(200)
  })

  it('T15: every request of an origin that is not listed is 403, a listed one is named', async () => {
    const served = await serve()
    const one = await connectedClient(served, { origin: 'https://ok.example' })
    for (const origin of ['https://evil.example', 'null', 'https://ok.example.evil', ''])
      for (const kind of ['xhr', 'xhr_streaming', 'xhr_send'])
        for (const method of ['POST', 'OPTIONS']) {
          const answer = await one.request(kind, method === 'POST' ? '["x"]' : undefined, { method, origin })
          expect([origin, kind, method, answer.status]).toEqual([origin, kind, method, 403])
          expect(answer.headers['access-control-allow-origin']).toBeUndefined()
        }
    const sent = await one.send('{"msg":"ping"}')
    const polled = await one.request('xhr')
    const preflight = await one.request('xhr_send', undefined, { method: 'OPTIONS', 'access-control-request-headers': 'x-odd' })
    for (const { headers } of [sent, polled, preflight]) {
      expect([headers['access-control-allow-origin'], headers['access-control-allow-credentials']]).toEqual(['https://ok.example', 'true'])
      expect(headers.vary).toBe('Origin')
    }
    expect([preflight.status, preflight.headers['access-control-allow-methods']]).toEqual([204, 'OPTIONS, POST'])
    expect(preflight.headers['access-control-allow-headers']).toBe('Content-Type')
    const none = await newClient(served).request('xhr')
    expect([none.status, none.headers['access-control-allow-origin']]).toEqual([200, undefined])
  })

  it.each(['jsonp', 'jsonp_send', 'eventsource', 'htmlfile', 'websocket', 'x'])('T18: %s is not offered', async kind => {
    const one = await connectedClient(await serve())
    for (const method of ['GET', 'POST', 'OPTIONS']) expect((await one.request(kind, undefined, { method })).status).toBe(404)
  })

  it.each(['GET', 'PUT', 'DELETE', 'HEAD'])('T18: %s is no method of it', async method => {
    const one = await connectedClient(await serve())
    for (const kind of ['xhr', 'xhr_streaming', 'xhr_send']) {
      const answer = await one.request(kind, undefined, { method })
      expect([answer.status, answer.headers.allow]).toEqual([405, 'OPTIONS, POST'])
    }
  })
})

describe('limits of polling', () => {
  it('T6: sessions count with the sockets of their address, and those that have said nothing too', async () => {
    const served = await serve({ limits })
    const [first, second] = [newClient(served), newClient(served)]
    expect([(await first.request('xhr')).status, (await second.request('xhr')).status]).toEqual([200, 200])
    expect((await newClient(served).request('xhr')).status).toBe(429)
    await first.send('[]')
    const third = newClient(served)
    expect((await third.request('xhr')).status).toBe(200)
    for (const one of [second, third]) await one.send('[]')
    expect((await newClient(served).request('xhr_streaming')).status).toBe(429)
    expect((await newClient(served, { 'x-forwarded-for': '10.0.0.2' }).request('xhr')).status).toBe(200)
    expect(served.refused).toEqual([429, 429])
    await first.until('Bad request')
    const poll = await first.hold()
    poll.abort()
    await soon(async () => expect((await newClient(served).request('xhr')).status).toBe(200))
  })

  it('T16: a body over the limit is 413, with its length or without, and the session goes on', async () => {
    const one = await connectedClient(await serve({ limits }))
    const long = JSON.stringify(['x'.repeat(1000)])
    expect((await one.request('xhr_send', long)).status).toBe(413)
    expect((await one.request('xhr_send', long, { 'transfer-encoding': 'chunked' })).status).toBe(413)
    expect((await one.request('xhr_send', JSON.stringify(['x'.repeat(996)]))).status).toBe(204)
    expect(await one.poll()).toContain('Bad request')
  })

  it('T16: bodies that are being sent at the same time count together', async () => {
    const one = await connectedClient(await serve({ limits }))
    const half = JSON.stringify(['x'.repeat(600)])
    const first = one.begin('xhr_send', null, { 'content-length': half.length, expect: '100-continue' })
    await once(first.outgoing, 'continue')
    first.outgoing.write(half.slice(0, -1))
    await soon(async () => expect((await one.request('xhr_send', half)).status).toBe(413))
    first.outgoing.end(half.slice(-1))
    expect((await first.response).statusCode).toBe(204)
    expect((await one.request('xhr_send', half)).status).toBe(204)
  })

  it('T16: of bodies that are being sent the fifth is refused, and a slow one is 408', async () => {
    stopTimers()
    const one = await connectedClient(await serve({ limits }))
    const slow = Array.from({ length: 4 }, () => {
      const { outgoing, response } = one.begin('xhr_send', undefined, { 'content-length': 900, expect: '100-continue' })
      return { outgoing, response }
    })
    for (const { outgoing } of slow) await once(outgoing, 'continue')
    expect((await one.send('{"msg":"ping"}')).status).toBe(429)
    vi.advanceTimersByTime(30_000)
    for (const { response } of slow) expect((await response).statusCode).toBe(408)
  })

  it('T16: who sends 101 times without a message is refused', async () => {
    const served = await serve()
    const [talking, rude] = [await connectedClient(served), await connectedClient(served)]
    await talking.hold()
    const heard = await rude.hold()
    for (let i = 0; i < 101; i++) {
      if (i % 50 === 49) await talking.send('{"msg":"pong"}')
      await talking.send()
      expect((await rude.request('xhr_send', i % 2 === 0 ? '' : '[]')).status).toBe(i % 2 === 0 ? 500 : 204)
    }
    expect(await heard.text).toBe('c[1008,"Too many empty requests"]\n')
    expect(served.ddp.sessions).toBe(1)
  })

  it('L6: a request with more messages than may wait is answered when they have been read, and each of them is', async () => {
    const served = await serve({}, { limits: { ...DEFAULT_LIMITS, messages: null } })
    let ran = 0
    let release: () => void = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    const begun = new Promise<void>(resolve => {
      served.ddp.method('m', async () => {
        resolve()
        await released
        ran++
      })
    })
    const one = await connectedClient(served)
    let answered = false
    const sent = one.send(...Array.from({ length: 1000 }, (_, i) => `{"msg":"method","method":"m","id":"${i}"}`)).then(({ status }) => {
      answered = true
      return status
    })
    await begun
    expect(answered).toBe(false)
    release()
    expect(await sent).toBe(204)
    await one.until('"id":"999"')
    expect(ran).toBe(1000)
    expect(served.ddp.sessions).toBe(1)
  })

  it('T17, L2: a poller that does not ask is a slow reader: changes merge until it does', async () => {
    const served = await serve()
    const set = new ResultSet()
    set.put('c', '1', { n: 0, text: '' })
    served.ddp.publish('p', () => set)
    const one = await connectedClient(served)
    await one.send('{"msg":"sub","id":"s","name":"p"}')
    await one.until('ready')
    for (let n = 1; n <= 200; n++) {
      set.put('c', '1', { n, text: 'x'.repeat(10_000) + n })
      await new Promise(resolve => setImmediate(resolve))
    }
    const heard = await one.until('"n":200')
    expect(heard.length).toBeLessThan(15)
    expect(served.ddp.sessions).toBe(1)
  })

  it('T17, L4: one that asks for more than a megabyte and takes nothing is cut off, and hears why', async () => {
    const served = await serve()
    served.ddp.publish('p', each => {
      each.added('c', '1', { text: 'x'.repeat(1_100_000) })
      setTimeout(() => each.stop(), 50)
    })
    const one = await connectedClient(served)
    await one.send('{"msg":"sub","id":"s","name":"p"}')
    await soon(() => expect(served.ddp.sessions).toBe(0))
    expect(await one.poll()).toBe('c[1008,"Too slow a reader"]\n')
  })
})
