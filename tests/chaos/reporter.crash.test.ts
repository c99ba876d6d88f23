import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scaleBudget } from '../security/timing-budget.ts'
import { ReporterProcess } from './reporter-process.ts'
import { ReporterSite } from './reporter-site.ts'
import { chaosSize, createSeededRandom } from './seeded.ts'
import { canMount, mountSmallDisk } from './small-disk.ts'

const RUNS = chaosSize(3, 30)
const BOARDS = 8
const GAMES = 3
const TRIES = 6
const KILLS = 6
/** ms between two messages of a board that waits for being heard */
const RETRY_MS = 100
const SEED = Number(process.env.CHAOS_SEED ?? 1)
const KEY = 'the-key-of-this-reporter'

const root = mkdtempSync(join(tmpdir(), 'skillshot-reporter-'))
const keyFile = join(root, 'key')
writeFileSync(keyFile, `${KEY}\n`)
const sockets: Socket[] = []
const addressOf = (board: number): string => `127.0.0.${board + 2}`
const idOf = (board: number): string => (0x4f0c1200 + board).toString(16)
/** Each board's own web server, at its address. */
const web = createServer((request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(request.url === '/api/game/name' ? `Machine at ${request.socket.localAddress}` : '{}')
})

beforeAll(async () => {
  web.listen(0, '0.0.0.0')
  await once(web, 'listening')
  for (let board = 0; board < BOARDS; board++) {
    const socket = createSocket('udp4')
    socket.bind(0, addressOf(board))
    await once(socket, 'listening')
    sockets.push(socket)
  }
})
afterAll(() => {
  web.close()
  for (const socket of sockets) socket.close()
  rmSync(root, { recursive: true, force: true })
})

const newReporter = (site: ReporterSite, dir = mkdtempSync(join(root, 'data-'))): ReporterProcess & { dir: string } => {
  return Object.assign(new ReporterProcess({ site: site.address, keyFile, dir, httpPort: (web.address() as AddressInfo).port }), { dir })
}
const send = (reporter: ReporterProcess, board: number, message: object): void =>
  sockets[board]!.send(JSON.stringify({ machine_id: idOf(board), ...message }), reporter.ports.game, '127.0.0.1')

/** A game that a board has played. No two have the same scores. */
interface Played {
  board: number
  number: number
  scores: number[]
}
const stateOf = ({ number, scores }: Played, active: boolean): object => ({
  type: 'game_state',
  data: {
    GameActive: active,
    Scores: scores,
    BallInPlay: active ? 3 : 0,
    PlayerUp: 1,
    PlayersInGame: 2,
    game_num: number,
    ActiveFormatId: 0,
  },
})
/** The end of a game, in which initials are missing at first. */
const endOf = ({ number, scores }: Played, attempt: number): object => ({
  type: 'end_of_game',
  data: { plays: scores.map(score => [attempt > 3 ? 'ABC' : '', score]), try: attempt, game_num: number },
})

/** Tells the last try of an end until the spool has it, initials included. */
async function tellUntilKept(reporter: ReporterProcess, file: string, game: Played): Promise<void> {
  const isKept = (): boolean =>
    existsSync(file) &&
    readFileSync(file, 'utf8')
      .split('\n')
      .some(line => line.includes(`"score":${game.scores[0]},`) && line.includes('ABC'))
  const tell = (): boolean => {
    if (isKept()) return true
    send(reporter, game.board, endOf(game, TRIES))
    return false
  }
  await expect.poll(tell, { interval: RETRY_MS, timeout: 30_000 }).toBe(true)
}

describe('a reporter that is killed at any moment', () => {
  it.each(Array.from({ length: RUNS }, (_, i) => SEED + i))(
    'seed %i: reports each game whose end was heard exactly once, whether the site is there or not',
    async seed => {
      const random = createSeededRandom(seed)
      const site = new ReporterSite()
      await site.up()
      const reporter = newReporter(site)
      const file = join(reporter.dir, 'spool.jsonl')
      await reporter.start()
      const games: Played[] = []
      let kills = 0
      let disturbances = Promise.resolve()
      /** Lets a moment pass, in which the reporter may be killed, or the site go away or come back. Other boards play on meanwhile. */
      const moment = async (): Promise<void> => {
        await sleep(random() * 60)
        const [isSites, isKilled] = [random() < 0.06, random() < 0.08]
        disturbances = disturbances.then(async () => {
          if (isSites) await (site.isUp ? site.down() : site.up())
          if (!isKilled || kills >= KILLS) return
          kills++
          await reporter.end('SIGKILL')
          await reporter.start()
        })
      }
      const playOn = async (board: number): Promise<void> => {
        for (let number = 0; number < GAMES; number++) {
          const game = { board, number, scores: [1_000_001 + 10_000 * board + 100 * number, 1_000_002 + 10_000 * board + 100 * number] }
          games.push(game)
          send(reporter, board, stateOf(game, true))
          await moment()
          send(reporter, board, stateOf(game, false))
          // Of some games the first tries are lost.
          const first = random() < 0.3 ? TRIES : 1
          for (let attempt = first; attempt < TRIES; attempt++) {
            send(reporter, board, endOf(game, attempt))
            await moment()
          }
          await tellUntilKept(reporter, file, game)
        }
      }
      await Promise.all(Array.from({ length: BOARDS }, (_, board) => playOn(board)))
      await disturbances
      await site.up()
      const taken = (): string[] =>
        [...site.games.values()].map(({ board, plays }) => JSON.stringify([board.id, plays.map(({ score }) => score)])).sort()
      const played = games.map(({ board, scores }) => JSON.stringify([idOf(board), scores])).sort()
      await expect.poll(taken, { timeout: 60_000, interval: 50 }).toEqual(played)
      await expect.poll(() => [...site.games.values()].every(({ plays }) => plays.every(({ initials }) => initials === 'ABC'))).toBe(true)
      expect(kills).toBeGreaterThan(0)
      expect([...site.games.values()].every(({ key }) => key === KEY)).toBe(true)
      expect((await reporter.end('SIGTERM')).code).toBe(0)
      await site.down()
    },
  )
})

describe('a reporter that runs', () => {
  it('shows live games on the site and on its page, never its key, and stops within two seconds', async () => {
    const site = new ReporterSite()
    await site.up()
    const reporter = newReporter(site)
    await reporter.start()
    send(reporter, 0, stateOf({ board: 0, number: 1, scores: [5000, 7000] }, true))
    await expect
      .poll(() => site.live.get(idOf(0)))
      .toMatchObject({ name: 'Machine at 127.0.0.2', game: { playing: true, ball: 3, player: 1, scores: [5000, 7000] } })
    const text = await (await fetch(reporter.page)).text()
    expect(text).toContain('Machine at 127.0.0.2')
    expect(text).toContain('5,000 · 7,000')
    expect(`${text}${reporter.output}`).not.toContain(KEY)
    await site.down()
    send(reporter, 0, endOf({ board: 0, number: 1, scores: [5000, 7000] }, 1))
    await expect.poll(async () => (await fetch(`${reporter.page}/metrics`)).text()).toContain('skillshot_reporter_games{state="waiting"} 1')
    const { code, ms } = await reporter.end('SIGTERM')
    expect(code).toBe(0)
    expect(ms).toBeLessThan(scaleBudget(2000))
  })

  it.skipIf(!canMount())('goes on where the disk is full, says so, and writes again when it is not', async () => {
    const site = new ReporterSite()
    await site.up()
    const disk = mountSmallDisk(1)
    const reporter = newReporter(site, join(disk.path, 'data'))
    await reporter.start()
    const metrics = async (): Promise<string> => (await fetch(`${reporter.page}/metrics`)).text()
    disk.fill()
    send(reporter, 1, endOf({ board: 1, number: 1, scores: [5000, 7000] }, TRIES))
    await expect.poll(() => [...site.games.values()].map(({ board }) => board.id)).toEqual([idOf(1)])
    expect(await metrics()).toContain('skillshot_reporter_spool_failed 1')
    expect(await (await fetch(reporter.page)).text()).toContain('Games cannot be written to the disk: ENOSPC')
    disk.free()
    await expect.poll(metrics).toContain('skillshot_reporter_spool_failed 0')
    expect(readFileSync(join(disk.path, 'data/spool.jsonl'), 'utf8')).toContain('"score":5000')
    expect((await reporter.end('SIGTERM')).code).toBe(0)
    disk.close()
    await site.down()
  })

  it('does not start beside another one, and says why', async () => {
    const site = new ReporterSite()
    await site.up()
    const reporter = newReporter(site)
    await reporter.start()
    const second = reporter.spawn(new URL(reporter.page).port)
    const [code] = (await once(second, 'close')) as [number]
    expect(code).toBe(1)
    expect(reporter.output).toContain('perhaps by a reporter that runs already')
    await reporter.end('SIGTERM')
    await site.down()
  })
})
