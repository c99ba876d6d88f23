import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { DdpClient } from '#ddp/client/client.ts'
import { DdpServer } from '#ddp/server/server.ts'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { nodeSocket } from './client-socket.ts'
import { attachDdp } from './server-transport.ts'

async function serve() {
  let ids = 0
  const ddp = new DdpServer({
    clock: systemClock,
    randomId: () => `session${String(++ids).padStart(10, '0')}`,
    hash: text => text,
    soon: flush => void setImmediate(flush),
    report: cause => {
      throw cause
    },
  })
  ddp.method('double', (_call, n) => 2 * Number(n))
  const http = createServer()
  const transport = attachDdp(http, ddp, { prefix: '', forwardedCount: 0, originAllowed: () => false, limits: null })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const close = async (): Promise<void> => {
    await transport.close()
    http.close()
  }
  return { url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}/websocket`, ddp, close }
}

it('T1: a program of Node calls a method, connects again by itself, and closes its socket', async () => {
  const { url, ddp, close } = await serve()
  let opened = 0
  const client = new DdpClient({
    connect: () => {
      opened++
      return nodeSocket(url)
    },
    clock: systemClock,
    random: () => 0.5,
    randomId: () => 'id',
    soon: notify => notify(),
  })
  client.connect()
  expect(await client.call('double', [21])).toBe(42)
  ddp.close()
  expect(await client.call('double', [4])).toBe(8)
  expect(opened).toBe(2)
  client.disconnect()
  await expect.poll(() => ddp.sessions).toBe(0)
  await close()
})

it('closes once, and throws nothing, where no server answers', async () => {
  const { url, close } = await serve()
  await close()
  let closed = 0
  const socket = nodeSocket(url)
  const ended = new Promise<void>(resolve => {
    socket.onClose = () => {
      closed++
      resolve()
    }
  })
  socket.send('too early')
  await ended
  socket.close()
  expect(closed).toBe(1)
})
