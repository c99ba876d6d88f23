import { once } from 'node:events'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createDdpHarness } from '#ddp/testing/ddp-harness.ts'
import { createDeferred } from '../../../../tests/deferred.ts'
import { openLiveStream } from './live-stream.ts'

it.each([
  ['is good', (): boolean => true],
  [
    'could not be looked up',
    (): boolean => {
      throw new Error('the database is away')
    },
  ],
])('checks no key after the stream has ended, although a key was being looked up then that %s', async (_, result) => {
  const { server, clock, settle } = createDdpHarness()
  server.publish('nothing', publishing => publishing.ready())
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const found = createDeferred()
  let checks = 0
  let ends = 0
  openLiveStream({
    ...{ ddp: server, clock, userId: 'ann', clientAddress: null, name: 'nothing', collections: [], argument: {}, held: null, response },
    mayGoOn: () => {
      checks++
      return found.promise.then(result)
    },
    onEnd: () => {
      ends++
    },
  })
  await settle()
  clock.advance(10_000)
  expect(checks).toBe(1)
  response.emit('close')
  await settle()
  clock.advance(0)
  expect(ends).toBe(1)
  found.resolve()
  await settle()
  clock.advance(60_000)
  expect([checks, clock.pendingTimers]).toEqual([1, 0])
})

it('holds little for a client that does not read, and all that has changed for one that reads again', async () => {
  const { server, clock, settle } = createDdpHarness()
  const set = server.resultSet()
  server.publish('board', () => set)
  const opened = createDeferred<ServerResponse>()
  const http = createServer((_, response) => {
    response.useChunkedEncodingByDefault = false
    response.writeHead(200, { connection: 'close' }).flushHeaders()
    opened.resolve(response)
  }).listen(0)
  await once(http, 'listening')
  const client = connect((http.address() as AddressInfo).port).pause()
  client.write('GET / HTTP/1.1\r\nHost: site\r\n\r\n')
  const response = await opened.promise
  const stream = { ddp: server, clock, userId: null, clientAddress: null, name: 'board', collections: ['rows'], argument: {}, held: null }
  openLiveStream({ ...stream, response, mayGoOn: async () => true, onEnd: () => {} })
  let most = 0
  for (let n = 0; n < 300; n++) {
    for (let row = 0; row < 4; row++) set.put('rows', String(row), { n, text: `${n} `.padEnd(25_000, 'x') })
    await settle()
    most = Math.max(most, response.socket!.writableLength)
  }
  // 30 MB were written, of which the system holds some.
  expect(most).toBeLessThan(1.1e6)
  let read = ''
  client.setEncoding('utf8').on('data', (text: string) => {
    read += text
  })
  client.resume()
  const isWhole = async (): Promise<boolean> => {
    clock.advance(100)
    await settle()
    return [0, 1, 2, 3].every(row => read.includes(`"_id":"${row}","fields":{"n":299,`))
  }
  await expect.poll(isWhole).toBe(true)
  client.destroy()
  http.close()
})
