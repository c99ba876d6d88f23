import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { epochMs } from '#platform/db/epoch-ms.ts'
import { MAX_LINKED_SCORES } from '#scores/contract/venues.ts'
import type { PictureSize } from '#uploads/contract.ts'
import { FROM_SCORES, SCORE, type ScoreRecord } from '../score-fields.ts'

export interface LeaderRow {
  machineId: string
  userId: string
  username: string
  displayName: string
  avatar: PictureSize | null
  scoreId: string
  value: number
  /** ms */
  achievedAt: number
}

const COUNTED = sql<boolean>`s.removed_at IS NULL AND s.status <> 'rejected' AND NOT s.under_review`

/** Returns the leader on each machine that stands in a venue. @param bounds in ms, the end excluded; null: of all time */
export async function venueLeaders(db: Db, venueId: string, bounds: { from: number; to: number } | null): Promise<LeaderRow[]> {
  const window =
    bounds === null
      ? sql<boolean>``
      : sql<boolean>`AND s.windowed AND s.achieved_at >= ${new Date(bounds.from)} AND s.achieved_at < ${new Date(bounds.to)}`
  const { rows } = await sql<LeaderRow>`
    SELECT b.machine_id AS "machineId", b.user_id AS "userId", u.username, u.display_name AS "displayName", u.avatar, b.id AS "scoreId", b.value,
      ${epochMs('b.achieved_at')} AS "achievedAt"
    FROM venue_machine_cards c CROSS JOIN LATERAL (
      SELECT s.id, s.machine_id, s.user_id, s.value, s.achieved_at FROM scores s
      WHERE s.venue_id = c.venue_id AND s.machine_id = c.machine_id AND ${COUNTED} ${window}
      ORDER BY s.value DESC, s.achieved_at, s.user_id, s.id LIMIT 1
    ) b JOIN player_cards u ON u.id = b.user_id
    WHERE c.venue_id = ${venueId} ORDER BY c.position
  `.execute(db)
  return rows
}

export interface VenuePlayerRow {
  userId: string
  username: string
  displayName: string
  avatar: PictureSize | null
  scores: number
  /** ms */
  lastPlayedAt: number
}

/** Returns the players who have played most in a venue since a time. */
export async function venuePlayers(db: Db, venueId: string, since: number, limit: number): Promise<VenuePlayerRow[]> {
  const { rows } = await sql<VenuePlayerRow>`
    SELECT p.user_id AS "userId", u.username, u.display_name AS "displayName", u.avatar, p.scores, ${epochMs('p.last')} AS "lastPlayedAt"
    FROM (
      SELECT s.user_id, count(*) AS scores, max(s.achieved_at) AS last FROM scores s
      WHERE s.venue_id = ${venueId} AND ${COUNTED} AND s.achieved_at >= ${new Date(since)} GROUP BY s.user_id
    ) p JOIN player_cards u ON u.id = p.user_id
    WHERE u.deleted_at IS NULL ORDER BY p.scores DESC, p.last DESC, p.user_id LIMIT ${limit}
  `.execute(db)
  return rows
}

/** Whose scores may be linked to a venue: those of one user, of the members of a group, or everybody's. */
export type Linkable = { userId: string } | { groupId: string } | 'all'

function saysVenue(name: string, whose: Linkable): RawBuilder<boolean> {
  const owner =
    whose === 'all'
      ? sql<boolean>`true`
      : 'userId' in whose
        ? sql<boolean>`s.user_id = ${whose.userId}`
        : sql<boolean>`s.user_id IN (SELECT g.user_id FROM group_memberships g WHERE g.group_id = ${whose.groupId})`
  return sql<boolean>`s.removed_at IS NULL AND s.venue_id IS NULL AND s.location IS NOT NULL AND lower(s.location) = lower(${name}) AND ${owner}`
}

/** Counts the scores without a venue whose text is the venue's name. */
export async function countTexts(db: Db, name: string, whose: Linkable): Promise<number> {
  const { rows } = await sql<{ scores: number }>`SELECT count(*) AS scores FROM scores s WHERE ${saysVenue(name, whose)}`.execute(db)
  return rows[0]!.scores
}

/** Links these scores to a venue, the oldest first. @returns them as they are now */
export async function linkTexts(tx: Db, venueId: string, name: string, whose: Linkable): Promise<ScoreRecord[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE scores SET venue_id = ${venueId}, version = version + 1 WHERE id IN (
      SELECT s.id FROM scores s WHERE ${saysVenue(name, whose)} ORDER BY s.id LIMIT ${MAX_LINKED_SCORES} FOR NO KEY UPDATE
    ) RETURNING id`.execute(tx)
  return scoresById(tx, rows)
}

/** Takes scores from a venue. @param owner only those of this user; null: everybody's @returns those that were there, as they are now */
export async function unlink(tx: Db, venueId: string, scoreIds: readonly string[], owner: string | null): Promise<ScoreRecord[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE scores SET venue_id = NULL, version = version + 1 WHERE id IN (
      SELECT s.id FROM scores s WHERE s.id = ANY (${scoreIds}::text[]) AND s.venue_id = ${venueId} AND s.removed_at IS NULL
        AND ${owner === null ? sql<boolean>`true` : sql<boolean>`s.user_id = ${owner}`}
      ORDER BY s.id FOR NO KEY UPDATE
    ) RETURNING id`.execute(tx)
  return scoresById(tx, rows)
}

async function scoresById(tx: Db, written: readonly { id: string }[]): Promise<ScoreRecord[]> {
  const ids = written.map(({ id }) => id)
  const { rows } = await sql<ScoreRecord>`SELECT ${SCORE} FROM ${FROM_SCORES} WHERE s.id = ANY (${ids}::text[]) ORDER BY s.id`.execute(tx)
  return rows
}
