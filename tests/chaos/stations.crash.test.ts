import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import { signUp } from '../integration/helpers/users.ts'
import { ReporterProcess } from './reporter-process.ts'
import { chaosSize, createSeededRandom } from './seeded.ts'
import { ServerProcess } from './server-process.ts'
import { withToolDatabase } from './tool-database.ts'

const BOARDS = 6
const GAMES = chaosSize(4, 20)
const KILLS = chaosSize(3, 10)
/** ms between two messages of a board that waits for being heard */
const RETRY_MS = 100
const SEED = Number(process.env.CHAOS_SEED ?? 1)

const random = createSeededRandom(SEED)
const root = mkdtempSync(join(tmpdir(), 'skillshot-stations-'))
const idOf = (board: number): string => (0x5ce1_0000 + board).toString(16)
const sockets: Socket[] = []
let server: ServerProcess
let reporter: ReporterProcess

beforeAll(async () => {
  chmodSync(root, 0o755)
  const dataDir = join(root, 'site')
  server = new ServerProcess(dataDir)
  await server.start()
  const { client } = await signUp({ endpoint: server.endpoint }, 'Manager')
  const machines = await client.call<{ machineId: string }[]>('machines.search', { text: '', limit: BOARDS })
  const { venueId } = await client.call<{ venueId: string }>('venues.add', { _id: uuidv7(), name: 'Arcade' })
  const machineIds = machines.map(({ machineId }) => machineId)
  await client.call('venues.setMachines', { venueId, machineIds, was: [] })
  const { secret } = await client.call<{ secret: string }>('keys.add', { _id: uuidv7(), name: 'Reporter', scopes: ['report'], venueId })
  for (let board = 0; board < BOARDS; board++) {
    await client.call('stations.pair', { _id: uuidv7(), venueId, boardId: idOf(board), machineId: machineIds[board] })
    const socket = createSocket('udp4')
    socket.bind(0, `127.0.3.${board + 1}`)
    await once(socket, 'listening')
    sockets.push(socket)
  }
  client.socket.close()
  const keyFile = join(root, 'key')
  writeFileSync(keyFile, secret)
  reporter = new ReporterProcess({ site: `http://127.0.0.1:${server.port}`, keyFile, dir: join(root, 'reporter'), httpPort: 9 })
  await reporter.start()
}, 180_000)
afterAll(async () => {
  for (const socket of sockets) socket.close()
  await reporter.end('SIGTERM')
  await server.killTree()
  await server.waitUntilEnded()
  rmSync(root, { recursive: true, force: true })
})

/** A game that a board has played. No two have the same scores. */
interface Played {
  board: number
  number: number
  scores: number[]
}

const say = (board: number, type: string, data: object): void =>
  sockets[board]!.send(JSON.stringify({ machine_id: idOf(board), type, data }), reporter.ports.game, '127.0.0.1')
const sayState = ({ board, number, scores }: Played, active: boolean): void =>
  say(board, 'game_state', {
    ...{ GameActive: active, Scores: [...scores, 0, 0], BallInPlay: active ? 3 : 0, PlayerUp: 1, PlayersInGame: 2 },
    ...{ game_num: number, ActiveFormatId: 0 },
  })

/** Says the end of a game until the reporter has it on its disk, however often it is killed meanwhile. */
async function endUntilKept(game: Played): Promise<void> {
  const file = join(root, 'reporter/spool.jsonl')
  const tell = (): boolean => {
    if (existsSync(file) && new RegExp(`"score":${game.scores[0]}\\b`).test(readFileSync(file, 'utf8'))) return true
    say(game.board, 'end_of_game', { plays: game.scores.map(score => ['', score]), try: 6, game_num: game.number })
    return false
  }
  await expect.poll(tell, { interval: RETRY_MS, timeout: 60_000 }).toBe(true)
}

it(`a site and a reporter that are killed at random moments have every ended game exactly once (seed ${SEED})`, async () => {
  const games: Played[] = []
  let kept = 0
  /** At so many games on the reporter's disk something is killed, while others go on. */
  const moments = Array.from({ length: KILLS }, () => 1 + Math.floor(random() * (BOARDS * GAMES - 1))).sort((a, b) => a - b)
  const killing = (async () => {
    for (const moment of moments) {
      await expect.poll(() => kept, { timeout: 120_000, interval: 5 }).toBeGreaterThanOrEqual(moment)
      if (random() < 0.5) {
        await server.killTree()
        await server.waitUntilEnded()
        await server.start()
      } else {
        await reporter.end('SIGKILL')
        await reporter.start()
      }
    }
  })()
  const playOn = async (board: number): Promise<void> => {
    for (let number = 0; number < GAMES; number++) {
      const game = { board, number, scores: [2_000_001 + 10_000 * board + 100 * number, 2_000_002 + 10_000 * board + 100 * number] }
      games.push(game)
      sayState(game, true)
      sayState(game, false)
      await endUntilKept(game)
      kept++
    }
  }
  await Promise.all(Array.from({ length: BOARDS }, (_, board) => playOn(board)))
  await killing
  const stored = (): Promise<string[]> =>
    withToolDatabase(server.dataDir, async ({ pool }) => {
      const { rows } = await pool.query<{ scores: string }>(
        `SELECT (SELECT string_agg(p.score::text, ' ' ORDER BY p.play) FROM reported_plays p WHERE p.game_id = g.id) AS scores FROM reported_games g`,
      )
      return rows.map(({ scores }) => scores).sort()
    })
  const expected = games.map(({ scores }) => scores.join(' ')).sort()
  await expect.poll(stored, { timeout: 60_000, interval: 200 }).toEqual(expected)
  const visitor = await DdpTestClient.open(server.endpoint)
  expect((await visitor.subscribe('scores.recent', { limit: 20 })).error).toBeNull()
  expect(visitor.documents('scores').size).toBe(0)
  visitor.socket.close()
}, 180_000)
