import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'

export interface LoginToken {
  hashedToken: string
  userId: string
  issuedAt: Date
  device: string
}

export async function insertToken(db: Db, { hashedToken, userId, issuedAt, device }: LoginToken, seenAt: Date): Promise<void> {
  await sql`
    INSERT INTO login_tokens (hashed_token, user_id, issued_at, last_seen_at, device)
    VALUES (${hashedToken}, ${userId}, ${issuedAt}, ${seenAt}, ${device})
  `.execute(db)
}

/** @param now tokens that are to end after this moment still count; null: tokens with a planned end never count */
export async function findToken(db: Db, hashedToken: string, now: Date | null): Promise<LoginToken | null> {
  const { rows } = await sql<LoginToken>`
    SELECT hashed_token AS "hashedToken", user_id AS "userId", issued_at AS "issuedAt", device FROM login_tokens
    WHERE hashed_token = ${hashedToken} AND (delete_after IS NULL OR delete_after > ${now})
  `.execute(db)
  return rows[0] ?? null
}

export interface SessionRow {
  id: string
  hashedToken: string
  issuedAt: Date
  lastSeenAt: Date
  device: string
}

/** A user's sessions, the most recently used first. */
export async function listSessions(db: Db, userId: string): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    SELECT id, hashed_token AS "hashedToken", issued_at AS "issuedAt", last_seen_at AS "lastSeenAt", device
    FROM login_tokens WHERE user_id = ${userId} AND delete_after IS NULL ORDER BY last_seen_at DESC, issued_at DESC, id
  `.execute(db)
  return rows
}

export async function seen(db: Db, hashedTokens: readonly string[], at: Date): Promise<void> {
  await sql`UPDATE login_tokens SET last_seen_at = ${at} WHERE hashed_token = ANY (${hashedTokens}::text[])`.execute(db)
}

type Which =
  | { hashedToken: string }
  | { sessionId: string; userId: string }
  | { userId: string; but: string | null }
  | { issuedBefore: Date; now: Date }

/** @returns the hashes of the deleted tokens */
export async function deleteTokens(tx: Db, which: Which): Promise<string[]> {
  const condition =
    'hashedToken' in which
      ? sql`hashed_token = ${which.hashedToken}`
      : 'sessionId' in which
        ? sql`id = ${which.sessionId} AND user_id = ${which.userId}`
        : 'userId' in which
          ? sql`user_id = ${which.userId} AND hashed_token IS DISTINCT FROM ${which.but}`
          : sql`issued_at <= ${which.issuedBefore} OR delete_after <= ${which.now}`
  const { rows } = await sql<{ gone: string }>`DELETE FROM login_tokens WHERE ${condition} RETURNING hashed_token AS gone`.execute(tx)
  return rows.map(({ gone }) => gone)
}

/** Plans the end of all of a user's tokens. Tokens that have a planned end keep it. */
export async function endTokensAt(tx: Db, userId: string, at: Date): Promise<void> {
  await sql`UPDATE login_tokens SET delete_after = ${at} WHERE user_id = ${userId} AND delete_after IS NULL`.execute(tx)
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
  await sql`
    INSERT INTO password_tokens (hashed_token, user_id, reason, address, issued_at)
    VALUES (${hashedToken}, ${userId}, ${reason}, ${address}, ${issuedAt})
    ON CONFLICT (user_id) DO UPDATE SET hashed_token = excluded.hashed_token, reason = excluded.reason, address = excluded.address, issued_at = excluded.issued_at
  `.execute(tx)
}

/** Deletes the token, so that of two simultaneous uses only one finds it. */
export async function takePasswordToken(tx: Db, hashedToken: string): Promise<PasswordToken | null> {
  const { rows } = await sql<PasswordToken>`
    DELETE FROM password_tokens WHERE hashed_token = ${hashedToken} RETURNING user_id AS "userId", reason, address, issued_at AS "issuedAt"
  `.execute(tx)
  return rows[0] ?? null
}

export async function findPasswordToken(db: Db, hashedToken: string): Promise<PasswordToken | null> {
  const { rows } = await sql<PasswordToken>`
    SELECT user_id AS "userId", reason, address, issued_at AS "issuedAt" FROM password_tokens WHERE hashed_token = ${hashedToken}
  `.execute(db)
  return rows[0] ?? null
}

export async function deletePasswordTokens(tx: Db, userId: string): Promise<void> {
  await sql`DELETE FROM password_tokens WHERE user_id = ${userId}`.execute(tx)
}

/** `replaces`: the address becomes the user's when the link is opened, and replaces the old one */
export interface EmailToken {
  userId: string
  address: string
  replaces: boolean
  issuedAt: Date
}

export async function insertEmailToken(tx: Db, hashedToken: string, { userId, address, replaces, issuedAt }: EmailToken): Promise<void> {
  await sql`
    INSERT INTO email_tokens (hashed_token, user_id, address, replaces, issued_at)
    VALUES (${hashedToken}, ${userId}, ${address}, ${replaces}, ${issuedAt})
  `.execute(tx)
}

export async function findEmailToken(db: Db, hashedToken: string): Promise<EmailToken | null> {
  const { rows } = await sql<EmailToken>`
    SELECT user_id AS "userId", address, replaces, issued_at AS "issuedAt" FROM email_tokens WHERE hashed_token = ${hashedToken}
  `.execute(db)
  return rows[0] ?? null
}

/** Addresses to which links of the user were sent, except those that belong to other users. */
export async function askedAddresses(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    SELECT DISTINCT address FROM email_tokens t WHERE user_id = ${userId}
      AND NOT EXISTS (SELECT 1 FROM user_emails e WHERE e.address_key = lower(t.address) AND e.user_id <> t.user_id)
  `.execute(db)
  return rows.map(({ address }) => address)
}

/** @param address null: any address */
export async function deleteEmailTokens(tx: Db, userId: string, address: string | null): Promise<void> {
  const condition = address === null ? sql`true` : sql`lower(address) = lower(${address})`
  await sql`DELETE FROM email_tokens WHERE user_id = ${userId} AND ${condition}`.execute(tx)
}

/**
 * Deletes links that are too old to be used. Links that verify an address do not expire (wire reference §2.5); links that change one do.
 */
export async function deleteOldLinks(tx: Db, before: { reset: Date; enroll: Date; change: Date; now: Date }): Promise<void> {
  await sql`
    DELETE FROM password_tokens WHERE (reason = 'reset' AND issued_at <= ${before.reset}) OR (reason = 'enroll' AND issued_at <= ${before.enroll})
  `.execute(tx)
  await sql`DELETE FROM email_tokens WHERE replaces AND issued_at <= ${before.change}`.execute(tx)
  await sql`DELETE FROM export_tokens WHERE expires_at <= ${before.now}`.execute(tx)
}

export async function insertExportToken(db: Db, hashedToken: string, userId: string, expiresAt: Date): Promise<void> {
  await sql`INSERT INTO export_tokens (hashed_token, user_id, expires_at) VALUES (${hashedToken}, ${userId}, ${expiresAt})`.execute(db)
}

export async function findExportToken(db: Db, hashedToken: string): Promise<{ userId: string; expiresAt: Date } | null> {
  const { rows } = await sql<{ userId: string; expiresAt: Date }>`
    SELECT user_id AS "userId", expires_at AS "expiresAt" FROM export_tokens WHERE hashed_token = ${hashedToken}
  `.execute(db)
  return rows[0] ?? null
}
