import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { digestOf, PASSWORD } from '../integration/people.ts'
import { openStage, type Stage } from './stage.ts'
import { Talk } from './talk.ts'
import { type ProxyWithoutWebSocket, startProxyWithoutWebSocket } from './without-websocket.ts'

let stage: Stage
let proxy: ProxyWithoutWebSocket

beforeAll(async () => {
  stage = await openStage()
  proxy = await startProxyWithoutWebSocket(() => stage.world.app.port)
})
afterAll(async () => {
  await proxy.close()
  await stage.close()
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
  { name: 'polls', transports: ['xhr-polling'], taken: 'xhr-polling', url: () => stage.world.http },
  { name: 'streams', transports: ['xhr-streaming'], taken: 'xhr-streaming', url: () => stage.world.http },
  { name: 'is Meteor’s, behind a proxy that cuts WebSockets', transports: METEOR, taken: 'xhr-polling', url: () => proxy.http },
  { name: 'tries everything, behind a proxy that cuts WebSockets', transports: undefined, taken: 'xhr-streaming', url: () => proxy.http },
]

describe.each(WAYS)('a SockJS client that $name', ({ transports, taken, url, name }) => {
  const open = async (): Promise<Talk> => {
    const talk = new Talk(`${url()}/sockjs`, transports)
    await Promise.race([
      talk.hears(({ msg }) => msg === 'connected'),
      talk.closed.then(({ code, reason }) => Promise.reject(new Error(`it did not get through: ${code} ${reason}`))),
    ])
    expect(talk.socket.transport).toBe(taken)
    return talk
  }

  it('signs up, subscribes, plays, sees others play, and comes back after the server was away', async () => {
    const { machineId } = stage
    const username = `Sock${WAYS.findIndex(way => way.name === name)}`
    const talk = await open()
    const { result } = await talk.call('1', 'createUser', { username, password: digestOf(PASSWORD) })
    const { token } = result as { token: string }
    talk.say({ msg: 'sub', id: 's', name: 'scores.recent', params: [{ machineId }] })
    await talk.hears(({ msg }) => msg === 'ready')
    const own = uuidv7()
    await talk.call('2', 'scores.submit', { _id: own, machineId, value: 321, comment: 'é "quoted" \u2028 a\n\ud83d\ude00' })
    expect(await talk.hears(({ id }) => id === own)).toMatchObject({
      msg: 'added',
      collection: 'scores',
      fields: { comment: 'é "quoted" \u2028 a\n\ud83d\ude00', value: 321 },
    })
    const others = await stage.rivalScores(654)
    expect(await talk.hears(({ id }) => id === others)).toMatchObject({ msg: 'added', collection: 'scores', fields: { value: 654 } })

    await stage.restart()
    const { code } = await talk.closed
    // 1000 or 1002 if the client got a close frame, 1006 if its request found no server.
    expect([1000, 1002, 1006]).toContain(code)
    const again = await open()
    expect(await again.call('1', 'login', { resume: token })).toMatchObject({ result: { token } })
    again.say({ msg: 'sub', id: 's', name: 'scores.recent', params: [{ machineId }] })
    await again.hears(({ msg }) => msg === 'ready')
    expect(again.heard.filter(({ id }) => id === own || id === others)).toHaveLength(2)
    const live = await stage.rivalScores(987)
    expect(await again.hears(({ id }) => id === live)).toMatchObject({ msg: 'added', fields: { value: 987 } })
    again.socket.close()
  })
})

it('only what is behind the proxy had to do without WebSocket', () => {
  // Each of the two clients behind the proxy tried WebSocket twice: at the start and after the restart.
  expect(proxy.cut).toBe(4)
})

it('a client that closes is gone at once, with what it held', async () => {
  const sessions = (): number => stage.world.app.ddp.sessions
  // The rival's session is always open; sessions of earlier tests may still be closing.
  await expect.poll(sessions, { timeout: 20_000 }).toBe(1)
  const talk = new Talk(`${stage.world.http}/sockjs`, ['xhr-polling'])
  await talk.hears(({ msg }) => msg === 'connected')
  expect(sessions()).toBe(2)
  talk.socket.close()
  await expect.poll(sessions, { timeout: 20_000 }).toBe(1)
})
