import { digestOf, PASSWORD, signUp } from '../../tests/integration/people.ts'
import { cpuHere } from '../lib/meter.ts'
import { SocketLine } from '../lib/socket-line.ts'
import { answer } from '../lib/worker.ts'

export interface Storm {
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
const CONNECT = '{"msg":"connect","version":"1","support":["1"]}'

const lines: SocketLine[] = []

async function open({ port, lanes }: { port: number; lanes: number }): Promise<void> {
  for (let n = 0; n < PLAYERS; n++) await (await signUp({ endpoint: `ws://127.0.0.1:${port}/websocket` }, `guest${n}`)).wire.close()
  for (let n = 0; n < lanes; n++) {
    const line = await SocketLine.open(port, '/websocket')
    line.onText = text => {
      if (text.includes('"msg":"ping"')) line.send('{"msg":"pong"}')
    }
    const connected = line.hear('"msg":"connected"')
    line.send(CONNECT)
    await connected
    lines.push(line)
  }
}

/** Each connection logs in with a password again and again, each time after the previous result. */
async function storm({ ms }: { ms: number }): Promise<Storm> {
  const cpu = cpuHere()
  const from = performance.now()
  let logins = 0
  let refused = 0
  const lane = async (line: SocketLine, n: number): Promise<void> => {
    const login = {
      msg: 'method',
      id: '1',
      method: 'login',
      params: [{ user: { username: `guest${n % PLAYERS}` }, password: digestOf(PASSWORD) }],
    }
    while (performance.now() - from < ms) {
      const answered = line.hear('"msg":"result"')
      line.send(JSON.stringify(login))
      const text = await answered
      if (text.includes('too-many-requests')) refused++
      else if (text.includes('"error"')) throw new Error(text)
      else logins++
    }
  }
  await Promise.all(lines.map(lane))
  return { logins, refused, wall: (performance.now() - from) * 1000, cpu: cpuHere() - cpu }
}

answer({ open, storm })
