import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../integration/helpers/test-app.ts'
import { digestPassword, firstMachineId, PASSWORD, signUp } from '../integration/helpers/users.ts'
import { type Message, RawDdpClient } from './raw-ddp-client.ts'

/*
 * Clients that no package of npm has. Their requests and frames are as they send them, byte for byte but for host, key and what a test fills
 * in: seen on the wire, or read in their source where docs/clients.md says so.
 */

let testApp: TestApp
let machineId: string
let people = 0

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  machineId = await firstMachineId(testApp)
})
afterAll(() => testApp.close())

const host = (): string => `127.0.0.1:${testApp.app.port}`
const open = (request: readonly string[]) => RawDdpClient.open(testApp.app.port, request)

async function newUser(): Promise<{ id: string; username: string; token: string }> {
  const { id, username, token, client } = await signUp(testApp, `Elsewhere ${++people}`)
  await client.close()
  return { id, username, token }
}

const isConnected = ({ msg }: Message): boolean => msg === 'connected'
const resultOf =
  (id: string) =>
  (message: Message): boolean =>
    message.msg === 'result' && message.id === id
const readyOf =
  (id: string) =>
  ({ msg, subs }: Message): boolean =>
    msg === 'ready' && (subs as string[]).includes(id)
const SESSION = expect.stringMatching(/^\S{10,}$/)

describe('Android-DDP 3.3.1, over nv-websocket-client', () => {
  const request = () => [
    'GET /websocket HTTP/1.1',
    `Host: ${host()}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: /RQIdlOjVGX7D3Bg07kD5g==',
  ]
  const connect = '{"msg":"connect","version":"1","support":["1","pre2","pre1"]}'
  const [login, sub, logout] = [
    '5f0c3b0e-8f0a-4c57-9a51-6a3ff0cc2c11',
    'd4f2a9de-4f0d-4b8e-8d3e-4f0f6f0b8c22',
    '0a1b2c3d-1111-4222-8333-444455556666',
  ]

  it('connects without an origin, and signs in with the password as it was typed', async () => {
    const { username, id } = await newUser()
    const client = await open(request())
    expect(client.status).toBe(101)
    client.send(connect)
    expect(await client.message(isConnected)).toEqual({ msg: 'connected', session: SESSION })
    client.send(`{"msg":"method","method":"login","id":"${login}","params":[{"password":"${PASSWORD}","user":{"username":"${username}"}}]}`)
    expect(await client.message(resultOf(login))).toMatchObject({ result: { id, token: expect.any(String) } })
    client.send(`{"msg":"sub","name":"scores.recent","id":"${sub}","params":[{"machineId":"${machineId}"}]}`)
    await client.message(readyOf(sub))
    // Every 25 s; the payload counts.
    client.ping('1')
    await client.pong('1')
    // A method without parameters has no member `params`.
    client.send(`{"msg":"method","method":"logout","id":"${logout}"}`)
    expect(await client.message(resultOf(logout))).toEqual({ msg: 'result', id: logout })
    client.close()
  })

  it('comes back with the session of before, and signs in by its token', async () => {
    const { token, id } = await newUser()
    const client = await open(request())
    client.send('{"msg":"connect","session":"aPz6sbBqhkjZdMnKw","version":"1","support":["1","pre2","pre1"]}')
    expect(await client.message(isConnected)).toEqual({ msg: 'connected', session: SESSION })
    client.send(`{"msg":"method","method":"login","id":"${login}","params":[{"resume":"${token}"}]}`)
    expect(await client.message(resultOf(login))).toMatchObject({ result: { id } })
    client.close()
  })
})

describe('python-ddp 0.1.5, over ws4py', () => {
  const request = () => [
    'GET /websocket HTTP/1.1',
    `Host: ${host()}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Key: ys7l6P5/nThrl+hCrkdxUQ==',
    'Sec-WebSocket-Version: 13',
    `Origin: ws://${host()}`,
  ]
  const connect = '{"msg": "connect", "version": "1", "support": ["1", "pre2", "pre1"]}'

  it('connects with the address of the socket as its origin, and is answered in order', async () => {
    const { username, id } = await newUser()
    const client = await open(request())
    expect(client.status).toBe(101)
    // It ignores messages without `msg`, of which the first is one.
    await client.message(({ server_id }) => server_id === '0')
    client.send(connect)
    await client.message(isConnected)
    const digest = JSON.stringify(digestPassword(PASSWORD)).replaceAll(':', ': ').replaceAll(',', ', ')
    client.send(`{"msg": "method", "id": "1", "method": "login", "params": [{"user": {"username": "${username}"}, "password": ${digest}}]}`)
    expect(await client.message(resultOf('1'))).toMatchObject({ result: { id } })
    client.send(`{"msg": "sub", "id": "2", "name": "scores.recent", "params": [{"machineId": "${machineId}"}]}`)
    await client.message(readyOf('2'))
    client.send('{"msg": "method", "id": "3", "method": "nosuch", "params": []}')
    expect(await client.message(resultOf('3'))).toMatchObject({ error: { error: 404 } })
    client.send('{"msg": "unsub", "id": "2"}')
    await client.message(({ msg, id: of }) => msg === 'nosub' && of === '2')
    client.close()
  })

  it('is refused where the address is that of another host', async () => {
    const client = await open([...request().slice(0, -1), 'Origin: ws://elsewhere.example'])
    expect(client.status).toBe(403)
    client.close()
  })
})

describe('gopackage/ddp 0.0.6, over golang.org/x/net/websocket', () => {
  const request = (origin: string) => [
    'GET /websocket HTTP/1.1',
    `Host: ${host()}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Key: PZa6P3E9tmlmY6BFD4pUmw==',
    `Origin: ${origin}`,
    'Sec-WebSocket-Version: 13',
  ]

  it.each([
    ['the address of the socket', () => `ws://${host()}/`],
    ['the address of the site', () => `http://${host()}`],
    ['the address of the site with a slash', () => `http://${host()}/`],
  ])('connects with %s as its origin, and ends each message with a line break', async (_, origin) => {
    const { username, id } = await newUser()
    const client = await open(request(origin()))
    expect(client.status).toBe(101)
    client.send('{"msg":"connect","version":"1","support":["1"]}\n')
    await client.message(isConnected)
    const password = JSON.stringify(digestPassword(PASSWORD))
    client.send(`{"msg":"method","id":"0","method":"login","params":[{"user":{"username":"${username}"},"password":${password}}]}\n`)
    expect(await client.message(resultOf('0'))).toMatchObject({ result: { id } })
    client.send(`{"msg":"sub","id":"1","name":"scores.recent","params":[{"machineId":"${machineId}"}]}\n`)
    await client.message(readyOf('1'))
    client.send('{"msg":"ping","id":"2"}\n')
    await client.message(({ msg, id: of }) => msg === 'pong' && of === '2')
    client.close()
  })

  it('comes back and sends what was unanswered before the server says that it is connected', async () => {
    const client = await open(request(`http://${host()}`))
    client.send('{"msg":"connect","version":"1","support":["1"],"session":"aPz6sbBqhkjZdMnKw"}\n')
    client.send('{"msg":"method","id":"7","method":"analytics.getUserEmail","params":[]}\n')
    client.send(`{"msg":"sub","id":"1","name":"scores.recent","params":[{"machineId":"${machineId}"}]}\n`)
    expect(await client.message(resultOf('7'))).toMatchObject({ result: null })
    await client.message(readyOf('1'))
    expect(client.messages.findIndex(isConnected)).toBeLessThan(client.messages.findIndex(resultOf('7')))
    client.close()
  })
})
