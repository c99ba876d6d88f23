import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '#platform/settings/settings-schema.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { type ComputeOptions, recomputeRatings, updateRatings } from '#ratings/server/compute-ratings.ts'
import { findStrengths } from '#ratings/server/store.ts'
import { ratePlainly } from '#ratings/server/testing/plain-glicko.ts'
import { createSeededRandom, pickRandom } from '../../chaos/seeded.ts'
import { createEventTestApp } from '../helpers/events.ts'
import type { TestApp } from '../helpers/test-app.ts'
import type { TestUser } from '../helpers/users.ts'

const SEASONS = 200
const CHANGES = 5
const DAY = 86_400_000
const GUEST = 'guest'

let testApp: TestApp
let director: TestUser
let players: string[]
let options: ComputeOptions

beforeAll(async () => {
  const app = await createEventTestApp(['Ada', 'Ben', 'Cy', 'Di', 'Eve', 'Flo'], 1)
  ;({ testApp, director } = app)
  players = app.players.map(({ id }) => id)
  const { database, features } = testApp.app
  const settings = { current: () => ({ ...DEFAULT_SETTINGS, ratings: true }) }
  options = { database, clock: app.clock, settings, headToHead: features.events.headToHead }
})
afterAll(() => testApp.close())

/** A game as the test knows it. `order` null: it is voided */
interface Game {
  groupId: string
  seats: string[]
  order: string[] | null
  places: number[]
}

interface Night {
  id: string
  endedAt: number
  counts: boolean
  games: Game[]
}

const query = (text: string, values: unknown[] = []) => testApp.app.database.pool.query(text, values)

/** A result of these players: an order, and their places, some of them tied. */
function playGame(random: () => number, seats: readonly string[]): Pick<Game, 'order' | 'places'> {
  const order = seats.map(id => ({ id, at: random() })).sort((a, b) => a.at - b.at)
  const places: number[] = []
  for (let i = 0; i < order.length; i++) places.push(i > 0 && random() < 0.2 ? places[i - 1]! : i + 1)
  return { order: order.map(({ id }) => id), places }
}

/** The entrant of a player in a night. */
const entrantId = (night: string, player: string): string => `${night}/${player}`

const writeResult = ({ id }: Pick<Night, 'id'>, { groupId, order, places }: Game) =>
  query('UPDATE event_games SET result = $2, places = $3, confirmed = $4 WHERE group_id = $1', [
    groupId,
    order?.map(player => entrantId(id, player)) ?? null,
    order === null ? null : places,
    order !== null,
  ])

/** Writes a night as the calls of events leave it. */
async function writeNight(random: () => number, endedAt: number): Promise<Night> {
  const id = uuidv7()
  await query(
    `INSERT INTO events (id, name, starts_at, ends_at, finishes_at, time_zone, format, director_id, made_by, fingerprint)
    VALUES ($1, 'Night', $2, $3, $3, 'UTC', '{"kind":"match-play","grouping":"random","groupSize":4,"rounds":3,"points":"ifpa"}', $4, $4, '')`,
    [id, new Date(endedAt - 3_600_000), new Date(endedAt), director.id],
  )
  for (const player of players)
    await query('INSERT INTO event_entrants (id, event_id, user_id) VALUES ($1, $2, $3)', [entrantId(id, player), id, player])
  await query('INSERT INTO event_entrants (id, event_id, guest_name) VALUES ($1, $2, $3)', [entrantId(id, GUEST), id, GUEST])
  const night: Night = { id, endedAt, counts: true, games: [] }
  for (let round = 1; round <= 2; round++) {
    const roundId = uuidv7()
    await query("INSERT INTO event_rounds (id, event_id, number, byes, seed) VALUES ($1, $2, $3, '{}', '')", [roundId, id, round])
    const drawn = [...players, GUEST].map(player => ({ player, at: random() })).sort((a, b) => a.at - b.at)
    const size = 2 + Math.floor(random() * 3)
    for (const [number, seats] of [drawn.slice(0, size), drawn.slice(size, 2 * size)]
      .map(each => each.map(({ player }) => player))
      .entries()) {
      if (seats.length < 2) continue
      const game: Game = { groupId: uuidv7(), seats, ...playGame(random, seats) }
      const values = [game.groupId, roundId, number + 1, seats.map(player => entrantId(id, player))]
      await query('INSERT INTO event_groups (id, round_id, number, entrant_ids) VALUES ($1, $2, $3, $4)', values)
      await query('INSERT INTO event_games (group_id, game) VALUES ($1, 1)', [game.groupId])
      await writeResult(night, game)
      night.games.push(game)
    }
  }
  return night
}

/** Does to a season what may happen: a void or its undo, a correction, a night that is cancelled, held back, ends at another time, or is gone. */
async function change(random: () => number, nights: Night[]): Promise<void> {
  const night = pickRandom(random, nights)
  const game = pickRandom(random, night.games)
  const kind = random()
  if (kind < 0.3 && game.order !== null) {
    game.order = null
    await writeResult(night, game)
  } else if (kind < 0.6) {
    Object.assign(game, playGame(random, game.seats))
    await writeResult(night, game)
  } else if (kind < 0.65 && nights.length > 1) {
    nights.splice(nights.indexOf(night), 1)
    await query('DELETE FROM events WHERE id = $1', [night.id])
  } else if (kind < 0.8) {
    night.counts = !night.counts
    const column =
      random() < 0.5
        ? 'cancelled_at = CASE WHEN $2 THEN NULL ELSE now() END, standings_held = false'
        : 'standings_held = NOT $2, cancelled_at = NULL'
    await query(`UPDATE events SET ${column} WHERE id = $1`, [night.id, night.counts])
  } else {
    night.endedAt += Math.round((random() - 0.5) * 60) * DAY
    await query('UPDATE events SET finishes_at = $2 WHERE id = $1', [night.id, new Date(night.endedAt)])
  }
}

/** What the nights give by the second implementation. */
const plainly = (nights: readonly Night[]) =>
  ratePlainly(
    nights
      .filter(({ counts }) => counts)
      .sort((a, b) => a.endedAt - b.endedAt || (a.id < b.id ? -1 : 1))
      .map(({ endedAt, games }) => ({
        endedAt,
        games: games.flatMap(({ order, places }) => {
          if (order === null) return []
          const seats = order.map((player, i) => ({ player, place: places[i]! })).filter(({ player }) => player !== GUEST)
          return [{ userIds: seats.map(({ player }) => player), places: seats.map(({ place }) => place) }]
        }),
      })),
  )

it(`gives in ${SEASONS} seasons of nights, voids and corrections what a second implementation gives, and bit for bit what it gives from nothing`, async () => {
  for (let seed = 1; seed <= SEASONS; seed++) {
    const random = createSeededRandom(seed)
    const nights: Night[] = []
    for (let i = 0; i < 3; i++) nights.push(await writeNight(random, Date.UTC(2026, 0, 1 + Math.floor(random() * 200), 22)))
    for (let i = 0; i < CHANGES; i++) {
      await change(random, nights)
      await updateRatings(options)
    }
    const strengths = await findStrengths(testApp.app.database.db, players)
    const plain = plainly(nights)
    expect([...strengths.keys()].sort(), `seed ${seed}`).toEqual([...plain.keys()].sort())
    for (const [player, { rating, rd, vol }] of strengths) {
      expect(rating, `seed ${seed}`).toBeCloseTo(plain.get(player)!.rating, 3)
      expect(rd, `seed ${seed}`).toBeCloseTo(plain.get(player)!.rd, 3)
      expect(vol, `seed ${seed}`).toBeCloseTo(plain.get(player)!.vol, 6)
    }
    expect((await recomputeRatings(options)).differences, `seed ${seed}`).toEqual([])
    await query('DELETE FROM events')
    await query('DELETE FROM ratings')
  }
}, 240_000)
