import { type ExpressionBuilder, sql } from 'kysely'
import type { Ejson } from '#ddp/wire/ejson.ts'
import type { KeyGrant } from '#keys/server/api.ts'
import type { Db } from '#platform/db/database.ts'
import type { Tables } from '#platform/db/schema.ts'
import type { AllowedApplication } from '../contract.ts'
import { keyScopesOf, OAUTH_SCOPES } from '../rules/scopes.ts'

/** What the provider wants to be kept, as it wants it back. */
export type StoredPayload = { [name: string]: Ejson }

/** What somebody allows an application. */
export interface AllowedRequest {
  applicationId: string
  userId: string
  /** the server to which the person is sent back */
  host: string
  scopes: string[]
}

/** What one person has allowed one application, for one sign-in. @property id a hash */
export interface StoredGrant extends AllowedRequest {
  id: string
  /** as the provider wants it back */
  payload: StoredPayload
}

/** Stores what somebody who was asked has allowed. @param lifetime s */
export async function insertGrant(db: Db, { id, applicationId, userId, scopes, payload }: StoredGrant, lifetime: number): Promise<void> {
  await db
    .insertInto('oauth_grants')
    .values({
      ...{ id, scopes, application_id: applicationId, user_id: userId, payload: JSON.stringify(payload) },
      expires_at: sql<Date>`now() + make_interval(secs => ${lifetime})`,
    })
    .execute()
}

/** Finds the grant `g` that has allowed a request already: the same person, application and server, and at least these scopes. */
const earlierGrant = ({ applicationId, userId, host, scopes }: AllowedRequest) => sql<never>`
  FROM oauth_grants g WHERE g.user_id = ${userId} AND g.application_id = ${applicationId} AND g.payload->>'host' = ${host}
    AND g.scopes @> ${scopes}::text[] AND g.expires_at > now() ORDER BY g.expires_at DESC, g.id LIMIT 1`

/** @returns true if a person has allowed as much before, which has not ended */
export async function wasAllowed(db: Db, request: AllowedRequest): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`SELECT g.id ${earlierGrant(request)}`.execute(db)
  return rows.length > 0
}

/**
 * Stores a grant by which somebody goes on with what was allowed before, and which ends when that would have.
 * @returns false if there is nothing any more that was allowed
 */
export async function insertRecalledGrant(db: Db, grant: StoredGrant): Promise<boolean> {
  const { id, scopes, payload } = grant
  const { numAffectedRows } = await sql<never>`
    INSERT INTO oauth_grants (id, scopes, application_id, user_id, payload, created_at, expires_at)
    SELECT ${id}, ${scopes}::text[], g.application_id, g.user_id, ${JSON.stringify(payload)}::jsonb, g.created_at, g.expires_at
    ${earlierGrant(grant)} FOR KEY SHARE
  `.execute(db)
  return numAffectedRows === 1n
}

export async function findGrantPayload(db: Db, id: string): Promise<StoredPayload | null> {
  const { rows } = await sql<{ payload: StoredPayload }>`SELECT payload FROM oauth_grants WHERE id = ${id} AND expires_at > now()`.execute(
    db,
  )
  return rows[0]?.payload ?? null
}

/** Which grants end: one, those of a user, of an application, or of both. */
export type GrantFilter = { id: string } | { userId: string; applicationId?: string } | { applicationId: string }

const grantsThat =
  (filter: GrantFilter) =>
  ({ and }: ExpressionBuilder<Tables, 'oauth_grants'>) => {
    if ('id' in filter) return and({ id: filter.id })
    const ofUser = 'userId' in filter ? { user_id: filter.userId } : {}
    return and(filter.applicationId === undefined ? ofUser : { ...ofUser, application_id: filter.applicationId })
  }

/** Ends grants, with everything that was issued for them. @returns how many */
export async function deleteGrants(tx: Db, filter: GrantFilter): Promise<number> {
  const wanted = grantsThat(filter)
  // Once they are locked, nobody can go on with them, and who just did is seen by the second statement.
  await tx.selectFrom('oauth_grants').select('id').where(wanted).orderBy('id').forUpdate().execute()
  return Number((await tx.deleteFrom('oauth_grants').where(wanted).executeTakeFirst()).numDeletedRows)
}

export async function listAllowed(db: Db, userId: string): Promise<AllowedApplication[]> {
  const { rows } = await sql<Omit<AllowedApplication, 'scopes'> & { scopes: string[] }>`
    SELECT a.id AS "applicationId", a.name, array_agg(DISTINCT s.scope) AS scopes, max(g.created_at) AS "allowedAt", max(g.used_at) AS "lastUsedAt"
    FROM oauth_grants g JOIN oauth_applications a ON a.id = g.application_id CROSS JOIN unnest(g.scopes) AS s (scope)
    WHERE g.user_id = ${userId} AND g.expires_at > now() GROUP BY a.id ORDER BY max(g.created_at) DESC, a.id
  `.execute(db)
  return rows.map(({ scopes, ...application }) => ({ ...application, scopes: OAUTH_SCOPES.filter(scope => scopes.includes(scope)) }))
}

/** Notes that a grant was used now, to the minute. */
export async function noteGrantUse(db: Db, id: string): Promise<void> {
  await sql<never>`
    UPDATE oauth_grants SET used_at = date_trunc('minute', now()) WHERE id = ${id} AND (used_at IS NULL OR used_at < date_trunc('minute', now()))
  `.execute(db)
}

/** Returns what an access token allows; null: there is none, it has ended, or its owner is suspended. @param hashedId of the token */
export async function findTokenGrant(db: Db, hashedId: string): Promise<KeyGrant | null> {
  const { rows } = await sql<{ keyId: string; userId: string; scope: string | null; expiresAt: number }>`
    SELECT g.id AS "keyId", g.user_id AS "userId", r.payload->>'scope' AS scope, (extract(epoch FROM r.expires_at) * 1000)::float8 AS "expiresAt"
    FROM oauth_records r JOIN oauth_grants g ON g.id = r.grant_id JOIN user_cards u ON u.id = g.user_id
    WHERE r.hashed_id = ${hashedId} AND r.expires_at > now() AND u.deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM user_suspensions s WHERE s.user_id = u.id AND (s.until IS NULL OR s.until > now()))
  `.execute(db)
  const [found] = rows
  if (found === undefined) return null
  const { scope, ...grant } = found
  return { ...grant, scopes: keyScopesOf((scope ?? '').split(' ')), eventId: null, venueId: null }
}

/** What applications may know of a person. */
export interface Person {
  username: string
  displayName: string
  /** a path on this site, or an address at the object store; null: no picture */
  picture: string | null
}

/** @returns null if there is no such user, or the user is suspended */
export async function findPerson(db: Db, userId: string): Promise<Person | null> {
  const { rows } = await sql<Person>`
    SELECT u.username, u.display_name AS "displayName", u.avatar->>'url' AS picture FROM player_cards u WHERE u.id = ${userId} AND u.deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM user_suspensions s WHERE s.user_id = u.id AND (s.until IS NULL OR s.until > now()))
  `.execute(db)
  return rows[0] ?? null
}
