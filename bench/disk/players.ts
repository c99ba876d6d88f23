import { uuidv7 } from '#platform/uuid.ts'
import { createSeededRandom } from '../../tests/chaos/seeded.ts'
import { DdpTestClient } from '../../tests/integration/helpers/ddp-test-client.ts'
import { signUp, type TestUser } from '../../tests/integration/helpers/users.ts'
import { HttpConnection } from '../lib/http-connection.ts'
import { serveCommands } from '../lib/worker.ts'

/** sign-ups at once */
const SIGN_UPS = 8
/** in how much time the games ended, ms */
const PLAYED_IN = 5 * 86_400_000

let lastScoreId = ''
const players: TestUser[] = []

const endpointOf = (port: number): string => `ws://127.0.0.1:${port}/websocket`

async function add({ port, count }: { port: number; count: number }): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < count) players.push(await signUp({ endpoint: endpointOf(port) }, `player${next++}`))
  }
  await Promise.all(Array.from({ length: SIGN_UPS }, lane))
}

/**
 * Submits scores from all players in turn, so many at once, each for a machine chosen by chance; of 20 machines the first gets a third of all
 * scores and the last a fiftieth. The values of a machine differ by a factor of 30, so that most are no new best and none is under review.
 * Every game ended at a time of its own, as on a site where they come one by one.
 */
async function submit({ machineIds, scores, atOnce }: { machineIds: string[]; scores: number; atOnce: number }): Promise<void> {
  const random = createSeededRandom(1)
  const from = Date.now() - PLAYED_IN
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < scores) {
      const player = players[next % players.length]!
      const achievedAt = new Date(from + Math.floor((next++ * PLAYED_IN) / scores))
      lastScoreId = uuidv7()
      const machineId = machineIds[Math.floor(random() ** 3 * machineIds.length)]
      const value = Math.round(1_000_000 * 30 ** random()) * 10
      await player.client.call('scores.submit', { _id: lastScoreId, machineId, value, achievedAt })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  for (const { client } of players) await client.close()
}

/** Opens pages, lists and files that read scores, as visitors, players and search engines do. */
async function read({ port, machineIds }: { port: number; machineIds: string[] }): Promise<void> {
  const player = players[0]!
  const machines = [machineIds[0]!, machineIds.at(-1)!]
  const web = new HttpConnection(port)
  for (const path of [
    '/',
    '/machines',
    `/players/${player.username}`,
    `/scores/${lastScoreId}`,
    `/feed.atom?player=${player.username}`,
    '/sitemaps/machines-1.xml',
    '/sitemaps/players-1.xml',
    ...machines.flatMap(machineId => [
      `/machines/${machineId}`,
      `/machines/${machineId}?window=day`,
      `/machines/${machineId}?window=week`,
      `/feed.atom?machine=${machineId}`,
    ]),
  ]) {
    const { status, body } = await web.get(path)
    if (status !== 200) throw new Error(`${path} was answered with ${status}: ${body}`)
  }
  web.close()
  const visitor = await DdpTestClient.open(endpointOf(port))
  await visitor.subscribe('scores.recent', { limit: 20 })
  await visitor.subscribe('scores.recent', { limit: 20, userId: player.id })
  for (const machineId of machines) {
    await visitor.subscribe('scores.recent', { limit: 20, machineId })
    await visitor.subscribe('boards.places', { machineId, userId: player.id })
    await visitor.subscribe('players.progress', { username: player.username, machineId })
  }
  await visitor.close()
}

serveCommands({ add, submit, read })
