import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { PictureSize } from '../../uploads/contract.ts'
import type { Status } from '../contract.ts'
import { AVATAR } from './store.ts'

/** Which scores a board ranks; bounds in ms, the end excluded; null: all time. */
export interface BoardSpec {
  machineId: string
  /** members of this group only; null: everybody */
  groupId: string | null
  bounds: { from: number; to: number } | null
  verifiedOnly: boolean
}

/** One player's best on a board; `achievedAt` in ms. */
export interface Best {
  userId: string
  value: number
  achievedAt: number
}

export interface BestDetail extends Best {
  scoreId: string
  status: Status
  username: string
  displayName: string
  avatar: PictureSize | null
}

const ACHIEVED = sql`(extract(epoch FROM achieved_at) * 1000)::bigint`

/** The scores a board ranks. */
function counted({ machineId, groupId, bounds, verifiedOnly }: BoardSpec): RawBuilder<unknown> {
  const window =
    bounds === null ? sql`` : sql`AND windowed AND achieved_at >= ${new Date(bounds.from)} AND achieved_at < ${new Date(bounds.to)}`
  return sql`machine_id = ${machineId} AND removed_at IS NULL AND status <> 'rejected' ${verifiedOnly ? sql`AND status = 'verified'` : sql``} ${window} ${ofMembers(groupId)}`
}

const ofMembers = (groupId: string | null): RawBuilder<unknown> =>
  groupId === null ? sql`` : sql`AND user_id IN (SELECT g.user_id FROM group_members g WHERE g.group_id = ${groupId})`

/** Each player's best from the scores themselves. */
const fromScores = (spec: BoardSpec): RawBuilder<unknown> => sql`
  SELECT DISTINCT ON (user_id) user_id, id AS score_id, value, achieved_at FROM scores WHERE ${counted(spec)}
  ORDER BY user_id, value DESC, achieved_at, id`

/** A whole board; `from` chooses the table of bests, which only the all-time board of all scores has, or the scores. In no order. */
export async function loadBoard(db: Db, spec: BoardSpec, from: 'bests' | 'scores'): Promise<Best[]> {
  const source =
    from === 'bests'
      ? sql`SELECT user_id, value, achieved_at FROM bests WHERE machine_id = ${spec.machineId} ${ofMembers(spec.groupId)}`
      : fromScores(spec)
  const { rows } = await sql<Best>`SELECT user_id AS "userId", value, ${ACHIEVED} AS "achievedAt" FROM (${source}) b`.execute(db)
  return rows
}

/** A whole board in its order, as SQL says it. */
export async function orderedBoard(db: Db, spec: BoardSpec): Promise<Best[]> {
  const { rows } = await sql<Best>`
    SELECT user_id AS "userId", value, ${ACHIEVED} AS "achievedAt" FROM (${fromScores(spec)}) b ORDER BY b.value DESC, b.achieved_at, b.user_id
  `.execute(db)
  return rows
}

/** The bests of some players with what a row shows of them: one look into the index each, however much they have played. */
export async function bestDetails(db: Db, spec: BoardSpec, userIds: readonly string[]): Promise<BestDetail[]> {
  const { rows } = await sql<BestDetail>`
    SELECT u.id AS "userId", s.id AS "scoreId", s.value, ${ACHIEVED} AS "achievedAt", s.status, u.username, u.display_name AS "displayName", ${AVATAR} AS avatar
    FROM unnest(${userIds}::text[]) AS wanted (id) JOIN users u ON u.id = wanted.id LEFT JOIN player_profiles p ON p.user_id = u.id CROSS JOIN LATERAL (
      SELECT id, value, achieved_at, status FROM scores WHERE ${counted(spec)} AND user_id = wanted.id
      ORDER BY value DESC, achieved_at, id LIMIT 1
    ) s
  `.execute(db)
  return rows
}
