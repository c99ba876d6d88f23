import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'

/** @property until null: until an administrator lifts it */
export interface Suspension {
  reason: string
  until: Date | null
}

/** A condition on the table `users` as `u`: the user is not suspended, or no longer. */
export const notSuspended = (now: Date): RawBuilder<boolean> => sql<boolean>`coalesce(u.suspended_until <= ${now}, u.suspended_at IS NULL)`

/** Returns null for a user who is not suspended, or no longer. */
export async function findSuspension(db: Db, userId: string, now: Date): Promise<Suspension | null> {
  const { rows } = await sql<{ reason: string | null; until: Date | null }>`
    SELECT u.suspension_reason AS reason, u.suspended_until AS until FROM users u WHERE u.id = ${userId} AND NOT ${notSuspended(now)}
  `.execute(db)
  const [found] = rows
  return found === undefined ? null : { reason: found.reason ?? '', until: found.until }
}

/** Replaces an earlier suspension. */
export async function putSuspension(tx: Db, userId: string, { reason, until }: Suspension, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ suspended_at: now, suspended_until: until, suspension_reason: reason })
    .where('id', '=', userId)
    .execute()
}

const NONE = { suspended_at: null, suspended_until: null, suspension_reason: null }

export async function clearSuspension(tx: Db, userId: string): Promise<void> {
  await tx.updateTable('users').set(NONE).where('id', '=', userId).execute()
}

/** Clears the suspensions that have ended. @returns the ids of their users */
export async function clearEndedSuspensions(tx: Db, now: Date): Promise<string[]> {
  const ended = await tx.updateTable('users').set(NONE).where('suspended_until', '<=', now).returning('id').execute()
  return ended.map(({ id }) => id)
}
