import { sql } from 'kysely'
import type { RatedNight } from '#events/server/api.ts'
import type { Db } from '#platform/db/database.ts'
import { epochMs } from '#platform/db/epoch-ms.ts'
import type { PictureSize } from '#uploads/contract.ts'
import type { PlayerStrength } from './rate-night.ts'

/** The strength of a player after the night at a position. */
export interface HistoryRow extends Pick<PlayerStrength, 'rating' | 'rd' | 'vol' | 'games' | 'nights'> {
  userId: string
  position: number
}

/** A night that is in the ratings, and its place among them: 0 for the first. */
export interface StoredNight extends RatedNight {
  position: number
}

/** Returns the nights that are in the ratings, in their order. */
export async function listNights(tx: Db): Promise<StoredNight[]> {
  const { rows } = await sql<StoredNight>`
    SELECT position, event_id AS "eventId", ${epochMs('ended_at')} AS "endedAt", digest FROM rating_nights ORDER BY position
  `.execute(tx)
  return rows
}

/** Returns whether one of these events is in the ratings, or has ended, so that it may belong into them. */
export async function mayConcern(db: Db, eventIds: readonly string[], now: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT 1 FROM event_cards WHERE id = ANY (${eventIds}::text[]) AND finishes_at <= ${now})
      OR EXISTS (SELECT 1 FROM rating_nights WHERE event_id = ANY (${eventIds}::text[])) AS found
  `.execute(db)
  return rows[0]!.found
}

/** Removes the nights from a position on, with what was computed from them. @returns the players of these nights */
export async function forgetNights(tx: Db, from: number): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`SELECT DISTINCT user_id AS "userId" FROM rating_history WHERE position >= ${from}`.execute(
    tx,
  )
  await tx.deleteFrom('rating_history').where('position', '>=', from).execute()
  await tx.deleteFrom('rating_nights').where('position', '>=', from).execute()
  return rows.map(({ userId }) => userId)
}

/** Returns how strong these players are after the nights that are stored. A player of none of them is missing. */
export async function findStrengths(tx: Db, userIds: readonly string[]): Promise<Map<string, PlayerStrength>> {
  const { rows } = await sql<PlayerStrength & { userId: string }>`
    SELECT u.id AS "userId", h.rating, h.rd, h.vol, h.games, h.nights, ${epochMs('n.ended_at')} AS "endedAt"
    FROM unnest(${userIds}::text[]) u (id)
      JOIN LATERAL (SELECT * FROM rating_history h WHERE h.user_id = u.id ORDER BY h.position DESC LIMIT 1) h ON true
      JOIN rating_nights n ON n.position = h.position
  `.execute(tx)
  return new Map(rows.map(({ userId, ...strength }) => [userId, strength]))
}

export async function insertNights(tx: Db, nights: readonly StoredNight[]): Promise<void> {
  const column = <Value>(pick: (night: StoredNight) => Value): Value[] => nights.map(pick)
  await sql<never>`
    INSERT INTO rating_nights (position, event_id, ended_at, digest) SELECT * FROM unnest(
      ${column(({ position }) => position)}::integer[], ${column(({ eventId }) => eventId)}::text[],
      ${column(({ endedAt }) => new Date(endedAt))}::timestamptz[], ${column(({ digest }) => digest)}::text[])
  `.execute(tx)
}

/** The figures are sent as texts with all their digits, so that they come back as they are. */
export async function insertRatedNights(tx: Db, rows: readonly HistoryRow[]): Promise<void> {
  const column = <Value>(pick: (row: HistoryRow) => Value): Value[] => rows.map(pick)
  await sql<never>`
    INSERT INTO rating_history (user_id, position, rating, rd, vol, games, nights) SELECT * FROM unnest(
      ${column(row => row.userId)}::text[], ${column(row => row.position)}::integer[], ${column(row => row.rating)}::double precision[],
      ${column(row => row.rd)}::double precision[], ${column(row => row.vol)}::double precision[], ${column(row => row.games)}::integer[],
      ${column(row => row.nights)}::integer[])
  `.execute(tx)
}

export async function listRatingHistory(tx: Db): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    SELECT user_id AS "userId", position, rating, rd, vol, games, nights FROM rating_history ORDER BY position, user_id COLLATE "C"
  `.execute(tx)
  return rows
}

/** Writes the present ratings of these players from their history. Deleted players have none, although later nights depend on their history. */
export async function writeRatings(tx: Db, userIds: readonly string[]): Promise<void> {
  await sql<never>`DELETE FROM ratings WHERE user_id = ANY (${userIds}::text[])`.execute(tx)
  await sql<never>`
    INSERT INTO ratings (user_id, rating, rd, games, nights)
    SELECT u.id, h.rating, h.rd, h.games, h.nights FROM user_cards u
      JOIN LATERAL (SELECT * FROM rating_history h WHERE h.user_id = u.id ORDER BY h.position DESC LIMIT 1) h ON true
    WHERE u.id = ANY (${userIds}::text[]) AND u.deleted_at IS NULL
  `.execute(tx)
}

/** SQL: a figure as it is shown. */
const whole = (column: string) => sql<number>`floor(${sql.ref(column)} + 0.5)::integer`
const isHidden = sql<boolean>`EXISTS (SELECT 1 FROM rating_choices c WHERE c.user_id = r.user_id AND c.hidden)`

export interface RatingRow {
  userId: string
  username: string
  displayName: string
  avatar: PictureSize | null
  rating: number
  uncertainty: number
  games: number
  nights: number
  hidden: boolean
}

const RATING = sql<RatingRow>`r.user_id AS "userId", u.username, u.display_name AS "displayName", u.avatar, ${whole('r.rating')} AS rating,
  floor(2 * r.rd + 0.5)::integer AS uncertainty, r.games, r.nights, ${isHidden} AS hidden`

/** Returns the players with the best ratings whom everybody may see, best first. */
export async function listRatings(tx: Db, limit: number, minGames: number): Promise<RatingRow[]> {
  const { rows } = await sql<RatingRow>`
    SELECT ${RATING} FROM ratings r JOIN player_cards u ON u.id = r.user_id
    WHERE r.games >= ${minGames} AND NOT u.unlisted AND u.deleted_at IS NULL AND NOT ${isHidden}
    ORDER BY r.rating DESC, r.user_id LIMIT ${limit}
  `.execute(tx)
  return rows
}

/** Returns which of these players has the best rating that everybody may see, then the next one, and so on. */
export async function listBest(tx: Db, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    SELECT r.user_id AS "userId" FROM ratings r WHERE r.user_id = ANY (${userIds}::text[]) AND NOT ${isHidden} ORDER BY r.rating DESC, r.user_id
  `.execute(tx)
  return rows.map(({ userId }) => userId)
}

export async function findRating(tx: Db, userId: string): Promise<RatingRow | null> {
  const { rows } = await sql<RatingRow>`
    SELECT ${RATING} FROM ratings r JOIN player_cards u ON u.id = r.user_id WHERE r.user_id = ${userId} AND u.deleted_at IS NULL
  `.execute(tx)
  return rows[0] ?? null
}

/** The rating after a night; `at` in ms. */
export interface RatedNightRow {
  eventId: string
  groupId: string | null
  name: string
  at: number
  rating: number
  uncertainty: number
}

/** Returns a player's ratings after the latest nights, the latest first. A night that is not public any more is left out at once. */
export async function listNightsOf(tx: Db, userId: string, limit: number): Promise<RatedNightRow[]> {
  const { rows } = await sql<RatedNightRow>`
    SELECT n.event_id AS "eventId", e.group_id AS "groupId", e.name, ${epochMs('n.ended_at')} AS at, ${whole('h.rating')} AS rating,
      floor(2 * h.rd + 0.5)::integer AS uncertainty
    FROM rating_history h JOIN rating_nights n ON n.position = h.position JOIN event_cards e ON e.id = n.event_id
    WHERE h.user_id = ${userId} AND e.is_public AND e.cancelled_at IS NULL ORDER BY h.position DESC LIMIT ${limit}
  `.execute(tx)
  return rows
}

export async function isRatingHidden(tx: Db, userId: string): Promise<boolean> {
  const choice = await tx.selectFrom('rating_choices').select('hidden').where('user_id', '=', userId).executeTakeFirst()
  return choice?.hidden === true
}

/** It locks the user's row, so that a deletion of the account at the same time either comes first or deletes the choice too. */
export async function setRatingHidden(tx: Db, userId: string, hidden: boolean): Promise<void> {
  await sql<never>`
    INSERT INTO rating_choices (user_id, hidden)
    SELECT u.id, ${hidden} FROM user_cards u WHERE u.id = ${userId} AND u.deleted_at IS NULL FOR NO KEY UPDATE
    ON CONFLICT (user_id) DO UPDATE SET hidden = excluded.hidden
  `.execute(tx)
}

export async function deleteUserRating(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('ratings').where('user_id', '=', userId).execute()
  await tx.deleteFrom('rating_choices').where('user_id', '=', userId).execute()
}

export async function findPlayer(tx: Db, userId: string): Promise<{ username: string; displayName: string } | null> {
  const { rows } = await sql<{ username: string; displayName: string }>`
    SELECT username, display_name AS "displayName" FROM player_cards WHERE id = ${userId} AND deleted_at IS NULL
  `.execute(tx)
  return rows[0] ?? null
}
