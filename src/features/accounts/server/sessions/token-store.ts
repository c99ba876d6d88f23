import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/database.ts'
import { PREPARED } from '#platform/db/prepared-statement.ts'
import type { Tables } from '#platform/db/schema.ts'
import { notSuspended } from '../suspensions/store.ts'

export interface LoginToken {
  hashedToken: string
  userId: string
  issuedAt: Date
  device: string
  /** how the user signed in: `password`, `passkey`, `link` (of an e-mail) or a login service; null: the session is older than this field */
  beganWith: string | null
  /** when the user last proved who they are; null: not since the session began by a link of an e-mail */
  provedAt: Date | null
}

/*
 * Every session begins by one of the two statements below, whatever way the user signed in. Neither inserts a token for a suspended user
 * (decision 044).
 */

/** Called in a transaction that has locked the user. @returns false if the user is suspended, and then nothing is inserted */
export async function insertToken(
  db: Db,
  { hashedToken, userId, issuedAt, device, beganWith, provedAt }: LoginToken,
  seenAt: Date,
): Promise<boolean> {
  const { rows } = await sql<{ hashed_token: string }>`
    INSERT INTO login_tokens (hashed_token, user_id, issued_at, last_seen_at, device, began_with, proved_at)
    SELECT ${hashedToken}, u.id, ${issuedAt}::timestamptz, ${seenAt}::timestamptz, ${device}, ${beganWith}, ${provedAt}::timestamptz
    FROM users u WHERE u.id = ${userId} AND ${notSuspended(seenAt)}
    RETURNING hashed_token
  `.execute(db)
  return rows.length === 1
}

/**
 * Inserts a login token if the user's password still has the hash that was verified. The statement locks the user as `lockUser` does, so
 * that an operation that ends all of the user's sessions misses none that is just beginning. It locks the hash too: after waiting for a
 * change of the password, the statement would otherwise compare the hash from before. A suspension is in the user's own row for the same
 * reason.
 * @returns false if the password has changed, or the user is deleted or suspended
 */
export async function insertTokenForHash(
  db: Db,
  { hashedToken, userId, issuedAt, device, beganWith, provedAt }: LoginToken,
  { hash, seenAt }: { hash: string; seenAt: Date },
): Promise<boolean> {
  const { rows } = await sql<{ hashed_token: string }>`${PREPARED}
    WITH account AS (
      SELECT u.id FROM users u JOIN user_passwords p ON p.user_id = u.id
      WHERE u.id = ${userId} AND u.deleted_at IS NULL AND p.hash = ${hash} AND ${notSuspended(seenAt)}
      FOR NO KEY UPDATE OF u FOR SHARE OF p
    )
    INSERT INTO login_tokens (hashed_token, user_id, issued_at, last_seen_at, device, began_with, proved_at)
    SELECT ${hashedToken}, id, ${issuedAt}::timestamptz, ${seenAt}::timestamptz, ${device}, ${beganWith}, ${provedAt}::timestamptz FROM account
    RETURNING hashed_token
  `.execute(db)
  return rows.length === 1
}

/** @param now tokens that are to end after this moment still count; null: tokens with a planned end never count */
export async function findToken(db: Db, hashedToken: string, now: Date | null): Promise<LoginToken | null> {
  const token = await db
    .selectFrom('login_tokens')
    .select([
      'hashed_token as hashedToken',
      'user_id as userId',
      'issued_at as issuedAt',
      'device',
      'began_with as beganWith',
      'proved_at as provedAt',
    ])
    .where('hashed_token', '=', hashedToken)
    .where(eb => eb.or([eb('delete_after', 'is', null), eb('delete_after', '>', now)]))
    .executeTakeFirst()
  return token ?? null
}

export async function setProvedAt(db: Db, hashedToken: string, at: Date): Promise<void> {
  await db.updateTable('login_tokens').set({ proved_at: at }).where('hashed_token', '=', hashedToken).execute()
}

export interface SessionRow {
  id: string
  hashedToken: string
  issuedAt: Date
  lastSeenAt: Date
  device: string
  beganWith: string | null
}

/** A user's sessions, the most recently used first. */
export function listSessions(db: Db, userId: string): Promise<SessionRow[]> {
  return db
    .selectFrom('login_tokens')
    .select([
      'id',
      'hashed_token as hashedToken',
      'issued_at as issuedAt',
      'last_seen_at as lastSeenAt',
      'device',
      'began_with as beganWith',
    ])
    .where('user_id', '=', userId)
    .where('delete_after', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .orderBy('issued_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function touchTokens(db: Db, hashedTokens: readonly string[], at: Date): Promise<void> {
  await db.updateTable('login_tokens').set({ last_seen_at: at }).where('hashed_token', '=', anyOf(hashedTokens)).execute()
}

type TokenFilter =
  | { hashedToken: string }
  | { sessionId: string; userId: string }
  | { userId: string; exceptToken: string | null }
  | { issuedBefore: Date; now: Date }

type Tokens = ExpressionBuilder<Tables, 'login_tokens'>

function matchesFilter(eb: Tokens, filter: TokenFilter): ExpressionWrapper<Tables, 'login_tokens', SqlBool> {
  if ('hashedToken' in filter) return eb('hashed_token', '=', filter.hashedToken)
  if ('sessionId' in filter) return eb.and({ id: filter.sessionId, user_id: filter.userId })
  if ('userId' in filter) return eb.and([eb('user_id', '=', filter.userId), eb('hashed_token', 'is distinct from', filter.exceptToken)])
  return eb.or([eb('issued_at', '<=', filter.issuedBefore), eb('delete_after', '<=', filter.now)])
}

/** @returns the hashes of the deleted tokens */
export async function deleteTokens(tx: Db, filter: TokenFilter): Promise<string[]> {
  const deleted = await tx
    .deleteFrom('login_tokens')
    .where(eb => matchesFilter(eb, filter))
    .returning('hashed_token')
    .execute()
  return deleted.map(({ hashed_token }) => hashed_token)
}

/** Plans the end of all of a user's tokens. Tokens that have a planned end keep it. */
export async function expireTokensAt(tx: Db, userId: string, at: Date): Promise<void> {
  await tx.updateTable('login_tokens').set({ delete_after: at }).where('user_id', '=', userId).where('delete_after', 'is', null).execute()
}

/** `address`: the address that the link was sent to; null: the link was not sent by e-mail */
export interface PasswordToken {
  userId: string
  reason: 'reset' | 'enroll'
  address: string | null
  issuedAt: Date
}

/** Replaces the user's earlier token. */
export async function putPasswordToken(tx: Db, hashedToken: string, { userId, reason, address, issuedAt }: PasswordToken): Promise<void> {
  const token = { hashed_token: hashedToken, reason, address, issued_at: issuedAt }
  await tx
    .insertInto('password_tokens')
    .values({ user_id: userId, ...token })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(token))
    .execute()
}

const PASSWORD_TOKEN = ['user_id as userId', 'reason', 'address', 'issued_at as issuedAt'] as const

/** Deletes the token, so that of two simultaneous uses only one finds it. */
export async function consumePasswordToken(tx: Db, hashedToken: string): Promise<PasswordToken | null> {
  const token = await tx.deleteFrom('password_tokens').where('hashed_token', '=', hashedToken).returning(PASSWORD_TOKEN).executeTakeFirst()
  return token ?? null
}

export async function findPasswordToken(db: Db, hashedToken: string): Promise<PasswordToken | null> {
  const token = await db.selectFrom('password_tokens').select(PASSWORD_TOKEN).where('hashed_token', '=', hashedToken).executeTakeFirst()
  return token ?? null
}

export async function deletePasswordTokens(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('password_tokens').where('user_id', '=', userId).execute()
}

/** `replaces`: the address becomes the user's when the link is opened, and replaces the old one */
export interface EmailToken {
  userId: string
  address: string
  replaces: boolean
  issuedAt: Date
}

export async function insertEmailToken(tx: Db, hashedToken: string, { userId, address, replaces, issuedAt }: EmailToken): Promise<void> {
  await tx
    .insertInto('email_tokens')
    .values({ hashed_token: hashedToken, user_id: userId, address, replaces, issued_at: issuedAt })
    .execute()
}

export async function findEmailToken(db: Db, hashedToken: string): Promise<EmailToken | null> {
  const token = await db
    .selectFrom('email_tokens')
    .select(['user_id as userId', 'address', 'replaces', 'issued_at as issuedAt'])
    .where('hashed_token', '=', hashedToken)
    .executeTakeFirst()
  return token ?? null
}

/** Addresses to which links of the user were sent, except those that belong to other users. */
export async function listLinkAddresses(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('email_tokens as t')
    .select('t.address')
    .distinct()
    .where('t.user_id', '=', userId)
    .where(({ not, exists, selectFrom, eb }) =>
      not(
        exists(
          selectFrom('user_emails as e')
            .select('e.user_id')
            .where('e.address_key', '=', eb.fn<string>('lower', ['t.address']))
            .whereRef('e.user_id', '<>', 't.user_id'),
        ),
      ),
    )
    .execute()
  return rows.map(({ address }) => address)
}

/** @param address null: any address */
export async function deleteEmailTokens(tx: Db, userId: string, address: string | null): Promise<void> {
  const tokens = tx.deleteFrom('email_tokens').where('user_id', '=', userId)
  await (address === null ? tokens : tokens.where(sql<boolean>`lower(address) = lower(${address})`)).execute()
}

/**
 * Deletes links that are too old to be used. Links that verify an address do not expire (wire reference §2.5); links that change one do.
 */
export async function deleteOldLinks(tx: Db, before: { reset: Date; enroll: Date; change: Date; now: Date }): Promise<void> {
  await tx
    .deleteFrom('password_tokens')
    .where(eb =>
      eb.or((['reset', 'enroll'] as const).map(reason => eb.and([eb('reason', '=', reason), eb('issued_at', '<=', before[reason])]))),
    )
    .execute()
  await tx.deleteFrom('email_tokens').where('replaces', '=', true).where('issued_at', '<=', before.change).execute()
  await tx.deleteFrom('export_tokens').where('expires_at', '<=', before.now).execute()
}

export async function insertExportToken(db: Db, hashedToken: string, userId: string, expiresAt: Date): Promise<void> {
  await db.insertInto('export_tokens').values({ hashed_token: hashedToken, user_id: userId, expires_at: expiresAt }).execute()
}

export async function findExportToken(db: Db, hashedToken: string): Promise<{ userId: string; expiresAt: Date } | null> {
  const token = await db
    .selectFrom('export_tokens')
    .select(['user_id as userId', 'expires_at as expiresAt'])
    .where('hashed_token', '=', hashedToken)
    .executeTakeFirst()
  return token ?? null
}
