import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Clock } from '#ddp/timing/clock.ts'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { checkAddress, send } from './send.ts'

/** Any server of the operator's own network. */
let inside: Server
let port = 0
let connections = 0

beforeAll(async () => {
  inside = createServer(socket => {
    connections++
    socket.destroy()
  })
  await new Promise<void>(resolve => inside.listen(0, '127.0.0.1', resolve))
  port = (inside.address() as AddressInfo).port
})
afterAll(() => new Promise(resolve => inside.close(resolve)))

const STRICT = { clock: systemClock, allowsPrivate: false }
const MESSAGE = { headers: {}, body: '{}' }

describe('an address that is registered', () => {
  it.each([
    ['http://93.184.215.14/', 'scheme'],
    ['https://127.0.0.1/', 'private'],
    ['https://2130706433/', 'private'],
    ['https://0x7f.1/', 'private'],
    ['https://[::1]/', 'private'],
    ['https://[::ffff:10.0.0.1]/', 'private'],
    ['https://[fd00::1]/', 'private'],
    ['https://169.254.169.254/latest/meta-data', 'private'],
    ['https://localhost/', 'private'],
    ['https://no-such-host.invalid/', 'unknown'],
    ['https://93.184.215.14/', null],
    ['https://[2606:4700:4700::1111]:8443/x', null],
  ])('%s: %s', async (address, problem) => expect(await checkAddress(STRICT, address)).toBe(problem))

  it('may be any where the operator allows it', async () => {
    expect(await checkAddress({ allowsPrivate: true }, 'http://127.0.0.1/')).toBe(null)
  })
})

describe('an address that leads into the operator’s network when a message is sent', () => {
  it.each(['https://127.0.0.1', 'https://[::1]', 'http://127.0.0.1', 'https://2130706433'])('gets no connection: %s', async origin => {
    expect(await send(STRICT, `${origin}:${port}/`, MESSAGE)).toEqual({
      status: 0,
      wait: 0,
      error: 'the address is not public',
      answer: null,
    })
    expect(connections).toBe(0)
  })

  it('gets none either if its name has come to lead there', async () => {
    const outcome = await send(STRICT, `https://localhost:${port}/`, MESSAGE)
    expect(outcome).toEqual({ status: 0, wait: 0, error: 'the name does not lead to a public address', answer: null })
    expect(connections).toBe(0)
  })
})

it('an error says what failed, without the address', async () => {
  const outcome = await send({ ...STRICT, allowsPrivate: true }, `http://127.0.0.1:${port}/secret`, MESSAGE)
  expect(outcome).toMatchObject({ status: 0, error: 'no answer: ECONNRESET', answer: null })
})

describe('a receiver', () => {
  /** Sends a message to a server that talks to the connection itself once it has the message. */
  async function sendTo(talk: (socket: Socket) => void, clock: Clock = systemClock) {
    const server = createServer(socket => {
      socket.on('error', () => {})
      socket.once('data', () => talk(socket))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port: at } = server.address() as AddressInfo
    const outcome = await send({ clock, allowsPrivate: true }, `http://127.0.0.1:${at}/`, MESSAGE)
    await new Promise(resolve => server.close(resolve))
    return outcome
  }

  it('that answers with another protocol has not taken the message', async () => {
    const switches = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'
    expect(await sendTo(socket => socket.write(switches))).toEqual({ status: 101, wait: 0, error: 'status 101', answer: '' })
  })

  it('that only ever says that it is working on it has ten seconds', async () => {
    const clock = manualClock()
    const answering = sendTo(socket => {
      // Each part of the answer is written once the one before has left, until the other end closes the connection.
      const goOn = (): void => void socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100), error => error || setImmediate(goOn))
      goOn()
      clock.advance(9999)
      clock.advance(1)
    }, clock)
    expect(await answering).toEqual({ status: 0, wait: 0, error: 'no answer within 10 seconds', answer: null })
  })

  it('whose answer does not end has taken the message, and has a second for the rest', async () => {
    const clock = manualClock()
    const hurried: Clock = {
      ...clock,
      after(delay, run) {
        if (delay === 1000) setImmediate(() => clock.advance(1000))
        return clock.after(delay, run)
      },
    }
    const answering = sendTo(socket => socket.write('HTTP/1.1 200 OK\r\n\r\nThank'), hurried)
    expect(await answering).toMatchObject({ status: 200, error: null })
  })
})
