import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import { PREPARED } from '../../../../platform/db/prepared-statement.ts'
import type { PictureSize } from '../../../uploads/contract.ts'
import type { ScoreStatus } from '../../contract/scores.ts'
import type { BoardMembers } from '../../rules.ts'

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

const ACHIEVED = sql<number>`(extract(epoch FROM achieved_at) * 1000)::bigint`

/** The SQL condition for the scores that a board ranks. */
function countedScores({ machineId, groupId, eventId, bounds, verifiedOnly }: BoardSpec): RawBuilder<boolean> {
  const window =
    bounds === null
      ? sql<boolean>``
      : sql<boolean>`AND windowed AND achieved_at >= ${new Date(bounds.from)} AND achieved_at < ${new Date(bounds.to)}`
  return sql<boolean>`machine_id = ${machineId} AND removed_at IS NULL AND status <> 'rejected' AND NOT under_review ${verifiedOnly ? sql<boolean>`AND status = 'verified'` : sql<boolean>``} ${window} ${membersCondition(groupId)} ${eventCondition(eventId)}`
}

/** The condition for scores that count in the event: not voided, and not late scores that wait for the director's decision. */
const eventCondition = (eventId: string | undefined): RawBuilder<boolean> =>
  eventId === undefined
    ? sql<boolean>``
    : sql<boolean>`AND event_id = ${eventId} AND EXISTS (SELECT 1 FROM counted_event_scores a WHERE a.id = scores.id)`

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

/**
 * Reads a whole board, unordered.
 * @param from the table to read: `bests` has only the best of all time over all scores; all other boards need `scores`
 */
export async function loadBoard(db: Db, spec: BoardSpec, from: 'bests' | 'scores'): Promise<BestRow[]> {
  const source =
    from === 'bests'
      ? sql<SourceRow>`SELECT user_id, value, achieved_at FROM bests WHERE machine_id = ${spec.machineId} ${membersCondition(spec.groupId)}`
      : fromScores(spec)
  const { rows } = await sql<BestRow>`SELECT user_id AS "userId", value, ${ACHIEVED} AS "achievedAt" FROM (${source}) b`.execute(db)
  return rows
}

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
