import { sql } from 'kysely'
import type { OpenGame } from '#events/server/api.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/database.ts'
import { epochMs } from '#platform/db/epoch-ms.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import type { SubmitScoreResult } from '#scores/contract/scores.ts'
import type { Doubt } from '../rules/doubts.ts'

/** Somebody who is named with a play. */
export interface PlayPerson {
  userId: string
  username: string
  displayName: string
}

export interface PlayRow {
  /** 1 for the first */
  play: number
  score: number
  initials: string | null
  name: string | null
  player: number | null
  scoreId: string | null
  by: PlayPerson | null
  contestedBy: PlayPerson | null
  /** what its claimer was answered */
  answer: SubmitScoreResult | null
}

/** A reported game; times in ms. */
export interface ReportedGameRow {
  id: string
  venueId: string
  venueName: string
  stationId: string | null
  machineId: string
  machineName: string
  endedAt: number
  /** null: not known */
  startedAt: number | null
  doubts: Doubt[]
  /** the event for one of whose games it is; null: for none */
  eventId: string | null
  /** with `game`: the game of a group for which it is, or was before */
  groupId: string | null
  game: number | null
  /** the group when it was linked, in its order of play */
  entrantIds: string[]
  /** the players with accounts of the group for which it is */
  userIds: string[]
  used: boolean
  plays: PlayRow[]
}

const TAKEN_BACK: Doubt = 'taken-back'

const person = (alias: 'u' | 'c') => sql<PlayPerson>`CASE WHEN ${sql.ref(`${alias}.id`)} IS NULL THEN NULL ELSE jsonb_build_object(
  'userId', ${sql.ref(`${alias}.id`)}, 'username', ${sql.ref(`${alias}.username`)}, 'displayName', ${sql.ref(`${alias}.display_name`)}) END`

const GAME = sql<ReportedGameRow>`g.id, g.venue_id AS "venueId", v.name AS "venueName", g.station_id AS "stationId", g.machine_id AS "machineId",
  m.name AS "machineName", ${epochMs('g.ended_at')} AS "endedAt", ${epochMs('g.started_at')} AS "startedAt", g.doubts, g.event_id AS "eventId",
  g.group_id AS "groupId", g.game, g.entrant_ids AS "entrantIds", g.user_ids AS "userIds", g.used_at IS NOT NULL AS used,
  (SELECT jsonb_agg(jsonb_build_object('play', p.play, 'score', p.score, 'initials', p.initials, 'name', p.name, 'player', p.player,
    'scoreId', p.score_id, 'answer', p.answer, 'by', ${person('u')}, 'contestedBy', ${person('c')}) ORDER BY p.play)
    FROM reported_plays p LEFT JOIN player_cards u ON u.id = p.user_id LEFT JOIN player_cards c ON c.id = p.contested_by
    WHERE p.game_id = g.id) AS plays`
const FROM_GAMES = sql<never>`reported_games g JOIN venue_cards v ON v.id = g.venue_id JOIN machine_cards m ON m.id = g.machine_id`

export async function findGame(db: Db, id: string): Promise<ReportedGameRow | null> {
  const { rows } = await sql<ReportedGameRow>`
    SELECT ${GAME} FROM ${FROM_GAMES} WHERE g.id = ${id} AND g.dismissed_at IS NULL
  `.execute(db)
  return rows[0] ?? null
}

/** Returns a game and locks it. */
export async function lockGame(tx: Db, id: string): Promise<ReportedGameRow | null> {
  await tx.selectFrom('reported_games').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return findGame(tx, id)
}

/** Returns the games that are for games of these groups, or were before, and locks them. */
export async function lockGamesOfGroups(tx: Db, groupIds: readonly string[]): Promise<ReportedGameRow[]> {
  const locked = await tx
    .selectFrom('reported_games')
    .select('id')
    .where('group_id', '=', anyOf(groupIds))
    .where('dismissed_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (locked.length === 0) return []
  const { rows } = await sql<ReportedGameRow>`
    SELECT ${GAME} FROM ${FROM_GAMES} WHERE g.id = ${anyOf(locked.map(({ id }) => id))} ORDER BY g.id
  `.execute(tx)
  return rows
}

/** Returns the id of the game that a report has made; `dismissed`: a manager has deleted it. */
export async function findReportedGame(tx: Db, venueId: string, reportId: string): Promise<{ id: string; dismissed: boolean } | null> {
  const row = await tx
    .selectFrom('reported_games')
    .select(['id', 'dismissed_at as dismissedAt'])
    .where(each => each.and({ venue_id: venueId, report_id: reportId }))
    .executeTakeFirst()
  return row === undefined ? null : { id: row.id, dismissed: row.dismissedAt !== null }
}

/** Returns the latest games of a venue, and all of which a play is contested. */
export async function listVenueGames(db: Db, venueId: string, limit: number): Promise<ReportedGameRow[]> {
  const { rows } = await sql<ReportedGameRow>`
    WITH shown AS (
      (SELECT id FROM reported_games WHERE venue_id = ${venueId} AND dismissed_at IS NULL ORDER BY ended_at DESC, id DESC LIMIT ${limit})
      UNION
      SELECT game_id FROM contested_plays WHERE venue_id = ${venueId}
    )
    SELECT ${GAME} FROM ${FROM_GAMES} JOIN shown s ON s.id = g.id ORDER BY g.ended_at DESC, g.id DESC
  `.execute(db)
  return rows
}

/** Returns the games that have ended on a station since a time, the latest first. */
export async function listStationGames(db: Db, stationId: string, since: Date, limit: number): Promise<ReportedGameRow[]> {
  const { rows } = await sql<ReportedGameRow>`
    SELECT ${GAME} FROM ${FROM_GAMES} WHERE g.station_id = ${stationId} AND g.ended_at > ${since} AND g.dismissed_at IS NULL
    ORDER BY g.ended_at DESC, g.id DESC LIMIT ${limit}
  `.execute(db)
  return rows
}

/**
 * Returns the games at a venue that are for an event there, and others that ended on its machines since a time and of which nothing is claimed:
 * first those that are offered to its groups, which wait for somebody.
 */
export async function listEventGames(
  db: Db,
  {
    eventId,
    venueId,
    machineIds,
    since,
    limit,
  }: { eventId: string; venueId: string; machineIds: readonly string[]; since: Date; limit: number },
): Promise<ReportedGameRow[]> {
  const { rows } = await sql<ReportedGameRow>`
    SELECT ${GAME} FROM ${FROM_GAMES} WHERE g.dismissed_at IS NULL AND g.venue_id = ${venueId} AND (g.event_id = ${eventId} OR (
      g.event_id IS NULL AND g.machine_id = ${anyOf(machineIds)} AND g.ended_at > ${since}
      AND NOT EXISTS (SELECT 1 FROM reported_plays p WHERE p.game_id = g.id AND p.user_id IS NOT NULL)))
    ORDER BY g.used_at IS NOT NULL, g.event_id IS NULL, g.ended_at DESC, g.id DESC LIMIT ${limit}
  `.execute(db)
  return rows
}

/** Returns games since a time that may be a user's: by initials at the venue, or as a player of the group for which they are. */
export async function listOfferedGames(db: Db, userId: string, since: Date, limit: number): Promise<ReportedGameRow[]> {
  const { rows } = await sql<ReportedGameRow>`
    WITH offered AS (
      SELECT id FROM reported_games WHERE user_ids @> ARRAY[${userId}]
      UNION
      SELECT p.game_id FROM venue_initials i JOIN reported_plays p ON p.venue_id = i.venue_id AND p.initials = i.initials AND p.user_id IS NULL
        JOIN reported_games r ON r.id = p.game_id AND r.ended_at >= i.registered_at
      WHERE i.user_id = ${userId}
    )
    SELECT ${GAME} FROM ${FROM_GAMES} JOIN offered o ON o.id = g.id
    WHERE g.dismissed_at IS NULL AND g.used_at IS NULL AND g.ended_at > ${since}
      AND NOT EXISTS (SELECT 1 FROM reported_plays p WHERE p.game_id = g.id AND p.user_id = ${userId})
    ORDER BY g.ended_at DESC, g.id DESC LIMIT ${limit}
  `.execute(db)
  return rows
}

export interface NewGame extends Pick<ReportedGameRow, 'id' | 'venueId' | 'stationId' | 'machineId' | 'endedAt' | 'startedAt' | 'doubts'> {
  reportId: string
  plays: Pick<PlayRow, 'score' | 'initials' | 'name' | 'player'>[]
}

export async function insertGame(
  tx: Db,
  { id, venueId, stationId, machineId, reportId, endedAt, startedAt, doubts, plays }: NewGame,
): Promise<void> {
  await tx
    .insertInto('reported_games')
    .values({
      ...{ id, venue_id: venueId, station_id: stationId, machine_id: machineId, report_id: reportId, doubts },
      ...{ ended_at: new Date(endedAt), started_at: startedAt === null ? null : new Date(startedAt) },
    })
    .execute()
  await tx
    .insertInto('reported_plays')
    .values(plays.map((play, i) => ({ game_id: id, venue_id: venueId, play: i + 1, ...play })))
    .execute()
}

export async function setDoubts(tx: Db, id: string, doubts: Doubt[]): Promise<void> {
  await tx.updateTable('reported_games').set({ doubts }).where('id', '=', id).execute()
}

/** Adds what a later report knows of a play. */
export async function supplementPlay(
  tx: Db,
  id: string,
  { play, initials, player }: Pick<PlayRow, 'play' | 'initials' | 'player'>,
): Promise<void> {
  await tx
    .updateTable('reported_plays')
    .set({ initials, player })
    .where(each => each.and({ game_id: id, play }))
    .execute()
}

/** Says for which game of an event a reported game is. */
export async function linkGame(
  tx: Db,
  id: string,
  { eventId, groupId, game, entrantIds, userIds }: Pick<OpenGame, 'eventId' | 'groupId' | 'game' | 'entrantIds' | 'userIds'>,
): Promise<void> {
  await sql<never>`
    UPDATE reported_games SET event_id = ${eventId}, group_id = ${groupId}, game = ${game}, entrant_ids = ${entrantIds},
      user_ids = array_remove(${userIds}::text[], ''), doubts = array_remove(doubts, ${TAKEN_BACK}::text)
    WHERE id = ${id}
  `.execute(tx)
}

/**
 * Says that a reported game is for no game of an event any more, and gives no result. Which game it was for stays known, so that it can give
 * its result again. Plays that were somebody's by the result are nobody's; what was claimed stays claimed.
 */
export async function unlinkGame(tx: Db, id: string): Promise<void> {
  await sql<never>`
    UPDATE reported_games SET event_id = NULL, user_ids = '{}', used_at = NULL, doubts = array_append(array_remove(doubts, ${TAKEN_BACK}::text), ${TAKEN_BACK}::text)
    WHERE id = ${id}
  `.execute(tx)
  await tx.updateTable('reported_plays').set({ user_id: null }).where('game_id', '=', id).where('score_id', 'is', null).execute()
}

/** True if a reported game gives the result of this game of a group. */
export const isUsed = (tx: Db, groupId: string, game: number): Promise<boolean> =>
  returnsRow(
    tx
      .selectFrom('reported_games')
      .select('id')
      .where(each => each.and({ group_id: groupId, game }))
      .where('used_at', 'is not', null),
  )

export async function markUsed(tx: Db, id: string, at: Date): Promise<void> {
  await tx.updateTable('reported_games').set({ used_at: at }).where('id', '=', id).execute()
}

export async function markDismissed(tx: Db, id: string, at: Date): Promise<void> {
  await tx.updateTable('reported_games').set({ dismissed_at: at }).where('id', '=', id).execute()
}

/** Says whose a play is. @param claim null: nobody's */
export async function setClaim(
  tx: Db,
  { gameId, play }: { gameId: string; play: number },
  claim: { userId: string; scoreId: string | null; answer: SubmitScoreResult | null } | null,
): Promise<void> {
  await tx
    .updateTable('reported_plays')
    .set({
      ...{ user_id: claim?.userId ?? null, score_id: claim?.scoreId ?? null, contested_by: null },
      answer: claim?.answer ? JSON.stringify(claim.answer) : null,
    })
    .where(each => each.and({ game_id: gameId, play }))
    .execute()
}

export async function setContested(tx: Db, { gameId, play }: { gameId: string; play: number }, userId: string | null): Promise<void> {
  await tx
    .updateTable('reported_plays')
    .set({ contested_by: userId })
    .where(each => each.and({ game_id: gameId, play }))
    .execute()
}

/** Returns the scores that machines have told for games of groups that use them. */
export async function listUsedPlays(tx: Db, groupIds: readonly string[]): Promise<{ groupId: string; game: number; score: number }[]> {
  const { rows } = await sql<{ groupId: string; game: number; score: number }>`
    SELECT g.group_id AS "groupId", g.game, p.score FROM reported_games g JOIN reported_plays p ON p.game_id = g.id
    WHERE g.group_id = ${anyOf(groupIds)} AND g.used_at IS NOT NULL AND g.dismissed_at IS NULL
  `.execute(tx)
  return rows
}

/** Deletes plays of games before a time that nobody has claimed, and counts them at their stations. @returns the venues concerned */
export async function forgetUnclaimed(tx: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string; venueId: string }>`
    WITH gone AS (
      DELETE FROM reported_plays p USING reported_games g
      WHERE p.game_id = g.id AND g.ended_at < ${before} AND p.user_id IS NULL AND g.used_at IS NULL
      RETURNING g.id, g.station_id, g.venue_id
    ), counted AS (
      UPDATE stations s SET unclaimed = s.unclaimed + n.plays FROM (SELECT station_id, count(*)::integer AS plays FROM gone GROUP BY station_id) n
      WHERE s.id = n.station_id
    )
    SELECT DISTINCT id, venue_id AS "venueId" FROM gone
  `.execute(tx)
  await sql<never>`
    DELETE FROM reported_games g WHERE g.id = ${anyOf(rows.map(({ id }) => id))} AND NOT EXISTS (SELECT 1 FROM reported_plays p WHERE p.game_id = g.id)
  `.execute(tx)
  return [...new Set(rows.map(({ venueId }) => venueId))]
}

/** A play, as the data export of who has claimed it shows it. */
export interface ExportedPlay {
  machine: string
  score: number
  endedAt: Date
}

export async function listPlaysOf(db: Db, userId: string): Promise<ExportedPlay[]> {
  const { rows } = await sql<ExportedPlay>`
    SELECT m.name AS machine, p.score, g.ended_at AS "endedAt" FROM reported_plays p JOIN reported_games g ON g.id = p.game_id
      JOIN machine_cards m ON m.id = g.machine_id WHERE p.user_id = ${userId} ORDER BY g.ended_at
  `.execute(db)
  return rows
}

export async function listInitialsOf(db: Db, userId: string): Promise<{ venueId: string; initials: string; registeredAt: Date }[]> {
  return db
    .selectFrom('venue_initials')
    .select(['venue_id as venueId', 'initials', 'registered_at as registeredAt'])
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Part of a user's deletion: nothing names the user any more, but for the plays whose scores stay on the boards, which nobody else may claim.
 * @param eraseScores whether the user's scores are deleted too
 */
export async function forgetPlayer(tx: Db, userId: string, eraseScores: boolean): Promise<void> {
  await tx.deleteFrom('venue_initials').where('user_id', '=', userId).execute()
  const own = tx.updateTable('reported_plays').where('user_id', '=', userId)
  await (eraseScores ? own : own.where('score_id', 'is', null)).set({ user_id: null, score_id: null, answer: null }).execute()
  await tx.updateTable('reported_plays').set({ contested_by: null }).where('contested_by', '=', userId).execute()
  await sql<never>`UPDATE reported_games SET user_ids = array_remove(user_ids, ${userId}) WHERE user_ids @> ARRAY[${userId}]`.execute(tx)
}

/** True if a venue had this reported game, and a manager has dismissed it. */
export const isDismissed = (tx: Db, venueId: string, id: string): Promise<boolean> =>
  returnsRow(
    tx
      .selectFrom('reported_games')
      .select('id')
      .where(each => each.and({ id, venue_id: venueId }))
      .where('dismissed_at', 'is not', null),
  )
