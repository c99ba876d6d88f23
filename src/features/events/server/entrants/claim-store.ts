import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { movePayment } from '../fees/fee-store.ts'
import { renameInLog } from '../log/event-log-store.ts'
import { replaceInPlayoffs } from '../standings/playoff-store.ts'
import { moveSeat } from './seat-store.ts'

export interface GuestClaim {
  eventId: string
  entrantId: string
  claimedBy: string | null
  /** null once the entry is an account's */
  guestName: string | null
  /** the account whose entry it is; null: it is a guest's */
  userId: string | null
  /** who of the group's people the guest is; null: nobody of them */
  personId: string | null
}

export async function findClaim(db: Db, code: string): Promise<GuestClaim | null> {
  const claim = await db
    .selectFrom('event_claims as c')
    .innerJoin('event_entrants as n', 'n.id', 'c.entrant_id')
    .select(['n.event_id as eventId', 'c.entrant_id as entrantId', 'c.claimed_by as claimedBy', 'n.guest_name as guestName'])
    .select(['n.user_id as userId', 'n.person_id as personId'])
    .where('c.code', '=', code)
    .executeTakeFirst()
  return claim ?? null
}

export async function markClaimed(tx: Db, code: string, userId: string): Promise<void> {
  await tx.updateTable('event_claims').set({ claimed_by: userId }).where('code', '=', code).execute()
}

/** Turns a guest's entry into the user's entry. */
export async function assignEntry(tx: Db, guestId: string, userId: string): Promise<void> {
  await tx.updateTable('event_entrants').set({ user_id: userId, guest_name: null }).where('id', '=', guestId).execute()
}

/** True if both entrants were drawn into one round, or into one bracket. */
export async function shareRound(db: Db, eventId: string, a: string, b: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    SELECT r.id FROM event_rounds r
    WHERE r.event_id = ${eventId}
      AND (r.byes || r.field || ARRAY(SELECT unnest(g.entrant_ids) FROM event_groups g WHERE g.round_id = r.id)) @> ${[a, b]}::text[] LIMIT 1
  `.execute(db)
  return rows.length > 0
}

/**
 * Moves everything of the guest's entry to the user's own entry, then deletes the guest's entry. The own entry gets the guest's place if it
 * waited for one, is here if the guest was, and gets the guest's seed if it has none; so it does with the person of the group that the guest is.
 */
export async function mergeEntries(tx: Db, eventId: string, guestId: string, ownId: string): Promise<void> {
  await tx.updateTable('event_attempts').set({ entrant_id: ownId }).where('entrant_id', '=', guestId).execute()
  await tx.updateTable('event_claims').set({ entrant_id: ownId }).where('entrant_id', '=', guestId).execute()
  await sql<never>`
    UPDATE event_rounds SET byes = array_replace(byes, ${guestId}, ${ownId}), field = array_replace(field, ${guestId}, ${ownId}),
      gone = array_replace(gone, ${guestId}, ${ownId})
    WHERE event_id = ${eventId}
  `.execute(tx)
  await sql<never>`
    UPDATE event_games p SET result = array_replace(p.result, ${guestId}, ${ownId}), entries = replace(p.entries::text, ${guestId}, ${ownId})::jsonb,
      replaced = replace(p.replaced::text, ${guestId}, ${ownId})::jsonb
    FROM event_groups g JOIN event_rounds r ON r.id = g.round_id
    WHERE g.id = p.group_id AND r.event_id = ${eventId} AND ${guestId} = ANY (g.entrant_ids)
  `.execute(tx)
  await sql<never>`
    UPDATE event_groups g SET entrant_ids = array_replace(g.entrant_ids, ${guestId}, ${ownId})
    FROM event_rounds r WHERE r.id = g.round_id AND r.event_id = ${eventId} AND ${guestId} = ANY (g.entrant_ids)
  `.execute(tx)
  // A game that was voided comes back with the new entrant when the void is undone.
  await sql<never>`
    UPDATE event_voids SET group_result = array_replace(group_result, ${guestId}, ${ownId}) WHERE event_id = ${eventId} AND ${guestId} = ANY (group_result)
  `.execute(tx)
  await sql<never>`
    UPDATE event_voids SET arrangement = replace(arrangement::text, ${guestId}, ${ownId})::jsonb,
      adjustment = replace(adjustment::text, ${guestId}, ${ownId})::jsonb
    WHERE event_id = ${eventId} AND (arrangement IS NOT NULL OR adjustment IS NOT NULL)
  `.execute(tx)
  await moveSeat(tx, guestId, ownId)
  await movePayment(tx, guestId, ownId)
  await replaceInPlayoffs(tx, eventId, guestId, ownId)
  await renameInLog(tx, eventId, guestId, ownId)
  const guest = await tx
    .deleteFrom('event_entrants')
    .where('id', '=', guestId)
    .returning(['presence', 'seed', 'person_id'])
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('event_entrants')
    .set(({ fn, val }) => ({
      waiting_since: null,
      seed: fn.coalesce('seed', val(guest.seed)),
      person_id: fn.coalesce('person_id', val(guest.person_id)),
    }))
    .$if(guest.presence === 'here', update => update.set({ presence: 'here' }))
    .where('id', '=', ownId)
    .execute()
}
