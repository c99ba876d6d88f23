import type { Db } from '#platform/db/database.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import type { ProviderUser } from './provider-client.ts'

/** A visit to a provider that has begun. Of its secrets only hashes are kept, or they are encrypted. */
export interface OauthAttempt {
  /** of the state that is sent along */
  stateHash: string
  service: string
  /** the user who links the provider; null: a login */
  userId: string | null
  /** verifier and nonce, encrypted for the state's hash */
  secrets: Buffer
  /** the path to go to afterwards */
  next: string | null
  /** hash of the credential token if the client has chosen one */
  tokenHash: string | null
  expiresAt: Date
}

/** What a provider has answered. It waits for the client that began, which has the credential's token and secret. */
export interface OauthCredential {
  service: string
  userId: string | null
  user: ProviderUser
}

export async function insertOauthAttempt(db: Db, attempt: OauthAttempt, browserHash: string): Promise<void> {
  await db
    .insertInto('oauth_attempts')
    .values({
      state_hash: attempt.stateHash,
      service: attempt.service,
      user_id: attempt.userId,
      secrets: attempt.secrets,
      next: attempt.next,
      token_hash: attempt.tokenHash,
      browser_hash: browserHash,
      expires_at: attempt.expiresAt,
    })
    .execute()
}

/** Deletes an attempt, so that it is used only once. @returns null if there is none of this browser, or it has expired */
export async function consumeOauthAttempt(
  db: Db,
  stateHash: string,
  { service, browserHash, now }: { service: string; browserHash: string; now: Date },
): Promise<OauthAttempt | null> {
  const found = await db
    .deleteFrom('oauth_attempts')
    .where(row => row.and({ state_hash: stateHash, service, browser_hash: browserHash }))
    .returning([
      'state_hash as stateHash',
      'service',
      'user_id as userId',
      'secrets',
      'next',
      'token_hash as tokenHash',
      'expires_at as expiresAt',
    ])
    .executeTakeFirst()
  return found === undefined || found.expiresAt <= now ? null : found
}

export async function insertCredential(
  db: Db,
  { service, userId, user }: OauthCredential,
  { tokenHash, secretHash, expiresAt }: { tokenHash: string; secretHash: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('oauth_credentials')
    .values({
      token_hash: tokenHash,
      secret_hash: secretHash,
      service,
      user_id: userId,
      provider_user: JSON.stringify(user),
      expires_at: expiresAt,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Finds a credential by the hashes of its token and its secret. @returns null if there is none, or it has expired */
export async function findCredential(db: Db, tokenHash: string, secretHash: string, now: Date): Promise<OauthCredential | null> {
  const found = await db
    .selectFrom('oauth_credentials')
    .select(['service', 'user_id as userId', 'provider_user as user'])
    .$narrowType<{ user: ProviderUser }>()
    .where(row => row.and({ token_hash: tokenHash, secret_hash: secretHash }))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found ?? null
}

/** @returns false if it was used meanwhile */
export const deleteCredential = (tx: Db, tokenHash: string): Promise<boolean> =>
  returnsRow(tx.deleteFrom('oauth_credentials').where('token_hash', '=', tokenHash).returning('token_hash'))

export async function deleteExpiredOauth(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('oauth_attempts').where('expires_at', '<=', now).execute()
  await db.deleteFrom('oauth_credentials').where('expires_at', '<=', now).execute()
}

/** @returns false if that account at the provider is linked already, or the user has a link to this service */
export const insertIdentity = (tx: Db, userId: string, service: string, user: ProviderUser, now: Date): Promise<boolean> =>
  returnsRow(
    tx
      .insertInto('login_identities')
      .values({
        issuer: user.issuer,
        subject: user.subject,
        user_id: userId,
        service,
        name: user.verifiedEmail ?? user.name,
        linked_at: now,
      })
      .onConflict(conflict => conflict.doNothing())
      .returning('user_id'),
  )

/** @returns the user whose account is linked to that account of a provider; null: nobody's is */
export async function findIdentity(db: Db, { issuer, subject }: Pick<ProviderUser, 'issuer' | 'subject'>): Promise<string | null> {
  const found = await db
    .selectFrom('login_identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select('i.user_id as userId')
    .where('u.deleted_at', 'is', null)
    .where(row => row.and({ issuer, subject }))
    .executeTakeFirst()
  return found?.userId ?? null
}

export async function touchIdentity(tx: Db, { issuer, subject }: ProviderUser, now: Date): Promise<void> {
  await tx
    .updateTable('login_identities')
    .set({ last_used_at: now })
    .where(row => row.and({ issuer, subject }))
    .execute()
}

export interface LoginIdentity {
  service: string
  /** e-mail address or name at the provider */
  name: string | null
  linkedAt: Date
  lastUsedAt: Date | null
}

export function listIdentities(db: Db, userId: string): Promise<LoginIdentity[]> {
  return db
    .selectFrom('login_identities')
    .select(['service', 'name', 'linked_at as linkedAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('service')
    .execute()
}

export const deleteIdentity = (tx: Db, userId: string, service: string): Promise<boolean> =>
  returnsRow(
    tx
      .deleteFrom('login_identities')
      .where(row => row.and({ user_id: userId, service }))
      .returning('service'),
  )

/** For the deletion of a user. */
export async function deleteIdentities(tx: Db, userId: string): Promise<void> {
  for (const table of ['login_identities', 'oauth_attempts', 'oauth_credentials'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}
