import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { PREPARED } from '#platform/db/prepared-statement.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import type { SearchTextRow } from '#platform/db/search-texts.ts'
import { searchText } from '#platform/text/fold.ts'
import type { Locale } from '#platform/text/locales.ts'
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
  /** the language of e-mails and notifications; null: none was chosen */
  locale: Locale | null
}

export interface Email {
  address: string
  verified: boolean
}

export type Selector = { id: string } | { username: string } | { email: string }

const COLUMNS = [
  'u.id',
  'u.username',
  'u.display_name as displayName',
  'u.profile',
  'u.roles',
  'u.created_at as createdAt',
  'u.locale',
] as const

const selectUsers = (db: Db) =>
  db.selectFrom('users as u').select(COLUMNS).$narrowType<Pick<UserRecord, 'profile' | 'locale'>>().where('u.deleted_at', 'is', null)

/** A condition on the table `users` as `u`. */
function matches(selector: Selector): RawBuilder<boolean> {
  if ('id' in selector) return sql<boolean>`u.id = ${selector.id}`
  if ('email' in selector)
    return sql<boolean>`u.id = (SELECT e.user_id FROM user_emails e WHERE e.address_key = ${foldName(selector.email)})`
  return sql<boolean>`u.username_key IN (${foldName(selector.username)}, ${usernameKey(selector.username)})`
}

/**
 * ORDER BY expression, for names that two accounts match. Accounts older than `usernameKey` may share a name; the one found by its own
 * exact spelling comes first. null: at most one user can match.
 */
const likeness = (selector: Selector): RawBuilder<boolean> | null =>
  'username' in selector ? sql<boolean>`u.username_key = ${foldName(selector.username)}` : null

/** True for a name that nobody has, and that Postgres cannot store: no user name has a control character. */
const isImpossible = (selector: Selector): boolean => 'username' in selector && /[\p{Cc}\p{Cs}]/u.test(selector.username)

/** Finds a user; a name is looked up by its key. */
export async function findUser(db: Db, selector: Selector): Promise<UserRecord | null> {
  if (isImpossible(selector)) return null
  const order = likeness(selector)
  const users = selectUsers(db).where(matches(selector))
  return (await (order === null ? users : users.orderBy(order, 'desc')).executeTakeFirst()) ?? null
}

/** Finds a user as `findUser` does, with what the user's password is checked against, and whether a login needs a code besides. */
export async function findUserSecret(
  db: Db,
  selector: Selector,
): Promise<{ userId: string; hasSecondStep: boolean; secret: Secret | null } | null> {
  if (isImpossible(selector)) return null
  const order = likeness(selector)
  const { rows } = await sql<{ id: string; hasSecondStep: boolean } & StoredSecret>`${PREPARED}
    SELECT u.id, t.enabled_at IS NOT NULL AS "hasSecondStep", p.hash, s.identity, s.salt, s.verifier
    FROM users u LEFT JOIN user_passwords p ON p.user_id = u.id LEFT JOIN user_srp s ON s.user_id = u.id
      LEFT JOIN user_totp t ON t.user_id = u.id
    WHERE u.deleted_at IS NULL AND ${matches(selector)} ${order === null ? sql<never>`` : sql<never>`ORDER BY ${order} DESC`} LIMIT 1
  `.execute(db)
  const [found] = rows
  return found === undefined ? null : { userId: found.id, hasSecondStep: found.hasSecondStep, secret: toSecret(found) }
}

export function listEmails(db: Db, userId: string): Promise<Email[]> {
  return db.selectFrom('user_emails').select(['address', 'verified']).where('user_id', '=', userId).orderBy('address_key').execute()
}

/** Returns one of the user's addresses as it is stored. @param address in any case */
export async function findEmail(db: Db, userId: string, address: string): Promise<Email | null> {
  const email = await db
    .selectFrom('user_emails')
    .select(['address', 'verified'])
    .where('user_id', '=', userId)
    .where('address_key', '=', foldName(address))
    .executeTakeFirst()
  return email ?? null
}

/** Returns the account's row, locked until the transaction ends; other transactions may still reference it by foreign keys. */
export async function lockUser(tx: Db, id: string): Promise<UserRecord | null> {
  return (await selectUsers(tx).where('u.id', '=', id).forNoKeyUpdate().executeTakeFirst()) ?? null
}

export async function isNewcomer(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    SELECT u.id FROM users u WHERE u.id = ${userId} AND u.created_at > now() - interval '7 days'
      AND NOT EXISTS (SELECT 1 FROM user_emails e WHERE e.user_id = u.id AND e.verified)
  `.execute(db)
  return rows.length > 0
}

export async function putPasswordHash(tx: Db, userId: string, hash: string): Promise<void> {
  await tx
    .insertInto('user_passwords')
    .values({ user_id: userId, hash })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ hash }))
    .execute()
  await tx.deleteFrom('user_srp').where('user_id', '=', userId).execute()
}

/** The verifier that an account with an old-format password has instead of a hash. */
export interface SrpVerifier {
  identity: string
  salt: string
  verifier: string
}

/** What a user's password is checked against. */
export type Secret = { hash: string; verifier?: undefined } | (SrpVerifier & { hash?: undefined })

type StoredSecret = { [part in 'hash' | keyof SrpVerifier]: string | null }

function toSecret({ hash, identity, salt, verifier }: StoredSecret): Secret | null {
  if (hash !== null) return { hash }
  return identity === null || salt === null || verifier === null ? null : { identity, salt, verifier }
}

/** Returns null when the user cannot log in yet. */
export async function findSecret(db: Db, userId: string): Promise<Secret | null> {
  const { rows } = await sql<({ hash: null } & SrpVerifier) | { hash: string; identity: null; salt: null; verifier: null }>`
    SELECT hash, NULL AS identity, NULL AS salt, NULL AS verifier FROM user_passwords WHERE user_id = ${userId}
    UNION ALL SELECT NULL, identity, salt, verifier FROM user_srp WHERE user_id = ${userId}
  `.execute(db)
  const [found] = rows
  return found === undefined ? null : toSecret(found)
}

export async function putSrp(tx: Db, userId: string, { identity, salt, verifier }: SrpVerifier): Promise<void> {
  await tx.insertInto('user_srp').values({ user_id: userId, identity, salt, verifier }).execute()
}

/** @returns whether the user has this address */
export async function verifyAddress(tx: Db, userId: string, address: string): Promise<boolean> {
  return returnsRow(
    tx
      .updateTable('user_emails')
      .set({ verified: true })
      .where('user_id', '=', userId)
      .where('address_key', '=', foldName(address))
      .returning('address_key'),
  )
}

/** Makes it the user's only address, verified. @returns false when it belongs to another user */
export async function replaceAddress(tx: Db, userId: string, address: string): Promise<boolean> {
  const key = foldName(address)
  const replaced = await tx
    .insertInto('user_emails')
    .values({ address_key: key, address, user_id: userId, verified: true })
    .onConflict(conflict =>
      conflict.column('address_key').doUpdateSet({ address, verified: true }).where('user_emails.user_id', '=', userId),
    )
    .returning('address_key')
    .executeTakeFirst()
  if (replaced === undefined) return false
  await tx.deleteFrom('user_emails').where('user_id', '=', userId).where('address_key', '<>', key).execute()
  return true
}

export async function setDisplayName(tx: Db, { id, username }: Pick<UserRecord, 'id' | 'username'>, displayName: string): Promise<void> {
  const profile = sql<string>`jsonb_set(profile, '{name}', to_jsonb(${displayName}::text))`
  await tx
    .updateTable('users')
    .set({ display_name: displayName, profile, search: searchText([username, displayName]) })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Reads and locks users in the order of their ids, for their search texts. */
export async function readUserSearchTexts(tx: Db, after: string, limit: number): Promise<SearchTextRow[]> {
  const users = await tx
    .selectFrom('users')
    .select(['id', 'search', 'username', 'display_name as displayName'])
    .where('id', '>', after)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute()
  return users.map(({ id, search, username, displayName }) => ({ id, search, folded: searchText([username, displayName]) }))
}

export async function setLocale(db: Db, userId: string, locale: Locale): Promise<void> {
  await db.updateTable('users').set({ locale }).where('id', '=', userId).where('deleted_at', 'is', null).execute()
}

const USER_TABLES = [
  'user_emails',
  'user_passwords',
  'user_srp',
  'user_totp',
  'user_recovery_codes',
  'passkeys',
  'password_tokens',
  'email_tokens',
  'export_tokens',
] as const

/** Deletes the rows that belong to the user alone; the user's own row stays until `anonymizeUser`. */
export async function deleteUserRows(tx: Db, userId: string): Promise<void> {
  for (const table of USER_TABLES) await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}

/** Removes a user's names and picture from the changes that are still in the log. The change of the deletion itself contains none. */
export async function scrubChanges(tx: Db, userId: string): Promise<void> {
  await sql<never>`
    UPDATE feed SET body = body - 'card'
    WHERE kind = ${userChanged.kind} AND body ->> 'userId' = ${userId} AND body #>> '{card,username}' <> ''
  `.execute(tx)
}

/** Leaves a row without a name, to which scores and tombstones refer. Its key contains a character that no user name has. */
export async function anonymizeUser(tx: Db, userId: string, displayName: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ username: '', username_skeletons: [], search: '', display_name: displayName, profile: '{}', roles: null, locale: null })
    .set({ suspended_at: null, suspended_until: null, suspension_reason: null })
    .set({ username_key: sql<string>`'/' || id`, deleted_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute()
}

export interface NewUser {
  id: string
  username: string
  displayName: string
  profile: object
  email: string | null
  /** null: the user cannot log in yet */
  passwordHash: string | null
  locale: Locale | null
  roles?: object
}

const userValues = ({ id, username, displayName, profile }: Pick<NewUser, 'id' | 'username' | 'displayName' | 'profile'>) => ({
  id,
  username,
  username_key: usernameKey(username),
  username_skeletons: getSkeletons(username),
  display_name: displayName,
  search: searchText([username, displayName]),
  profile: JSON.stringify(profile),
})

/** @throws a unique violation on `users_username_key_key` or `user_emails_pkey` */
export async function insertUser(tx: Db, user: NewUser): Promise<void> {
  const roles = user.roles === undefined ? null : JSON.stringify(user.roles)
  await tx
    .insertInto('users')
    .values({ ...userValues(user), roles, locale: user.locale })
    .execute()
  const { id, email, passwordHash } = user
  if (email !== null)
    await tx
      .insertInto('user_emails')
      .values({ address_key: foldName(email), address: email, user_id: id })
      .execute()
  if (passwordHash !== null) await putPasswordHash(tx, id, passwordHash)
}

/** @returns false when the name or the id is taken */
export async function addUser(tx: Db, user: Omit<UserRecord, 'createdAt' | 'locale'> & { createdAt: Date | null }): Promise<boolean> {
  return returnsRow(
    tx
      .insertInto('users')
      .values({
        ...userValues(user),
        roles: user.roles === null ? null : JSON.stringify(user.roles),
        created_at: user.createdAt ?? sql<Date>`now()`,
      })
      .onConflict(conflict => conflict.doNothing())
      .returning('id'),
  )
}

/** @param emails without duplicates. @returns false when one belongs to another user: then the new user is deleted again */
export async function addEmails(tx: Db, userId: string, emails: readonly Email[]): Promise<boolean> {
  for (const { address, verified } of emails) {
    const added = await tx
      .insertInto('user_emails')
      .values({ address_key: foldName(address), address, user_id: userId, verified })
      .onConflict(conflict => conflict.doNothing())
      .returning('address_key')
      .executeTakeFirst()
    if (added !== undefined) continue
    await tx.deleteFrom('users').where('id', '=', userId).execute()
    return false
  }
  return true
}

/** An id stays taken for ever, a name and an address until their user is deleted. */
export async function isTaken(db: Db, selector: Selector): Promise<boolean> {
  const found =
    'email' in selector
      ? db.selectFrom('user_emails').select('user_id').where('address_key', '=', foldName(selector.email))
      : db
          .selectFrom('users')
          .select('id as user_id')
          .where(eb => ('id' in selector ? eb('id', '=', selector.id) : eb('username_key', '=', usernameKey(selector.username))))
  return (await found.executeTakeFirst()) !== undefined
}
