import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import type { ProgressDoc } from '#scores/contract/scores.ts'

const MAX_POINTS = 400

/** The id of the machine with the most accepted scores of a player; null: the player has none. */
export async function mostPlayed(db: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{ machineId: string }>`
    SELECT m.id AS "machineId" FROM scores s JOIN machine_cards m ON m.id = s.machine_id
    WHERE s.user_id = ${userId} AND s.removed_at IS NULL AND s.status <> 'rejected' AND NOT s.under_review GROUP BY m.id, m.name ORDER BY count(*) DESC, m.name LIMIT 1
  `.execute(db)
  return rows[0]?.machineId ?? null
}

/**
 * At most `maxPoints` points: all scores that were a new best (of those at most the latest `maxPoints`), and an even selection of the
 * others.
 * @param played the scores in the order in which they were played
 */
export function progressPoints(played: readonly { at: Date; value: number }[], maxPoints = MAX_POINTS): ProgressDoc['points'] {
  let best = 0
  const points = played.map(({ at, value }) => {
    const record = value > best
    if (record) best = value
    return { at, value, best: record }
  })
  const bests = points.filter(point => point.best)
  if (points.length <= maxPoints) return points
  if (bests.length >= maxPoints) return bests.slice(-maxPoints)
  const others = points.filter(point => !point.best)
  const interval = others.length / (maxPoints - bests.length)
  const sampled = new Set(Array.from({ length: maxPoints - bests.length }, (_, i) => others[Math.floor(i * interval)]!))
  return points.filter(point => point.best || sampled.has(point))
}

/** A player's progress on a machine; null if the player has no accepted scores on it. */
export async function progressDocument(db: Db, userId: string, machineId: string): Promise<ProgressDoc | null> {
  const { rows } = await sql<{ at: Date; value: number; machineName: string }>`
    SELECT s.achieved_at AS at, s.value, m.name AS "machineName" FROM scores s JOIN machine_cards m ON m.id = s.machine_id
    WHERE s.user_id = ${userId} AND s.machine_id = ${machineId} AND s.removed_at IS NULL AND s.status <> 'rejected' AND NOT s.under_review
    ORDER BY s.achieved_at, s.id
  `.execute(db)
  const [first] = rows
  return first === undefined ? null : { userId, machineId, machineName: first.machineName, points: progressPoints(rows) }
}
