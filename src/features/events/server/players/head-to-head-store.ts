import { sql } from 'kysely'
import { HEAD_TO_HEAD_KINDS } from '#events/formats/registry.ts'
import { epochMs } from '#platform/db/epoch-ms.ts'
import type { GameBetween, HeadToHeadGames, RatedGame, RatedNight } from '../api.ts'
import { isListedEvent, isPublicEvent } from '../store.ts'

/** More players in one game are not head to head. */
const MOST_PLAYERS = 4

/** SQL: true if everybody who sees the event `e` also sees its results. */
const isShown = sql<boolean>`(e.cancelled_at IS NULL AND NOT e.standings_held)`

const isHeadToHead = sql<boolean>`(e.format ->> 'kind' = ANY (${[...HEAD_TO_HEAD_KINDS]}::text[]))`

/** SQL: the confirmed games of the event `e`, as `r` (round), `g` (group) and `p` (game). */
const GAMES = sql<never>`JOIN event_rounds r ON r.event_id = e.id AND NOT r.held JOIN event_groups g ON g.round_id = r.id
  JOIN event_games p ON p.group_id = g.id AND p.confirmed AND cardinality(p.result) BETWEEN 2 AND ${sql.lit(MOST_PLAYERS)}`

/** SQL: the place of each player with an account in such a game. Players who are tied share the place that the result says. */
const PLACES = sql<never>`CROSS JOIN LATERAL unnest(p.result) WITH ORDINALITY o (entrant_id, n)
  JOIN event_entrants a ON a.id = o.entrant_id AND a.user_id IS NOT NULL`
const PLACE = sql<number>`coalesce(p.places[o.n], o.n::integer)`

/**
 * SQL: true if the games of the event `e` count. An event of a group counts only if the group wants it, and never while the group is private,
 * because ratings would tell what happened there. Neither does one that nobody but its director has entered, as long as its director is new.
 */
const isRated = (now: number) => sql<boolean>`(e.finishes_at <= ${new Date(now)} AND ${isShown} AND ${isHeadToHead} AND ${isListedEvent}
  AND (e.group_id IS NULL OR EXISTS (SELECT 1 FROM group_cards c WHERE c.id = e.group_id AND c.rated)))`

/** SQL: the digest of the places of one event. It names everything on which ratings depend, in the order of the games. */
const DIGEST = sql<string>`md5(string_agg(concat_ws(' ', r.number, g.number, p.game, ${PLACE}, a.user_id), ','
  ORDER BY r.number, g.number, p.game, ${PLACE}, a.user_id COLLATE "C"))`

export const headToHeadGames: HeadToHeadGames = {
  async listRatedNights(tx, now) {
    const { rows } = await sql<RatedNight>`
      SELECT e.id AS "eventId", ${epochMs('e.finishes_at')} AS "endedAt", ${DIGEST} AS digest FROM events e ${GAMES} ${PLACES}
      WHERE ${isRated(now)} GROUP BY e.id ORDER BY e.finishes_at, e.id COLLATE "C"
    `.execute(tx)
    return rows
  },

  async loadRatedGames(tx, eventIds, now) {
    const { rows } = await sql<RatedNight & { places: PlaceRow[] }>`
      SELECT e.id AS "eventId", ${epochMs('e.finishes_at')} AS "endedAt", ${DIGEST} AS digest,
        jsonb_agg(jsonb_build_array(g.id, p.game, a.user_id, ${PLACE})
          ORDER BY r.number, g.number, p.game, ${PLACE}, a.user_id COLLATE "C") AS places
      FROM events e ${GAMES} ${PLACES}
      WHERE e.id = ANY (${[...eventIds]}::text[]) AND ${isRated(now)} GROUP BY e.id ORDER BY e.finishes_at, e.id COLLATE "C"
    `.execute(tx)
    return rows.map(({ places, ...night }) => ({ ...night, games: toGames(places) }))
  },

  async listBetween(tx, userId, otherId) {
    const place = (entrantId: string) => sql<number>`coalesce(p.places[array_position(p.result, ${sql.ref(entrantId)})],
      array_position(p.result, ${sql.ref(entrantId)}))`
    const { rows } = await sql<GameBetween>`
      SELECT e.id AS "eventId", e.name AS "eventName", ${epochMs('e.starts_at')} AS "startsAt", m.id AS "machineId", m.name AS "machineName",
        ${place('a.id')} AS place, ${place('b.id')} AS "otherPlace"
      FROM event_entrants a JOIN event_entrants b ON b.event_id = a.event_id AND b.user_id = ${otherId} JOIN events e ON e.id = a.event_id
        ${GAMES} AND a.id = ANY (p.result) AND b.id = ANY (p.result) LEFT JOIN machine_cards m ON m.id = p.machine_id
      WHERE a.user_id = ${userId} AND ${isShown} AND ${isPublicEvent} AND ${isHeadToHead}
      ORDER BY e.starts_at DESC, e.id DESC, r.number, g.number, p.game
    `.execute(tx)
    return rows
  },

  async listShared(tx, userId, otherId) {
    const { rows } = await sql<{ eventId: string; groupId: string | null }>`
      SELECT e.id AS "eventId", e.group_id AS "groupId" FROM event_entrants a
        JOIN event_entrants b ON b.event_id = a.event_id AND b.user_id = ${otherId} JOIN events e ON e.id = a.event_id
      WHERE a.user_id = ${userId} AND ${isPublicEvent}
    `.execute(tx)
    return rows
  },
}

type PlaceRow = [groupId: string, game: number, userId: string, place: number]

/** Puts the places together that belong to the same game; they are in the order of the games. */
function toGames(places: readonly PlaceRow[]): RatedGame[] {
  const games = new Map<string, RatedGame>()
  for (const [groupId, number, userId, place] of places) {
    const key = `${groupId} ${number}`
    const game = games.get(key) ?? { userIds: [], places: [] }
    games.set(key, game)
    game.userIds.push(userId)
    game.places.push(place)
  }
  return [...games.values()]
}
