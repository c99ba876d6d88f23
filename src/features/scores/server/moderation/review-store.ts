import { sql } from 'kysely'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/database.ts'

/** Those of the users who have a verified score, on any machine or on this one. One that a machine has reported may have been anybody's. */
export async function usersWithVerifiedScore(db: Db, userIds: readonly string[], machineId: string | null = null): Promise<Set<string>> {
  let query = db
    .selectFrom('scores')
    .select('user_id')
    .distinct()
    .where('user_id', '=', anyOf(userIds))
    .where('status', '=', 'verified')
    .where('source', 'is distinct from', 'machine')
    .where('removed_at', 'is', null)
  if (machineId !== null) query = query.where('machine_id', '=', machineId)
  return new Set((await query.execute()).map(row => row.user_id))
}

/** True if the account was created before a time. */
export async function isOlderThan(db: Db, userId: string, time: Date): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM user_cards WHERE id = ${userId} AND created_at < ${time}`.execute(db)
  return rows.length > 0
}

/** Confirms a score, or takes that back; doing so again changes nothing. @returns the number of users who confirm it */
export async function setConfirmation(tx: Db, scoreId: string, userId: string, confirm: boolean): Promise<number> {
  if (confirm)
    await tx
      .insertInto('score_confirmations')
      .values({ score_id: scoreId, user_id: userId })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  else await tx.deleteFrom('score_confirmations').where('score_id', '=', scoreId).where('user_id', '=', userId).execute()
  return (await confirmingUsers(tx, scoreId)).length
}

/** The ids of the users who confirm a score, or whose confirmations have released it. */
export async function confirmingUsers(tx: Db, scoreId: string): Promise<string[]> {
  const rows = await tx.selectFrom('score_confirmations').select('user_id').where('score_id', '=', scoreId).execute()
  return rows.map(row => row.user_id)
}

/** Deletes the confirmations of a score, because its value has changed or somebody else has decided about it. */
export async function deleteConfirmations(tx: Db, scoreId: string): Promise<void> {
  await tx.deleteFrom('score_confirmations').where('score_id', '=', scoreId).execute()
}
