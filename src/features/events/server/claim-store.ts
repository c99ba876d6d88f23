import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/**
 * Returns the code (128 random bits) by which a guest's entry can be claimed; it stays the same until it is used. The caller has locked the
 * entrant.
 */
export async function findClaimCode(tx: Db, entrantId: string): Promise<string> {
  const known = await sql<{ code: string }>`SELECT code FROM event_claims WHERE entrant_id = ${entrantId} AND claimed_by IS NULL`.execute(
    tx,
  )
  if (known.rows.length > 0) return known.rows[0]!.code
  const code = randomBytes(16).toString('base64url')
  await sql`INSERT INTO event_claims (code, entrant_id) VALUES (${code}, ${entrantId})`.execute(tx)
  return code
}

export interface GuestClaim {
  eventId: string
  entrantId: string
  claimedBy: string | null
}

export async function findClaim(db: Db, code: string): Promise<GuestClaim | null> {
  const { rows } = await sql<GuestClaim>`
    SELECT n.event_id AS "eventId", c.entrant_id AS "entrantId", c.claimed_by AS "claimedBy"
    FROM event_claims c JOIN event_entrants n ON n.id = c.entrant_id WHERE c.code = ${code}
  `.execute(db)
  return rows[0] ?? null
}

export async function markClaimed(tx: Db, code: string, userId: string): Promise<void> {
  await sql`UPDATE event_claims SET claimed_by = ${userId} WHERE code = ${code}`.execute(tx)
}

/** Turns a guest's entry into the user's entry. */
export async function giveEntry(tx: Db, guestId: string, userId: string): Promise<void> {
  await sql`UPDATE event_entrants SET user_id = ${userId}, guest_name = NULL WHERE id = ${guestId}`.execute(tx)
}

/** True if both entrants were drawn into one round. */
export async function shareRound(db: Db, eventId: string, a: string, b: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM event_rounds r
    WHERE r.event_id = ${eventId} AND (r.byes || ARRAY(SELECT unnest(g.entrant_ids) FROM event_groups g WHERE g.round_id = r.id)) @> ${[a, b]}::text[] LIMIT 1
  `.execute(db)
  return rows.length > 0
}

/** Moves everything of the guest's entry to the user's own entry, then deletes the guest's entry. */
export async function mergeEntries(tx: Db, eventId: string, guestId: string, ownId: string): Promise<void> {
  await sql`UPDATE event_attempts SET entrant_id = ${ownId} WHERE entrant_id = ${guestId}`.execute(tx)
  await sql`UPDATE event_claims SET entrant_id = ${ownId} WHERE entrant_id = ${guestId}`.execute(tx)
  await sql`UPDATE event_rounds SET byes = array_replace(byes, ${guestId}, ${ownId}) WHERE event_id = ${eventId}`.execute(tx)
  await sql`
    UPDATE event_groups g SET entrant_ids = array_replace(g.entrant_ids, ${guestId}, ${ownId}), result = array_replace(g.result, ${guestId}, ${ownId})
    FROM event_rounds r WHERE r.id = g.round_id AND r.event_id = ${eventId} AND ${guestId} = ANY (g.entrant_ids)
  `.execute(tx)
  await sql`DELETE FROM event_entrants WHERE id = ${guestId}`.execute(tx)
}
