import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../../tests/integration/helpers/ddp-test-client.ts'
import { logIn, signUp } from '../../tests/integration/helpers/users.ts'
import { HttpConnection } from '../lib/http-connection.ts'
import { serveCommands } from '../lib/worker.ts'

const NAME = 'collector'

let endpoint = ''
let port = 0
let player: DdpTestClient
let watcher: DdpTestClient | null = null
let played = 0

async function connect(at: number): Promise<void> {
  port = at
  endpoint = `ws://127.0.0.1:${port}/websocket`
}

/** @returns the id of the new player */
const add = async (): Promise<string> => (await signUp({ endpoint }, NAME)).id

async function open(): Promise<number> {
  const page = new HttpConnection(port)
  const from = performance.now()
  const { status, body } = await page.get(`/players/${NAME}`)
  const took = performance.now() - from
  if (status !== 200 || !body.includes(NAME)) throw new Error(`The page was answered with ${status}`)
  page.close()
  return took
}

/** Subscribes to what the page shows. */
async function watch(): Promise<void> {
  watcher = await DdpTestClient.open(endpoint)
  for (const [name, more] of [['players.one'], ['players.summary'], ['players.scores', { limit: 10 }], ['players.progress']] as const)
    await watcher.subscribe(name, { username: NAME, ...more })
}

async function logInPlayer(): Promise<void> {
  player = await DdpTestClient.open(endpoint)
  await logIn(player, NAME)
}

/**
 * Submits scores, each once the one before is in the lists of those who watch. The last is a new best, which is waited for in the player's
 * progress too.
 * @returns ms of each
 */
async function play({ machineId, times }: { machineId: string; times: number }): Promise<number[]> {
  const took: number[] = []
  for (let i = 1; i <= times; i++) {
    const value = i < times ? 1_000_000 + ++played : 499_990_000 + ++played
    const from = performance.now()
    await player.call('scores.submit', { _id: uuidv7(), machineId, value })
    if (watcher !== null) {
      const client = watcher
      const has = (collection: string): boolean => JSON.stringify([...client.documents(collection).values()]).includes(`"value":${value}`)
      await client.waitUntil(() => has('playerForm') && has('scores') && (i < times || has('progress')))
    }
    took.push(performance.now() - from)
  }
  return took
}

serveCommands({ connect, add, open, logInPlayer, watch, play })
