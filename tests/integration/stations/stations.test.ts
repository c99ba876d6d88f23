import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient, meteorError } from '../helpers/ddp-test-client.ts'
import { createSettableClock } from '../helpers/settable-clock.ts'
import { addReportingVenue, gamesOf, pair, type ReportingVenue } from '../helpers/stations.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, grantRoles, listMachines, logIn, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const clock = createSettableClock()
const BOARD = '4f0c12ab'
const NEEDS_CODE = meteorError(403, 'Scan the code at the machine to claim this game.')
const OWNED = meteorError(409, 'You have claimed another score of this game.')
const ENDED = meteorError(409, 'This game can no longer be claimed.')

let testApp: TestApp
let manager: TestUser
let ada: TestUser
let ben: TestUser
let reporter: DdpTestClient
let machines: string[]
let venue: ReportingVenue
let stationId: string
let code: string
let count = 0

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' }, clock })
  manager = await signUp(testApp, 'Manager')
  ada = await signUp(testApp, 'Ada')
  ben = await signUp(testApp, 'Ben')
  machines = (await listMachines(testApp, 12)).map(({ id }) => id)
  reporter = await DdpTestClient.open(testApp.endpoint)
  venue = await addReportingVenue(manager, machines.slice(0, 10))
  await manager.client.subscribe('stations.list', { venueId: venue.venueId })
  await manager.client.subscribe('stations.games', { venueId: venue.venueId })
  stationId = await pair(manager, venue.venueId, BOARD, machines[0]!)
  await manager.client.waitUntil(() => manager.client.documents('stations').has(stationId))
  code = String(manager.client.documents('stations').get(stationId)!.code)
})
afterAll(() => testApp.close())

const shown = (check: () => boolean): Promise<void> => expect.poll(check).toBe(true)

/** Reports a game of the station. @returns its id */
async function report(plays: object[], more: object = {}): Promise<string> {
  const sent = { key: venue.key, id: `report ${++count}`, board: { id: BOARD }, plays, ...more }
  const { reportedGameId } = await reporter.call<{ reportedGameId: string }>('stations.report', sent)
  return reportedGameId
}
/** The scores that are on boards of the plays of a game, the highest first. */
async function scoresOf(reportedGameId: string): Promise<unknown[]> {
  const { rows } = await testApp.app.database.pool.query(
    `SELECT s.user_id AS "userId", s.value, s.status FROM scores s JOIN reported_games g ON g.machine_id = s.machine_id AND g.ended_at = s.achieved_at
     WHERE g.id = $1 AND s.removed_at IS NULL ORDER BY s.value DESC`,
    [reportedGameId],
  )
  return rows
}
const claim = ({ client }: TestUser, reportedGameId: string, play: number, more: object = {}) =>
  client.tryCall('stations.claim', { _id: uuidv7(), reportedGameId, play, ...more })

describe('a reporter', () => {
  it('is let in by a key with the scope report of a venue that its owner manages, and by no other', async () => {
    const other = await addReportingVenue(ada, machines.slice(0, 1))
    const made = await ada.client.call<{ secret: string }>('keys.add', {
      _id: uuidv7(),
      name: 'Elsewhere',
      scopes: ['report'],
      venueId: venue.venueId,
    })
    const general = await manager.client.call<{ secret: string }>('keys.add', {
      _id: uuidv7(),
      name: 'Run',
      scopes: ['run'],
      venueId: venue.venueId,
    })
    const refused = meteorError(403, 'This key may not report games of a venue.')
    for (const key of [made.secret, general.secret])
      expect(await reporter.tryCall('stations.reportLive', { key, boards: [] })).toEqual({ error: refused })
    expect(await reporter.tryCall('stations.reportLive', { boards: [] })).toEqual({
      error: meteorError(401, 'This key is not known, has expired or was revoked.'),
    })
    expect(await reporter.tryCall('stations.reportLive', { key: other.key, boards: [] })).toEqual({ result: { paired: [] } })
  })

  it('shows its managers machine boards that belong to no station, with their last game, and nobody else', async () => {
    const boards = [{ id: 'aaaa0001', name: 'Medieval Madness', game: { playing: false, ball: 0, player: 0, scores: [] } }]
    expect(await reporter.call('stations.reportLive', { key: venue.key, boards })).toEqual({ paired: [] })
    await reporter.call('stations.report', { key: venue.key, id: 'unpaired', board: { id: 'aaaa0001' }, plays: [{ score: 12_340 }] })
    const id = `${venue.venueId}/aaaa0001`
    await shown(() => manager.client.documents('unpairedBoards').get(id)?.lastGame !== undefined)
    expect(manager.client.documents('unpairedBoards').get(id)).toMatchObject({ name: 'Medieval Madness', lastGame: [12_340] })
    expect((await ada.client.subscribe('stations.list', { venueId: venue.venueId })).error).toMatchObject({ error: 403 })
    const newStation = await pair(manager, venue.venueId, 'aaaa0001', machines[1]!)
    await shown(() => !manager.client.documents('unpairedBoards').has(id) && manager.client.documents('stations').has(newStation))
    expect(manager.client.documents('stations').get(newStation)).toMatchObject({ boardName: 'Medieval Madness', games: 0 })
    await manager.client.call('stations.remove', { venueId: venue.venueId, stationId: newStation })
    await shown(() => manager.client.documents('unpairedBoards').has(id))
  })
})

describe('a station that was removed', () => {
  it('comes back with its printed code, its games and their number when its machine is paired again', async () => {
    const [boardId, machineId] = ['dddd0004', machines[5]!]
    const documentOf = (id: string) => manager.client.documents('stations').get(id)
    const first = await pair(manager, venue.venueId, boardId, machineId)
    const sent = { key: venue.key, id: 'before the removal', board: { id: boardId }, plays: [{ score: 444_440, player: 1 }] }
    const { reportedGameId } = await reporter.call<{ reportedGameId: string }>('stations.report', sent)
    await shown(() => documentOf(first) !== undefined)
    const hanging = String(documentOf(first)!.code)
    await manager.client.call('stations.remove', { venueId: venue.venueId, stationId: first })
    await shown(() => documentOf(first) === undefined)
    const elsewhere = await pair(manager, venue.venueId, boardId, machines[6]!)
    await shown(() => documentOf(elsewhere) !== undefined)
    expect(documentOf(elsewhere)).toMatchObject({ games: 0 })
    expect(documentOf(elsewhere)!.code).not.toBe(hanging)
    await manager.client.call('stations.remove', { venueId: venue.venueId, stationId: elsewhere })
    const again = await pair(manager, venue.venueId, boardId, machineId)
    await shown(() => documentOf(again) !== undefined)
    expect(documentOf(again)).toMatchObject({ code: hanging, games: 1 })
    const watcher = await DdpTestClient.open(testApp.endpoint)
    await watcher.subscribe('stations.justPlayed', { code: hanging })
    expect(watcher.documents('stationPlaces').get(again)).toMatchObject({ code: hanging, machineId })
    expect(gamesOf(watcher)).toMatchObject([{ _id: reportedGameId, stationId: again }])
    // Programs that know its first id go on with it.
    const later = { key: venue.key, id: 'after the removal', station: first, plays: [{ score: 555_550, player: 1 }] }
    await reporter.call('stations.report', later)
    await shown(() => gamesOf(watcher).length === 2)
    expect(gamesOf(watcher).map(({ stationId: of }) => of)).toEqual([again, again])
    await manager.client.call('stations.remove', { venueId: venue.venueId, stationId: again })
    expect(await reporter.tryCall('stations.report', { ...later, id: 'while there is none' })).toMatchObject({ error: { error: 404 } })
    const third = await pair(manager, venue.venueId, boardId, machineId)
    await shown(() => documentOf(third)?.code === hanging)
    expect(await reporter.call('stations.report', { ...later, id: 'at last' })).not.toEqual({ reportedGameId: null })
    await shown(() => documentOf(third)?.games === 3)
  })
})

describe('a live game', () => {
  it('is seen by everybody who watches the venue or the machine, changes, and ends', async () => {
    const visitor = await DdpTestClient.open(testApp.endpoint)
    await visitor.subscribe('stations.playing', { venueId: venue.venueId })
    const other = await DdpTestClient.open(testApp.endpoint)
    await other.subscribe('stations.playingOn', { machineId: machines[0]! })
    const tell = (game: object | null) => reporter.call('stations.reportLive', { key: venue.key, boards: [{ id: BOARD, game }] })
    expect(await tell({ playing: true, ball: 1, player: 1, scores: [1000] })).toEqual({ paired: [BOARD] })
    for (const client of [visitor, other]) {
      await shown(() => client.documents('liveGames').has(stationId))
      expect(client.documents('liveGames').get(stationId)).toMatchObject({ machineId: machines[0], ball: 1, player: 1, scores: [1000] })
    }
    clock.set(clock.now() + 250)
    await tell({ playing: true, ball: 2, player: 1, scores: [5000] })
    await shown(() => visitor.documents('liveGames').get(stationId)?.ball === 2)
    clock.set(clock.now() + 250)
    await tell({ playing: false, ball: 0, player: 0, scores: [] })
    for (const client of [visitor, other]) {
      await shown(() => client.documents('liveGames').get(stationId)?.over === 'ended')
      expect(client.documents('liveGames').get(stationId)).toMatchObject({ scores: [5000] })
      expect(client.documents('liveGames').get(stationId)).not.toHaveProperty('ball')
    }
    const end = (score: number) =>
      reporter.call('stations.report', { key: venue.key, id: `end ${score}`, board: { id: BOARD }, plays: [{ score, player: 1 }] })
    await end(4000)
    clock.set(clock.now() + 1000)
    await end(6000)
    await shown(() => String(visitor.documents('liveGames').get(stationId)?.scores) === '6000')
    clock.set(clock.now() + 9000)
    for (const client of [visitor, other]) await shown(() => !client.documents('liveGames').has(stationId))
  })

  it('that has just ended makes room for the next one on its machine, which stays', async () => {
    const visitor = await DdpTestClient.open(testApp.endpoint)
    await visitor.subscribe('stations.playing', { venueId: venue.venueId })
    const tell = async (game: object | null): Promise<void> => {
      clock.set(clock.now() + 1000)
      await reporter.call('stations.reportLive', { key: venue.key, boards: [{ id: BOARD, game }] })
    }
    await tell({ playing: true, ball: 3, player: 1, scores: [7000] })
    await tell(null)
    await shown(() => visitor.documents('liveGames').get(stationId)?.over === 'away')
    await tell({ playing: true, ball: 1, player: 1, scores: [20] })
    await shown(() => visitor.documents('liveGames').get(stationId)?.ball === 1)
    expect(visitor.documents('liveGames').get(stationId)).not.toHaveProperty('over')
    clock.set(clock.now() + 10_000)
    await tell({ playing: true, ball: 1, player: 1, scores: [40] })
    await shown(() => String(visitor.documents('liveGames').get(stationId)?.scores) === '40')
    await tell({ playing: false, ball: 0, player: 0, scores: [] })
    clock.set(clock.now() + 10_000)
    await shown(() => !visitor.documents('liveGames').has(stationId))
  })

  it('is over when nothing was said of it for 90 seconds, and says that its machine does not answer', async () => {
    const visitor = await DdpTestClient.open(testApp.endpoint)
    await visitor.subscribe('stations.playing', { venueId: venue.venueId })
    clock.set(clock.now() + 1000)
    await reporter.call('stations.reportLive', {
      key: venue.key,
      boards: [{ id: BOARD, game: { playing: true, ball: 1, player: 1, scores: [10] } }],
    })
    await shown(() => visitor.documents('liveGames').has(stationId))
    clock.set(clock.now() + 91_000)
    await testApp.app.features.stations.runOnce()
    await shown(() => visitor.documents('liveGames').get(stationId)?.over === 'away')
    expect(visitor.documents('liveGames').get(stationId)).toMatchObject({ scores: [10] })
    clock.set(clock.now() + 10_000)
    await shown(() => !visitor.documents('liveGames').has(stationId))
  })
})

describe('a reported game', () => {
  it('is kept once, and a repeated report adds what was missing', async () => {
    const id = `report ${++count}`
    const send = (plays: object[], doubts: string[] = []) =>
      reporter.call<{ reportedGameId: string }>('stations.report', { key: venue.key, id, board: { id: BOARD }, plays, doubts })
    const first = await send([{ score: 7_000_000 }, { score: 9_000_000 }], ['unseen'])
    const second = await send([
      { score: 7_000_000, initials: 'ADA', player: 1 },
      { score: 9_000_000, player: 2 },
    ])
    expect(second).toEqual(first)
    await shown(() => gamesOf(manager.client)[0]?.plays[0]?.initials === 'ADA')
    const [game] = gamesOf(manager.client)
    expect(game).toMatchObject({ _id: first.reportedGameId, doubts: [], machineId: machines[0], stationId })
    expect(gamesOf(manager.client)[0]!.plays).toEqual([
      { play: 1, score: 7_000_000, initials: 'ADA', player: 1 },
      { play: 2, score: 9_000_000, player: 2 },
    ])
  })

  it('is refused where its id was used for one with other scores, or of another station', async () => {
    const id = `report ${++count}`
    const sent = { key: venue.key, id, board: { id: BOARD }, plays: [{ score: 7_100_000, player: 1 }] }
    const first = await reporter.call('stations.report', sent)
    const other = await pair(manager, venue.venueId, 'eeee0005', machines[7]!)
    const used = { error: { error: 409, details: { code: 'id-used' } } }
    expect(await reporter.tryCall('stations.report', { ...sent, plays: [{ score: 7_100_001, player: 1 }] })).toMatchObject(used)
    expect(await reporter.tryCall('stations.report', { ...sent, plays: [...sent.plays, { score: 1, player: 2 }] })).toMatchObject(used)
    expect(await reporter.tryCall('stations.report', { ...sent, board: undefined, station: other })).toMatchObject(used)
    expect(await reporter.tryCall('stations.report', { ...sent, board: undefined, machine: machines[8] })).toMatchObject(used)
    expect(await reporter.call('stations.report', sent)).toEqual(first)
    // A machine that had no station yet, and then the game is told by that.
    const early = { key: venue.key, id: `report ${++count}`, plays: sent.plays }
    const stored = await reporter.call('stations.report', { ...early, machine: machines[8] })
    const made = await pair(manager, venue.venueId, 'eeee0006', machines[8]!)
    expect(await reporter.call('stations.report', { ...early, station: made })).toEqual(stored)
  })

  it('of a reporter with a wrong clock has the times of the site, and the same ones when it is sent again', async () => {
    const timesOf = async (id: string): Promise<number[]> => {
      const { rows } = await testApp.app.database.pool.query<{ ended_at: Date; started_at: Date }>(
        'SELECT ended_at, started_at FROM reported_games WHERE id = $1',
        [id],
      )
      return [rows[0]!.ended_at, rows[0]!.started_at].map(time => time.getTime())
    }
    for (const ahead of [5 * MINUTE, -40 * MINUTE]) {
      const told = (ms: number): Date => new Date(clock.now() + ahead - ms)
      const [plays, id] = [[{ score: 7_200_000, player: 1 }], `report ${++count}`]
      const times = { endedAt: told(2 * MINUTE), startedAt: told(10 * MINUTE) }
      const due = [clock.now() - 2 * MINUTE, clock.now() - 10 * MINUTE]
      const gameId = await report(plays, { id, ...times, sentAt: told(0) })
      const stored = await timesOf(gameId)
      for (const [i, time] of stored.entries()) expect(Math.abs(time - due[i]!)).toBeLessThan(MINUTE)
      // It waited for an hour, while the clock of its sender was set.
      clock.set(clock.now() + HOUR)
      expect(await report(plays, { id, ...times, sentAt: new Date(clock.now()) })).toBe(gameId)
      expect(await timesOf(gameId)).toEqual(stored)
    }
  })

  it('is claimed with the code of its station within 30 minutes, and is a verified score from the machine', async () => {
    const id = await report([
      { score: 4_000_010, player: 1 },
      { score: 5_000_020, player: 2 },
    ])
    const watcher = await DdpTestClient.open(testApp.endpoint)
    await watcher.subscribe('stations.justPlayed', { code: code.toUpperCase() })
    expect(watcher.documents('stationPlaces').get(stationId)).toMatchObject({ code, venueId: venue.venueId, machineId: machines[0] })
    expect(gamesOf(watcher)[0]).toMatchObject({ _id: id, plays: [{ score: 4_000_010 }, { score: 5_000_020 }] })
    expect(await claim(ada, id, 1)).toEqual({ error: NEEDS_CODE })
    expect(await claim(ada, id, 1, { code: 'wrongone' })).toEqual({ error: NEEDS_CODE })
    const _id = uuidv7()
    const input = { _id, reportedGameId: id, play: 1, code }
    const answer = await ada.client.call<{ scoreId: string; rank: number }>('stations.claim', input)
    expect(answer).toMatchObject({ scoreId: _id, personalBest: true })
    expect(await ada.client.call('stations.claim', input)).toEqual(answer)
    await watcher.subscribe('scores.one', { scoreId: _id })
    expect(watcher.documents('scores').get(_id)).toMatchObject({
      value: 4_000_010,
      status: 'verified',
      source: 'machine',
      venueId: venue.venueId,
    })
    await watcher.subscribe('boards.top', { scope: { machineId: machines[0]! }, verifiedOnly: true })
    await shown(() => [...watcher.documents('boardRows').values()].some(({ userId }) => userId === ada.id))
    expect(await claim(ben, id, 1, { code })).toEqual({ error: meteorError(409, 'Another player has claimed this score.') })
    expect(await claim(ada, id, 2, { code })).toEqual({ error: meteorError(409, 'You have claimed another score of this game.') })
    await ada.client.call('stations.unclaim', { reportedGameId: id, play: 1 })
    await shown(() => gamesOf(watcher)[0]?.plays[0]?.by === undefined)
    clock.set(clock.now() + 31 * MINUTE)
    expect(await claim(ben, id, 1, { code })).toEqual({ error: ENDED })
  })

  it('is offered by initials that its player has registered at the venue', async () => {
    await ben.client.call('stations.setInitials', { venueId: venue.venueId, initials: 'BEN' })
    expect(await ben.client.call('stations.initials', { venueId: venue.venueId })).toEqual({ initials: 'BEN' })
    await ben.client.subscribe('stations.mine', {})
    const id = await report([{ score: 3_300_000, initials: 'BEN', player: 1 }])
    await shown(() => ben.client.documents('gameOffers').has(id))
    expect(ben.client.documents('gameOffers').get(id)).toEqual({ play: 1 })
    clock.set(clock.now() + 2 * HOUR)
    expect(await claim(ben, id, 1)).toMatchObject({ result: { personalBest: true } })
    const claimer = () => gamesOf(manager.client).find(({ _id }) => _id === id)?.plays[0]?.by?.displayName
    await shown(() => claimer() === 'Ben')
    await ben.client.call('players.edit', { displayName: 'Benjamin' })
    await shown(() => claimer() === 'Benjamin')
    await shown(() => !ben.client.documents('gameOffers').has(id))
  })

  it('is nobody’s by initials that were registered after it had ended', async () => {
    const late = await signUp(testApp, 'Late')
    const set = (initials: string) => late.client.call('stations.setInitials', { venueId: venue.venueId, initials })
    await late.client.subscribe('stations.mine', {})
    await set('LAT')
    clock.set(clock.now() + 1000)
    const seen = await report([{ score: 3_400_000, initials: 'XYZ', player: 1 }])
    const own = await report([{ score: 3_500_000, initials: 'LAT', player: 1 }])
    await shown(() => late.client.documents('gameOffers').has(own))
    clock.set(clock.now() + 1000)
    await set('XYZ')
    await shown(() => !late.client.documents('gameOffers').has(own))
    expect([...late.client.documents('gameOffers').keys()]).toEqual([])
    expect(await claim(late, seen, 1)).toEqual({ error: NEEDS_CODE })
    await set('LAT')
    expect(await claim(late, own, 1)).toEqual({ error: NEEDS_CODE })
    const next = await report([{ score: 3_600_000, initials: 'LAT', player: 1 }])
    await shown(() => late.client.documents('gameOffers').has(next))
    expect(await claim(late, next, 1)).toMatchObject({ result: { personalBest: true } })
  })

  it('that two claim is held by the first, contested by the second, and given by a manager', async () => {
    const id = await report([{ score: 6_600_000, player: 1 }])
    const first = await claim(ada, id, 1, { code })
    await ben.client.call('stations.contest', { reportedGameId: id, play: 1, code })
    await shown(() => gamesOf(manager.client).find(({ _id }) => _id === id)?.plays[0]?.contestedBy?.userId === ben.id)
    const decision = { venueId: venue.venueId, reportedGameId: id, play: 1, userId: ben.id }
    expect(await ada.client.tryCall('stations.decide', decision)).toMatchObject({ error: { error: 403 } })
    await manager.client.call('stations.decide', decision)
    await shown(() => gamesOf(manager.client).find(({ _id }) => _id === id)?.plays[0]?.by?.userId === ben.id)
    const watcher = await DdpTestClient.open(testApp.endpoint)
    expect((await watcher.subscribe('scores.one', { scoreId: (first.result as { scoreId: string }).scoreId })).error).toMatchObject({
      error: 404,
    })
    await watcher.subscribe('scores.recent', { userId: ben.id, limit: 20 })
    expect([...watcher.documents('scores').values()].some(({ value }) => value === 6_600_000)).toBe(true)
  })

  it('that its player gives back becomes the score of who contests it, and one player has one of its plays', async () => {
    const id = await report([
      { score: 6_700_000, player: 1 },
      { score: 6_800_000, player: 2 },
    ])
    expect(await claim(ada, id, 1, { code })).toHaveProperty('result')
    expect(await claim(ben, id, 2, { code })).toHaveProperty('result')
    const contest = { reportedGameId: id, play: 1, code }
    expect(await ben.client.tryCall('stations.contest', contest)).toEqual({ error: OWNED })
    await ben.client.call('stations.unclaim', { reportedGameId: id, play: 2 })
    await ben.client.call('stations.contest', contest)
    await ada.client.call('stations.unclaim', { reportedGameId: id, play: 1 })
    await shown(() => gamesOf(manager.client).find(({ _id }) => _id === id)?.plays[0]?.by?.userId === ben.id)
    expect(gamesOf(manager.client).find(({ _id }) => _id === id)?.plays[0]).not.toHaveProperty('contestedBy')
    expect(await scoresOf(id)).toEqual([{ userId: ben.id, value: 6_700_000, status: 'verified' }])
  })

  it.each(['rejected', 'removed'])('whose score a moderator has %s stays claimed, so that it cannot be claimed anew', async how => {
    const moderator = await signUp(testApp, `Moderator${how}`)
    await grantRoles(testApp, moderator.id, ['moderator'])
    const id = await report([{ score: 6_900_000, player: 1 }])
    const { scoreId } = (await claim(ada, id, 1, { code })).result as { scoreId: string }
    if (how === 'removed') await moderator.client.call('scores.remove', { scoreId })
    else {
      await moderator.client.subscribe('scores.one', { scoreId })
      const { version } = moderator.client.documents('scores').get(scoreId)!
      await moderator.client.call('scores.moderate', { scoreId, status: 'rejected', version })
    }
    const unclaim = { reportedGameId: id, play: 1 }
    expect(await ada.client.tryCall('stations.unclaim', unclaim)).toMatchObject({
      error: { error: 409, details: { code: 'claim-decided' } },
    })
    expect(await claim(ben, id, 1, { code })).toMatchObject({ error: { details: { code: 'play-claimed' } } })
  })

  it('that its player has removed from the board can be claimed anew', async () => {
    const id = await report([{ score: 7_100_000, player: 1 }])
    const { scoreId } = (await claim(ada, id, 1, { code })).result as { scoreId: string }
    await ada.client.call('scores.remove', { scoreId })
    await ada.client.call('stations.unclaim', { reportedGameId: id, play: 1 })
    expect(await claim(ada, id, 1, { code })).toHaveProperty('result')
  })

  it.each([
    { eraseScores: false, fate: 'stays theirs, because the score stays on the board' },
    { eraseScores: true, fate: 'can be claimed by others' },
  ])('of a deleted account $fate', async ({ eraseScores }) => {
    const leaver = await signUp(testApp, `Leaver${eraseScores}`)
    const id = await report([{ score: 7_200_000, player: 1 }])
    expect(await claim(leaver, id, 1, { code })).toHaveProperty('result')
    await leaver.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores })
    const again = await claim(ben, id, 1, { code })
    if (eraseScores) expect(again).toHaveProperty('result')
    else expect(again).toMatchObject({ error: { details: { code: 'play-claimed' } } })
  })

  it('above what is plausible on its machine is held, as any other score', async () => {
    const players = await Promise.all(Array.from({ length: 24 }, (_, i) => signUp(testApp, `Held${i}`)))
    for (const [i, { client }] of players.entries())
      for (const value of [1_000_000, 1_200_000, 1_400_000])
        await client.call('scores.submit', { _id: uuidv7(), machineId: machines[2]!, value: value + i })
    const held = await pair(manager, venue.venueId, 'bbbb0002', machines[2]!)
    const { reportedGameId } = await reporter.call<{ reportedGameId: string }>('stations.report', {
      ...{ key: venue.key, id: `report ${++count}`, station: held, plays: [{ score: 900_000_000_000, player: 1 }] },
    })
    await shown(() => manager.client.documents('stations').has(held))
    const heldCode = String(manager.client.documents('stations').get(held)!.code)
    const newcomer = await signUp(testApp, 'Newcomer')
    // What the machine has told makes nobody trusted: whoever claims it need not have played it.
    const leftover = await report([{ score: 1_700, player: 1 }])
    expect(await claim(newcomer, leftover, 1, { code })).toMatchObject({ result: { personalBest: true } })
    const scoreId = uuidv7()
    expect(await claim(newcomer, reportedGameId, 1, { _id: scoreId, code: heldCode })).toMatchObject({ result: { underReview: true } })
    const typed = { _id: uuidv7(), machineId: machines[2]!, value: 800_000_000_000 }
    expect(await newcomer.client.call('scores.submit', typed)).toMatchObject({ underReview: true })
    // A moderator decides: its player cannot make it a plausible one.
    const corrected = { scoreId, value: 1_500_000 }
    expect(await newcomer.client.tryCall('scores.edit', corrected)).toMatchObject({
      error: { error: 409, details: { code: 'score-of-machine' } },
    })
    await newcomer.client.call('scores.edit', { scoreId, comment: 'What a game' })
    const moderator = await signUp(testApp, 'Judge')
    await grantRoles(testApp, moderator.id, ['moderator'])
    await moderator.client.call('scores.edit', corrected)
  })

  it('that nobody claims falls away after seven days, and its number stays with the station', async () => {
    await report([{ score: 1_000 }])
    const before = Number(manager.client.documents('stations').get(stationId)!.unclaimed)
    clock.set(clock.now() + 8 * 24 * HOUR)
    await testApp.app.features.stations.runOnce()
    await report([{ score: 2_000, player: 1 }])
    await shown(() => Number(manager.client.documents('stations').get(stationId)!.unclaimed) > before)
    const { rows } = await testApp.app.database.pool.query('SELECT 1 FROM reported_plays WHERE score = 1000')
    expect(rows).toEqual([])
  })

  it('keeps the numbers of its plays when others of it fall away, so that a contest can still be decided', async () => {
    const id = await report([
      { score: 1_100, player: 1 },
      { score: 2_200, player: 2 },
    ])
    await claim(ada, id, 2, { code })
    await ben.client.call('stations.contest', { reportedGameId: id, play: 2, code })
    clock.set(clock.now() + 8 * 24 * HOUR)
    await testApp.app.features.stations.runOnce()
    // A list has the latest fifty games.
    for (let i = 0; i < 51; i++) await report([{ score: 10_000 + i, player: 1 }])
    const watcher = await DdpTestClient.open(testApp.endpoint)
    await logIn(watcher, manager.username)
    await watcher.subscribe('stations.games', { venueId: venue.venueId })
    expect(gamesOf(watcher).length).toBe(51)
    const { plays } = gamesOf(watcher).find(({ _id }) => _id === id)!
    expect(plays).toMatchObject([{ play: 2, score: 2_200, by: { userId: ada.id }, contestedBy: { userId: ben.id } }])
    await manager.client.call('stations.decide', { venueId: venue.venueId, reportedGameId: id, play: plays[0]!.play, userId: ben.id })
  })

  it('of a machine board with another name is doubted until a manager says what the station is', async () => {
    const of = await pair(manager, venue.venueId, 'cccc0003', machines[3]!)
    const tell = (name: string, id: string) =>
      reporter.call<{ reportedGameId: string }>('stations.report', {
        key: venue.key,
        id,
        board: { id: 'cccc0003', name },
        plays: [{ score: 5000, player: 1 }],
      })
    const first = await tell('Firepower', 'moved 1')
    const second = await tell('Black Knight', 'moved 2')
    const doubtsOf = (game: { reportedGameId: string }) => gamesOf(manager.client).find(({ _id }) => _id === game.reportedGameId)?.doubts
    await shown(() => doubtsOf(second) !== undefined)
    expect([first, second].map(doubtsOf)).toEqual([[], ['other-machine']])
    await shown(() => manager.client.documents('stations').get(of)?.nowNamed === 'Black Knight')
    await manager.client.call('stations.setMachine', { venueId: venue.venueId, stationId: of, machineId: machines[4]! })
    await shown(() => manager.client.documents('stations').get(of)?.machineId === machines[4])
    expect(manager.client.documents('stations').get(of)).toMatchObject({ boardName: 'Black Knight' })
    expect(manager.client.documents('stations').get(of)).not.toHaveProperty('nowNamed')
    const watcher = await DdpTestClient.open(testApp.endpoint)
    await watcher.subscribe('stations.justPlayed', { code: String(manager.client.documents('stations').get(of)!.code) })
    const placeOf = () => watcher.documents('stationPlaces').get(of)?.machineId
    expect(placeOf()).toBe(machines[4])
    await manager.client.call('stations.setMachine', { venueId: venue.venueId, stationId: of, machineId: machines[3]! })
    await shown(() => placeOf() === machines[3])
  })

  it('is dismissed by a manager as long as nothing was claimed, and does not come back', async () => {
    const plays = [{ score: 123, player: 1 }]
    const id = await report(plays)
    await manager.client.call('stations.dismiss', { venueId: venue.venueId, reportedGameId: id })
    await shown(() => !gamesOf(manager.client).some(({ _id }) => _id === id))
    expect(await reporter.call('stations.report', { key: venue.key, id: `report ${count}`, board: { id: BOARD }, plays })).toEqual({
      reportedGameId: null,
    })
  })

  it('comes by plain HTTP with the key in the header, and not with it in the body', async () => {
    const post = (body: object, authorization = `Bearer ${venue.key}`) =>
      fetch(`${testApp.http}/api/v1/reports`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const body = { id: 'by http', machine: machines[0]!, plays: [{ score: 77_000, name: 'Zoe' }] }
    const response = await post(body)
    expect(response.status).toBe(200)
    const { reportedGameId } = (await response.json()) as { reportedGameId: string }
    await shown(() => gamesOf(manager.client).some(({ _id }) => _id === reportedGameId))
    expect((await post({ ...body, key: venue.key })).status).toBe(400)
    expect((await post(body, 'Bearer skillshot_nothing')).status).toBe(401)
    expect((await fetch(`${testApp.http}/api/v1/venues/list`, { headers: { authorization: `Bearer ${venue.key}` } })).status).toBe(403)
  })
})

it('a moderator may manage stations as a manager may, and a visitor sees no venue of a private group', async () => {
  const moderator = await signUp(testApp, 'Mod')
  await grantRoles(testApp, moderator.id, ['moderator'])
  expect((await moderator.client.subscribe('stations.games', { venueId: venue.venueId })).error).toBeNull()
})
