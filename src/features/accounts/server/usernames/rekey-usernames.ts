import { sql } from 'kysely'
import { usernameKey } from '#accounts/rules.ts'
import type { Db } from '#platform/db/database.ts'
import { getSkeletons } from './lookalikes.ts'

/** Users that are read and updated at once. */
const BATCH = 1000

/**
 * Gives all users the key by which names are compared now, and their skeletons. If two names have the same key, one account gets it: the
 * one that has it already, else the older one. The other account keeps its old key. So no name makes the migration fail, and everybody can
 * still log in.
 */
export async function rekeyUsernames(tx: Db): Promise<void> {
  // Without the lock, another process could add a name with a key that has just been found free.
  await sql<never>`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; username: string }>`
      SELECT id, username FROM users WHERE id > ${after} AND deleted_at IS NULL ORDER BY id LIMIT ${BATCH}
    `.execute(tx)
    if (rows.length === 0) break
    const skeletons = JSON.stringify(rows.map(({ id, username }) => ({ id, skeletons: getSkeletons(username) })))
    await sql<never>`
      UPDATE users u SET username_skeletons = n.skeletons
      FROM jsonb_to_recordset(${skeletons}::jsonb) AS n (id text, skeletons text[]) WHERE u.id = n.id
    `.execute(tx)
    after = rows.at(-1)!.id
  }
  // For ASCII names the key has not changed.
  const { rows } = await sql<{ id: string; username: string; key: string }>`
    SELECT id, username, username_key AS key FROM users
    WHERE deleted_at IS NULL AND username ~ '[^\\x01-\\x7f]' ORDER BY created_at, id
  `.execute(tx)
  for (const { id, username, key } of rows) {
    const newKey = usernameKey(username)
    if (newKey === key) continue
    await sql<never>`
      UPDATE users SET username_key = ${newKey}
      WHERE id = ${id} AND NOT EXISTS (SELECT 1 FROM users o WHERE o.username_key = ${newKey})
    `.execute(tx)
  }
}
