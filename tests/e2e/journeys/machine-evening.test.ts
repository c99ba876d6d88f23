import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as m from '#messages'
import { ReporterProcess } from '../../chaos/reporter-process.ts'
import type { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import { openPage, waitUntilLive } from '../helpers/browser.ts'
import { aroundNow, type EventSite, openEventSite, type PlayedGroupDoc } from '../helpers/event-site.ts'
import { watchLayoutShifts } from '../helpers/layout-shifts.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { openReportedVenue, type ReportedVenue } from '../helpers/stations.ts'

/*
 * An evening at a bar with two machines that report themselves: machine boards speak UDP to the built reporter, which speaks to the built site,
 * at which players, a director, a newcomer and a wall look.
 */

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const NAMES = ['ada', 'ben', 'cleo', 'dan', 'eve', 'finn', 'gus', 'hanna']
/** where pictures of the wall go; left out: no pictures are taken */
const PICTURES = process.env.MACHINE_EVENING_PICTURES
const PICTURES_OF_WALL = 10

let site: EventSite
let browser: Browser
let venue: ReportedVenue
let visitor: DdpTestClient
let reporter: ReporterProcess
let players: Player[]
const boards: MachineBoard[] = []
const dir = mkdtempSync(join(tmpdir(), 'skillshot-machine-evening-'))

/** A machine board at an address of its own, as it speaks to the reporter. */
class MachineBoard {
  readonly id: string
  readonly #socket: Socket
  #gameNumber = 0

  private constructor(id: string, socket: Socket) {
    this.id = id
    this.#socket = socket
  }

  static async open(id: string, address: string): Promise<MachineBoard> {
    const socket = createSocket('udp4')
    socket.bind(0, address)
    await once(socket, 'listening')
    return new MachineBoard(id, socket)
  }

  rest(scores: readonly number[] = [0, 0, 0, 0]): void {
    this.#say('game_state', this.#state(false, scores, 0, 0))
  }

  play(scores: readonly number[], ball: number, player: number): void {
    this.#say('game_state', this.#state(true, scores, ball, player))
  }

  /** Ends the game: the first message of its end is lost. */
  end(scores: readonly number[], initials: readonly string[] = []): void {
    this.rest(scores)
    const plays = scores.flatMap((score, i) => (score === 0 ? [] : [[initials[i] ?? '', score]]))
    this.#say('end_of_game', { plays, try: 2, game_num: this.#gameNumber })
    this.#gameNumber++
  }

  close(): void {
    this.#socket.close()
  }

  #state(active: boolean, scores: readonly number[], ball: number, player: number): object {
    const [four, format] = [[...scores, 0, 0, 0].slice(0, 4), { ActiveFormatId: 0, ActiveFormatName: 'Standard' }]
    const PlayersInGame = scores.length
    return { GameActive: active, Scores: four, BallInPlay: ball, PlayerUp: player, PlayersInGame, ...format, game_num: this.#gameNumber }
  }

  #say(type: string, data: object): void {
    this.#socket.send(JSON.stringify({ machine_id: this.id, type, data }), reporter.ports.game, '127.0.0.1')
  }
}

beforeAll(async () => {
  site = await openEventSite(['attack from mars', 'medieval madness'])
  ;({ browser, visitor } = site)
  players = []
  for (const name of NAMES) players.push(await signUp(site.site.endpoint, name))
  venue = await openReportedVenue(site.site, 'keeper', ['attack from mars', 'medieval madness'])
  const keyFile = join(dir, 'key')
  writeFileSync(keyFile, venue.key)
  reporter = new ReporterProcess({ site: site.site.url, keyFile, dir: join(dir, 'data'), httpPort: 9 })
  await reporter.start()
  for (const [i, id] of ['b0a2d0a1', 'b0a2d0a2'].entries()) boards.push(await MachineBoard.open(id, `127.0.2.${i + 1}`))
}, 60_000)
afterAll(async () => {
  for (const board of boards) board.close()
  await reporter?.end('SIGTERM')
  for (const player of players ?? []) await player.disconnect()
  venue?.close()
  await site?.close()
  rmSync(dir, { recursive: true, force: true })
})

const usernameOf = (entrantId: string): string => String(visitor.documents('eventEntrants').get(entrantId)?.username)
const boardOf = (machineId: string): MachineBoard => boards[venue.machineIds.indexOf(machineId)]!

/** Begins a game of four. */
function begin(group: PlayedGroupDoc): void {
  const board = boardOf(group.machineId)
  board.rest()
  board.play([0, 0, 0, 0], 1, 1)
}

/** Plays a game of a group to its end. @returns the scores, in the order of play */
function playOut(group: PlayedGroupDoc): number[] {
  const board = boardOf(group.machineId)
  const final = group.entrantIds.map((_, i) => 10_000_000 * (i + 1) + 1_230)
  for (const ball of [1, 2, 3])
    board.play(
      final.map(score => Math.round((score * ball) / 3)),
      ball,
      4,
    )
  board.play(final, 3, 4)
  board.end(final)
  return final
}

/** Takes ten pictures of the wall while a game is played. */
async function film(page: Page, board: MachineBoard): Promise<void> {
  for (let n = 1; n <= PICTURES_OF_WALL; n++) {
    const scores = [n * 12_345_670, n > 3 ? n * 4_567_890 : 0]
    board.play(scores, n > 6 ? 3 : n > 3 ? 2 : 1, n > 5 ? 2 : 1)
    await page.getByText((n * 12_345_670).toLocaleString('en'), { exact: true }).waitFor()
    if (PICTURES === undefined) continue
    mkdirSync(PICTURES, { recursive: true })
    await page.screenshot({ path: join(PICTURES, `wall-${String(n).padStart(2, '0')}.png`) })
  }
}

it('enters a round by one tap for each game, leaves a game of strangers to them, and shows on the wall what is played', async () => {
  const { director } = site
  for (const board of boards) board.rest()
  const unpaired = (): number => venue.manager.documents('unpairedBoards').size
  await expect.poll(unpaired).toBe(2)
  const codes = new Map<string, string>()
  for (const [i, { id }] of boards.entries()) codes.set(venue.machineIds[i]!, (await venue.pair(id, venue.machineIds[i]!)).code)

  const eventId = v7()
  await director.call('events.add', {
    ...{ _id: eventId, name: 'Thursday league', ...aroundNow(), venueId: venue.venueId, machineIds: venue.machineIds },
    ...{ agreement: 'one', format: { kind: 'match-play', grouping: 'random', groupSize: 4, rounds: 3, points: 'ifpa' } },
  })
  const ids = players.map(({ userId }) => userId)
  await director.call('events.addPlayers', { eventId, entries: ids.map(userId => ({ _id: v7(), userId })) })
  for (const name of ['events.rounds', 'events.entrants', 'stations.ofEvent']) await visitor.subscribe(name, { eventId })
  await director.call('events.draw', { _id: v7(), eventId })
  await expect.poll(() => site.open(eventId).length).toBe(2)

  const wall = await openPage(browser, { viewport: { width: 1920, height: 1080 }, motion: true })
  await wall.page.goto(`${site.site.url}/events/${eventId}/live`)
  await waitUntilLive(wall)
  await wall.page.evaluate(async () => void (await document.fonts.ready))
  const shifts = await watchLayoutShifts(wall.page)

  // Two strangers play on the first machine, where a group of four is drawn: nothing is offered to the group.
  const [first] = site.open(eventId)
  const strangers = boardOf(first!.machineId)
  strangers.rest()
  strangers.play([0, 0], 1, 1)
  await film(wall.page, strangers)
  const playing = wall.page.getByRole('region', { name: m.stations_playing() })
  const named = await playing.innerText()
  for (const id of first!.entrantIds) expect(named).not.toContain(usernameOf(id))
  strangers.end([123_456_700, 45_678_900], ['ZOE'])
  await expect.poll(() => visitor.documents('reportedGames').size).toBe(1)
  const [strangersGame] = visitor.documents('reportedGames').values()
  expect(strangersGame).not.toHaveProperty('groupId')
  expect(site.open(eventId)).toHaveLength(2)
  await wall.page.getByText(m.stations_over_ended()).waitFor()
  expect(await shifts()).toBe(0)

  // Each group's game is offered to its players: on whatever page they are, and on the event's own at the result that they would enter.
  for (const [i, group] of site.open(eventId).entries()) {
    const isElsewhere = i === 0
    const name = usernameOf(group.entrantIds[1]!)
    const phone = await openSignedIn(browser, site.site, name, { path: isElsewhere ? '/machines' : `/events/${eventId}`, ...PHONE })
    await waitUntilLive(phone)
    await expect.poll(() => phone.sent.some(frame => frame.includes('"stations.mine"'))).toBe(true)
    begin(group)
    // On the wall the names of the group stand beside its scores.
    for (const id of group.entrantIds) await playing.getByText(usernameOf(id)).first().waitFor()
    const scores = playOut(group)
    const place = isElsewhere ? phone.page.getByRole('region', { name: m.stations_offer_label() }) : phone.page.getByRole('main')
    await place.getByRole('button', { name: m.stations_use_result() }).waitFor()
    for (const score of scores) await place.getByText(score.toLocaleString('en')).first().waitFor()
    await place.getByRole('button', { name: m.stations_use_result() }).tap()
    await expect.poll(() => site.groups(eventId).find(({ _id }) => _id === group._id)?.state).toBe('confirmed')
    const confirmed = site.groups(eventId).find(({ _id }) => _id === group._id)!
    expect(confirmed.result).toEqual(group.entrantIds.toReversed())
    expect(confirmed.scores).toEqual(scores.toReversed())
    expect(phone.problems).toEqual([])
    await phone.page.context().close()
  }
  await expect.poll(() => site.open(eventId).length).toBe(0)

  // One of the strangers scans the code at the machine, and has an account and a score a minute later.
  const newcomer = await openPage(browser, PHONE)
  await newcomer.page.goto(`${site.site.url}/claim/${codes.get(first!.machineId)}`)
  await newcomer.page.getByRole('button', { name: /123,456,700/ }).tap()
  await newcomer.page.getByRole('status').getByRole('link', { name: m.ui_create_account() }).tap()
  await newcomer.page.getByLabel('User name', { exact: true }).fill('zoe')
  await newcomer.page.getByLabel('Password', { exact: true }).fill('zoe plays pinball')
  await newcomer.page.getByRole('button', { name: 'Create account', exact: true }).click()
  await newcomer.page.getByRole('link', { name: m.stations_see_score() }).waitFor()
  await visitor.subscribe('scores.recent', { machineId: first!.machineId, limit: 20 })
  const claimed = [...visitor.documents('scores').values()].find(({ value }) => value === 123_456_700)
  expect(claimed).toMatchObject({ username: 'zoe', status: 'verified', source: 'machine' })
  expect(newcomer.problems).toEqual([])
  for (const { page } of [wall, newcomer]) await page.context().close()
}, 120_000)
