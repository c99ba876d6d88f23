import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
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

export interface OauthState {
  userId: string
  stateHash: string
  verifier: Buffer
  expiresAt: Date
}

const LINK = ['id', 'user_id as userId', 'provider_id as providerId', 'tokens', 'tier', 'active'] as const

/** A user's newest attempt replaces the earlier one. */
export async function saveOauthState(db: Db, { userId, stateHash, verifier, expiresAt }: OauthState): Promise<void> {
  const attempt = { state_hash: stateHash, verifier, expires_at: expiresAt }
  await db
    .insertInto('supporter_begun')
    .values({ user_id: userId, ...attempt })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(attempt))
    .execute()
}

/** Deletes a user's attempt with this state, so that it is used only once. @returns its verifier; null: there is none, or it has expired */
export async function consumeOauthState(db: Db, userId: string, stateHash: string, now: Date): Promise<Buffer | null> {
  const state = await db
    .deleteFrom('supporter_begun')
    .where('user_id', '=', userId)
    .where('state_hash', '=', stateHash)
    .returning(['verifier', 'expires_at'])
    .executeTakeFirst()
  return state === undefined || state.expires_at <= now ? null : state.verifier
}

export async function deleteOauthStatesBefore(db: Db, now: Date): Promise<void> {
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
  return returnsRow(
    tx
      .insertInto('supporter_links')
      .values({ id, user_id, provider_id, tokens, tier, active, linked_at: now })
      .onConflict(conflict => conflict.column('provider_id').doNothing())
      .returning('id'),
  )
}

/** @returns the deleted link. @param id left out: any */
export async function deleteLink(tx: Db, userId: string, id: string | null = null): Promise<SupporterLink | null> {
  const links = tx.deleteFrom('supporter_links').where('user_id', '=', userId)
  const deleted = await (id === null ? links : links.where('id', '=', id)).returning(LINK).executeTakeFirst()
  return deleted ?? null
}

export async function deleteOauthState(tx: Db, userId: string): Promise<void> {
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

export async function findLink(db: Db, userId: string): Promise<SupporterLink | null> {
  return (await db.selectFrom('supporter_links').select(LINK).where('user_id', '=', userId).executeTakeFirst()) ?? null
}

/** @returns false if the link was deleted or replaced */
export async function saveTokens(db: Db, { userId, id }: SupporterLink, tokens: Buffer): Promise<boolean> {
  return returnsRow(
    db
      .updateTable('supporter_links')
      .set({ tokens })
      .where(row => row.and({ user_id: userId, id }))
      .returning('id'),
  )
}

/** Stores what was read of a membership. @returns false if the link was deleted or replaced */
export async function saveMembership(
  tx: Db,
  { userId, id }: SupporterLink,
  { tier, active }: Pick<Membership, 'tier' | 'active'>,
): Promise<boolean> {
  return returnsRow(
    tx
      .updateTable('supporter_links')
      .set({ tier, active })
      .where(row => row.and({ user_id: userId, id }))
      .returning('id'),
  )
}

/** @returns the user who is linked to that account; null: nobody is */
export async function linkedUser(db: Db, providerId: string): Promise<string | null> {
  const link = await db.selectFrom('supporter_links').select('user_id').where('provider_id', '=', providerId).executeTakeFirst()
  return link?.user_id ?? null
}
