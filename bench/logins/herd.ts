import { digestPassword, PASSWORD, signUp } from '../../tests/integration/helpers/users.ts'
import { readOwnCpu } from '../lib/meter.ts'
import { WebSocketConnection } from '../lib/websocket-connection.ts'
import { serveCommands } from '../lib/worker.ts'

export interface HerdResult {
  /** Number of successful logins. */
  logins: number
  /** Number of logins rejected with `too-many-requests`. */
  refused: number
  /** Elapsed time in µs. */
  wall: number
  /** CPU time of the load generator in µs. */
  cpu: number
}

const PLAYERS = 16
/** Those of one address wait for each other, and one network never has all places for checks of passwords (decision 047). */
const NETWORKS = 16
const CONNECT = '{"msg":"connect","version":"1","support":["1"]}'

const connections: WebSocketConnection[] = []

async function open({ port, lanes }: { port: number; lanes: number }): Promise<void> {
  for (let n = 0; n < PLAYERS; n++) await (await signUp({ endpoint: `ws://127.0.0.1:${port}/websocket` }, `guest${n}`)).client.close()
  for (let n = 0; n < lanes; n++) {
    const connection = await WebSocketConnection.open(port, '/websocket', `127.${1 + (n % NETWORKS)}.0.1`)
    connection.onText = text => {
      if (text.includes('"msg":"ping"')) connection.send('{"msg":"pong"}')
    }
    const connected = connection.waitForText('"msg":"connected"')
    connection.send(CONNECT)
    await connected
    connections.push(connection)
  }
}

/** Each connection logs in with a password again and again, each time after the previous result. */
async function run({ ms }: { ms: number }): Promise<HerdResult> {
  const cpu = readOwnCpu()
  const from = performance.now()
  let logins = 0
  let refused = 0
  const lane = async (connection: WebSocketConnection, n: number): Promise<void> => {
    const login = {
      msg: 'method',
      id: '1',
      method: 'login',
      params: [{ user: { username: `guest${n % PLAYERS}` }, password: digestPassword(PASSWORD) }],
    }
    while (performance.now() - from < ms) {
      const answered = connection.waitForText('"msg":"result"')
      connection.send(JSON.stringify(login))
      const text = await answered
      if (text.includes('too-many-requests')) refused++
      else if (text.includes('"error"')) throw new Error(text)
      else logins++
    }
  }
  await Promise.all(connections.map(lane))
  return { logins, refused, wall: (performance.now() - from) * 1000, cpu: readOwnCpu() - cpu }
}

serveCommands({ open, run })
