import { type ClientOptions, DdpClient } from '../client/client.ts'
import { DdpServer } from '../server/server.ts'
import type { ServerSettings } from '../server/server-settings.ts'
import type { Session } from '../server/session/session.ts'
import type { SocketInfo } from '../server/socket.ts'
import { type ManualClock, manualClock } from '../timing/manual-clock.ts'
import { type SocketPair, socketPair } from '../transport/memory.ts'

/** A raw DDP client: it sends the given messages and records what it receives. */
export interface Peer {
  readonly pair: SocketPair
  readonly session: Session
  /**
   * Sends strings unchanged and anything else as JSON, then waits until all has settled. @returns the texts received since the last call
   */
  send(...messages: unknown[]): Promise<string[]>
  /** The texts received since the last call. */
  received(): string[]
  readonly closed: boolean
}

export interface Player {
  readonly client: DdpClient
  /** The socket pairs that the client has opened, and the server's sessions behind them, newest last. */
  readonly pairs: SocketPair[]
  readonly sessions: Session[]
  /** What the client has sent on its newest socket. */
  sent(): string[]
}

/** A server and its clients in one process, with a clock and a task queue that only advance on request. */
export interface DdpHarness {
  readonly clock: ManualClock
  readonly server: DdpServer
  /** The errors passed to `report`. */
  readonly reports: unknown[]
  /** The number of flushes since the start. */
  readonly flushes: number
  peer(info?: Partial<SocketInfo>): Peer
  /** A peer that has connected; its handshake messages are already consumed. */
  connected(info?: Partial<SocketInfo>): Promise<Peer>
  player(options?: Partial<ClientOptions>): Player
  /** Delivers messages and runs due tasks until nothing is left to do. */
  settle(): Promise<void>
}

const MICROTASKS = 60

export const CONNECT = '{"msg":"connect","version":"1","support":["1","pre2","pre1"]}'

export async function runMicrotasks(): Promise<void> {
  for (let i = 0; i < MICROTASKS; i++) await null
}

export function createDdpHarness(settings: Partial<ServerSettings> = {}): DdpHarness {
  const clock = manualClock()
  const due: (() => void)[] = []
  const reports: unknown[] = []
  const pairs = new Set<SocketPair>()
  let flushes = 0
  let ids = 0
  let hasWork = false
  const server = new DdpServer({
    clock,
    randomId: () => `session${String(++ids).padStart(10, '0')}`,
    hash: text => `hash(${text})`,
    soon: flush => void due.push(flush),
    report: cause => void reports.push(cause),
    ...settings,
  })

  function open(info: Partial<SocketInfo>): { pair: SocketPair; session: Session; toServer: string[] } {
    const toServer: string[] = []
    const pair = socketPair(() => {
      hasWork = true
    })
    pairs.add(pair)
    const { send } = pair.client
    pair.client.send = text => {
      toServer.push(text)
      send(text)
    }
    const session = server.accept(pair.server, { clientAddress: '10.0.0.1', groups: ['10.0.0.1'], httpHeaders: {}, ...info })
    return { pair, session, toServer }
  }

  async function settle(): Promise<void> {
    do {
      hasWork = false
      await runMicrotasks()
      for (const run of due.splice(0)) {
        flushes++
        hasWork = true
        run()
      }
      for (const pair of pairs) pair.flush()
      await runMicrotasks()
    } while (hasWork || due.length > 0)
  }

  function peer(info: Partial<SocketInfo> = {}): Peer {
    const { pair, session } = open(info)
    let read = 0
    let closed = false
    pair.client.onClose = () => {
      closed = true
    }
    const received = (): string[] => {
      const texts = pair.toClient.slice(read)
      read = pair.toClient.length
      return texts
    }
    return {
      pair,
      session,
      received,
      async send(...messages) {
        for (const message of messages) pair.client.send(typeof message === 'string' ? message : JSON.stringify(message))
        await settle()
        return received()
      },
      get closed() {
        return closed
      },
    }
  }

  return {
    clock,
    server,
    reports,
    get flushes() {
      return flushes
    },
    peer,
    async connected(info) {
      const connectedPeer = peer(info)
      await connectedPeer.send(CONNECT)
      return connectedPeer
    },
    player(options = {}) {
      const opened: SocketPair[] = []
      const sessions: Session[] = []
      let sent: string[] = []
      let connectedPeer = 0
      const client = new DdpClient({
        connect: () => {
          const { pair, session, toServer } = open({})
          opened.push(pair)
          sessions.push(session)
          sent = toServer
          hasWork = true
          return pair.client
        },
        clock,
        random: () => 0.5,
        randomId: () => `client${++connectedPeer}`,
        soon: tell => tell(),
        ...options,
      })
      return { client, pairs: opened, sessions, sent: () => sent }
    },
    settle,
  }
}

/** A seeded random generator: returns numbers with 0 ≤ n < 1, the same ones for the same seed. */
export function harnessRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
