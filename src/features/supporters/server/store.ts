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
}

export interface Begun {
  userId: string
  stateHash: string
  verifier: Buffer
  expiresAt: Date
}

const LINK = sql`l.id, l.user_id AS "userId", l.provider_id AS "providerId", l.tokens, l.tier, l.active`

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
    INSERT INTO supporter_links (id, user_id, provider_id, tokens, tier, active, linked_at)
    VALUES (${link.id}, ${link.userId}, ${link.providerId}, ${link.tokens}, ${link.tier}, ${link.active}, ${now})
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

export async function findLink(db: Db, userId: string): Promise<SupporterLink | null> {
  const { rows } = await sql<SupporterLink>`SELECT ${LINK} FROM supporter_links l WHERE user_id = ${userId}`.execute(db)
  return rows[0] ?? null
}

/** @returns false if the link was deleted or replaced */
export async function saveTokens(db: Db, { userId, id }: SupporterLink, tokens: Buffer): Promise<boolean> {
  const { rows } = await sql`
    UPDATE supporter_links SET tokens = ${tokens} WHERE user_id = ${userId} AND id = ${id} RETURNING 1
  `.execute(db)
  return rows.length > 0
}

/** Stores what was read of a membership. @returns false if the link was deleted or replaced */
export async function saveMembership(
  tx: Db,
  { userId, id }: SupporterLink,
  { tier, active }: Pick<Membership, 'tier' | 'active'>,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE supporter_links SET tier = ${tier}, active = ${active} WHERE user_id = ${userId} AND id = ${id} RETURNING 1
  `.execute(tx)
  return rows.length > 0
}

/** @returns the user who is linked to that account; null: nobody is */
export async function linkedUser(db: Db, providerId: string): Promise<string | null> {
  const { rows } = await sql<{ userId: string }>`SELECT user_id AS "userId" FROM supporter_links WHERE provider_id = ${providerId}`.execute(
    db,
  )
  return rows[0]?.userId ?? null
}
