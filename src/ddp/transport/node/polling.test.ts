import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ResultSet } from '#ddp/server/result-set.ts'
import { CONNECT } from '#ddp/testing/ddp-harness.ts'
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

describe('polling', () => {
  it('T10: a session opens with o, and then each poll brings what waits, as one list', async () => {
    const one = newClient(await serve())
    const opened = await one.request('xhr')
    expect([opened.status, opened.text, opened.headers['content-type']]).toEqual([200, 'o\n', 'application/javascript; charset=UTF-8'])
    expect(opened.headers['cache-control']).toContain('no-store')
    expect(await one.poll()).toBe('a["{\\"server_id\\":\\"0\\"}"]\n')
    expect((await one.send(CONNECT, '{"msg":"ping","id":"ü\\n"}')).status).toBe(204)
    const [connected, pong] = await one.until('pong')
    expect([JSON.parse(connected!), JSON.parse(pong!)]).toEqual([
      { msg: 'connected', session: expect.any(String) },
      { msg: 'pong', id: 'ü\n' },
    ])
  })

  it('T10: a poll that comes first waits until there is something', async () => {
    const one = await connectedClient(await serve())
    const poll = one.poll()
    await one.send('{"msg":"ping"}')
    expect(await poll).toBe('a["{\\"msg\\":\\"pong\\"}"]\n')
  })

  it('T10: a stream begins with 2,048 h, and brings frames as they come', async () => {
    const one = newClient(await serve())
    const stream = await one.stream()
    const [first] = (await once(stream.response, 'data')) as [string]
    expect(first.slice(0, 2049)).toBe(`${'h'.repeat(2048)}\n`)
    expect(await stream.lines(2)).toEqual(['o', 'a["{\\"server_id\\":\\"0\\"}"]'])
    await one.send(CONNECT)
    expect((await stream.lines(3))[2]).toContain('connected')
    await one.send('{"msg":"ping","id":"1"}')
    expect((await stream.lines(4))[3]).toBe('a["{\\"msg\\":\\"pong\\",\\"id\\":\\"1\\"}"]')
  })

  it.each(['xhr', 'xhr_streaming'] as const)(
    'T10: an answer of %s ends after 128 kB, and the rest comes with the next in order',
    async kind => {
      const served = await serve({}, { soon: flush => void setTimeout(flush, 20) })
      const set = new ResultSet()
      for (let n = 0; n < 60; n++) set.put('c', String(n), { text: 'x'.repeat(10_000) })
      served.ddp.publish('p', () => set)
      const one = await connectedClient(served)
      await one.send('{"msg":"sub","id":"s","name":"p"}')
      const heard: { id?: string; msg: string }[] = []
      const sizes: number[] = []
      while (heard.at(-1)?.msg !== 'ready') {
        const text = await answerOf(one, kind)
        sizes.push(text.length)
        for (const line of text.split('\n').filter(each => each.startsWith('a')))
          heard.push(...(JSON.parse(line.slice(1)) as string[]).map(each => JSON.parse(each) as { msg: string }))
      }
      expect(heard.map(({ id }) => id).slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, n) => String(n)))
      expect(Math.max(...sizes)).toBeLessThan(131_072 + 15_000)
      expect(sizes.length).toBeGreaterThan(4)
    },
  )

  it('T10: h goes out after 25 s without anything else; a poll is over with it, a stream is not', async () => {
    stopTimers()
    const served = await serve()
    const [polling, streaming] = [newClient(served), newClient(served)]
    await polling.poll()
    const stream = await streaming.stream()
    await stream.lines(2)
    // Version `pre1` has no DDP heartbeat.
    for (const one of [polling, streaming]) await one.send('{"msg":"connect","version":"pre1","support":["pre1"]}')
    await polling.until('connected')
    await stream.lines(3)
    const poll = await polling.hold()
    vi.advanceTimersByTime(25_000)
    expect(await poll.text).toBe('h\n')
    expect((await stream.lines(4))[3]).toBe('h')
    vi.advanceTimersByTime(4000)
    expect((await polling.send('[]')).status).toBe(204)
    vi.advanceTimersByTime(21_000)
    expect((await stream.lines(5))[4]).toBe('h')
  })

  it('T10: it works under a prefix, and what a session begins is none of the work of the request that began it', async () => {
    const storage = new AsyncLocalStorage<string>()
    const served = await serve({ prefix: '/app' })
    let within: string | undefined = 'nobody asked'
    served.ddp.method('m', () => {
      within = storage.getStore()
    })
    const listeners = served.transport.answer
    served.transport.answer = (request, response) => storage.run('a request', () => listeners(request, response))
    const one = new PollingClient(served.port, 'prefixed1', {}, '/app')
    expect(await one.poll()).toBe('o\n')
    await one.send(CONNECT, '{"msg":"method","method":"m","id":"1"}')
    await one.until('"result"')
    expect(within).toBeUndefined()
    expect((await new PollingClient(served.port, 'prefixed2').request('xhr')).status).toBe(418)
  })

  it('B11: a message is quoted once for all sessions that get it', async () => {
    const served = await serve()
    const set = new ResultSet()
    served.ddp.publish('p', () => set)
    const sessions = [await connectedClient(served), await connectedClient(served), await connectedClient(served)]
    for (const one of sessions) {
      await one.send('{"msg":"sub","id":"s","name":"p"}')
      await one.until('ready')
    }
    let quoted = 0
    const { stringify } = JSON
    vi.spyOn(JSON, 'stringify').mockImplementation((...args: Parameters<typeof stringify>) => {
      if (String(args[0]).includes('{"msg":"added"')) quoted++
      return stringify(...args)
    })
    set.put('c', '1', { a: 1 })
    for (const one of sessions) expect(await one.poll()).toContain('added')
    vi.restoreAllMocks()
    expect(quoted).toBe(1)
  })
})

describe('sending', () => {
  it('T11: a list of texts is taken with 204, an empty one too', async () => {
    const one = await connectedClient(await serve())
    const sent = await one.send('{"msg":"ping","id":"1"}', '{"msg":"ping","id":"2"}')
    expect([sent.status, sent.text, sent.headers['content-type']]).toEqual([204, '', 'text/plain; charset=UTF-8'])
    expect((await one.send()).status).toBe(204)
    expect(await one.until('"2"')).toEqual(['{"msg":"pong","id":"1"}', '{"msg":"pong","id":"2"}'])
  })

  it.each([
    ['', 'Payload expected.'],
    ['{}', 'Payload expected.'],
    ['"x"', 'Payload expected.'],
    ['[1]', 'Payload expected.'],
    ['[null]', 'Payload expected.'],
    ['x', 'Broken JSON encoding.'],
    ['["x"', 'Broken JSON encoding.'],
    [Buffer.from([0x5b, 0x22, 0xc3, 0x28, 0x22, 0x5d]), 'Broken JSON encoding.'],
  ])('T11: %j is 500, and the session goes on', async (body, said) => {
    const one = await connectedClient(await serve())
    const answer = await one.request('xhr_send', body)
    expect([answer.status, answer.text]).toEqual([500, said])
    await one.send('{"msg":"ping","id":"after"}')
    expect(await one.poll()).toContain('after')
  })

  it('T11: to a session that is not there it is 404', async () => {
    const served = await serve()
    expect((await newClient(served).send(CONNECT)).status).toBe(404)
    expect(served.ddp.sessions).toBe(0)
    expect(served.refused).toEqual([404])
  })
})

describe('the life of a session', () => {
  it.each(['xhr', 'xhr_streaming'])('T12: a second %s is told that another one is still open, and takes nothing away', async kind => {
    const one = await connectedClient(await serve())
    const waiting = await one.hold()
    expect((await one.request(kind)).text).toContain('c[2010,"Another connection still open"]\n')
    await one.send('{"msg":"ping","id":"1"}')
    expect(await waiting.text).toContain('pong')
  })

  it('T12: a client that breaks an answer off ends its session, and is told so', async () => {
    const served = await serve()
    const [polling, streaming] = [await connectedClient(served), await connectedClient(served)]
    const poll = await polling.hold()
    const stream = await streaming.stream()
    poll.abort()
    stream.abort()
    await soon(() => expect(served.ddp.sessions).toBe(0))
    expect(served.transport.polling).toBe(0)
    expect(await polling.poll()).toBe('c[1002,"Connection interrupted"]\n')
    expect((await streaming.request('xhr_streaming')).text).toContain('\nc[1002,"Connection interrupted"]\n')
    expect((await polling.send(CONNECT)).status).toBe(404)
  })

  it('T13: a client that does not ask again for 5 s is gone, and its id is free', async () => {
    stopTimers()
    const served = await serve()
    const one = await connectedClient(served)
    const other = await connectedClient(served)
    vi.advanceTimersByTime(4900)
    const poll = other.poll()
    await other.send('{"msg":"ping"}')
    await poll
    vi.advanceTimersByTime(200)
    await soon(() => expect(served.ddp.sessions).toBe(1))
    expect((await one.send('{"msg":"ping"}')).status).toBe(404)
    expect((await other.send('{"msg":"ping"}')).status).toBe(204)
    expect(await one.poll()).toBe('o\n')
  })

  it('T13: after a long answer it has longer, as a slow line has', async () => {
    stopTimers()
    const served = await serve()
    served.ddp.method('big', () => 'x'.repeat(80_000))
    const one = await connectedClient(served)
    await one.send('{"msg":"method","method":"big","id":"1"}')
    await one.until('"result"')
    vi.advanceTimersByTime(14_000)
    expect((await one.send('{"msg":"ping"}')).status).toBe(204)
    vi.advanceTimersByTime(2000)
    await soon(() => expect(served.ddp.sessions).toBe(0))
  })

  it('T13: what was sent before the server closes arrives, then why; and again for 5 s', async () => {
    stopTimers()
    const served = await serve()
    const one = newClient(served)
    await one.poll()
    await one.send('{"msg":"connect","version":"7","support":["7"]}')
    expect(await one.poll()).toBe(
      'a["{\\"server_id\\":\\"0\\"}","{\\"msg\\":\\"failed\\",\\"version\\":\\"1\\"}"]\nc[1000,"Normal closure"]\n',
    )
    vi.advanceTimersByTime(4900)
    expect(await one.poll()).toBe('c[1000,"Normal closure"]\n')
    vi.advanceTimersByTime(26_000)
    await soon(async () => expect(await one.poll()).toBe('o\n'))
  })

  it('L9: a drained session is closed with 1012: at once if a request waits, else with its next request', async () => {
    const served = await serve()
    const [waiting, between, streaming] = [await connectedClient(served), await connectedClient(served), await connectedClient(served)]
    const poll = await waiting.hold()
    const stream = await streaming.stream()
    await served.ddp.drain(0, 1000)
    expect(await poll.text).toBe('c[1012,"Service restart"]\n')
    expect(await stream.ended).toEqual(['c[1012,"Service restart"]'])
    expect(await between.poll()).toBe('c[1012,"Service restart"]\n')
  })

  it('T9: a server that is about to stop begins no session, and goes on with those that are there', async () => {
    const served = await serve()
    const one = await connectedClient(served)
    served.transport.refuseNew()
    for (const kind of ['xhr', 'xhr_streaming']) expect((await newClient(served).request(kind)).status).toBe(503)
    await one.send('{"msg":"ping"}')
    expect(await one.poll()).toContain('pong')
    expect(served.refused).toEqual([503, 503])
  })

  it('C15: closing the server ends waiting requests with a close frame', async () => {
    const served = await serve()
    const one = await connectedClient(served)
    const poll = await one.hold()
    served.ddp.close()
    const closed = served.transport.close()
    expect(await poll.text).toBe('c[1000,"Normal closure"]\n')
    await closed
    expect(served.transport.polling).toBe(0)
  })

  it('T8: after the process stood still for more than 10 s all are cut, and what came meanwhile is not heard', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const served = await serve()
    let ran = 0
    served.ddp.method('m', () => void ran++)
    const [one, other] = [await connectedClient(served), await connectedClient(served)]
    vi.setSystemTime(Date.now() + 11_000)
    expect((await one.send('{"msg":"method","method":"m","id":"1"}')).status).toBe(404)
    expect((await other.send('{"msg":"method","method":"m","id":"1"}')).status).toBe(404)
    expect([ran, served.ddp.sessions]).toEqual([0, 0])
  })

  it('C14: the address and the headers are those of the request that began it', async () => {
    const served = await serve()
    served.ddp.method('who', ({ connection }) => ({ address: connection.clientAddress, agent: connection.httpHeaders['x-test'] }))
    const one = await connectedClient(served, { 'x-test': 'yes', 'x-forwarded-for': '6.6.6.6, 7.7.7.7' })
    await one.send('{"msg":"method","method":"who","id":"1"}')
    expect((await one.until('"result"')).join()).toContain('{"address":"7.7.7.7","agent":"yes"}')
  })
})

/** The text of an answer up to its end, or until it contains `ready`. */
async function answerOf(one: PollingClient, kind: 'xhr' | 'xhr_streaming'): Promise<string> {
  let text = ''
  for await (const part of await one.begin(kind).response) {
    text += part
    if (text.includes('ready')) break
  }
  return text
}
