import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSiteReporter } from '#app/server/site-reporter.ts'
import { addReportingVenue, gamesOf, pair, type ReportingVenue } from '../helpers/stations.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { listMachines, signUp, type TestUser } from '../helpers/users.ts'

const BOARD = '4f0c12ab'
let testApp: TestApp
let manager: TestUser
let venue: ReportingVenue
let machines: string[]
let board: Socket
let web: Server
let ports: { host: string; game: number; discovery: number; http: number }
let stop: () => Promise<void>
const dataDir = mkdtempSync(join(tmpdir(), 'skillshot-site-reporter-'))
const logged: string[] = []
const log = pino({ level: 'info' }, { write: line => void logged.push(line) })

async function openSocket(): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.2')
  await once(socket, 'listening')
  return socket
}

const send = (type: string, data: object): void => board.send(JSON.stringify({ machine_id: BOARD, type, data }), ports.game, '127.0.0.1')
const state = (active: boolean, scores: number[]): void =>
  send('game_state', { GameActive: active, Scores: scores, BallInPlay: active ? 2 : 0, PlayerUp: 1, PlayersInGame: 2, game_num: 4 })

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'on' } })
  manager = await signUp(testApp, 'Manager')
  machines = (await listMachines(testApp, 3)).map(({ id }) => id)
  venue = await addReportingVenue(manager, machines)
  await manager.client.subscribe('stations.list', { venueId: venue.venueId })
  await manager.client.subscribe('stations.playing', { venueId: venue.venueId })
  await manager.client.subscribe('stations.games', { venueId: venue.venueId })
  web = createServer((request, response) => void response.end(request.url === '/api/game/name' ? 'Attack from Mars' : '{}'))
  web.listen(0, '127.0.0.2')
  await once(web, 'listening')
  board = await openSocket()
  const free = await Promise.all([openSocket(), openSocket()])
  const [game, discovery] = free.map(socket => socket.address().port) as [number, number]
  for (const socket of free) socket.close()
  ports = { host: '127.0.0.1', game, discovery, http: (web.address() as AddressInfo).port }
  stop = await startSiteReporter({ config: { host: null, dataDir }, key: venue.key, log, port: () => testApp.app.port, ports })
})
afterAll(async () => {
  await stop()
  board.close()
  web.close()
  await testApp.close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the reporter in the process of the site', () => {
  it('shows a new board by its name, its live game after it is paired, and its ended game once', async () => {
    state(true, [1000, 0])
    const unpaired = (): unknown => manager.client.documents('unpairedBoards').get(`${venue.venueId}/${BOARD}`)
    await expect.poll(unpaired).toMatchObject({ name: 'Attack from Mars' })
    const stationId = await pair(manager, venue.venueId, BOARD, machines[0]!)
    state(true, [5000, 0])
    await expect.poll(() => manager.client.documents('liveGames').get(stationId)).toMatchObject({ ball: 2, player: 1, scores: [5000, 0] })
    state(true, [5000, 7000])
    state(false, [5000, 7000])
    for (const initials of ['', '', 'ABC'])
      send('end_of_game', {
        plays: [
          ['', 5000],
          [initials, 7000],
        ],
        try: 1,
        game_num: 4,
      })
    await expect.poll(() => manager.client.documents('liveGames').get(stationId)?.over).toBe('ended')
    await expect
      .poll(() => gamesOf(manager.client).map(({ plays }) => plays.map(({ score, initials }) => [score, initials])))
      .toEqual([
        [
          [5000, undefined],
          [7000, 'ABC'],
        ],
      ])
    expect(logged.join('')).not.toContain(venue.key)
  })

  it('puts nothing on a board, whatever anybody in the network sends', async () => {
    const stranger = await openSocket()
    const shout = (bytes: string | Buffer, port = ports.game): void => stranger.send(bytes, port, '127.0.0.1')
    const end = (id: string, score: number): string =>
      JSON.stringify({ machine_id: id, type: 'end_of_game', data: { plays: [['AAA', score]], try: 1, game_num: score % 100 } })
    shout(Buffer.alloc(60_000, 0x7b))
    for (const text of ['', '{', 'null', '[]', '{"machine_id":"4f0c12ab","type":"game_state","data":{"GameActive":true,"Scores":["x"]}}'])
      shout(text)
    for (const bytes of [[1], [1, 255], [2, 255, 1], [3], [5, 1], [9]]) shout(Buffer.from(bytes), ports.discovery)
    // Ids that nobody has, more of them than boards are kept, and far more messages than a board sends.
    for (let i = 0; i < 5000; i++) shout(end((0x2000_0000 + i).toString(16), i + 1))
    // A spoofed end of the board that is paired: the reporter can't tell it from its own, so it becomes a game that people may claim.
    shout(end(BOARD, 999_999))
    // The board repeats its ends, so it is heard in spite of that.
    const isStored = async (): Promise<boolean> => {
      board.send(end(BOARD, 888_000), ports.game, '127.0.0.1')
      const { rowCount } = await testApp.app.database.pool.query('SELECT 1 FROM reported_plays WHERE score = 888000')
      return rowCount === 1
    }
    await expect.poll(isStored, { timeout: 20_000, interval: 200 }).toBe(true)
    const { rows } = await testApp.app.database.pool.query<{ id: string }>('SELECT id FROM scores')
    expect(rows).toEqual([])
    expect(manager.client.documents('unpairedBoards').size).toBeLessThanOrEqual(180)
    stranger.close()
  })

  it('lets the site start where its ports cannot be had', async () => {
    const taken = await openSocket()
    const { port } = taken.address()
    const started = await startSiteReporter({
      config: { host: null, dataDir: join(dataDir, 'other') },
      ...{ key: venue.key, log, port: () => testApp.app.port, ports: { ...ports, host: '127.0.0.2', game: port } },
    })
    await started()
    taken.close()
    expect(logged.at(-1)).toContain('no machine board is heard')
  })
})
