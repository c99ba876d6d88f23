import { describe, expect, it } from 'vitest'
import { type ManualClock, manualClock } from '../timing/manual-clock.ts'
import { CLIENT_TIMING, ClientConnection } from './connection.ts'
import type { ClientSocket } from './socket.ts'
import { nextStatus, type StatusEvent, type StatusName, TRANSITIONS } from './status.ts'

interface Opened extends ClientSocket {
  sent: string[]
  closed: boolean
}

function lined(): { line: ClientConnection; clock: ManualClock; sockets: Opened[]; log: string[]; last(): Opened; shake(): void } {
  const clock = manualClock(0)
  const sockets: Opened[] = []
  const log: string[] = []
  const line: ClientConnection = new ClientConnection({
    connect() {
      const socket: Opened = {
        sent: [],
        closed: false,
        send: text => void socket.sent.push(text),
        close: () => {
          socket.closed = true
          socket.onClose()
        },
        onOpen: () => {},
        onMessage: () => {},
        onClose: () => {},
      }
      sockets.push(socket)
      return socket
    },
    clock,
    random: () => 0.5,
    timing: CLIENT_TIMING,
    onOpen: () => log.push('open'),
    onMessage: text => log.push(text),
    onLost: () => log.push('lost'),
    onStatus: ({ status }) => log.push(status),
  })
  const last = (): Opened => sockets.at(-1)!
  const shake = (): void => {
    last().onOpen()
    line.onConnected()
  }
  return { line, clock, sockets, log, last, shake }
}

const NAMES: StatusName[] = ['offline', 'connecting', 'connected', 'waiting', 'failed']
const EVENTS: StatusEvent[] = ['connect', 'connected', 'lost', 'retry', 'refused', 'disconnect']

describe('a client connection', () => {
  it('C7: only the listed transitions happen', () => {
    const listed = NAMES.flatMap(from =>
      EVENTS.filter(event => nextStatus(from, event)).map(event => `${from} ${event} ${nextStatus(from, event)}`),
    )
    expect(listed).toEqual([
      'offline connect connecting',
      'connecting connected connected',
      'connecting lost waiting',
      'connecting refused failed',
      'connecting disconnect offline',
      'connected lost waiting',
      'connected disconnect offline',
      'waiting connect connecting',
      'waiting retry connecting',
      'waiting disconnect offline',
      'failed connect connecting',
      'failed disconnect offline',
    ])
    expect(Object.keys(TRANSITIONS).sort()).toEqual([...NAMES].sort())
  })

  it('C7: it goes through the listed transitions', () => {
    const { line, log, last, shake, clock } = lined()
    expect(line.status).toEqual({ status: 'offline' })
    line.disconnect()
    line.connect()
    line.connect()
    shake()
    last().onClose()
    clock.advance(10)
    line.onVersionRejected('9')
    line.connect()
    line.disconnect()
    expect(log).toEqual([
      'connecting',
      'open',
      'connected',
      'lost',
      'waiting',
      'connecting',
      'failed',
      'lost',
      'connecting',
      'offline',
      'lost',
    ])
    expect(clock.pendingTimers).toBe(0)
  })

  it('C2: the first message is connect with version and support, and nothing else', () => {
    const { line, last } = lined()
    line.connect()
    expect(last().sent).toEqual([])
    last().onOpen()
    expect(last().sent).toEqual(['{"msg":"connect","version":"1","support":["1","pre2","pre1"]}'])
  })

  it('C6: on failed with a version it knows it proposes that at once on a new socket', () => {
    const { line, sockets, last, log } = lined()
    line.connect()
    last().onOpen()
    line.onVersionRejected('pre2')
    expect(sockets).toHaveLength(2)
    expect(sockets[0]!.closed).toBe(true)
    last().onOpen()
    expect(last().sent).toEqual(['{"msg":"connect","version":"pre2","support":["1","pre2","pre1"]}'])
    expect(line.status.status).toBe('connecting')
    line.onConnected()
    expect(log.at(-1)).toBe('connected')
  })

  it.each(['9', '', '1'])('C6: on failed with %j it stays failed', version => {
    const { line, sockets, last, clock } = lined()
    line.connect()
    last().onOpen()
    line.onVersionRejected(version)
    expect(line.status.status).toBe('failed')
    clock.advance(1_000_000)
    expect([sockets.length, clock.pendingTimers, last().closed]).toEqual([1, 0, true])
  })

  it('C6: failed means nothing once connected', () => {
    const { line, sockets, shake } = lined()
    line.connect()
    shake()
    line.onVersionRejected('pre2')
    expect([line.status.status, sockets.length]).toEqual(['connected', 1])
  })

  it('C8: a socket on which no connected arrives in 10 s is closed, and the client tries again', () => {
    const { line, sockets, last, clock } = lined()
    line.connect()
    clock.advance(9000)
    last().onOpen()
    clock.advance(999)
    expect(line.status.status).toBe('connecting')
    clock.advance(1)
    expect(line.status).toEqual({ status: 'waiting', tries: 1, retryAt: 10_010 })
    expect(last().closed).toBe(true)
    clock.advance(10)
    expect(sockets).toHaveLength(2)
  })

  it('C12: after a loss it waits 10 ms twice, then 2.2ⁿ s', () => {
    const { line, last, clock } = lined()
    line.connect()
    const waits: number[] = []
    for (let i = 0; i < 6; i++) {
      last().onClose()
      const { status } = line
      if (status.status !== 'waiting') throw new Error('it does not wait')
      waits.push(Math.round(status.retryAt - clock.now()))
      expect(status.tries).toBe(i + 1)
      clock.advance(status.retryAt - clock.now())
      expect(line.status).toEqual({ status: 'connecting', tries: i + 1 })
    }
    expect(waits).toEqual([10, 10, 4840, 10_648, 23_426, 51_536])
  })

  it('C13: the count of tries starts again once a connection has held for a second', () => {
    const { line, last, clock, shake } = lined()
    line.connect()
    for (let i = 0; i < 3; i++) {
      last().onClose()
      clock.advance(5000)
    }
    shake()
    clock.advance(999)
    last().onClose()
    expect(line.status).toMatchObject({ status: 'waiting', tries: 4 })
    clock.advance(11_000)
    shake()
    line.onConnected()
    clock.advance(1000)
    last().onClose()
    expect(line.status).toMatchObject({ status: 'waiting', tries: 1 })
  })

  it('C13: connect() ends a wait at once', () => {
    const { line, last, sockets, clock } = lined()
    line.connect()
    for (let i = 0; i < 3; i++) {
      last().onClose()
      if (i < 2) clock.advance(10)
    }
    expect(line.status.status).toBe('waiting')
    const before = sockets.length
    line.connect()
    expect([line.status.status, sockets.length]).toEqual(['connecting', before + 1])
    clock.advance(9999)
    expect(sockets).toHaveLength(before + 1)
  })

  it('C13: tries by connect() make no later pause longer', () => {
    const { line, last } = lined()
    line.connect()
    last().onClose()
    for (let i = 0; i < 5; i++) {
      line.connect()
      last().onClose()
      expect(line.status).toMatchObject({ status: 'waiting', tries: 1 })
    }
  })

  it('C7: disconnecting ends a wait and leaves no timer, in every state', () => {
    const { line, last, clock, sockets, shake } = lined()
    line.connect()
    last().onClose()
    line.disconnect()
    expect([line.status.status, clock.pendingTimers]).toEqual(['offline', 0])
    line.connect()
    shake()
    line.disconnect()
    expect([line.status.status, clock.pendingTimers, last().closed]).toEqual(['offline', 0, true])
    clock.advance(1_000_000)
    expect(sockets).toHaveLength(2)
  })

  it('H5: 17.5 s of silence send a ping, 15 s more lose the connection', () => {
    const { line, last, clock, shake } = lined()
    line.connect()
    shake()
    clock.advance(17_499)
    expect(last().sent).toHaveLength(1)
    clock.advance(1)
    expect(last().sent.at(-1)).toBe('{"msg":"ping"}')
    clock.advance(14_999)
    expect(line.status.status).toBe('connected')
    clock.advance(1)
    expect(line.status.status).toBe('waiting')
    expect(last().closed).toBe(true)
  })

  it('H7: a probe sends a ping or connects at once, and 3 s without a message lose the connection', () => {
    const { line, last, clock, shake } = lined()
    line.probe()
    line.probe()
    shake()
    expect(last().sent).toHaveLength(1)
    line.probe()
    expect(last().sent.at(-1)).toBe('{"msg":"ping"}')
    clock.advance(2999)
    last().onMessage('{"msg":"pong"}')
    clock.advance(3000)
    expect(line.status.status).toBe('connected')
    // A probe does not wait longer because an answer is awaited already.
    clock.advance(17_500)
    line.probe()
    clock.advance(3000)
    expect(line.status.status).toBe('waiting')
    // Without a connection, it tries again at once.
    line.probe()
    expect(line.status.status).toBe('connecting')
  })

  it('H2, H5: any message that arrives keeps the connection', () => {
    const { line, last, clock, shake } = lined()
    line.connect()
    shake()
    for (let i = 0; i < 5; i++) {
      clock.advance(32_499)
      last().onMessage('x')
    }
    expect(line.status.status).toBe('connected')
  })

  it('H6: with pre1 it has no heartbeat', () => {
    const { line, last, clock } = lined()
    line.connect()
    last().onOpen()
    line.onVersionRejected('pre1')
    last().onOpen()
    line.onConnected()
    clock.advance(1_000_000)
    expect([line.status.status, last().sent.length]).toEqual(['connected', 1])
  })

  it('C8: messages and events of an old socket are ignored', () => {
    const { line, sockets, log, clock } = lined()
    line.connect()
    clock.advance(10_010)
    const [old] = sockets
    log.length = 0
    old!.onOpen()
    old!.onMessage('old')
    old!.onClose()
    expect(log).toEqual([])
    expect(old!.sent).toEqual([])
    expect(line.status.status).toBe('connecting')
  })
})
