import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import type { KeyInfo } from '../contract.ts'
import type { KeyScope } from '../rules/scopes.ts'

export interface NewKey {
  id: string
  userId: string
  name: string
  hashedSecret: string
  begins: string
  scopes: KeyScope[]
  eventId: string | null
  venueId: string | null
  expiresAt: Date | null
  /** tells a call that is sent again from another one with its id */
  fingerprint: string
}

/** What a secret allows. */
export interface KeyGrant {
  keyId: string
  userId: string
  scopes: KeyScope[]
  eventId: string | null
  venueId: string | null
  /** ms; null: never */
  expiresAt: number | null
}

/** @returns false if the id was used before */
export async function insertKey(tx: Db, { id, userId, hashedSecret, eventId, venueId, expiresAt, ...key }: NewKey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('api_keys')
    .values({
      ...{ id, ...key, user_id: userId, hashed_secret: hashedSecret },
      ...{ event_id: eventId, venue_id: venueId, expires_at: expiresAt },
    })
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns a key that was made with this id, whether it works or not. */
export async function findMade(db: Db, id: string): Promise<Pick<NewKey, 'userId' | 'fingerprint' | 'hashedSecret'> | null> {
  const row = await db
    .selectFrom('api_keys')
    .select(['user_id as userId', 'fingerprint', 'hashed_secret as hashedSecret'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

const WORKS = sql<boolean>`k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`

/** @param userId null: of all users @param before id of a key; only those whose ids are smaller */
export async function listApiKeys(
  db: Db,
  { userId, before = null, limit }: { userId: string | null; before?: string | null; limit: number },
): Promise<KeyInfo[]> {
  const isAsked = userId === null ? sql<boolean>`(${before}::text IS NULL OR k.id < ${before})` : sql<boolean>`k.user_id = ${userId}`
  const { rows } = await sql<
    Omit<KeyInfo, 'eventId' | 'venueId' | 'owner'> & { eventId: string | null; venueId: string | null; userId: string; username: string }
  >`
    SELECT k.id AS "keyId", k.name, k.begins, k.scopes, k.event_id AS "eventId", k.venue_id AS "venueId", k.created_at AS "createdAt",
      k.used_at AS "lastUsedAt", k.expires_at AS "expiresAt", u.id AS "userId", u.username
    FROM api_keys k JOIN user_cards u ON u.id = k.user_id WHERE ${WORKS} AND ${isAsked}
    ORDER BY ${userId === null ? sql<never>`k.id DESC` : sql<never>`k.created_at DESC, k.id`} LIMIT ${limit}
  `.execute(db)
  return rows.map(({ eventId, venueId, userId: ownerId, username, ...key }) => ({
    ...key,
    ...(eventId === null ? {} : { eventId }),
    ...(venueId === null ? {} : { venueId }),
    ...(userId === null ? { owner: { userId: ownerId, username } } : {}),
  }))
}

/** @param userId null: of any user. @returns null: there is no such key that works */
export async function markRevoked(
  tx: Db,
  keyId: string,
  userId: string | null,
): Promise<{ hashedSecret: string; userId: string; name: string } | null> {
  const isOwn = userId === null ? sql<boolean>`true` : sql<boolean>`k.user_id = ${userId}`
  const { rows } = await sql<{ hashedSecret: string; userId: string; name: string }>`
    UPDATE api_keys k SET revoked_at = now() WHERE k.id = ${keyId} AND k.revoked_at IS NULL AND ${isOwn}
    RETURNING k.hashed_secret AS "hashedSecret", k.user_id AS "userId", k.name
  `.execute(tx)
  return rows[0] ?? null
}

/** Returns what a secret allows; null: there is no such key, it does not work any more, or its owner is suspended. */
export async function findGrant(db: Db, hashedSecret: string): Promise<KeyGrant | null> {
  const { rows } = await sql<KeyGrant>`
    SELECT k.id AS "keyId", k.user_id AS "userId", k.scopes, k.event_id AS "eventId", k.venue_id AS "venueId",
      (extract(epoch FROM k.expires_at) * 1000)::float8 AS "expiresAt"
    FROM api_keys k JOIN user_cards u ON u.id = k.user_id
    WHERE k.hashed_secret = ${hashedSecret} AND ${WORKS} AND u.deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM user_suspensions s WHERE s.user_id = k.user_id AND (s.until IS NULL OR s.until > now()))
  `.execute(db)
  return rows[0] ?? null
}

/** Notes that a key was used now, to the minute. */
export async function noteUse(db: Db, keyId: string): Promise<void> {
  await sql<never>`
    UPDATE api_keys SET used_at = date_trunc('minute', now()) WHERE id = ${keyId} AND (used_at IS NULL OR used_at < date_trunc('minute', now()))
  `.execute(db)
}

/** Counts a user's keys that work. */
export async function countKeys(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ keys: number }>`SELECT count(*) AS keys FROM api_keys k WHERE k.user_id = ${userId} AND ${WORKS}`.execute(db)
  return Number(rows[0]!.keys)
}

/** Deletes all keys of a user, for the end of the account. */
export async function deleteKeysOf(tx: Db, userId: string): Promise<{ keyId: string; hashedSecret: string }[]> {
  return tx.deleteFrom('api_keys').where('user_id', '=', userId).returning(['id as keyId', 'hashed_secret as hashedSecret']).execute()
}
