import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { foldName, usernameKey } from '../rules.ts'
import { userChanged } from './changes.ts'
import { getSkeletons } from './usernames/lookalikes.ts'

export interface UserRecord {
  id: string
  username: string
  displayName: string
  profile: Record<string, unknown>
  roles: unknown
  createdAt: Date
}

export interface Email {
  address: string
  verified: boolean
}

export type Selector = { id: string } | { username: string } | { email: string }

const COLUMNS = sql`u.id, u.username, u.display_name AS "displayName", u.profile, u.roles, u.created_at AS "createdAt"`

/**
 * Finds a user; a name is looked up by its key. Two accounts that are older than `usernameKey` may have the same key: the later one kept
 * its old key (`foldName`), and is found by its own spelling.
 */
export async function findUser(db: Db, selector: Selector): Promise<UserRecord | null> {
  // Postgres cannot store NUL, and no user name has a control character.
  if ('username' in selector && /[\p{Cc}\p{Cs}]/u.test(selector.username)) return null
  const condition =
    'id' in selector
      ? sql`u.id = ${selector.id}`
      : 'username' in selector
        ? sql`u.username_key IN (${foldName(selector.username)}, ${usernameKey(selector.username)})`
        : sql`u.id = (SELECT e.user_id FROM user_emails e WHERE e.address_key = ${foldName(selector.email)})`
  const first = 'username' in selector ? sql`ORDER BY u.username_key = ${foldName(selector.username)} DESC` : sql``
  const { rows } = await sql<UserRecord>`SELECT ${COLUMNS} FROM users u WHERE ${condition} AND u.deleted_at IS NULL ${first}`.execute(db)
  return rows[0] ?? null
}

export async function listEmails(db: Db, userId: string): Promise<Email[]> {
  const { rows } = await sql<Email>`SELECT address, verified FROM user_emails WHERE user_id = ${userId} ORDER BY address_key`.execute(db)
  return rows
}

/** Returns one of the user's addresses as it is stored. @param address in any case */
export async function findEmail(db: Db, userId: string, address: string): Promise<string | null> {
  const { rows } = await sql<{ address: string }>`
    SELECT address FROM user_emails WHERE user_id = ${userId} AND address_key = ${foldName(address)}
  `.execute(db)
  return rows[0]?.address ?? null
}

/** Returns the account's row, locked until the transaction ends; other transactions may still reference it by foreign keys. */
export async function lockUser(tx: Db, id: string): Promise<UserRecord | null> {
  const { rows } =
    await sql<UserRecord>`SELECT ${COLUMNS} FROM users u WHERE u.id = ${id} AND u.deleted_at IS NULL FOR NO KEY UPDATE`.execute(tx)
  return rows[0] ?? null
}

export async function putPasswordHash(tx: Db, userId: string, hash: string): Promise<void> {
  await sql`INSERT INTO user_passwords (user_id, hash) VALUES (${userId}, ${hash}) ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash`.execute(
    tx,
  )
  await sql`DELETE FROM user_srp WHERE user_id = ${userId}`.execute(tx)
}

/** The verifier that an account with an old-format password has instead of a hash. */
export interface SrpVerifier {
  identity: string
  salt: string
  verifier: string
}

/** What a user's password is checked against. */
export type Secret = { hash: string; verifier?: undefined } | (SrpVerifier & { hash?: undefined })

/** Returns null when the user cannot log in yet. */
export async function findSecret(db: Db, userId: string): Promise<Secret | null> {
  const { rows } = await sql<{ hash: string | null } & SrpVerifier>`
    SELECT hash, NULL AS identity, NULL AS salt, NULL AS verifier FROM user_passwords WHERE user_id = ${userId}
    UNION ALL SELECT NULL, identity, salt, verifier FROM user_srp WHERE user_id = ${userId}
  `.execute(db)
  if (rows[0] === undefined) return null
  const { hash, ...srp } = rows[0]
  return hash === null ? srp : { hash }
}

export async function putSrp(tx: Db, userId: string, { identity, salt, verifier }: SrpVerifier): Promise<void> {
  await sql`INSERT INTO user_srp (user_id, identity, salt, verifier) VALUES (${userId}, ${identity}, ${salt}, ${verifier})`.execute(tx)
}

/** @returns whether the user has this address */
export async function verifyAddress(tx: Db, userId: string, address: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE user_emails SET verified = true WHERE user_id = ${userId} AND address_key = ${foldName(address)} RETURNING 1
  `.execute(tx)
  return rows.length > 0
}

/** Makes it the user's only address, verified. @returns false when it belongs to another user */
export async function replaceAddress(tx: Db, userId: string, address: string): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO user_emails AS e (address_key, address, user_id, verified) VALUES (${foldName(address)}, ${address}, ${userId}, true)
    ON CONFLICT (address_key) DO UPDATE SET address = excluded.address, verified = true WHERE e.user_id = ${userId} RETURNING 1
  `.execute(tx)
  if (rows.length === 0) return false
  await sql`DELETE FROM user_emails WHERE user_id = ${userId} AND address_key <> ${foldName(address)}`.execute(tx)
  return true
}

export async function setDisplayName(tx: Db, userId: string, displayName: string): Promise<void> {
  await sql`
    UPDATE users SET display_name = ${displayName}, profile = jsonb_set(profile, '{name}', to_jsonb(${displayName}::text)) WHERE id = ${userId}
  `.execute(tx)
}

/** Deletes the rows that belong to the user alone; the user's own row stays until `emptyUser`. */
export async function deleteBelongings(tx: Db, userId: string): Promise<void> {
  for (const table of ['user_emails', 'user_passwords', 'user_srp', 'password_tokens', 'email_tokens', 'export_tokens'])
    await sql`DELETE FROM ${sql.table(table)} WHERE user_id = ${userId}`.execute(tx)
}

/** Removes a user's names and picture from the changes that are still in the log. The change of the deletion itself contains none. */
export async function scrubChanges(tx: Db, userId: string): Promise<void> {
  await sql`
    UPDATE feed SET body = body - 'card'
    WHERE kind = ${userChanged.kind} AND body ->> 'userId' = ${userId} AND body #>> '{card,username}' <> ''
  `.execute(tx)
}

/** Leaves a row without a name, to which scores and tombstones refer. Its key contains a character that no user name has. */
export async function emptyUser(tx: Db, userId: string, displayName: string): Promise<void> {
  await sql`
    UPDATE users SET username = '', username_key = '/' || id, username_skeletons = '{}', display_name = ${displayName}, profile = '{}', roles = NULL, deleted_at = now()
    WHERE id = ${userId}
  `.execute(tx)
}

export interface NewUser {
  id: string
  username: string
  displayName: string
  profile: object
  email: string | null
  /** null: the user cannot log in yet */
  passwordHash: string | null
  roles?: object
}

/** @throws a unique violation on `users_username_key_key` or `user_emails_pkey` */
export async function insertUser(tx: Db, user: NewUser): Promise<void> {
  await sql`
    INSERT INTO users (id, username, username_key, username_skeletons, display_name, profile, roles)
    VALUES (${user.id}, ${user.username}, ${usernameKey(user.username)}, ${getSkeletons(user.username)}, ${user.displayName}, ${JSON.stringify(user.profile)},
      ${user.roles === undefined ? null : JSON.stringify(user.roles)}::jsonb)
  `.execute(tx)
  if (user.email !== null)
    await sql`INSERT INTO user_emails (address_key, address, user_id) VALUES (${foldName(user.email)}, ${user.email}, ${user.id})`.execute(
      tx,
    )
  if (user.passwordHash !== null) await putPasswordHash(tx, user.id, user.passwordHash)
}

/** @returns false when the name or the id is taken */
export async function addUser(tx: Db, user: UserRecord | (Omit<UserRecord, 'createdAt'> & { createdAt: null })): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO users (id, username, username_key, username_skeletons, display_name, profile, roles, created_at)
    VALUES (${user.id}, ${user.username}, ${usernameKey(user.username)}, ${getSkeletons(user.username)}, ${user.displayName}, ${JSON.stringify(user.profile)},
      ${user.roles === null ? null : JSON.stringify(user.roles)}::jsonb, coalesce(${user.createdAt}::timestamptz, now()))
    ON CONFLICT DO NOTHING RETURNING 1
  `.execute(tx)
  return rows.length > 0
}

/** @param emails without duplicates. @returns false when one belongs to another user: then the new user is deleted again */
export async function addEmails(tx: Db, userId: string, emails: readonly Email[]): Promise<boolean> {
  for (const { address, verified } of emails) {
    const { rows } = await sql`
      INSERT INTO user_emails (address_key, address, user_id, verified) VALUES (${foldName(address)}, ${address}, ${userId}, ${verified})
      ON CONFLICT DO NOTHING RETURNING 1
    `.execute(tx)
    if (rows.length > 0) continue
    await sql`DELETE FROM users WHERE id = ${userId}`.execute(tx)
    return false
  }
  return true
}

/** An id stays taken for ever, a name and an address until their user is deleted. */
export async function isTaken(db: Db, what: Selector): Promise<boolean> {
  const query =
    'id' in what
      ? sql`SELECT 1 FROM users WHERE id = ${what.id}`
      : 'username' in what
        ? sql`SELECT 1 FROM users WHERE username_key = ${usernameKey(what.username)}`
        : sql`SELECT 1 FROM user_emails WHERE address_key = ${foldName(what.email)}`
  return (await query.execute(db)).rows.length > 0
}
