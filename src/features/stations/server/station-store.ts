import { sql } from 'kysely'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/database.ts'
import { lockUntilCommit } from '#platform/db/lock-until-commit.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import type { StationPlaceDoc } from '../contract/reported-games.ts'

/** A station of a venue. */
export interface StationRow {
  id: string
  venueId: string
  machineId: string
  machineName: string
  code: string
  boardIds: string[]
  boardName: string
  nowNamed: string | null
  games: number
  unclaimed: number
}

const STATION = sql<StationRow>`s.id, s.venue_id AS "venueId", s.machine_id AS "machineId", m.name AS "machineName", s.code,
  ARRAY(SELECT b.board_id FROM station_boards b WHERE b.station_id = s.id ORDER BY b.board_id) AS "boardIds", s.board_name AS "boardName",
  s.now_named AS "nowNamed", s.games, s.unclaimed`
const FROM_STATIONS = sql<never>`stations s JOIN machine_cards m ON m.id = s.machine_id`

/** Returns the stations of a venue, by the names of their machines. */
export async function listStations(db: Db, venueId: string): Promise<StationRow[]> {
  const { rows } = await sql<StationRow>`
    SELECT ${STATION} FROM ${FROM_STATIONS} WHERE s.venue_id = ${venueId} AND s.removed_at IS NULL ORDER BY m.name COLLATE "und-x-icu", s.id
  `.execute(db)
  return rows
}

/** Returns a station of a venue and locks it; null: there is none, or it was removed. */
export async function lockStation(tx: Db, venueId: string, id: string): Promise<StationRow | null> {
  await tx.selectFrom('stations').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const { rows } = await sql<StationRow>`
    SELECT ${STATION} FROM ${FROM_STATIONS} WHERE s.id = ${id} AND s.venue_id = ${venueId} AND s.removed_at IS NULL
  `.execute(tx)
  return rows[0] ?? null
}

/** Returns the station with a printed code, also if it was removed a while ago. */
export async function findStationByCode(db: Db, code: string): Promise<{ id: string; venueId: string } | null> {
  const row = await db.selectFrom('stations').select(['id', 'venue_id as venueId']).where('code', '=', code).executeTakeFirst()
  return row ?? null
}

/** Returns where a station is. */
export async function findStationPlace(db: Db, id: string): Promise<StationPlaceDoc | null> {
  const { rows } = await sql<StationPlaceDoc>`
    SELECT s.code, s.venue_id AS "venueId", v.name AS "venueName", s.machine_id AS "machineId", m.name AS "machineName"
    FROM stations s JOIN venue_cards v ON v.id = s.venue_id JOIN machine_cards m ON m.id = s.machine_id WHERE s.id = ${id}
  `.execute(db)
  return rows[0] ?? null
}

/** Returns what was made with this id, whether it exists or not. */
export async function findMadeStation(db: Db, id: string): Promise<{ pairedBy: string; fingerprint: string } | null> {
  const row = await db.selectFrom('stations').select(['paired_by as pairedBy', 'fingerprint']).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

export interface NewStation extends Pick<StationRow, 'id' | 'venueId' | 'machineId' | 'code' | 'boardName'> {
  pairedBy: string
  fingerprint: string
}

export async function insertStation(tx: Db, { id, venueId, machineId, code, boardName, pairedBy, fingerprint }: NewStation): Promise<void> {
  await tx
    .insertInto('stations')
    .values({ id, venue_id: venueId, machine_id: machineId, code, board_name: boardName, paired_by: pairedBy, fingerprint })
    .execute()
}

/**
 * Makes a new station the successor of the one on its machine that was removed last, if there is one: it takes over the printed code, the games
 * and their number, the rows that were seen in its files, and what is reported by its id. @param spareCode a new code, for the removed station
 */
export async function succeedRemoved(tx: Db, { id, venueId, machineId }: NewStation, spareCode: string): Promise<void> {
  const earlier = await tx
    .selectFrom('stations')
    .select(['id', 'code', 'games', 'unclaimed'])
    .where(each => each.and({ venue_id: venueId, machine_id: machineId }))
    .where('removed_at', 'is not', null)
    .where('succeeded_by', 'is', null)
    .orderBy('removed_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (earlier === undefined) return
  const { code, games, unclaimed } = earlier
  await tx.updateTable('stations').set({ code: spareCode, games: 0, unclaimed: 0 }).where('id', '=', earlier.id).execute()
  await tx.updateTable('stations').set({ code, games, unclaimed }).where('id', '=', id).execute()
  await tx.updateTable('reported_games').set({ station_id: id }).where('station_id', '=', earlier.id).execute()
  await tx.updateTable('nvram_bases').set({ station_id: id }).where('station_id', '=', earlier.id).execute()
  await tx
    .updateTable('stations')
    .set({ succeeded_by: id })
    .where(each => each.or({ id: earlier.id, succeeded_by: earlier.id }))
    .execute()
}

/** Returns the id of the station that has taken over from one of a venue that was removed; null: there is none. */
export async function findSuccessor(db: Db, venueId: string, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('stations')
    .select('succeeded_by')
    .where(each => each.and({ id, venue_id: venueId }))
    .executeTakeFirst()
  return row?.succeeded_by ?? null
}

/** Returns the station to which a machine board belongs; null: none. */
export async function stationOfBoard(db: Db, venueId: string, boardId: string): Promise<string | null> {
  const row = await db
    .selectFrom('station_boards')
    .select('station_id')
    .where(each => each.and({ venue_id: venueId, board_id: boardId }))
    .executeTakeFirst()
  return row?.station_id ?? null
}

export async function addBoard(tx: Db, venueId: string, boardId: string, stationId: string): Promise<void> {
  await tx.insertInto('station_boards').values({ venue_id: venueId, board_id: boardId, station_id: stationId }).execute()
}

export async function setStationMachine(tx: Db, id: string, machineId: string, boardName: string): Promise<void> {
  await tx.updateTable('stations').set({ machine_id: machineId, board_name: boardName, now_named: null }).where('id', '=', id).execute()
}

export async function setNowNamed(tx: Db, id: string, nowNamed: string | null): Promise<void> {
  await tx.updateTable('stations').set({ now_named: nowNamed }).where('id', '=', id).execute()
}

/** Removes a station. Its machine boards are free for others. */
export async function removeStation(tx: Db, id: string, at: Date): Promise<void> {
  await tx.deleteFrom('station_boards').where('station_id', '=', id).execute()
  await tx.updateTable('stations').set({ removed_at: at }).where('id', '=', id).execute()
}

export async function countGame(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('stations')
    .set(({ eb }) => ({ games: eb('games', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** True if a machine stands in a venue. */
export async function standsIn(tx: Db, venueId: string, machineId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    SELECT machine_id AS id FROM venue_machine_cards WHERE venue_id = ${venueId} AND machine_id = ${machineId}
  `.execute(tx)
  return rows.length > 0
}

/** Moves stations and reported games to the machine that stays in a merge. @returns the venues concerned */
export async function moveStations(tx: Db, from: string, into: string): Promise<string[]> {
  const stations = await tx.updateTable('stations').set({ machine_id: into }).where('machine_id', '=', from).returning('venue_id').execute()
  const games = await tx
    .updateTable('reported_games')
    .set({ machine_id: into })
    .where('machine_id', '=', from)
    .returning('venue_id')
    .execute()
  return [...new Set([...stations, ...games].map(({ venue_id }) => venue_id))]
}

/** Returns the users with one of these initials at a venue. */
export async function usersByInitials(
  db: Db,
  venueId: string,
  initials: readonly string[],
): Promise<{ userId: string; initials: string }[]> {
  return db
    .selectFrom('venue_initials')
    .select(['user_id as userId', 'initials'])
    .where('venue_id', '=', venueId)
    .where('initials', '=', anyOf(initials))
    .execute()
}

/** Returns the users who have registered initials at a venue with which one of these plays was entered there. */
export async function holdersOf(
  db: Db,
  { venueId, plays }: { venueId: string; plays: readonly { initials: string | null }[] },
): Promise<string[]> {
  const told = [...new Set(plays.flatMap(({ initials }) => initials ?? []))]
  return told.length === 0 ? [] : (await usersByInitials(db, venueId, told)).map(({ userId }) => userId)
}

/** Returns the initials that a user has registered at a venue; empty: none. @param by a time (ms) by which they were; left out: now */
export async function initialsOf(db: Db, venueId: string, userId: string, by = Number.POSITIVE_INFINITY): Promise<string> {
  const row = await db
    .selectFrom('venue_initials')
    .select(['initials', 'registered_at as registeredAt'])
    .where(each => each.and({ venue_id: venueId, user_id: userId }))
    .executeTakeFirst()
  return row !== undefined && row.registeredAt.getTime() <= by ? row.initials : ''
}

/** @param initials empty: none any more */
export async function setInitials(tx: Db, venueId: string, userId: string, initials: string, at: Date): Promise<void> {
  if (initials === '') {
    await tx
      .deleteFrom('venue_initials')
      .where(each => each.and({ venue_id: venueId, user_id: userId }))
      .execute()
    return
  }
  await tx
    .insertInto('venue_initials')
    .values({ venue_id: venueId, user_id: userId, initials, registered_at: at })
    .onConflict(conflict => conflict.columns(['venue_id', 'user_id']).doUpdateSet({ initials, registered_at: at }))
    .execute()
}

export async function countsAtOnce(db: Db, eventId: string): Promise<boolean> {
  const row = await db.selectFrom('reporting_events').select('count_at_once').where('event_id', '=', eventId).executeTakeFirst()
  return row?.count_at_once ?? false
}

export async function setCountAtOnce(tx: Db, eventId: string, countAtOnce: boolean): Promise<void> {
  await tx
    .insertInto('reporting_events')
    .values({ event_id: eventId, count_at_once: countAtOnce })
    .onConflict(conflict => conflict.column('event_id').doUpdateSet({ count_at_once: countAtOnce }))
    .execute()
}

/** Lets one transaction at a time add machine boards to stations. */
export const lockStations = (tx: Db): Promise<void> => lockUntilCommit(tx, 'stations')

/** True if a venue had this station, and it was removed. */
export const isRemoved = (tx: Db, venueId: string, id: string): Promise<boolean> =>
  returnsRow(
    tx
      .selectFrom('stations')
      .select('id')
      .where(each => each.and({ id, venue_id: venueId }))
      .where('removed_at', 'is not', null),
  )
