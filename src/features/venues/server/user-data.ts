import { sql } from 'kysely'
import { anyOf } from '#platform/db/any-of.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { venueChanged } from './changes.ts'

/** Part of a user's deletion: the user manages no venue any more. The venues stay, and nothing shows who has added them. */
export async function removeUserFromVenues(tx: Db, userId: string): Promise<NewChange[]> {
  const managed = await tx.selectFrom('venue_managers').select('venue_id').where('user_id', '=', userId).execute()
  const venues = await tx
    .selectFrom('venues')
    .select(['id', 'group_id as groupId', 'removed_at as removedAt'])
    .where('id', '=', anyOf(managed.map(({ venue_id }) => venue_id)))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await tx.deleteFrom('venue_managers').where('user_id', '=', userId).execute()
  await tx.updateTable('venues').set({ removed_by: null }).where('removed_by', '=', userId).execute()
  return venues
    .filter(({ removedAt }) => removedAt === null)
    .map(({ id, groupId }) => venueChanged.of({ venueId: id, groupId, exists: true, part: 'managers', userIds: [userId] }))
}

/** A venue, as the data export of a user who has added or manages it shows it. Its text is left out if the user may not see it any more. */
interface OwnVenue {
  id: string
  name: string | null
  place: string | null
  added: boolean
  addedAt: Date | null
  manages: boolean
}

export async function exportUserVenues(db: Db, userId: string): Promise<OwnVenue[]> {
  const { rows } = await sql<OwnVenue>`
    SELECT v.id, c.name, c.place, v.made_by = ${userId} AS added, CASE WHEN v.made_by = ${userId} THEN v.created_at END AS "addedAt",
      o.user_id IS NOT NULL AS manages
    FROM venues v LEFT JOIN venue_managers o ON o.venue_id = v.id AND o.user_id = ${userId}
      LEFT JOIN venue_cards c ON c.id = v.id AND (c.is_public OR EXISTS (
        SELECT 1 FROM group_memberships m WHERE m.group_id = c.group_id AND m.user_id = ${userId}))
    WHERE v.made_by = ${userId} OR o.user_id IS NOT NULL ORDER BY v.receipt
  `.execute(db)
  return rows
}
