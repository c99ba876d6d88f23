import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { digestPassword, PASSWORD } from '../integration/helpers/users.ts'
import { type InteropHarness, startInteropHarness } from './harness.ts'
import { SockJsDdpClient } from './sockjs-ddp-client.ts'
import { type ProxyWithoutWebSocket, startProxyWithoutWebSocket } from './without-websocket.ts'

let harness: InteropHarness
let proxy: ProxyWithoutWebSocket

beforeAll(async () => {
  harness = await startInteropHarness()
  proxy = await startProxyWithoutWebSocket(() => harness.testApp.app.port)
})
afterAll(async () => {
  await proxy.close()
  await harness.close()
})

/** The transports that Meteor's own client lists, the same from 1.6 to 2.16. */
const METEOR = ['websocket', 'xdr-polling', 'xhr-polling', 'iframe-xhr-polling', 'jsonp-polling']

interface Way {
  name: string
  transports: string[] | undefined
  /** the transport that is finally used */
  taken: string
  url(): string
}

const WAYS: Way[] = [
  { name: 'polls', transports: ['xhr-polling'], taken: 'xhr-polling', url: () => harness.testApp.http },
  { name: 'streams', transports: ['xhr-streaming'], taken: 'xhr-streaming', url: () => harness.testApp.http },
  { name: 'is Meteor’s, behind a proxy that cuts WebSockets', transports: METEOR, taken: 'xhr-polling', url: () => proxy.http },
  { name: 'tries everything, behind a proxy that cuts WebSockets', transports: undefined, taken: 'xhr-streaming', url: () => proxy.http },
]

describe.each(WAYS)('a SockJS client that $name', ({ transports, taken, url, name }) => {
  const open = async (): Promise<SockJsDdpClient> => {
    const client = new SockJsDdpClient(`${url()}/sockjs`, transports)
    await Promise.race([
      client.waitForMessage(({ msg }) => msg === 'connected'),
      client.closed.then(({ code, reason }) => Promise.reject(new Error(`it did not get through: ${code} ${reason}`))),
    ])
    expect(client.socket.transport).toBe(taken)
    return client
  }

  it('signs up, subscribes, plays, sees others play, and comes back after the server was away', async () => {
    const { machineId } = harness
    const username = `Sock${WAYS.findIndex(way => way.name === name)}`
    const client = await open()
    const { result } = await client.call('1', 'createUser', { username, password: digestPassword(PASSWORD) })
    const { token } = result as { token: string }
    client.send({ msg: 'sub', id: 's', name: 'scores.recent', params: [{ machineId }] })
    await client.waitForMessage(({ msg }) => msg === 'ready')
    const own = uuidv7()
    await client.call('2', 'scores.submit', { _id: own, machineId, value: 321, comment: 'é "quoted" \u2028 a\n\ud83d\ude00' })
    expect(await client.waitForMessage(({ id }) => id === own)).toMatchObject({
      msg: 'added',
      collection: 'scores',
      fields: { comment: 'é "quoted" \u2028 a\n\ud83d\ude00', value: 321 },
    })
    const others = await harness.submitAsRival(654)
    expect(await client.waitForMessage(({ id }) => id === others)).toMatchObject({
      msg: 'added',
      collection: 'scores',
      fields: { value: 654 },
    })

    await harness.restart()
    const { code } = await client.closed
    // 1000 or 1002 if the client got a close frame, 1006 if its request found no server.
    expect([1000, 1002, 1006]).toContain(code)
    const check = await open()
    expect(await check.call('1', 'login', { resume: token })).toMatchObject({ result: { token } })
    check.send({ msg: 'sub', id: 's', name: 'scores.recent', params: [{ machineId }] })
    await check.waitForMessage(({ msg }) => msg === 'ready')
    expect(check.received.filter(({ id }) => id === own || id === others)).toHaveLength(2)
    const live = await harness.submitAsRival(987)
    expect(await check.waitForMessage(({ id }) => id === live)).toMatchObject({ msg: 'added', fields: { value: 987 } })
    check.socket.close()
  })
})

it('only what is behind the proxy had to do without WebSocket', () => {
  // Each of the two clients behind the proxy tried WebSocket twice: at the start and after the restart.
  expect(proxy.cut).toBe(4)
})

it('a client that closes is gone at once, with what it held', async () => {
  const sessions = (): number => harness.testApp.app.ddp.sessions
  // The rival's session is always open; sessions of earlier tests may still be closing.
  await expect.poll(sessions, { timeout: 20_000 }).toBe(1)
  const client = new SockJsDdpClient(`${harness.testApp.http}/sockjs`, ['xhr-polling'])
  await client.waitForMessage(({ msg }) => msg === 'connected')
  expect(sessions()).toBe(2)
  client.socket.close()
  await expect.poll(sessions, { timeout: 20_000 }).toBe(1)
})
