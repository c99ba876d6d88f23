import { type QueryResult, type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { PREPARED } from '#platform/db/prepared-statement.ts'
import type { ScoreStatus } from '#scores/contract/scores.ts'
import type { BoardMembers } from '#scores/rules.ts'
import type { PictureSize } from '#uploads/contract.ts'

/** The scores that a board ranks. `bounds`: in ms, the end excluded; null: all time. */
export interface BoardSpec extends BoardMembers {
  bounds: { from: number; to: number } | null
  verifiedOnly: boolean
}

/** One player's best on a board; `achievedAt` in ms. */
export interface BestRow {
  userId: string
  value: number
  achievedAt: number
}

export interface BestDetail extends BestRow {
  scoreId: string
  status: ScoreStatus
  username: string
  displayName: string
  avatar: PictureSize | null
  supporter: boolean
}

const ACHIEVED = sql<number>`(date_part('epoch', achieved_at) * 1000)::bigint`

/** The SQL condition for the scores that a board ranks. */
function countedScores({ machineId, groupId, eventId, venueId, bounds, verifiedOnly }: BoardSpec): RawBuilder<boolean> {
  const window =
    bounds === null
      ? sql<boolean>``
      : sql<boolean>`AND windowed AND achieved_at >= ${new Date(bounds.from)} AND achieved_at < ${new Date(bounds.to)}`
  return sql<boolean>`machine_id = ${machineId} AND removed_at IS NULL AND status <> 'rejected' AND NOT under_review ${verifiedOnly ? sql<boolean>`AND status = 'verified'` : sql<boolean>``} ${window} ${membersCondition(groupId)} ${eventCondition(eventId)} ${venueId === undefined ? sql<boolean>`` : sql<boolean>`AND venue_id = ${venueId}`}`
}

/**
 * The condition for scores that count in the event: not voided, and not late scores that wait for the director's decision. Those that were
 * typed with the result of a game are there only as long as it counts.
 */
const eventCondition = (eventId: string | undefined): RawBuilder<boolean> =>
  eventId === undefined
    ? sql<boolean>``
    : sql<boolean>`AND event_id = ${eventId} AND (EXISTS (SELECT 1 FROM counted_event_scores a WHERE a.id = scores.id)
        OR EXISTS (SELECT 1 FROM game_scores g WHERE g.score_id = scores.id))`

const membersCondition = (groupId: string | undefined): RawBuilder<boolean> =>
  groupId === undefined
    ? sql<boolean>``
    : sql<boolean>`AND user_id IN (SELECT g.user_id FROM group_memberships g WHERE g.group_id = ${groupId})`

/** What the query of a board's source returns for each player. */
interface SourceRow {
  user_id: string
  value: number
  achieved_at: Date
}

/** A query for each player's best, computed from the scores. */
const fromScores = (spec: BoardSpec): RawBuilder<SourceRow> => sql<SourceRow>`
  SELECT DISTINCT ON (user_id) user_id, id AS score_id, value, achieved_at FROM scores WHERE ${countedScores(spec)}
  ORDER BY user_id, value DESC, achieved_at, id`

/** rows of a slice of a large board */
export const SLICE = 2000
/** slices that are fetched at once */
const FETCHED_SLICES = 2

/** A part of a board as lists, which Postgres and `JSON.parse` make in a fraction of the time that as many rows take. */
interface BoardSlice {
  userIds: string[]
  values: number[]
  times: number[]
}

const toRows = ({ userIds, values, times }: BoardSlice): BestRow[] =>
  userIds.map((userId, i) => ({ userId, value: values[i]!, achievedAt: times[i]! }))

/**
 * Reads a whole board, a slice at a time, so that a large one neither fills the memory nor keeps the process from answering others. Postgres
 * sends the next slice while the caller handles one. To be called in a transaction, one board at a time.
 * @param from the table to read: `bests` has only the best of all time over all scores; all other boards need `scores`
 * @param players how many the machine has, which decides whether one slice is enough
 * @returns the rows, in the order of the board
 */
export async function* loadBoard(tx: Db, spec: BoardSpec, from: 'bests' | 'scores', players: number): AsyncGenerator<BestRow[], void> {
  const source =
    from === 'bests'
      ? sql<SourceRow>`SELECT user_id, value, achieved_at FROM bests WHERE machine_id = ${spec.machineId} ${membersCondition(spec.groupId)}`
      : fromScores(spec)
  // Boards of groups, events and venues are small, and found through indexes.
  if (players <= SLICE || spec.groupId !== undefined || spec.eventId !== undefined || spec.venueId !== undefined) {
    const { rows } = await sql<BoardSlice>`
      SELECT coalesce(json_agg(user_id), '[]') AS "userIds", coalesce(json_agg(value), '[]') AS "values", coalesce(json_agg(${ACHIEVED}), '[]') AS "times"
      FROM (SELECT * FROM (${source}) s ORDER BY value DESC, achieved_at, user_id) b
    `.execute(tx)
    return yield toRows(rows[0]!)
  }
  // Through the index on the board's order, Postgres would fetch each entry from a random place.
  await sql<{ set_config: string }>`
    SELECT set_config(name, value, true) FROM (VALUES ('work_mem', '64MB'), ('enable_indexscan', 'off'), ('enable_indexonlyscan', 'off')) s (name, value)
  `.execute(tx)
  await sql<never>`
    DECLARE board_slices NO SCROLL CURSOR FOR
    SELECT json_agg(user_id) AS "userIds", json_agg(value) AS "values", json_agg(${ACHIEVED}) AS "times"
    FROM (SELECT *, (row_number() OVER (ORDER BY value DESC, achieved_at, user_id) - 1) / ${sql.lit(SLICE)} AS slice FROM (${source}) s) b
    GROUP BY slice ORDER BY slice
  `.execute(tx)
  let next: Promise<QueryResult<BoardSlice>> | null = fetchSlices(tx)
  while (next !== null) {
    const { rows }: QueryResult<BoardSlice> = await next
    next = rows.length < FETCHED_SLICES ? null : fetchSlices(tx)
    for (const slice of rows) yield toRows(slice)
  }
  await sql<never>`CLOSE board_slices`.execute(tx)
}

interface MachineSlice extends BoardSlice {
  machineId: string
}

/** Reads the boards of all time of these machines, each in its order, by one statement. To be used for small boards. */
export async function loadBoards(tx: Db, machineIds: readonly string[]): Promise<{ machineId: string; rows: BestRow[] }[]> {
  const { rows } = await sql<MachineSlice>`${PREPARED}
    SELECT m.id AS "machineId", b.* FROM unnest(${machineIds}::text[]) m (id) CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(user_id), '[]') AS "userIds", coalesce(json_agg(value), '[]') AS "values", coalesce(json_agg(${ACHIEVED}), '[]') AS "times"
      FROM (SELECT user_id, value, achieved_at FROM bests WHERE machine_id = m.id ORDER BY value DESC, achieved_at, user_id) o
    ) b
  `.execute(tx)
  return rows.map(({ machineId, ...slice }) => ({ machineId, rows: toRows(slice) }))
}

const fetchSlices = (tx: Db): Promise<QueryResult<BoardSlice>> =>
  sql<BoardSlice>`FETCH ${sql.lit(FETCHED_SLICES)} FROM board_slices`.execute(tx)

/** Reads a whole board from the scores, sorted by SQL. */
export async function orderedBoard(db: Db, spec: BoardSpec): Promise<BestRow[]> {
  const { rows } = await sql<BestRow>`
    SELECT user_id AS "userId", value, ${ACHIEVED} AS "achievedAt" FROM (${fromScores(spec)}) b ORDER BY b.value DESC, b.achieved_at, b.user_id
  `.execute(db)
  return rows
}

/** The bests of some players with the data that board rows show. It needs one index look-up per player, however many scores they have. */
export async function bestDetails(db: Db, spec: BoardSpec, userIds: readonly string[]): Promise<BestDetail[]> {
  const { rows } = await sql<BestDetail>`${PREPARED}
    SELECT u.id AS "userId", s.id AS "scoreId", s.value, ${ACHIEVED} AS "achievedAt", s.status, u.username, u.display_name AS "displayName", u.avatar, u.supporter
    FROM unnest(${userIds}::text[]) AS wanted (id) JOIN player_cards u ON u.id = wanted.id CROSS JOIN LATERAL (
      SELECT id, value, achieved_at, status FROM scores WHERE ${countedScores(spec)} AND user_id = wanted.id
      ORDER BY value DESC, achieved_at, id LIMIT 1
    ) s
  `.execute(db)
  return rows
}
