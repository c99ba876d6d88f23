import { sql } from 'kysely'
import type { Playoff } from '#events/rules/standings/playoffs.ts'
import type { Db } from '#platform/db/database.ts'

/** Lists the playoffs of an event in the order in which they were decided. */
export async function listPlayoffs(db: Db, eventId: string): Promise<Playoff[]> {
  const playoffs = await db
    .selectFrom('event_playoffs')
    .select('entrant_ids as entrantIds')
    .where('event_id', '=', eventId)
    .orderBy('number')
    .execute()
  return playoffs.map(({ entrantIds }) => entrantIds)
}

/** Returns the last playoff between exactly these players, and who entered it (null: not known); null: there was none. */
export async function findPlayoff(
  db: Db,
  eventId: string,
  between: readonly string[],
): Promise<{ order: string[]; by: string | null } | null> {
  const playoff = await db
    .selectFrom('event_playoffs')
    .select(['entrant_ids as order', 'by_user as by'])
    .where('event_id', '=', eventId)
    .where('entrant_ids', '@>', sql<string[]>`${between}::text[]`)
    .where('entrant_ids', '<@', sql<string[]>`${between}::text[]`)
    .orderBy('number', 'desc')
    .executeTakeFirst()
  return playoff ?? null
}

/** @returns false if the id was used before */
export async function insertPlayoff(tx: Db, playoff: { id: string; eventId: string; order: Playoff; by: string }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('event_playoffs')
    .values({ id: playoff.id, event_id: playoff.eventId, entrant_ids: [...playoff.order], by_user: playoff.by })
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** True if the id belongs to this playoff of the event. */
export async function wasPlayedOff(db: Db, { id, eventId, order }: { id: string; eventId: string; order: Playoff }): Promise<boolean> {
  const playoff = await db
    .selectFrom('event_playoffs')
    .select('id')
    .where('id', '=', id)
    .where('event_id', '=', eventId)
    .where('entrant_ids', '=', sql<string[]>`${order}::text[]`)
    .executeTakeFirst()
  return playoff !== undefined
}

/** Puts another entrant in the place of a merged one. */
export async function replaceInPlayoffs(tx: Db, eventId: string, from: string, into: string): Promise<void> {
  await sql<never>`UPDATE event_playoffs SET entrant_ids = array_replace(entrant_ids, ${from}, ${into}) WHERE event_id = ${eventId}`.execute(
    tx,
  )
}
