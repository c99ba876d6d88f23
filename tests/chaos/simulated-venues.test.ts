import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { Reporter } from '#reporter/reporter.ts'
import { sendSimulation } from '../../src/reporter/testing/send-simulation.ts'
import { runSimulatedVenue } from '../../src/reporter/testing/simulated-run.ts'
import { VenueSimulation } from '../../src/reporter/testing/venue-simulation.ts'
import { createSettableClock } from '../integration/helpers/settable-clock.ts'
import { addReportingVenue, pair } from '../integration/helpers/stations.ts'
import { createTestApp } from '../integration/helpers/test-app.ts'
import { listMachines, signUp } from '../integration/helpers/users.ts'
import { startTcpProxy } from '../tcp-proxy.ts'
import { chaosSize } from './seeded.ts'
import { type Loss, WatchedSockets } from './watched-sockets.ts'

const SEED = Number(process.env.CHAOS_SEED ?? 1)
const VENUES = chaosSize(3, 150)
const MINUTES = chaosSize(15, 60)
const MINUTE = 60_000

it(`follows ${VENUES} simulated venues of 60 machine boards for ${MINUTES} minutes without a mistake`, () => {
  let games = 0
  for (let seed = SEED; seed < SEED + VENUES; seed++) {
    const { faults, ended } = runSimulatedVenue({ seed }, MINUTES * MINUTE)
    expect([seed, faults]).toEqual([seed, []])
    games += ended.length
  }
  console.info(`${games} games were heard to end`)
}, 1_800_000)

const BOARDS = 60
const PLAYED_MS = chaosSize(8, 15) * MINUTE
/** when, in the boards' time, the site is out of reach, and when the reporter is started again */
const AWAY_FROM = 3 * MINUTE
const AWAY_UNTIL = 4.5 * MINUTE
const RESTARTED_AT = 6 * MINUTE
const STEP_MS = 250
/** where the reporter listens, and boards that nobody follows speak from */
const HOME = '127.0.0.1'
const STRANGER = '127.0.2.1'

/** Of a dozen reports one is lost on its way to the site, and of one the site's answer. */
const lossOf = (n: number): Loss | null => (n % 12 === 5 ? 'call' : n % 12 === 10 ? 'answer' : null)

/** Lets the event loop turn once. */
const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

/** Returns two UDP ports and one TCP port that are free on all addresses of this machine. */
async function freePorts(): Promise<{ game: number; discovery: number; http: number }> {
  const sockets = [createSocket('udp4'), createSocket('udp4')]
  for (const socket of sockets) {
    socket.bind(0)
    await once(socket, 'listening')
  }
  const [game, discovery] = sockets.map(socket => socket.address().port) as [number, number]
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port: http } = server.address() as AddressInfo
  for (const socket of sockets) socket.close()
  server.close()
  await once(server, 'close')
  return { game, discovery, http }
}

/*
 * The boards' time is that of the reporter and of the site, so all limits of both hold as in life; a step of it lasts as long as it takes until the
 * reporter has heard all and the site has answered all. Between them are real sockets: UDP and HTTP of boards on 60 addresses, and a
 * WebSocket through a proxy that cuts it.
 */
describe('a site with a venue of 60 simulated boards, a network that loses 20 % and doubles 5 %, and connections that are cut', () => {
  it.each(Array.from({ length: chaosSize(1, 12) }, (_, i) => SEED + i))(
    'seed %i: stores each game of which an end message arrived exactly once, with its scores in order, and no other',
    async seed => {
      const siteClock = createSettableClock()
      const clock = manualClock(siteClock.now())
      const testApp = await createTestApp({ clock: siteClock, config: { rateLimits: 'on' } })
      onTestFinished(() => testApp.close())
      const proxy = await startTcpProxy(() => ({ host: HOME, port: testApp.app.port }))
      onTestFinished(() => proxy.close())
      const dir = mkdtempSync(join(tmpdir(), 'skillshot-simulated-'))
      onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
      const manager = await signUp(testApp, 'Manager')
      const machines = (await listMachines(testApp, BOARDS)).map(({ id }) => id)
      const venue = await addReportingVenue(manager, machines)

      const simulation = new VenueSimulation({ seed, boards: BOARDS })
      /** by id of a board; one that gets another id stays at its station */
      const stations = new Map<string, string>()
      const stationsOfBoards: string[] = []
      const pairBoards = async (): Promise<void> => {
        for (const [i, { id }] of simulation.boards.entries()) {
          if (stations.has(id)) continue
          const [machineId, stationId] = [machines[i % machines.length]!, stationsOfBoards[i]]
          if (stationId === undefined) stationsOfBoards[i] = await pair(manager, venue.venueId, id, machineId)
          else await manager.client.call('stations.pair', { _id: uuidv7(), venueId: venue.venueId, boardId: id, machineId, stationId })
          stations.set(id, stationsOfBoards[i]!)
        }
      }
      await pairBoards()

      const ports = await freePorts()
      const sockets = new WatchedSockets({
        url: `ws://${HOME}:${proxy.port}/websocket`,
        method: 'stations.report',
        loss: lossOf,
        cut: () => proxy.closeConnections(),
      })
      const start = (): Promise<Reporter> =>
        Reporter.start({
          ...{ site: testApp.http, connect: sockets.connect, key: venue.key, dir, clock, timeOfDay: () => clock.now(), random: () => 0.5 },
          ...{ ports: { host: HOME, ...ports }, log: () => {} },
        })
      let reporter = await start()
      onTestFinished(() => reporter.close())
      const stranger = createSocket('udp4')
      onTestFinished(() => void stranger.close())
      stranger.bind(0, STRANGER)
      await once(stranger, 'listening')
      /** Resolves when the reporter has heard what was sent before: what is no message of a board comes after it, and is counted. */
      const heard = async (): Promise<void> => {
        const { unknown } = reporter.status().dropped
        stranger.send('heard?', ports.game, HOME)
        while (reporter.status().dropped.unknown === unknown) await turn()
      }
      const pass = async (): Promise<void> => {
        await sockets.answered()
        clock.advance(STEP_MS)
        siteClock.set(Math.max(siteClock.now(), clock.now()))
      }
      const failed: number[] = []
      /** The reporter has lost nothing to its own limits, and the site has refused nothing. */
      const end = async (): Promise<void> => {
        await reporter.close()
        const { link, spool, datagrams, dropped } = reporter.status()
        failed.push(link.failed, spool.aside, spool.dropped, datagrams.fast, datagrams.large, dropped.boards, dropped.ends)
      }
      const onStep = async (): Promise<void> => {
        await heard()
        await pass()
        await pairBoards()
        if (simulation.now === AWAY_FROM) proxy.refuseConnections()
        if (simulation.now === AWAY_UNTIL) proxy.restore()
        if (simulation.now !== RESTARTED_AT) return
        await end()
        reporter = await start()
      }
      const to = { address: HOME, gamePort: ports.game, discoveryPort: ports.discovery }
      await sendSimulation(simulation, PLAYED_MS, { to, httpPort: ports.http, pingPort: ports.discovery, speed: Infinity, onStep })
      await heard()
      while (reporter.status().spool.waiting > 0) await pass()
      await end()

      const { rows } = await testApp.app.database.pool.query<{ game: string }>(
        `SELECT station_id || ': ' || (SELECT string_agg(p.score::text, ' ' ORDER BY p.play) FROM reported_plays p WHERE p.game_id = g.id) AS game
        FROM reported_games g`,
      )
      const told = simulation.games.filter(({ arrived }) => arrived.length > 0)
      const expected = told.map(game => `${stations.get(game.boardId)}: ${game.told!.map(({ score }) => score).join(' ')}`)
      expect(rows.map(({ game }) => game).sort()).toEqual(expected.sort())
      expect(failed.filter(count => count > 0)).toEqual([])
      expect(sockets.lost.call).toBeGreaterThan(1)
      expect(sockets.lost.answer).toBeGreaterThan(1)
      const { rowCount } = await testApp.app.database.pool.query('SELECT 1 FROM scores')
      expect(rowCount).toBe(0)
      const ids = stations.size - BOARDS
      console.info(
        `${told.length} of ${simulation.games.length} games were heard to end, ${ids} boards got another id, ${sockets.lost.call} calls and ${sockets.lost.answer} answers were lost`,
      )
    },
    600_000,
  )
})
