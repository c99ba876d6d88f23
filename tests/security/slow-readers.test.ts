import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PollingClient } from '../../src/ddp/transport/node/polling-fixture.ts'
import { size } from '../chaos/seeded.ts'
import { Wire } from '../integration/wire.ts'
import { until } from '../scale/until.ts'
import { Bystander } from './latency-probe.ts'
import { type RawSocket, rawUpgrade, textFrame } from './raw-socket.ts'
import { AGAIN, allowed } from './timing-budget.ts'

interface Held {
  /** growth of the process's memory */
  grownMb: number
  /** most data that waited for one socket */
  heldMb: number
  sessions: number
}

const MEGABYTES = size(60, 400)
const SLOW = 20

let child: ChildProcess
let port: number

beforeAll(async () => {
  child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('updates-server.ts', import.meta.url))], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  ;[port] = (await once(child, 'message')) as [number]
})
afterAll(async () => {
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
})

const change = async (megabytes: number): Promise<Held> => {
  child.send(megabytes * 1e6)
  return (await once(child, 'message'))[0] as Held
}

async function slowReader(): Promise<RawSocket> {
  const line = await rawUpgrade(port)
  line.socket.write(textFrame('{"msg":"connect","version":"1","support":["1"]}'))
  line.socket.write(textFrame('{"msg":"sub","id":"s","name":"board"}'))
  await until('it has the board', () => line.heard().includes('"ready"'))
  line.socket.pause()
  return line
}

it(
  `[S5] readers who stop reading during ${MEGABYTES} MB of changes cost a bounded piece of memory, and slow nobody else down`,
  AGAIN,
  async () => {
    const reader = await Wire.open(`ws://127.0.0.1:${port}/websocket`)
    reader.socket.removeAllListeners('message')
    reader.send({ msg: 'sub', id: 'r', name: 'board' })
    await change(20)
    const slow = await Promise.all(Array.from({ length: SLOW }, slowReader))
    const bystander = await Bystander.enter(`ws://127.0.0.1:${port}/websocket`)
    const { grownMb, heldMb } = await change(MEGABYTES)
    const { p99 } = await bystander.leave()
    console.info(
      `[S5] ${SLOW} readers missed ${MEGABYTES} MB each: memory grew by ${grownMb.toFixed(1)} MB, ${heldMb.toFixed(2)} MB wait for one at most; a bystander's p99 ${p99.toFixed(1)} ms`,
    )
    expect(heldMb).toBeLessThan(1.1)
    expect(grownMb).toBeLessThan(20)
    expect(p99).toBeLessThan(allowed(250))
    for (const { socket } of slow) socket.destroy()
    reader.socket.terminate()
  },
)

it(
  `[S7] SockJS clients without WebSocket who stop reading, or do not ask again, during ${MEGABYTES} MB of changes cost no more`,
  AGAIN,
  async () => {
    await change(20)
    const connected = async (i: number): Promise<PollingClient> => {
      const one = new PollingClient(port, `slow-reader-${Date.now()}-${i}`)
      await one.poll()
      await one.send('{"msg":"connect","version":"1","support":["1"]}', '{"msg":"sub","id":"s","name":"board"}')
      await one.until('"ready"')
      return one
    }
    const clients = await Promise.all(Array.from({ length: SLOW }, (_, i) => connected(i)))
    // Half of the clients stream and stop reading; the others never poll again.
    const streams = await Promise.all(clients.slice(0, SLOW / 2).map(one => one.stream()))
    for (const { response } of streams) response.socket.pause()
    const bystander = await Bystander.enter(`ws://127.0.0.1:${port}/websocket`)
    const { grownMb, heldMb } = await change(MEGABYTES)
    const { p99 } = await bystander.leave()
    console.info(
      `[S7] ${SLOW} readers over plain HTTP missed ${MEGABYTES} MB each: memory grew by ${grownMb.toFixed(1)} MB, ${heldMb.toFixed(2)} MB wait in one line at most; a bystander's p99 ${p99.toFixed(1)} ms`,
    )
    expect(heldMb).toBeLessThan(1.1)
    expect(grownMb).toBeLessThan(20)
    expect(p99).toBeLessThan(allowed(250))
    for (const { abort } of streams) abort()
  },
)
