import { sql } from 'kysely'
import type { Adjustment } from '#events/rules/adjustment.ts'
import type { Db } from '#platform/db/database.ts'
import { returnsRow } from '#platform/db/returns-row.ts'

/** Lists the adjustments of an event that count, in a fixed order. */
export async function listAdjustments(db: Db, eventId: string): Promise<Adjustment[]> {
  const { rows } = await sql<{ adjustment: Adjustment }>`
    SELECT adjustment FROM event_voids WHERE event_id = ${eventId} AND adjustment IS NOT NULL AND undone_at IS NULL ORDER BY id
  `.execute(db)
  return rows.map(({ adjustment }) => adjustment)
}

/** @returns false if the id was used before */
export async function insertAdjustment(
  tx: Db,
  { id, eventId, by, fingerprint, adjustment }: { id: string; eventId: string; by: string; fingerprint: string; adjustment: Adjustment },
): Promise<boolean> {
  return returnsRow(
    tx
      .insertInto('event_voids')
      .values({ id, event_id: eventId, by_user: by, fingerprint, adjustment: JSON.stringify(adjustment) })
      .onConflict(conflict => conflict.column('id').doNothing())
      .returning('id'),
  )
}
