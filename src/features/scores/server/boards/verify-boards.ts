import { sql } from 'kysely'
import { findLastPlayed, findTotals, listMachinesWithTotals } from '#machines/server/shared/tally-store.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { Board } from '#ranking/board.ts'
import { orderedBoard } from './board-store.ts'

export interface BoardDifference {
  machineId: string
  what: string
}

/** Scores and bests that refer to a row that is not there: no constraint guards these references (`scores/008-no-references`). */
async function findDangling(tx: Db): Promise<BoardDifference[]> {
  const { rows } = await sql<{ machineId: string; rows: number }>`
    SELECT machine_id AS "machineId", count(*) AS rows FROM (
      SELECT s.machine_id FROM scores s WHERE NOT EXISTS (SELECT FROM user_cards u WHERE u.id = s.user_id)
        OR NOT EXISTS (SELECT FROM machine_cards m WHERE m.id = s.machine_id)
        OR s.event_id IS NOT NULL AND NOT EXISTS (SELECT FROM event_cards e WHERE e.id = s.event_id)
      UNION ALL
      SELECT b.machine_id FROM bests b
      WHERE NOT EXISTS (SELECT FROM scores s WHERE s.id = b.score_id AND s.user_id = b.user_id AND s.machine_id = b.machine_id)
    ) dangling GROUP BY machine_id ORDER BY machine_id`.execute(tx)
  return rows.map(({ machineId, rows: count }) => ({
    machineId,
    what: `${count} rows that refer to a user, machine, event or score that is not there`,
  }))
}

/** The machines that have scores, bests or totals. No board of another machine can be wrong. */
async function findMachinesWithRows(tx: Db): Promise<Set<string>> {
  const { rows } = await sql<{ machineId: string }>`
    SELECT machine_id AS "machineId" FROM scores UNION SELECT machine_id FROM bests`.execute(tx)
  return new Set([...rows.map(({ machineId }) => machineId), ...(await listMachinesWithTotals(tx))])
}

/**
 * Recomputes all boards from the scores alone and reports where `bests`, the totals or the ranking tree differ, and rows that refer to
 * nothing. It changes nothing.
 */
export async function verifyBoards(database: Database): Promise<{ machines: number; players: number; differences: BoardDifference[] }> {
  return database.readSnapshot(async tx => {
    const differences = await findDangling(tx)
    let players = 0
    const { rows: machines } = await sql<{ id: string }>`SELECT id FROM machine_cards ORDER BY id`.execute(tx)
    const withRows = await findMachinesWithRows(tx)
    for (const { id: machineId } of machines) {
      if (!withRows.has(machineId)) continue
      const expected = await orderedBoard(tx, { machineId, bounds: null, verifiedOnly: false })
      players += expected.length
      const { rows: bests } = await sql<{ userId: string; value: number; achievedAt: number }>`
        SELECT user_id AS "userId", value, (extract(epoch FROM achieved_at) * 1000)::bigint AS "achievedAt" FROM bests
        WHERE machine_id = ${machineId} ORDER BY value DESC, achieved_at, user_id
      `.execute(tx)
      const board = new Board(0)
      for (const best of bests) board.load({ id: best.userId, value: best.value, achievedAt: best.achievedAt })
      const index = board.rows(board.players).map(({ id, value, achievedAt }) => ({ userId: id, value, achievedAt }))
      if (JSON.stringify(bests) !== JSON.stringify(expected)) differences.push({ machineId, what: 'the table of bests' })
      if (JSON.stringify(index) !== JSON.stringify(expected)) differences.push({ machineId, what: 'the index in memory' })
      const { rows: counted } = await sql<{ scores: number; players: number; zeros: number; lastPlayedAt: number | null }>`
        SELECT count(*) AS scores, count(DISTINCT user_id) AS players, count(*) FILTER (WHERE value % 10 = 0) AS zeros,
          (extract(epoch FROM max(achieved_at)) * 1000)::bigint AS "lastPlayedAt" FROM scores
        WHERE machine_id = ${machineId} AND removed_at IS NULL AND status <> 'rejected' AND NOT under_review
      `.execute(tx)
      const { lastPlayedAt, ...totals } = counted[0]!
      if (JSON.stringify(await findTotals(tx, machineId)) !== JSON.stringify(totals)) differences.push({ machineId, what: 'the totals' })
      if ((await findLastPlayed(tx, machineId)) !== lastPlayedAt) differences.push({ machineId, what: 'when it was last played' })
    }
    return { machines: machines.length, players, differences }
  }, true)
}
