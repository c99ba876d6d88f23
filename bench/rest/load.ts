import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../../tests/integration/helpers/ddp-test-client.ts'
import { signUp } from '../../tests/integration/helpers/users.ts'
import { AS_BROWSERS, HttpConnection } from '../lib/http-connection.ts'
import { readOwnCpu } from '../lib/meter.ts'
import { serveCommands } from '../lib/worker.ts'
import { drivers, type Submit } from '../submit/drivers.ts'

export interface LoadResult {
  answers: number
  /** elapsed time in µs */
  wall: number
  /** CPU time of the load generator in µs */
  cpu: number
}

const LANES = 16

/** Fills a board of our server. @returns the machine whose board it is */
async function fillOurs({ port, rows }: { port: number; rows: number }): Promise<string> {
  const endpoint = `ws://127.0.0.1:${port}/websocket`
  const visitor = await DdpTestClient.open(endpoint)
  const [machine] = await visitor.call<{ machineId: string }[]>('machines.search', { text: '', limit: 1 })
  visitor.socket.close()
  for (let n = 1; n <= rows; n++) {
    const player = await signUp({ endpoint }, `player${n}`)
    await player.client.call('scores.submit', { _id: uuidv7(), machineId: machine!.machineId, value: 1_000_000 * n })
    player.client.socket.close()
  }
  return machine!.machineId
}

/** Fills a board of the plain app. */
async function fillPlain({ port, rows }: { port: number; rows: number }): Promise<null> {
  const post = (path: string, body: object, token?: string): Promise<{ token: string }> =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    }).then(response => response.json() as Promise<{ token: string }>)
  for (let n = 1; n <= rows; n++) {
    const { token } = await post('/players', { username: `player${n}` })
    await post('/scores', { board: 'board', value: 1_000_000 * n }, token)
  }
  return null
}

/** Requests one address on several connections, one answer at a time on each. */
async function read({ port, path, ms, asBrowsers }: { port: number; path: string; ms: number; asBrowsers: boolean }): Promise<LoadResult> {
  const [cpu, from] = [readOwnCpu(), performance.now()]
  let answers = 0
  const lane = async (): Promise<void> => {
    const connection = new HttpConnection(port)
    while (performance.now() - from < ms) {
      const { status } = asBrowsers ? await connection.get(path, AS_BROWSERS) : await connection.get(path)
      if (status !== 200) throw new Error(`${path} was answered with ${status}`)
      answers++
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { answers, wall: (performance.now() - from) * 1000, cpu: readOwnCpu() - cpu }
}

/** How players submit: as a call on a WebSocket, or as a request with a key. */
export type SubmitWay = 'ddp' | 'rest'

const submitters: Record<SubmitWay, Submit[]> = { ddp: [], rest: [] }
let value = 1_000_000_000

/** Makes players of each way, all of whom submit on one machine. */
async function openPlayers({ port }: { port: number }): Promise<null> {
  const endpoint = `ws://127.0.0.1:${port}/websocket`
  const driver = await drivers.ours(port)
  for (let n = 0; n < LANES; n++) {
    submitters.ddp.push(await driver.openSubmitter(100 + n))
    const { client } = await signUp({ endpoint }, `program${n}`)
    const key = { _id: uuidv7(), name: 'Bench', scopes: ['submit'] }
    const { secret } = await client.call<{ secret: string }>('keys.add', key)
    client.socket.close()
    const connection = new HttpConnection(port)
    submitters.rest.push(async score => {
      const body = `{"_id":"${uuidv7()}","machineId":"${driver.machineId}","value":${score}}`
      const { status } = await connection.post('/api/v1/scores/submit', body, `Authorization: Bearer ${secret}\r\n`)
      if (status !== 200) throw new Error(`a score was answered with ${status}`)
    })
  }
  return null
}

/** Submits scores in one way, one at a time by each player. */
async function submit({ way, ms }: { way: SubmitWay; ms: number }): Promise<LoadResult> {
  const [cpu, from] = [readOwnCpu(), performance.now()]
  let answers = 0
  const lane = async (send: Submit): Promise<void> => {
    while (performance.now() - from < ms) {
      await send(value++)
      answers++
    }
  }
  await Promise.all(submitters[way].map(lane))
  return { answers, wall: (performance.now() - from) * 1000, cpu: readOwnCpu() - cpu }
}

/** Requests one address once. @returns its bytes, and how many rows it has */
async function look({ port, path }: { port: number; path: string }): Promise<{ length: number; rows: number }> {
  const { body, length } = await new HttpConnection(port).get(path)
  return { length, rows: (JSON.parse(body) as { boardRows: object[] }).boardRows.length }
}

serveCommands({ fillOurs, fillPlain, read, look, openPlayers, submit })
