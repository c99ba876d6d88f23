import { sql } from 'kysely'
import type { MachineMergeHook } from '#machines/server/api.ts'
import { venueChanged } from './changes.ts'

/**
 * The venues' part in a merge of two machines. Where both stand, one entry stays, with the place, the code and the state of the machine that
 * stays. Where that one has gone, the code of the one that stands there stays, since it is on the sheet that hangs there.
 */
export const mergeVenueMachines: MachineMergeHook = {
  preview: async () => ({}),

  async lock(tx, { from }) {
    const venueIds = tx.selectFrom('venue_machines').select('venue_id').where('machine_id', '=', from)
    await tx.selectFrom('venues').select('id').where('id', 'in', venueIds).orderBy('id').forNoKeyUpdate().execute()
  },

  async move(tx, { from, into }) {
    const { rows: venues } = await sql<{ id: string; groupId: string | null; exists: boolean }>`
      SELECT v.id, v.group_id AS "groupId", v.removed_at IS NULL AS exists FROM venue_machines m JOIN venues v ON v.id = m.venue_id
      WHERE m.machine_id = ${from}
    `.execute(tx)
    await sql<never>`
      DELETE FROM venue_machines i USING venue_machines f
      WHERE f.venue_id = i.venue_id AND f.machine_id = ${from} AND i.machine_id = ${into} AND f.position IS NOT NULL AND i.position IS NULL
    `.execute(tx)
    await sql<never>`
      DELETE FROM venue_machines f USING venue_machines i WHERE i.venue_id = f.venue_id AND f.machine_id = ${from} AND i.machine_id = ${into}
    `.execute(tx)
    await tx.updateTable('venue_machines').set({ machine_id: into }).where('machine_id', '=', from).execute()
    return venues.map(({ id, groupId, exists }) =>
      venueChanged.of({ venueId: id, groupId, exists, part: 'machines', machineIds: [from, into] }),
    )
  },
}
