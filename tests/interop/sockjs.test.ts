import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { uuidv7 } from '#platform/uuid.ts'
import { digestPassword, PASSWORD } from '../integration/helpers/users.ts'
import { type InteropHarness, startInteropHarness } from './harness.ts'
import { SockJsDdpClient } from './sockjs-ddp-client.ts'

let harness: InteropHarness

beforeAll(async () => {
  harness = await startInteropHarness()
})
afterAll(() => harness.close())

/** Opens a SockJS session over WebSocket and collects its raw frames. */
async function rawSession(
  path: string,
): Promise<{ socket: WebSocket; frames: string[]; frame(at: number): Promise<string>; closed: Promise<number> }> {
  const socket = new WebSocket(`ws://127.0.0.1:${harness.testApp.app.port}${path}`)
  const frames: string[] = []
  const closed = new Promise<number>(resolve => socket.on('close', resolve))
  socket.on('message', data => frames.push(String(data)))
  const frame = async (at: number): Promise<string> => {
    while (frames.length <= at) await new Promise(resolve => socket.once('message', resolve))
    return frames[at]!
  }
  await new Promise(resolve => socket.once('open', resolve))
  return { socket, frames, frame, closed }
}

it('is told that websockets work here, to anybody who asks', async () => {
  const answer = await fetch(`${harness.testApp.http}/sockjs/info`, { headers: { origin: 'https://elsewhere.example' } })
  expect(answer.headers.get('content-type')).toBe('application/json; charset=UTF-8')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(await answer.json()).toEqual({ websocket: true, origins: ['*:*'], cookie_needed: false, entropy: expect.any(Number) as number })
  expect((await fetch(`${harness.testApp.http}/sockjs/info`, { method: 'OPTIONS' })).status).toBe(204)
  expect(await (await fetch(`${harness.testApp.http}/sockjs`)).text()).toBe('Welcome to SockJS!\n')
})

it('frames the opening, messages as lists of texts, and the close', async () => {
  const { socket, frame, frames, closed } = await rawSession('/sockjs/123/abcdefgh/websocket')
  expect(await frame(0)).toBe('o')
  expect(await frame(1)).toBe('a["{\\"server_id\\":\\"0\\"}"]')
  socket.send('')
  socket.send(JSON.stringify([JSON.stringify({ msg: 'connect', version: '1', support: ['1'] }), JSON.stringify({ msg: 'ping', id: 'a' })]))
  expect(await frame(2)).toMatch(
    /^a\["\{\\"msg\\":\\"connected\\",\\"session\\":\\"\w{17}\\"\}"(,"\{\\"msg\\":\\"pong\\",\\"id\\":\\"a\\"\}")?\]$/,
  )
  socket.send(JSON.stringify(JSON.stringify({ msg: 'ping', id: 'b' })))
  while (!frames.join('').includes('\\"b\\"')) await frame(frames.length)
  expect(frames.slice(1).every(each => (JSON.parse(each.slice(1)) as unknown[]).every(text => typeof text === 'string'))).toBe(true)
  socket.send('{"not":"framed"}')
  expect(await closed).toBe(3000)
})

it('tells a client in a frame that the session is over', async () => {
  const { socket, frames, frame, closed } = await rawSession('/sockjs/9/x/websocket')
  await frame(1)
  socket.send(JSON.stringify([JSON.stringify({ msg: 'connect', version: '9', support: ['9'] })]))
  await closed
  expect(frames.slice(2)).toEqual(['a["{\\"msg\\":\\"failed\\",\\"version\\":\\"1\\"}"]', 'c[1000,"Normal closure"]'])
})

it('carries a whole session: signing up, subscribing, playing, and the end of the server', async () => {
  const { machineId } = harness
  const client = new SockJsDdpClient(`${harness.testApp.http}/sockjs`)
  await client.waitForMessage(({ msg }) => msg === 'connected')
  expect(client.socket.transport).toBe('websocket')
  expect(await client.call('1', 'createUser', { username: 'Sock', password: digestPassword(PASSWORD) })).toMatchObject({
    result: { type: 'password' },
  })
  client.send({ msg: 'sub', id: 's', name: 'scores.recent', params: [{ machineId }] })
  await client.waitForMessage(({ msg }) => msg === 'ready')
  const _id = uuidv7()
  await client.call('2', 'scores.submit', { _id, machineId, value: 321, comment: 'é "quoted" \u2028 \ud83d\ude00' })
  expect(await client.waitForMessage(({ collection }) => collection === 'scores')).toMatchObject({
    msg: 'added',
    id: _id,
    fields: { comment: 'é "quoted" \u2028 \ud83d\ude00' },
  })
  client.send({ msg: 'unsub', id: 's' })
  await client.waitForMessage(({ msg }) => msg === 'nosub')
  expect(client.received.at(-2)).toEqual({ msg: 'removed', collection: 'scores', id: _id })
  await harness.restart()
  expect(await client.closed).toMatchObject({ code: 1000, reason: 'Normal closure', wasClean: true })
})
