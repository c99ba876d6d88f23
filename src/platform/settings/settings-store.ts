import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import type { JsonValue } from '#platform/db/json.ts'

/** A row of `site_settings`: a value as JSON, or a sealed text. */
export interface StoredSetting {
  key: string
  value: JsonValue
  /** null: the value is not sealed */
  sealed: Buffer | null
}

export async function listSettings(db: Db): Promise<StoredSetting[]> {
  const { rows } = await sql<StoredSetting>`SELECT key, value, sealed FROM site_settings`.execute(db)
  return rows
}

export async function putSetting(tx: Db, key: string, value: unknown, sealed: Buffer | null): Promise<void> {
  // A JSON null is a value; NULL of SQL says that the value is sealed.
  const json = sealed === null ? JSON.stringify(value) : null
  await sql<never>`
    INSERT INTO site_settings (key, value, sealed) VALUES (${key}, ${json}::jsonb, ${sealed})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, sealed = excluded.sealed, updated_at = now()
  `.execute(tx)
}

export async function deleteSetting(tx: Db, key: string): Promise<void> {
  await tx.deleteFrom('site_settings').where('key', '=', key).execute()
}

export interface StoredSecret {
  name: string
  sealed: Buffer
}

export async function listSecrets(db: Db): Promise<StoredSecret[]> {
  return db.selectFrom('site_secrets').select(['name', 'sealed']).execute()
}

/** Stores a secret unless there is one of this name, which another node may have stored meanwhile. */
export async function insertSecret(db: Db, { name, sealed }: StoredSecret): Promise<void> {
  await db
    .insertInto('site_secrets')
    .values({ name, sealed })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
