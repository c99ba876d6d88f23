import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'

/**
 * Lets the calls that change who plays next in an event come one after another until the transaction ends. Where games follow from results,
 * each result decides that.
 */
export async function lockGames(tx: Db, eventId: string): Promise<void> {
  // The second number keeps it apart from other locks.
  await tx.selectNoFrom(sql<string>`pg_advisory_xact_lock(hashtextextended(${eventId}, 43))`.as('locked')).execute()
}
