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

const LINK = ['id', 'user_id as userId', 'provider_id as providerId', 'tokens', 'tier', 'active', 'next_check_at as nextCheckAt'] as const

/** A user's newest attempt replaces the earlier one. */
export async function saveBegun(db: Db, { userId, stateHash, verifier, expiresAt }: Begun): Promise<void> {
  const attempt = { state_hash: stateHash, verifier, expires_at: expiresAt }
  await db
    .insertInto('supporter_begun')
    .values({ user_id: userId, ...attempt })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(attempt))
    .execute()
}

/** Deletes a user's attempt with this state, so that it is used only once. @returns its verifier; null: there is none, or it has expired */
export async function consumeOauthState(db: Db, userId: string, stateHash: string, now: Date): Promise<Buffer | null> {
  const begun = await db
    .deleteFrom('supporter_begun')
    .where('user_id', '=', userId)
    .where('state_hash', '=', stateHash)
    .returning(['verifier', 'expires_at'])
    .executeTakeFirst()
  return begun === undefined || begun.expires_at <= now ? null : begun.verifier
}

export async function dropBegunBefore(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('supporter_begun').where('expires_at', '<=', now).execute()
}

export async function lockSupporter(tx: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM user_cards WHERE id = ${userId} AND deleted_at IS NULL FOR NO KEY UPDATE
  `.execute(tx)
  return rows.length > 0
}

/** @returns false if the provider's account is linked to another user */
export async function insertLink(tx: Db, link: SupporterLink, now: Date): Promise<boolean> {
  const { id, userId: user_id, providerId: provider_id, tokens, tier, active } = link
  const inserted = await tx
    .insertInto('supporter_links')
    .values({ id, user_id, provider_id, tokens, tier, active, linked_at: now, next_check_at: link.nextCheckAt })
    .onConflict(conflict => conflict.column('provider_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** @returns the deleted link. @param id left out: any */
export async function deleteLink(tx: Db, userId: string, id: string | null = null): Promise<SupporterLink | null> {
  const links = tx.deleteFrom('supporter_links').where('user_id', '=', userId)
  const deleted = await (id === null ? links : links.where('id', '=', id)).returning(LINK).executeTakeFirst()
  return deleted ?? null
}

export async function deleteBegun(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('supporter_begun').where('user_id', '=', userId).execute()
}

export async function linkDocument(db: Db, userId: string): Promise<SupporterLinkDoc | null> {
  const link = await db
    .selectFrom('supporter_links')
    .select(['tier', 'active', 'linked_at as linkedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return link ?? null
}

/** Reserves one link that is due until `until`, so that no other node reads it meanwhile. */
export async function takeDue(db: Db, now: Date, until: Date): Promise<SupporterLink | null> {
  const due = db
    .selectFrom('supporter_links')
    .select('user_id')
    .where('next_check_at', '<=', now)
    .where(eb => eb.or([eb('checking_until', 'is', null), eb('checking_until', '<=', now)]))
    .orderBy('next_check_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
  const link = await db
    .updateTable('supporter_links')
    .set({ checking_until: until })
    .where('user_id', '=', due)
    .returning(LINK)
    .executeTakeFirst()
  return link ?? null
}

/** @returns false if the link was deleted or replaced */
export async function saveTokens(db: Db, { userId, id }: SupporterLink, tokens: Buffer): Promise<boolean> {
  const saved = await db
    .updateTable('supporter_links')
    .set({ tokens })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

/** Releases a link. If another check was requested meanwhile, its time is kept. @param found null: nothing was learned */
export async function saveChecked(
  tx: Db,
  { userId, id, nextCheckAt }: SupporterLink,
  found: Pick<Membership, 'tier' | 'active'> | null,
  next: Date,
): Promise<boolean> {
  const saved = await tx
    .updateTable('supporter_links')
    .set({
      checking_until: null,
      next_check_at: sql<Date>`CASE WHEN next_check_at = ${nextCheckAt} THEN ${next} ELSE next_check_at END`,
      ...(found !== null && { tier: found.tier, active: found.active }),
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

/** @returns true if a user is linked to that account */
export async function askToCheck(db: Db, providerId: string, now: Date): Promise<boolean> {
  const asked = await db
    .updateTable('supporter_links')
    .set({ next_check_at: now })
    .where('provider_id', '=', providerId)
    .returning('id')
    .executeTakeFirst()
  return asked !== undefined
}

/** Tokens that are to be revoked at the provider. */
export interface Revocation {
  id: string
  tokens: Buffer
  tries: number
}

export async function insertRevocation(tx: Db, { id, tokens }: Pick<Revocation, 'id' | 'tokens'>, now: Date): Promise<void> {
  await tx.insertInto('supporter_revocations').values({ id, tokens, next_try_at: now }).execute()
}

export async function takeRevocation(db: Db, now: Date, next: Date): Promise<Revocation | null> {
  const due = db
    .selectFrom('supporter_revocations')
    .select('id')
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
  const revocation = await db
    .updateTable('supporter_revocations')
    .set(eb => ({ tries: eb('tries', '+', 1), next_try_at: next }))
    .where('id', '=', due)
    .returning(['id', 'tokens', 'tries'])
    .executeTakeFirst()
  return revocation ?? null
}

export async function deleteRevocation(db: Db, id: string): Promise<void> {
  await db.deleteFrom('supporter_revocations').where('id', '=', id).execute()
}
