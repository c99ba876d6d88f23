import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { lockUntilCommit } from '#platform/db/lock-until-commit.ts'
import type { ApplicationInfo } from '../contract.ts'

export interface NewApplication {
  id: string
  name: string
  redirectUris: string[]
  /** null: it is not confidential */
  hashedSecret: string | null
  /** tells a call that is sent again from another one with its id */
  fingerprint: string
  madeBy: string
}

/** @returns false if the id was used before */
export async function insertApplication(tx: Db, application: NewApplication): Promise<boolean> {
  const { id, name, redirectUris, hashedSecret, fingerprint, madeBy } = application
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('oauth_applications')
    .values({ id, name, redirect_uris: redirectUris, hashed_secret: hashedSecret, fingerprint, made_by: madeBy })
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns an application that was made with this id, whether it was removed or not. */
export async function findMadeApplication(db: Db, id: string): Promise<{ madeBy: string | null; fingerprint: string } | null> {
  const row = await db.selectFrom('oauth_applications').select(['made_by as madeBy', 'fingerprint']).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** An application as requests need it. */
export type KnownApplication = Pick<NewApplication, 'id' | 'name' | 'redirectUris' | 'hashedSecret'>

/** @returns null if there is none, or it was removed */
export async function findApplication(db: Db, id: string): Promise<KnownApplication | null> {
  const row = await db
    .selectFrom('oauth_applications')
    .select(['id', 'name', 'redirect_uris as redirectUris', 'hashed_secret as hashedSecret'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Locks the list of applications until the transaction ends, and counts them. */
export async function countApplications(tx: Db): Promise<number> {
  await lockUntilCommit(tx, 'newApplication')
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM oauth_applications WHERE removed_at IS NULL`.execute(tx)
  return rows[0]!.count
}

export async function listApplications(db: Db): Promise<ApplicationInfo[]> {
  const { rows } = await sql<ApplicationInfo>`
    SELECT a.id AS "applicationId", a.name, a.redirect_uris AS "redirectUris", a.hashed_secret IS NOT NULL AS "isConfidential",
      a.created_at AS "createdAt", count(DISTINCT g.user_id)::int AS people, max(g.used_at) AS "lastUsedAt"
    FROM oauth_applications a LEFT JOIN oauth_grants g ON g.application_id = a.id AND g.expires_at > now()
    WHERE a.removed_at IS NULL GROUP BY a.id ORDER BY a.created_at DESC, a.id
  `.execute(db)
  return rows
}

/** @returns its name; null: there is no such application */
export async function markRemoved(tx: Db, id: string): Promise<string | null> {
  const row = await tx
    .updateTable('oauth_applications')
    .set({ removed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return row?.name ?? null
}

/** Forgets that a user has registered applications, which stay. */
export async function forgetMaker(tx: Db, userId: string): Promise<void> {
  await tx.updateTable('oauth_applications').set({ made_by: null }).where('made_by', '=', userId).execute()
}
