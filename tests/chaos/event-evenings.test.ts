import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StandingsDoc } from '#events/contract/documents.ts'
import {
  type EventFormat,
  hasByeChoice,
  isPlayedInRounds,
  playsSeveralGames,
  takesSeeds,
  tieBreakChoices,
} from '#events/formats/registry.ts'
import { type Move, planMove } from '#events/rules/draw/move-player.ts'
import { FIRST_ROUNDS, PLAY_ORDERS, SEEDINGS } from '#events/rules/draw-options.ts'
import { AGREEMENTS } from '#events/rules/result-agreement.ts'
import { BYE_OPPONENTS, BYES } from '#events/rules/standings-options.ts'
import type { ExportedEvent } from '#events/rules/verify-export.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import { createEvent, createEventTestApp, HOUR } from '../integration/helpers/events.ts'
import type { SettableClock } from '../integration/helpers/settable-clock.ts'
import type { TestApp } from '../integration/helpers/test-app.ts'
import type { TestUser } from '../integration/helpers/users.ts'
import { plainStandings } from './plain-standings.ts'
import { chaosSize, createSeededRandom, pickRandom } from './seeded.ts'

/** Evenings of each format. */
const SEEDS = Array.from({ length: chaosSize(3, 200) }, (_, i) => i + 1)
const STEPS = 45
const NAMES = ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hal']

let testApp: TestApp
let clock: SettableClock
let machines: string[]
let director: TestUser
let players: TestUser[]
let device: DdpTestClient

beforeAll(async () => {
  ;({ testApp, clock, machines, director, players, visitor: device } = await createEventTestApp(['Mia', 'Noa', 'Oli'], 6))
})
afterAll(() => testApp.close())

type Act = () => Promise<unknown>

/** A game of a group. `id`: the group's */
interface GroupGame {
  id: string
  game: number
}

const nameGame = ({ id, game }: GroupGame): { groupId: string; game: number } => ({ groupId: id, game })

/**
 * One evening: a director, a co-director (Mia), a scorekeeper (Noa), a linked device and a player (Oli) who do everything at random
 * moments, a fifth of it wrongly or at the same time.
 */
class Evening {
  readonly #random: () => number
  readonly #format: EventFormat
  eventId = ''
  /** ids of entrants whose addition was acknowledged, and neither removed, merged nor left */
  readonly entrants = new Set<string>()
  /** by group and game: the results that were acknowledged for it; null: it was voided */
  readonly results = new Map<string, (string | null)[]>()
  readonly #voids: string[] = []
  /** what the linked device sends with its calls */
  #deviceKey = ''
  readonly #refusals = new Set<unknown>()

  constructor(seed: number, format: EventFormat) {
    this.#random = createSeededRandom(seed)
    this.#format = format
  }

  async run(): Promise<void> {
    const startsAt = this.#chance(0.3) ? HOUR : -HOUR
    this.eventId = await createEvent(director, clock.now(), {
      format: this.#format,
      ...(this.#chance(0.5) ? this.#options() : {}),
      machineIds: machines.slice(0, 4),
      startsAt,
      endsAt: 3 * HOUR,
    })
    await this.#appoint()
    await this.#add()
    const entries = players.map(({ id: userId }) => ({ _id: uuidv7(), userId }))
    await this.#direct('events.addPlayers', { entries })
    await this.#keepScores('events.presence', { all: true, presence: 'here' })
    for (let step = 0; step < STEPS; step++) {
      if (this.#chance(0.2)) await Promise.all([this.#step(), this.#step(), this.#step()])
      else await this.#step()
      if (step % 15 === 14) await checkScores(await this.exported(), `step ${step}`)
    }
    for (const { id, game, order } of await this.#groups()) {
      const acknowledged = this.results.get(`${id} ${game}`) ?? []
      if (acknowledged.length > 0 && !acknowledged.includes(null)) expect(order, `game ${game} of ${id}`).toBeDefined()
    }
    // Whatever has happened, there is a way on: the director can finish the evening.
    await this.#call(director, 'events.start')
    if ((await this.exported()).event.state === 'finished')
      await director.client.call('events.reopen', { eventId: this.eventId, endsAt: new Date(clock.now() + HOUR) })
    await this.#showHeld()
    for (const group of (await this.#groups()).filter(({ order }) => order === undefined))
      await director.client.call('events.result', {
        eventId: this.eventId,
        ...nameGame(group),
        order: group.entrantIds,
        scores: group.entrantIds.map((_, i) => (group.entrantIds.length - i) * 100),
      })
    await director.client.call('events.close', { eventId: this.eventId })
    await director.client.call('events.holdStandings', { eventId: this.eventId, held: false })
    for (const refusal of this.#refusals) expect([400, 403, 404, 409]).toContain(refusal)
  }

  /** Gives Mia and Noa their parts, and opens the link of the device. */
  async #appoint(): Promise<void> {
    const [mia, noa] = players
    const { eventId } = this
    await director.client.call('events.setStaff', { eventId, userId: mia!.id, role: 'co-director' })
    await director.client.call('events.setStaff', { eventId, userId: noa!.id, role: 'scorekeeper' })
    const { url } = await director.client.call<{ url: string }>('events.deviceLink', { _id: uuidv7(), eventId })
    this.#deviceKey = randomBytes(32).toString('base64url')
    await device.call('events.openDevice', { token: url.slice(-43), key: this.#deviceKey })
  }

  async exported(): Promise<ExportedEvent> {
    const { body } = await director.client.call<{ body: string }>('events.export', { eventId: this.eventId, as: 'json' })
    return JSON.parse(body) as ExportedEvent
  }

  #chance(share: number): boolean {
    return this.#random() < share
  }

  #pick<T>(items: readonly T[]): T {
    return pickRandom(this.#random, items)
  }

  #shuffle<T>(items: readonly T[]): T[] {
    return items
      .map(item => [this.#random(), item] as const)
      .sort(([a], [b]) => a - b)
      .map(([, item]) => item)
  }

  /** @returns the answer; null: the call was refused */
  async #call<T = object>(by: TestUser, method: string, fields: object = {}): Promise<T | null> {
    const { result, error } = await by.client.tryCall(method, { eventId: this.eventId, ...fields })
    if (error !== undefined) this.#refusals.add(error.error)
    return (result ?? null) as T | null
  }

  /** The games of the groups of all rounds, with their confirmed results. */
  async #groups(): Promise<(GroupGame & { entrantIds: string[]; order?: string[]; places?: number[]; scores?: (number | null)[] })[]> {
    const { rows } = await testApp.app.database.pool.query<{
      id: string
      game: number
      entrant_ids: string[]
      result: string[] | null
      places: number[] | null
      scores: (number | null)[] | null
      confirmed: boolean
    }>(
      `SELECT g.id, p.game, g.entrant_ids, p.result, p.places, p.scores, p.confirmed
       FROM event_groups g JOIN event_rounds r ON r.id = g.round_id JOIN event_games p ON p.group_id = g.id
       WHERE r.event_id = $1 ORDER BY r.number, g.number, p.game`,
      [this.eventId],
    )
    return rows.map(({ id, game, entrant_ids, result, places, scores, confirmed }) => ({
      id,
      game,
      entrantIds: entrant_ids,
      ...(confirmed ? { order: result!, ...(places === null ? {} : { places }), ...(scores === null ? {} : { scores }) } : {}),
    }))
  }

  /** Calls a method as one of those who direct the event. */
  #direct<T = object>(method: string, fields: object = {}): Promise<T | null> {
    return this.#call<T>(this.#chance(0.3) ? players[0]! : director, method, fields)
  }

  /** Calls a method as one of those who keep its scores, of which one has no account. */
  async #keepScores<T = object>(method: string, fields: object): Promise<T | null> {
    if (this.#chance(0.7)) return this.#call<T>(this.#pick([director, players[0]!, players[1]!]), method, fields)
    const { result, error } = await device.tryCall(method, { eventId: this.eventId, device: this.#deviceKey, ...fields })
    if (error !== undefined) this.#refusals.add(error.error)
    return (result ?? null) as T | null
  }

  #step(): Promise<unknown> {
    const acts: Act[] = [
      () => this.#add(),
      () => this.#join(),
      () => this.#changePlayers(),
      () => this.#claim(),
      () => this.#presence(),
      () => this.#draw(),
      () => this.#arrange(),
      () => this.#arrange(),
      () => this.#adjust(),
      () => this.#result(),
      () => this.#result(),
      () => this.#result(),
      () => this.#score(),
      () => this.#score(),
      () => this.#score(),
      () => this.#void(),
      () => this.#undo(),
      () => this.#machines(),
      () => this.#direct('events.edit', this.#options()),
      () => this.#playOff(),
      () => this.#seed(),
      () => this.#clock(),
      () => this.#direct('events.holdStandings', { held: this.#chance(0.5) }),
      () => this.#trespass(),
    ]
    return this.#pick(acts)()
  }

  /** What the format lets a director choose. */
  #options(): object {
    const { kind } = this.#format
    const choices = this.#shuffle(tieBreakChoices(kind))
    return {
      agreement: this.#pick(AGREEMENTS),
      capacity: this.#pick([null, null, 4, 8]),
      ...(choices.length === 0 ? {} : { tieBreaks: choices.slice(0, Math.floor(this.#random() * (choices.length + 1))) }),
      ...(hasByeChoice(kind) ? { byes: this.#pick(BYES) } : {}),
      ...(playsSeveralGames(kind) ? { gamesPerRound: this.#pick([1, 1, 2, 3]) } : {}),
      ...(takesSeeds(kind) ? { seeding: this.#pick(SEEDINGS), firstRound: this.#pick(FIRST_ROUNDS) } : {}),
      ...(hasByeChoice(kind) ? { byeOpponent: this.#pick(BYE_OPPONENTS) } : {}),
      ...(isPlayedInRounds(kind)
        ? { playOrder: this.#pick(PLAY_ORDERS), machineDraw: this.#pick(['balanced', 'random', 'manual', 'none']) }
        : {}),
    }
  }

  async #draw(): Promise<void> {
    await this.#direct('events.draw', {
      _id: uuidv7(),
      ...(this.#chance(0.4) ? { leavesOpen: true } : {}),
      ...(this.#chance(0.2) ? { held: true } : {}),
    })
    if (this.#chance(0.7)) await this.#showHeld()
  }

  async #showHeld(): Promise<void> {
    const { rows } = await testApp.app.database.pool.query<{ id: string }>('SELECT id FROM event_rounds WHERE event_id = $1 AND held', [
      this.eventId,
    ])
    for (const { id: roundId } of rows) await this.#direct('events.show', { roundId })
  }

  /** Moves a player of the latest round, or lets one come late or go home; now and then as nobody may. */
  async #arrange(): Promise<void> {
    const { rows } = await testApp.app.database.pool.query<{ id: string; byes: string[]; groups: { id: string; entrantIds: string[] }[] }>(
      `SELECT r.id, r.byes, coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'entrantIds', g.entrant_ids) ORDER BY g.number), '[]') AS groups
       FROM event_rounds r LEFT JOIN event_groups g ON g.round_id = r.id
       WHERE r.event_id = $1 AND r.number = (SELECT max(number) FROM event_rounds WHERE event_id = $1) GROUP BY r.id`,
      [this.eventId],
    )
    const [round] = rows
    if (round === undefined || this.entrants.size === 0) return
    const seating = { groups: new Map(round.groups.map(({ id, entrantIds }) => [id, entrantIds])), byes: round.byes }
    const player = this.#pick([...this.entrants])
    const other = this.#pick([...this.entrants].filter(id => id !== player).concat(player))
    const move = this.#pick<Move>([
      { kind: 'group', groupId: this.#pick(round.groups).id },
      { kind: 'new group', with: other },
      { kind: 'swap', for: other },
      { kind: 'turn', at: 0 },
      { kind: 'bye' },
      { kind: 'out' },
    ])
    if (player === other && move.kind !== 'group' && move.kind !== 'bye' && move.kind !== 'out') return
    const change = planMove(seating, player, move)
    const _id = uuidv7()
    const stale = this.#chance(0.1) ? { byes: { entrantIds: [], was: ['nobody'] } } : {}
    const reopens = this.#chance(0.6) ? { reopens: true } : {}
    if ((await this.#direct('events.arrange', { _id, roundId: round.id, ...change, ...stale, ...reopens })) === null) return
    this.#voids.push(_id)
    for (const { groupId } of change.groups)
      for (let game = 1; game <= 5; game++) if (groupId !== undefined) this.#record(`${groupId} ${game}`, null)
  }

  async #adjust(): Promise<void> {
    const _id = uuidv7()
    const amount = this.#pick([1, 2, -1, -3, 0.5, 0])
    const answer = await this.#direct('events.adjust', { _id, entrantId: this.#pick([...this.entrants, 'nobody']), amount, reason: 'why' })
    if (answer !== null) this.#voids.push(_id)
  }

  async #add(): Promise<void> {
    const entries = this.#shuffle(NAMES)
      .slice(0, 1 + Math.floor(this.#random() * 4))
      .map(displayName => ({ _id: uuidv7(), displayName }))
    const answer = await this.#direct<{ entrants: { entrantId?: string }[] }>('events.addPlayers', { entries })
    for (const { entrantId } of answer?.entrants ?? []) if (entrantId !== undefined) this.entrants.add(entrantId)
  }

  async #join(): Promise<void> {
    const player = this.#pick(players)
    const entries = [{ _id: uuidv7(), userId: player.id }]
    if (this.#chance(0.5)) await this.#direct('events.addPlayers', { entries })
    else await this.#call(player, this.#chance(0.6) ? 'events.join' : 'events.leave')
  }

  async #changePlayers(): Promise<void> {
    const [one, other] = this.#shuffle([...this.entrants]) as [string?, string?]
    if (one === undefined || other === undefined) return
    const action = this.#pick(['rename', 'remove', 'merge'])
    if (action === 'rename') await this.#call(director, 'events.editEntrant', { entrantId: one, displayName: this.#pick(NAMES) })
    // Another call may remove the one that this one merges into, so both are dropped from what must be there.
    else if (action === 'remove') await this.#forget([one], () => this.#call(director, 'events.removeEntrant', { entrantId: one }))
    else await this.#forget([one], () => this.#call(director, 'events.mergeEntrants', { from: one, into: other }))
  }

  async #forget(ids: readonly string[], act: Act): Promise<void> {
    if ((await act()) !== null) for (const id of ids) this.entrants.delete(id)
  }

  async #presence(): Promise<void> {
    const presence = this.#pick(['here', 'here', 'paused', 'expected'])
    const ids = this.#shuffle([...this.entrants]).slice(0, 3)
    await this.#keepScores('events.presence', this.#chance(0.3) ? { all: true, presence: 'here' } : { entrantIds: ids, presence })
  }

  async #result(): Promise<void> {
    const groups = await this.#groups()
    if (groups.length === 0) return
    const group = this.#pick(groups.slice(-4))
    const order = this.#shuffle(group.entrantIds)
    const places = order.map((_, i) => i + 1)
    const isTied = this.#chance(0.2) && order.length > 1
    if (isTied) places[1] = 1
    const illegal = this.#chance(0.1)
    const fields = {
      ...nameGame(group),
      order: illegal ? order.slice(1) : order,
      ...(isTied ? { places } : {}),
      ...(this.#chance(0.4) ? { scores: this.#typeScores(places) } : {}),
      ...(group.order !== undefined && this.#chance(0.7)
        ? { replaces: { order: group.order, places: group.places, scores: group.scores } }
        : {}),
    }
    const answer = this.#chance(0.3)
      ? await this.#call<{ state: string }>(players[2]!, 'events.result', fields)
      : await this.#keepScores<{ state: string }>('events.result', fields)
    if (answer?.state === 'confirmed') this.#record(`${group.id} ${group.game}`, order.join(' '))
  }

  /** Scores that fit these places, 0 for the last, or now and then do not; some may be missing. */
  #typeScores(places: readonly number[]): (number | null)[] {
    const step = 1 + Math.floor(this.#random() * 50)
    const scores = places.map(place => (this.#chance(0.2) ? null : (places.length - place) * step))
    return this.#chance(0.1) ? scores.toReversed() : scores
  }

  /** A player claims a guest's entry. */
  async #claim(): Promise<void> {
    const [entrantId] = this.#shuffle([...this.entrants])
    if (entrantId === undefined) return
    const claim = await this.#call<{ code: string }>(director, 'events.claimCode', { entrantId })
    if (claim === null) return
    await this.#forget([entrantId], async () => {
      const { result, error } = await this.#pick(players).client.tryCall('events.claim', { code: claim.code })
      if (error !== undefined) this.#refusals.add(error.error)
      return result ?? null
    })
  }

  #record(game: string, result: string | null): void {
    this.results.set(game, [...(this.results.get(game) ?? []), result])
  }

  async #score(): Promise<void> {
    const entrantId = this.#pick([...this.entrants, 'nobody'])
    const machineId = this.#pick(machines.slice(0, 5))
    const value = this.#chance(0.1) ? {} : { value: Math.floor(this.#random() * 9) }
    const strokes = this.#format.kind === 'pin-golf' && this.#chance(0.5) ? { strokes: this.#pick([1, 2, 3, 4]) } : {}
    await this.#keepScores('events.enter', { _id: uuidv7(), entrantId, machineId, ...value, ...strokes })
  }

  async #void(): Promise<void> {
    const _id = uuidv7()
    const now = clock.now()
    const { rows } = await testApp.app.database.pool.query<{ id: string }>('SELECT id FROM event_attempts WHERE event_id = $1', [
      this.eventId,
    ])
    const groups = await this.#groups()
    const whats: object[] = [
      { machineId: this.#pick(machines.slice(0, 4)), from: new Date(now - 60_000), to: new Date(now + 1000) },
      ...rows.map(({ id }) => ({ attemptId: id })),
      ...groups.slice(-3).map(nameGame),
    ]
    const what = this.#pick(whats)
    if ((await this.#direct('events.void', { _id, what })) === null) return
    this.#voids.push(_id)
    if ('groupId' in what && 'game' in what) this.#record(`${what.groupId} ${what.game}`, null)
  }

  async #undo(): Promise<void> {
    if (this.#voids.length > 0) await this.#call(director, 'events.undo', { voidId: this.#pick(this.#voids) })
  }

  async #machines(): Promise<void> {
    const groups = await this.#groups()
    if (groups.length > 0 && this.#chance(0.5))
      await this.#call(director, 'events.move', { ...nameGame(this.#pick(groups)), machineId: this.#pick(machines) })
    else if (this.#chance(0.5))
      await this.#call(director, 'events.setMachine', { machineId: this.#pick(machines), active: this.#chance(0.7) })
    else await this.#call(director, 'events.edit', { machineIds: this.#shuffle(machines).slice(0, 4) })
  }

  async #seed(): Promise<void> {
    const seeds = [...this.entrants, ...(this.#chance(0.1) ? ['nobody'] : [])].map(entrantId => ({
      entrantId,
      seed: this.#pick([null, 1, 2, 3]),
    }))
    if (seeds.length > 0) await this.#direct('events.setSeeds', { seeds })
  }

  async #playOff(): Promise<void> {
    const rows = plainStandings({ ...(await this.exported()), playoffs: [] })
    const tied = rows.filter(({ rank }) => rank === this.#pick(rows).rank)
    if (tied.length >= 2)
      await this.#call(director, 'events.playoff', { _id: uuidv7(), order: this.#shuffle(tied.map(({ entrantId }) => entrantId)) })
  }

  async #clock(): Promise<void> {
    const act = this.#pick(['close', 'reopen', 'start', 'reopen'])
    await this.#call(director, `events.${act}`, act === 'reopen' ? { endsAt: new Date(clock.now() + HOUR) } : {})
    if (act === 'close' && this.#chance(0.7)) await this.#call(director, 'events.reopen', { endsAt: new Date(clock.now() + HOUR) })
  }

  /** What nobody may do: each of these is refused. */
  async #trespass(): Promise<void> {
    const player = this.#pick([players[1]!, players[2]!])
    const [method, fields] = this.#pick<[string, object]>([
      ['events.close', {}],
      ['events.draw', { _id: uuidv7() }],
      ['events.arrange', { _id: uuidv7(), roundId: 'x', groups: [] }],
      ['events.adjust', { _id: uuidv7(), entrantId: 'x', amount: 1, reason: 'x' }],
      ['events.show', { roundId: 'x' }],
      ['events.holdStandings', { held: true }],
      ['events.setSeat', { entrantId: 'x', machineIds: [] }],
      ['events.addPlayers', { entries: [{ _id: uuidv7(), displayName: 'X' }] }],
      ['events.playoff', { _id: uuidv7(), order: ['a', 'b'] }],
      ['events.removeEntrant', { entrantId: [...this.entrants][0] ?? 'x' }],
      ['events.reopen', {}],
      ['events.void', { _id: uuidv7(), what: { groupId: 'x' } }],
    ])
    expect(await this.#call(player, method, fields)).toBe(null)
  }
}

/**
 * The scores of the event's games are those that the export has with the results, of players with an account and above 0; and everybody's
 * best on each machine is the highest of all that count.
 */
async function checkScores({ event, entrants, rounds }: ExportedEvent, what: string): Promise<void> {
  const usernames = new Map(entrants.map(({ id, username }) => [id, username]))
  const typed = rounds.flatMap(({ groups }) =>
    groups.flatMap(({ machineId, order = [], scores = [] }) =>
      order.flatMap((id, i) => {
        const [username, value] = [usernames.get(id), scores[i] ?? 0]
        return username === undefined || value === 0 || machineId === '' ? [] : [`${machineId} ${username} ${value}`]
      }),
    ),
  )
  const query = async (text: string, ...values: unknown[]) =>
    (await testApp.app.database.pool.query<{ line: string }>(text, values)).rows.map(({ line }) => line)
  const stored = await query(
    `SELECT concat_ws(' ', s.machine_id, u.username, s.value) AS line FROM game_scores g JOIN scores s ON s.id = g.score_id
     JOIN users u ON u.id = s.user_id WHERE s.event_id = $1 AND s.removed_at IS NULL`,
    event.id,
  )
  expect(stored.sort(), what).toEqual(typed.sort())
  const counted = await query(
    `SELECT concat_ws(' ', machine_id, user_id, max(value)) AS line FROM scores WHERE removed_at IS NULL GROUP BY machine_id, user_id`,
  )
  const bests = await query(`SELECT concat_ws(' ', machine_id, user_id, value) AS line FROM bests`)
  expect(bests.sort(), what).toEqual(counted.sort())
}

const FORMATS: EventFormat[] = [
  { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 6, points: 'ifpa' },
  { kind: 'match-play', grouping: 'balanced', groupSize: 3, rounds: 4, points: 'pinburgh' },
  { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 6, points: 'winner' },
  {
    kind: 'match-play',
    grouping: 'random',
    groupSize: 4,
    rounds: 5,
    points: { custom: { 4: [4, 2.5, 2.25, 0], 3: [4, 2.25, 0], 2: [3.75, 0.1] } },
  },
  { kind: 'strikes', groupSize: 2, strikesToLeave: 2, strikes: 'standard' },
  { kind: 'strikes', groupSize: 4, strikesToLeave: 3, strikes: 'progressive' },
  { kind: 'amazing-race', out: 1 },
  { kind: 'best-game', points: 'papa' },
  { kind: 'high-score' },
]
const golf = (): EventFormat => ({ kind: 'pin-golf', balls: 3, missed: 'graded', targets: { [machines[0]!]: 4, [machines[1]!]: 7 } })

describe('[E1] an evening in which everything happens', () => {
  it.each([...FORMATS.map(format => [format.kind, () => format] as const), ['pin-golf', golf] as const])(
    '%s: the standings are those of a plain computation, and nothing acknowledged is lost',
    async (_, makeFormat) => {
      for (const seed of SEEDS) {
        const evening = new Evening(seed, makeFormat())
        const watching = players[0]!.client
        await evening.run()
        const exported = await evening.exported()
        const plain = plainStandings(exported)
        const what = `seed ${seed}`
        const sort = <T extends { entrantId: string }>(rows: readonly T[]): T[] =>
          [...rows].sort((a, b) => (a.entrantId < b.entrantId ? -1 : 1))
        const expected = sort(plain).map(({ entrantId, rank }) => [entrantId, rank])
        expect(
          sort(exported.standings).map(({ entrantId, rank }) => [entrantId, rank]),
          what,
        ).toEqual(expected)
        const figures = sort(exported.standings).map(({ points, strokes, strikes }) => strokes ?? strikes ?? Math.round(points * 1000))
        expect(figures, what).toEqual(sort(plain).map(({ figure }) => figure))
        const reasons = sort(exported.standings).map(({ decidedBy: by }) => by && `${by.by} ${by.own}:${by.other}`)
        expect(reasons, what).toEqual(sort(plain).map(({ decidedBy }) => decidedBy))
        const sub = await watching.subscribe('events.standings', { eventId: evening.eventId })
        const shown = [...watching.documents('standings').values()].map(document => document as unknown as StandingsDoc)
        expect(
          sort(shown).map(({ entrantId, rank }) => [entrantId, rank]),
          what,
        ).toEqual(expected)
        await watching.unsubscribe(sub)
        await checkScores(exported, what)
        const ids = new Set(exported.entrants.map(({ id }) => id))
        expect(
          [...evening.entrants].filter(id => !ids.has(id)),
          what,
        ).toEqual([])
        for (const order of exported.rounds.flatMap(({ groups }) => groups.flatMap(group => group.order ?? [])))
          expect(ids.has(order), what).toBe(true)
      }
    },
    chaosSize(180_000, 15 * 60_000),
  )
})
