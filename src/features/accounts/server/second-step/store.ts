import type { Db } from '#platform/db/database.ts'
import { returnsRow } from '#platform/db/returns-row.ts'

export interface StoredTotp {
  /** encrypted for the user */
  secret: Buffer
  /** null: the user has not proved yet that an app knows the secret */
  enabledAt: Date | null
}

export async function findTotp(db: Db, userId: string): Promise<StoredTotp | null> {
  const found = await db
    .selectFrom('user_totp')
    .select(['secret', 'enabled_at as enabledAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found ?? null
}

export const hasSecondStep = (db: Db, userId: string): Promise<boolean> =>
  returnsRow(db.selectFrom('user_totp').select('user_id').where('user_id', '=', userId).where('enabled_at', 'is not', null))

/** Stores a secret that is not enabled yet, in place of an earlier one. @returns false if the second step is on */
export function putPendingTotp(db: Db, userId: string, secret: Buffer): Promise<boolean> {
  return returnsRow(
    db
      .insertInto('user_totp')
      .values({ user_id: userId, secret })
      .onConflict(conflict => conflict.column('user_id').doUpdateSet({ secret }).where('user_totp.enabled_at', 'is', null))
      .returning('user_id'),
  )
}

export async function enableTotp(tx: Db, userId: string, now: Date): Promise<void> {
  await tx.updateTable('user_totp').set({ enabled_at: now }).where('user_id', '=', userId).execute()
}

/** Uses up a code. @param step the period of time that the code is for. @returns false if it or a later one has been used */
export function consumeTotpStep(db: Db, userId: string, step: number): Promise<boolean> {
  return returnsRow(
    db
      .updateTable('user_totp')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where(eb => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
      .returning('user_id'),
  )
}

/** Uses up a recovery code. @returns false if the user has no such code */
export function consumeRecoveryCode(db: Db, userId: string, codeHash: string): Promise<boolean> {
  return returnsRow(
    db.deleteFrom('user_recovery_codes').where('user_id', '=', userId).where('code_hash', '=', codeHash).returning('user_id'),
  )
}

/** Replaces all recovery codes of a user. */
export async function putRecoveryCodes(tx: Db, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('user_recovery_codes').where('user_id', '=', userId).execute()
  if (hashes.length === 0) return
  await tx
    .insertInto('user_recovery_codes')
    .values(hashes.map(code_hash => ({ user_id: userId, code_hash })))
    .execute()
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('user_recovery_codes')
    .select(eb => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** @returns false if there was nothing to delete */
export async function deleteSecondStep(tx: Db, userId: string): Promise<boolean> {
  await tx.deleteFrom('user_recovery_codes').where('user_id', '=', userId).execute()
  const deleted = await tx.deleteFrom('user_totp').where('user_id', '=', userId).returning('enabled_at').executeTakeFirst()
  return deleted !== undefined && deleted.enabled_at !== null
}
