import { sql } from 'kysely'
import type { MachineMergeHook } from '#machines/server/api.ts'
import { lockTotals, mergeTotals } from '#machines/server/shared/tally-store.ts'
import { scoresMerged } from './changes.ts'

/** Moves the scores when two machines are merged. Rows are locked in the order that all writers use: scores, bests, totals. */
export const mergeScores: MachineMergeHook = {
  async preview(db, { from }) {
    const { rows } = await sql<{ scores: number; players: number }>`
      SELECT count(*) AS scores, count(DISTINCT user_id) AS players FROM scores WHERE machine_id = ${from} AND removed_at IS NULL
    `.execute(db)
    return rows[0]!
  },

  async move(tx, { from, into }) {
    await tx.selectFrom('scores').select('id').where('machine_id', '=', from).orderBy('id').forNoKeyUpdate().execute()
    await tx.updateTable('scores').set({ machine_id: into }).where('machine_id', '=', from).execute()
    await tx.updateTable('board_kiosks').set({ machine_id: into }).where('machine_id', '=', from).execute()
    await tx.updateTable('game_scores').set({ machine_id: into }).where('machine_id', '=', from).execute()
    await tx
      .selectFrom('bests')
      .select('user_id')
      .where('machine_id', 'in', [from, into])
      .orderBy('machine_id')
      .orderBy('user_id')
      .forUpdate()
      .execute()
    const { rows: bests } = await sql<{ fresh: boolean }>`
      INSERT INTO bests AS b (machine_id, user_id, score_id, value, achieved_at)
      SELECT ${into}, user_id, score_id, value, achieved_at FROM bests WHERE machine_id = ${from} ORDER BY user_id
      ON CONFLICT (machine_id, user_id) DO UPDATE SET score_id = excluded.score_id, value = excluded.value, achieved_at = excluded.achieved_at
      WHERE excluded.value > b.value
        OR (excluded.value = b.value AND (excluded.achieved_at, excluded.score_id) < (b.achieved_at, b.score_id))
      RETURNING (xmax = 0) AS fresh
    `.execute(tx)
    await tx.deleteFrom('bests').where('machine_id', '=', from).execute()
    await lockTotals(tx, { from, into })
    const players = bests.filter(({ fresh }) => fresh).length
    const tally = await mergeTotals(tx, { from, into }, players)
    return [scoresMerged.of({ from, into, tally })]
  },
}
