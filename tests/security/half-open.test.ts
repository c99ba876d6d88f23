import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import { createSettableClock, type SettableClock } from '../integration/helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../integration/helpers/test-app.ts'
import { waitUntil } from '../scale/wait.ts'

let testApp: TestApp
let clock: SettableClock

beforeAll(async () => {
  clock = createSettableClock()
  testApp = await createTestApp({ clock, heartbeat: true })
})
afterAll(() => testApp.close())

interface Hole {
  port: number
  /** From now on no data passes in either direction and neither side is notified, as when packets are dropped. */
  swallow(): void
  /** true if the server has closed the connection */
  readonly left: boolean
  close(): Promise<void>
}

async function startBlackHole(port: number): Promise<Hole> {
  const ends: Socket[] = []
  let left = false
  const server = createServer(client => {
    const upstream = connect(port, '127.0.0.1')
    for (const end of [client, upstream]) end.on('error', () => {})
    upstream.on('close', () => {
      left = true
    })
    client.pipe(upstream)
    upstream.pipe(client)
    ends.push(client, upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    swallow() {
      for (const end of ends) end.unpipe().resume()
    },
    get left() {
      return left
    },
    close: () =>
      new Promise(resolve => {
        for (const end of ends) end.destroy()
        server.close(() => resolve())
      }),
  }
}

it('[S6] a connection whose peer has silently gone is closed after the heartbeat interval plus timeout, and everything it held is released', async () => {
  let held = 0
  testApp.app.ddp.publish('held', publishing => {
    held++
    publishing.onStop(() => {
      held--
    })
    publishing.ready()
  })
  const hole = await startBlackHole(testApp.app.port)
  const [lost, other] = await Promise.all([
    DdpTestClient.open(`ws://127.0.0.1:${hole.port}/websocket`),
    DdpTestClient.open(testApp.endpoint),
  ])
  for (const client of [lost, other]) await client.subscribe('held')
  expect([testApp.app.ddp.sessions, held]).toEqual([2, 2])
  const since = clock.now()
  hole.swallow()
  // The clock moves by 250 ms at a time while the other connection is in use, so that only the silent connection is closed.
  for (let step = 1; testApp.app.ddp.sessions === 2; step++) {
    clock.set(since + step * 250)
    await new Promise<void>(resolve => clock.after(0, resolve))
    other.send({ msg: 'ping', id: `s${step}` })
    await other.waitForMessage(({ msg, id }) => msg === 'pong' && id === `s${step}`)
  }
  const took = (clock.now() - since) / 1000
  console.info(`[S6] a line that swallows everything was given up after ${took.toFixed(1)} s of the server's clock`)
  expect(took).toBeGreaterThan(29.9)
  expect(took).toBeLessThan(32.5)
  await waitUntil('what it held is freed', () => held === 1)
  await waitUntil('its socket is closed', () => hole.left)
  expect(lost.messages.filter(({ msg }) => msg === 'ping')).toEqual([])
  await hole.close()
})
