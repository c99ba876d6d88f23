import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { foldName } from '../rules.ts'

export interface UserRow {
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

/** Exact spelling first; else the one whose spelling differs only in case. */
export async function findUser(db: Db, selector: Selector): Promise<UserRow | null> {
  const condition =
    'id' in selector
      ? sql`u.id = ${selector.id}`
      : 'username' in selector
        ? sql`u.username_key = ${foldName(selector.username)}`
        : sql`u.id = (SELECT e.user_id FROM user_emails e WHERE e.address_key = ${foldName(selector.email)})`
  const { rows } = await sql<UserRow>`SELECT ${COLUMNS} FROM users u WHERE ${condition}`.execute(db)
  return rows[0] ?? null
}

export async function emailsOf(db: Db, userId: string): Promise<Email[]> {
  const { rows } = await sql<Email>`SELECT address, verified FROM user_emails WHERE user_id = ${userId} ORDER BY address_key`.execute(db)
  return rows
}

export async function passwordHashOf(db: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{ hash: string }>`SELECT hash FROM user_passwords WHERE user_id = ${userId}`.execute(db)
  return rows[0]?.hash ?? null
}

export interface NewUser {
  id: string
  username: string
  displayName: string
  profile: object
  email: string | null
  passwordHash: string
}

/** @throws a unique violation on `users_username_key_key` or `user_emails_pkey` */
export async function insertUser(tx: Db, user: NewUser): Promise<void> {
  await sql`
    INSERT INTO users (id, username, username_key, display_name, profile)
    VALUES (${user.id}, ${user.username}, ${foldName(user.username)}, ${user.displayName}, ${JSON.stringify(user.profile)})
  `.execute(tx)
  if (user.email !== null)
    await sql`INSERT INTO user_emails (address_key, address, user_id) VALUES (${foldName(user.email)}, ${user.email}, ${user.id})`.execute(
      tx,
    )
  await sql`INSERT INTO user_passwords (user_id, hash) VALUES (${user.id}, ${user.passwordHash})`.execute(tx)
}

export async function isTaken(db: Db, what: { username: string } | { email: string }): Promise<boolean> {
  const query =
    'username' in what
      ? sql`SELECT 1 FROM users WHERE username_key = ${foldName(what.username)}`
      : sql`SELECT 1 FROM user_emails WHERE address_key = ${foldName(what.email)}`
  return (await query.execute(db)).rows.length > 0
}

export async function insertToken(db: Db, hashedToken: string, userId: string, issuedAt: Date): Promise<void> {
  await sql`INSERT INTO login_tokens (hashed_token, user_id, issued_at) VALUES (${hashedToken}, ${userId}, ${issuedAt})`.execute(db)
}

export async function findToken(db: Db, hashedToken: string): Promise<{ userId: string; issuedAt: Date } | null> {
  const { rows } = await sql<{ userId: string; issuedAt: Date }>`
    SELECT user_id AS "userId", issued_at AS "issuedAt" FROM login_tokens WHERE hashed_token = ${hashedToken}
  `.execute(db)
  return rows[0] ?? null
}

export async function deleteToken(tx: Db, hashedToken: string): Promise<void> {
  await sql`DELETE FROM login_tokens WHERE hashed_token = ${hashedToken}`.execute(tx)
}
