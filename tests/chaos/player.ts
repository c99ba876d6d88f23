import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import { DdpClient } from '#ddp/client/client.ts'
import { CLIENT_TIMING } from '#ddp/client/connection.ts'
import type { ClientSocket } from '#ddp/client/socket.ts'
import { systemClock } from '#ddp/timing/system-clock.ts'
import type { Ejson, Fields } from '#ddp/wire/ejson.ts'
import { digestPassword, type LoginResult, PASSWORD } from '../integration/helpers/users.ts'

/** Retries at once and then every few hundred ms, since the tests last only seconds. */
const TIMING = { ...CLIENT_TIMING, retry: { base: 20, exponent: 1.5, max: 300, quickTries: 2, quickDelay: 1, fuzz: 0.5 } }

/** Our own DDP client over a real socket that can be cut at any moment. */
export interface Player {
  readonly client: DdpClient
  /** how many connections it has opened */
  readonly connections: number
  /** Cuts the socket without a close frame; the client reconnects by itself. */
  dropConnection(): void
  /** Creates an account; from then on the player logs in again on each new connection. @returns the user's id */
  signUp(username: string): Promise<string>
  /** Logs in as the other player's user, on this player's own connection. */
  logInAs(other: Player): Promise<void>
  token(): string | null
  close(): void
}

export function openPlayer(endpoint: string, random: () => number): Player {
  let socket: WebSocket | null = null
  const connect = (): ClientSocket => {
    const ws = new WebSocket(endpoint)
    socket = ws
    const handlers: ClientSocket = {
      send: text => {
        if (ws.readyState === WebSocket.OPEN) ws.send(text)
      },
      close: () => ws.terminate(),
      onOpen: () => {},
      onMessage: () => {},
      onClose: () => {},
    }
    ws.on('open', () => handlers.onOpen())
    ws.on('message', data => handlers.onMessage(String(data)))
    ws.on('close', () => handlers.onClose())
    ws.on('error', () => {})
    return handlers
  }
  const client = new DdpClient({
    connect,
    clock: systemClock,
    random,
    randomId: randomUUID,
    soon: tell => void setImmediate(tell),
    timing: TIMING,
  })
  let token: string | null = null
  const logIn = async (): Promise<void> => {
    await client.call('login', [{ resume: token! }], { wait: true, first: true })
  }
  let connections = 0
  client.onOpen(() => {
    connections++
    if (token !== null) logIn().catch(() => undefined)
  })
  client.connect()
  return {
    client,
    get connections() {
      return connections
    },
    dropConnection: () => socket?.terminate(),
    async signUp(username) {
      const login = (await client.call('createUser', [{ username, password: digestPassword(PASSWORD) }])) as unknown as LoginResult
      token = login.token
      return login.id
    },
    async logInAs(other) {
      token = other.token()
      await logIn()
    },
    token: () => token,
    close: () => client.disconnect(),
  }
}

/** The documents that a client has of a collection, by id. */
export function getDocuments(client: DdpClient, collection: string): Map<string, Fields> {
  const documents = client.store.collection(collection).all()
  return new Map(documents.map(({ _id, ...fields }) => [String(_id), fields as Fields]))
}

/** Calls a method; the client repeats the call over as many connections as it takes. */
export const callMethod = <T>(player: Player, name: string, input: object): Promise<T> =>
  player.client.call(name, [input as Ejson]) as Promise<T>
