import { setTimeout as pause } from 'node:timers/promises'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../../tests/integration/helpers/ddp-test-client.ts'
import { signUp, type TestUser } from '../../tests/integration/helpers/users.ts'
import { HttpConnection } from '../lib/http-connection.ts'
import { serveCommands } from '../lib/worker.ts'

const PING_EVERY_MS = 2

export interface Opening {
  /** ms from asking for a board that nobody has open until its rows have come */
  opened: number
  /** ms: the longest that another client of the server waited for a pong meanwhile */
  longestWait: number
}

export interface Use {
  /** ms of each submission of a score to the board */
  submissions: number[]
  /** ms of each rendering of the machine's page after a score */
  pages: number[]
}

let endpoint = ''
let other: DdpTestClient
let player: TestUser
let page: HttpConnection

async function timed(run: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await run()
  return performance.now() - from
}

async function open(machineId: string): Promise<Opening> {
  const viewer = await DdpTestClient.open(endpoint)
  let opened = false
  let longestWait = 0
  const ping = async (): Promise<void> => {
    for (let n = 0; !opened; n++) {
      const id = `${machineId}-${n}`
      const wait = await timed(() => {
        const answered = other.waitForMessage(message => message.msg === 'pong' && message.id === id)
        other.send({ msg: 'ping', id })
        return answered
      })
      longestWait = Math.max(longestWait, wait)
      await pause(PING_EVERY_MS)
    }
  }
  const pinging = ping()
  const took = await timed(() => viewer.subscribe('boards.top', { scope: { machineId } }))
  opened = true
  await pinging
  await viewer.close()
  return { opened: took, longestWait }
}

async function use({ machineId, times }: { machineId: string; times: number }): Promise<Use> {
  const use: Use = { submissions: [], pages: [] }
  for (let i = 0; i < times; i++) {
    const score = { _id: uuidv7(), machineId, value: 5_000_000 + 1_000_001 * i }
    use.submissions.push(await timed(() => player.client.call('scores.submit', score)))
    use.pages.push(
      await timed(async () => {
        const { status } = await page.get(`/machines/${machineId}`)
        if (status !== 200) throw new Error(`A page was answered with ${status}`)
      }),
    )
  }
  return use
}

serveCommands({
  connect: async (port: number) => {
    endpoint = `ws://127.0.0.1:${port}/websocket`
    other = await DdpTestClient.open(endpoint)
    player = await signUp({ endpoint }, 'visitor')
    page = new HttpConnection(port)
  },
  open,
  use,
})
