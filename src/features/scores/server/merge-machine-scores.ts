import { sql } from 'kysely'
import type { Merger } from '../../machines/server/api.ts'
import { type MachineTotals, scoresMerged } from './score-changes.ts'

/** Moves the scores when two machines are merged. Rows are locked in the order that all writers use: scores, bests, totals. */
export const mergeScores: Merger = {
  async preview(db, { from }) {
    const { rows } = await sql<{ scores: number; players: number }>`
      SELECT count(*) AS scores, count(DISTINCT user_id) AS players FROM scores WHERE machine_id = ${from} AND removed_at IS NULL
    `.execute(db)
    return rows[0]!
  },

  async move(tx, { from, into }) {
    await sql`SELECT 1 FROM scores WHERE machine_id = ${from} ORDER BY id FOR NO KEY UPDATE`.execute(tx)
    await sql`UPDATE scores SET machine_id = ${into} WHERE machine_id = ${from}`.execute(tx)
    await sql`SELECT 1 FROM bests WHERE machine_id IN (${from}, ${into}) ORDER BY machine_id, user_id FOR UPDATE`.execute(tx)
    const { rows: bests } = await sql<{ fresh: boolean }>`
      INSERT INTO bests AS b (machine_id, user_id, score_id, value, achieved_at)
      SELECT ${into}, user_id, score_id, value, achieved_at FROM bests WHERE machine_id = ${from} ORDER BY user_id
      ON CONFLICT (machine_id, user_id) DO UPDATE SET score_id = excluded.score_id, value = excluded.value, achieved_at = excluded.achieved_at
      WHERE excluded.value > b.value
        OR (excluded.value = b.value AND (excluded.achieved_at, excluded.score_id) < (b.achieved_at, b.score_id))
      RETURNING (xmax = 0) AS fresh
    `.execute(tx)
    await sql`DELETE FROM bests WHERE machine_id = ${from}`.execute(tx)
    await sql`SELECT 1 FROM machine_tallies WHERE machine_id IN (${from}, ${into}) ORDER BY machine_id FOR UPDATE`.execute(tx)
    const players = bests.filter(({ fresh }) => fresh).length
    const { rows } = await sql<MachineTotals>`
      INSERT INTO machine_tallies AS t (machine_id, scores, players, zeros)
      SELECT ${into}, coalesce(sum(scores), 0), ${players}::integer, coalesce(sum(zeros), 0) FROM machine_tallies WHERE machine_id = ${from}
      ON CONFLICT (machine_id) DO UPDATE SET
        scores = t.scores + excluded.scores, players = t.players + excluded.players, zeros = t.zeros + excluded.zeros
      RETURNING scores, players, zeros
    `.execute(tx)
    return [scoresMerged.of({ from, into, tally: rows[0]! })]
  },
}
