import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { usernameKey } from '../rules.ts'
import { getSkeletons } from './lookalikes.ts'

/** How many users are read and written at once. */
const BATCH = 1000

/**
 * Gives all users the key that names are compared by now, and their skeletons. Where two names have one key, the account keeps its old key
 * that is not the first: one whose key it was already comes first, then the older one. So it fails on no name, and everybody can still log in.
 */
export async function rekeyUsernames(tx: Db): Promise<void> {
  // A name that another process adds meanwhile could take a key that has just been found free.
  await sql`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; username: string }>`
      SELECT id, username FROM users WHERE id > ${after} AND deleted_at IS NULL ORDER BY id LIMIT ${BATCH}
    `.execute(tx)
    if (rows.length === 0) break
    const skeletons = JSON.stringify(rows.map(({ id, username }) => ({ id, skeletons: getSkeletons(username) })))
    await sql`
      UPDATE users u SET username_skeletons = n.skeletons
      FROM jsonb_to_recordset(${skeletons}::jsonb) AS n (id text, skeletons text[]) WHERE u.id = n.id
    `.execute(tx)
    after = rows.at(-1)!.id
  }
  // Of ASCII the key is what it was.
  const { rows } = await sql<{ id: string; username: string; key: string }>`
    SELECT id, username, username_key AS key FROM users
    WHERE deleted_at IS NULL AND username ~ '[^\\x01-\\x7f]' ORDER BY created_at, id
  `.execute(tx)
  for (const { id, username, key } of rows) {
    const wanted = usernameKey(username)
    if (wanted === key) continue
    await sql`
      UPDATE users SET username_key = ${wanted}
      WHERE id = ${id} AND NOT EXISTS (SELECT 1 FROM users o WHERE o.username_key = ${wanted})
    `.execute(tx)
  }
}
