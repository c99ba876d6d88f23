import { sql } from 'kysely'
import { anyOf } from '../../../../platform/db/any-of.ts'
import type { Db } from '../../../../platform/db/database.ts'

/** Those of the users who have a verified score, on any machine or on this one. */
export async function usersWithVerifiedScore(db: Db, userIds: readonly string[], machineId: string | null = null): Promise<Set<string>> {
  let query = db
    .selectFrom('scores')
    .select('user_id')
    .distinct()
    .where('user_id', '=', anyOf(userIds))
    .where('status', '=', 'verified')
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
  const { n } = await tx
    .selectFrom('score_confirmations')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('score_id', '=', scoreId)
    .executeTakeFirstOrThrow()
  return n
}
