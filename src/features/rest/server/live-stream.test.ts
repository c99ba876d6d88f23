import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
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
