import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SettableClock, settableClock } from '../integration/settable-clock.ts'
import { Wire } from '../integration/wire.ts'
import { createWorld, type World } from '../integration/world.ts'
import { until } from '../scale/until.ts'

let world: World
let clock: SettableClock

beforeAll(async () => {
  clock = settableClock()
  world = await createWorld({ clock })
})
afterAll(() => world.close())

interface Hole {
  port: number
  /** From now on no data passes in either direction and neither side is notified, as when packets are dropped. */
  swallow(): void
  /** true if the server has closed the connection */
  readonly left: boolean
  close(): Promise<void>
}

async function holeTo(port: number): Promise<Hole> {
  const ends: Socket[] = []
  let left = false
  const server = createServer(near => {
    const far = connect(port, '127.0.0.1')
    for (const end of [near, far]) end.on('error', () => {})
    far.on('close', () => {
      left = true
    })
    near.pipe(far)
    far.pipe(near)
    ends.push(near, far)
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

it('[S6] a line whose other end is gone without a word is given up after an interval of the heartbeat and the wait for an answer, with everything it held', async () => {
  let held = 0
  world.app.ddp.publish('held', publishing => {
    held++
    publishing.onStop(() => {
      held--
    })
    publishing.ready()
  })
  const hole = await holeTo(world.app.port)
  const [lost, other] = await Promise.all([Wire.open(`ws://127.0.0.1:${hole.port}/websocket`), Wire.open(world.endpoint)])
  for (const wire of [lost, other]) await wire.subscribe('held')
  expect([world.app.ddp.sessions, held]).toEqual([2, 2])
  const since = clock.now()
  hole.swallow()
  // The clock moves by 250 ms at a time while the other connection is in use, so that only the silent connection is closed.
  for (let step = 1; world.app.ddp.sessions === 2; step++) {
    clock.set(since + step * 250)
    await new Promise<void>(resolve => clock.after(0, resolve))
    other.send({ msg: 'ping', id: `s${step}` })
    await other.message(({ msg, id }) => msg === 'pong' && id === `s${step}`)
  }
  const took = (clock.now() - since) / 1000
  console.info(`[S6] a line that swallows everything was given up after ${took.toFixed(1)} s of the server's clock`)
  expect(took).toBeGreaterThan(29.9)
  expect(took).toBeLessThan(32.5)
  await until('what it held is freed', () => held === 1)
  await until('its socket is closed', () => hole.left)
  expect(lost.messages.filter(({ msg }) => msg === 'ping')).toEqual([])
  await hole.close()
})
