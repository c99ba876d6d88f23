import { sql } from 'kysely'
import type { Adjustment } from '#events/rules/adjustment.ts'
import type { Db } from '#platform/db/database.ts'

/** Lists the adjustments of an event that count, in a fixed order. */
export async function listAdjustments(db: Db, eventId: string): Promise<Adjustment[]> {
  const { rows } = await sql<{ adjustment: Adjustment }>`
    SELECT adjustment FROM event_voids WHERE event_id = ${eventId} AND adjustment IS NOT NULL AND undone_at IS NULL ORDER BY id
  `.execute(db)
  return rows.map(({ adjustment }) => adjustment)
}
