import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PollingClient } from '#ddp/transport/node/polling-fixture.ts'
import { chaosSize } from '../chaos/seeded.ts'
import { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import { waitUntil } from '../scale/wait.ts'
import { LatencyProbe } from './latency-probe.ts'
import { openRawWebSocket, type RawSocket, textFrame } from './raw-socket.ts'
import { RETRY_TIMING, scaleBudget } from './timing-budget.ts'

interface Held {
  /** growth of the process's memory */
  grownMb: number
  /** most data that waited for one socket */
  heldMb: number
  sessions: number
}

const MEGABYTES = chaosSize(60, 400)
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
  const connection = await openRawWebSocket(port)
  connection.socket.write(textFrame('{"msg":"connect","version":"1","support":["1"]}'))
  connection.socket.write(textFrame('{"msg":"sub","id":"s","name":"board"}'))
  await waitUntil('it has the board', () => connection.received().includes('"ready"'))
  connection.socket.pause()
  return connection
}

it(
  `[S5] clients that stop reading during ${MEGABYTES} MB of changes use a bounded amount of memory, and slow no other client down`,
  RETRY_TIMING,
  async () => {
    const reader = await DdpTestClient.open(`ws://127.0.0.1:${port}/websocket`)
    reader.socket.removeAllListeners('message')
    reader.send({ msg: 'sub', id: 'r', name: 'board' })
    await change(20)
    const slow = await Promise.all(Array.from({ length: SLOW }, slowReader))
    const probe = await LatencyProbe.start(`ws://127.0.0.1:${port}/websocket`)
    const { grownMb, heldMb } = await change(MEGABYTES)
    const { p99 } = await probe.stop()
    console.info(
      `[S5] ${SLOW} readers missed ${MEGABYTES} MB each: memory grew by ${grownMb.toFixed(1)} MB, ${heldMb.toFixed(2)} MB wait for one at most; the latency probe's p99 ${p99.toFixed(1)} ms`,
    )
    expect(heldMb).toBeLessThan(1.1)
    expect(grownMb).toBeLessThan(20)
    expect(p99).toBeLessThan(scaleBudget(250))
    for (const { socket } of slow) socket.destroy()
    reader.socket.terminate()
  },
)

it(
  `[S7] SockJS clients without WebSocket who stop reading, or do not ask again, during ${MEGABYTES} MB of changes cost no more`,
  RETRY_TIMING,
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
    const probe = await LatencyProbe.start(`ws://127.0.0.1:${port}/websocket`)
    const { grownMb, heldMb } = await change(MEGABYTES)
    const { p99 } = await probe.stop()
    console.info(
      `[S7] ${SLOW} readers over plain HTTP missed ${MEGABYTES} MB each: memory grew by ${grownMb.toFixed(1)} MB, ${heldMb.toFixed(2)} MB wait in one line at most; the latency probe's p99 ${p99.toFixed(1)} ms`,
    )
    expect(heldMb).toBeLessThan(1.1)
    expect(grownMb).toBeLessThan(20)
    expect(p99).toBeLessThan(scaleBudget(250))
    for (const { abort } of streams) abort()
  },
)
