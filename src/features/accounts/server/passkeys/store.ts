import type { PasskeyInfo } from '#accounts/contract/passkeys.ts'
import type { Db } from '#platform/db/database.ts'
import { returnsRow } from '#platform/db/returns-row.ts'

export interface NewPasskey {
  id: string
  userId: string
  /** base64url */
  credentialId: string
  publicKey: Uint8Array
  counter: number
  /** how browsers reach the authenticator, such as `internal` or `usb` */
  transports: readonly string[]
  /** true: it is on more devices than one, or will be */
  backedUp: boolean
  name: string
  createdAt: Date
}

/** @returns false if the authenticator's credential is registered already */
export function insertPasskey(tx: Db, passkey: NewPasskey): Promise<boolean> {
  return returnsRow(
    tx
      .insertInto('passkeys')
      .values({
        id: passkey.id,
        user_id: passkey.userId,
        credential_id: passkey.credentialId,
        public_key: Buffer.from(passkey.publicKey),
        counter: passkey.counter,
        transports: [...passkey.transports],
        backed_up: passkey.backedUp,
        name: passkey.name,
        created_at: passkey.createdAt,
      })
      .onConflict(conflict => conflict.column('credential_id').doNothing())
      .returning('id'),
  )
}

/** A user's passkeys, in the order in which they were added. */
export function listPasskeys(db: Db, userId: string): Promise<PasskeyInfo[]> {
  return db
    .selectFrom('passkeys')
    .select(['id as passkeyId', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** What browsers need to know of a user's passkeys, so that no authenticator makes a second one. */
export function listCredentials(db: Db, userId: string): Promise<{ id: string; transports: string[] }[]> {
  return db.selectFrom('passkeys').select(['credential_id as id', 'transports']).where('user_id', '=', userId).orderBy('id').execute()
}

export interface StoredPasskey {
  id: string
  userId: string
  publicKey: Buffer
  counter: number
}

/** Finds a passkey of a user who is not deleted. */
export async function findPasskey(db: Db, credentialId: string): Promise<StoredPasskey | null> {
  const found = await db
    .selectFrom('passkeys as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .select(['k.id', 'k.user_id as userId', 'k.public_key as publicKey', 'k.counter'])
    .where('k.credential_id', '=', credentialId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  return found ?? null
}

/**
 * Notes that a passkey was used. One statement compares the counter and sets it, so that of two simultaneous uses with the same counter only
 * one succeeds. Authenticators that do not count always say 0.
 * @returns false if the counter is not greater than that of the last use, or the passkey was removed
 */
export function usePasskey(
  tx: Db,
  id: string,
  { counter, backedUp, at }: { counter: number; backedUp: boolean; at: Date },
): Promise<boolean> {
  return returnsRow(
    tx
      .updateTable('passkeys')
      .set({ counter, backed_up: backedUp, last_used_at: at })
      .where('id', '=', id)
      .where(eb => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]))
      .returning('id'),
  )
}

/** @returns false if the user has no such passkey */
export function renamePasskey(db: Db, userId: string, id: string, name: string): Promise<boolean> {
  return returnsRow(db.updateTable('passkeys').set({ name }).where('id', '=', id).where('user_id', '=', userId).returning('id'))
}

/** @returns false if the user has no such passkey */
export function deletePasskey(tx: Db, userId: string, id: string): Promise<boolean> {
  return returnsRow(tx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId).returning('id'))
}
