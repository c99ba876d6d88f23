import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { SupporterLinkDoc } from '../contract.ts'
import type { Membership } from './membership.ts'

/** A link with its encrypted tokens. `id`: a new one each time a user links. */
export interface SupporterLink {
  id: string
  userId: string
  providerId: string
  tokens: Buffer
  tier: string | null
  active: boolean
  nextCheckAt: Date
}

export interface Begun {
  userId: string
  stateHash: string
  verifier: Buffer
  expiresAt: Date
}

const LINK = sql`l.id, l.user_id AS "userId", l.provider_id AS "providerId", l.tokens, l.tier, l.active, l.next_check_at AS "nextCheckAt"`

/** A user's newest attempt replaces the earlier one. */
export async function saveBegun(db: Db, { userId, stateHash, verifier, expiresAt }: Begun): Promise<void> {
  await sql`
    INSERT INTO supporter_begun (user_id, state_hash, verifier, expires_at) VALUES (${userId}, ${stateHash}, ${verifier}, ${expiresAt})
    ON CONFLICT (user_id) DO UPDATE SET state_hash = excluded.state_hash, verifier = excluded.verifier, expires_at = excluded.expires_at
  `.execute(db)
}

/** Deletes a user's attempt with this state, so that it is used only once. @returns its verifier; null: there is none, or it has expired */
export async function consumeOauthState(db: Db, userId: string, stateHash: string, now: Date): Promise<Buffer | null> {
  const { rows } = await sql<{ verifier: Buffer; expiresAt: Date }>`
    DELETE FROM supporter_begun WHERE user_id = ${userId} AND state_hash = ${stateHash} RETURNING verifier, expires_at AS "expiresAt"
  `.execute(db)
  const [begun] = rows
  return begun === undefined || begun.expiresAt <= now ? null : begun.verifier
}

export async function dropBegunBefore(db: Db, now: Date): Promise<void> {
  await sql`DELETE FROM supporter_begun WHERE expires_at <= ${now}`.execute(db)
}

export async function lockSupporter(tx: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM users WHERE id = ${userId} AND deleted_at IS NULL FOR NO KEY UPDATE`.execute(tx)
  return rows.length > 0
}

/** @returns false if the provider's account is linked to another user */
export async function insertLink(tx: Db, link: SupporterLink, now: Date): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO supporter_links (id, user_id, provider_id, tokens, tier, active, linked_at, next_check_at)
    VALUES (${link.id}, ${link.userId}, ${link.providerId}, ${link.tokens}, ${link.tier}, ${link.active}, ${now}, ${link.nextCheckAt})
    ON CONFLICT (provider_id) DO NOTHING RETURNING 1
  `.execute(tx)
  return rows.length > 0
}

/** @returns the deleted link. @param id left out: any */
export async function deleteLink(tx: Db, userId: string, id: string | null = null): Promise<SupporterLink | null> {
  const { rows } = await sql<SupporterLink>`
    DELETE FROM supporter_links l WHERE user_id = ${userId} AND (${id}::text IS NULL OR id = ${id}) RETURNING ${LINK}
  `.execute(tx)
  return rows[0] ?? null
}

export async function deleteBegun(tx: Db, userId: string): Promise<void> {
  await sql`DELETE FROM supporter_begun WHERE user_id = ${userId}`.execute(tx)
}

export async function linkDocument(db: Db, userId: string): Promise<SupporterLinkDoc | null> {
  const { rows } = await sql<SupporterLinkDoc>`
    SELECT tier, active, linked_at AS "linkedAt" FROM supporter_links WHERE user_id = ${userId}
  `.execute(db)
  return rows[0] ?? null
}

/** Reserves one link that is due until `until`, so that no other node reads it meanwhile. */
export async function takeDue(db: Db, now: Date, until: Date): Promise<SupporterLink | null> {
  const { rows } = await sql<SupporterLink>`
    UPDATE supporter_links l SET checking_until = ${until} WHERE user_id = (
      SELECT user_id FROM supporter_links WHERE next_check_at <= ${now} AND (checking_until IS NULL OR checking_until <= ${now})
      ORDER BY next_check_at LIMIT 1 FOR UPDATE SKIP LOCKED
    ) RETURNING ${LINK}
  `.execute(db)
  return rows[0] ?? null
}

/** @returns false if the link was deleted or replaced */
export async function saveTokens(db: Db, { userId, id }: SupporterLink, tokens: Buffer): Promise<boolean> {
  const { rows } = await sql`
    UPDATE supporter_links SET tokens = ${tokens} WHERE user_id = ${userId} AND id = ${id} RETURNING 1
  `.execute(db)
  return rows.length > 0
}

/** Releases a link. If another check was requested meanwhile, its time is kept. @param found null: nothing was learned */
export async function saveChecked(
  tx: Db,
  { userId, id, nextCheckAt }: SupporterLink,
  found: Pick<Membership, 'tier' | 'active'> | null,
  next: Date,
): Promise<boolean> {
  const learned = found === null ? sql`` : sql`, tier = ${found.tier}, active = ${found.active}`
  const { rows } = await sql`
    UPDATE supporter_links SET checking_until = NULL,
      next_check_at = CASE WHEN next_check_at = ${nextCheckAt} THEN ${next} ELSE next_check_at END ${learned}
    WHERE user_id = ${userId} AND id = ${id} RETURNING 1
  `.execute(tx)
  return rows.length > 0
}

/** @returns true if a user is linked to that account */
export async function askToCheck(db: Db, providerId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    UPDATE supporter_links SET next_check_at = ${now} WHERE provider_id = ${providerId} RETURNING 1
  `.execute(db)
  return rows.length > 0
}

/** Tokens that are to be revoked at the provider. */
export interface Revocation {
  id: string
  tokens: Buffer
  tries: number
}

export async function insertRevocation(tx: Db, { id, tokens }: Pick<Revocation, 'id' | 'tokens'>, now: Date): Promise<void> {
  await sql`INSERT INTO supporter_revocations (id, tokens, next_try_at) VALUES (${id}, ${tokens}, ${now})`.execute(tx)
}

export async function takeRevocation(db: Db, now: Date, next: Date): Promise<Revocation | null> {
  const { rows } = await sql<Revocation>`
    UPDATE supporter_revocations SET tries = tries + 1, next_try_at = ${next} WHERE id = (
      SELECT id FROM supporter_revocations WHERE next_try_at <= ${now} ORDER BY next_try_at LIMIT 1 FOR UPDATE SKIP LOCKED
    ) RETURNING id, tokens, tries
  `.execute(db)
  return rows[0] ?? null
}

export async function deleteRevocation(db: Db, id: string): Promise<void> {
  await sql`DELETE FROM supporter_revocations WHERE id = ${id}`.execute(db)
}
