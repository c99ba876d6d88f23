import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { GLOBAL_GROUP } from '../../roles/rules.ts'

const IS_ADMIN = sql`(u.roles @> '["admin"]' OR u.roles @> ${JSON.stringify({ [GLOBAL_GROUP]: ['admin'] })}::jsonb)`

/** Whether somebody can administer the site: has the role, and a way in. */
export async function hasAdministrator(db: Db): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM users u WHERE ${IS_ADMIN} AND u.deleted_at IS NULL
      AND (EXISTS (SELECT 1 FROM user_passwords p WHERE p.user_id = u.id) OR EXISTS (SELECT 1 FROM user_srp s WHERE s.user_id = u.id)) LIMIT 1
  `.execute(db)
  return rows.length > 0
}

/** An administrator who has not chosen a password yet and was made by a start: has no address either. */
export async function waitingAdministrator(db: Db): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    SELECT u.id FROM users u WHERE ${IS_ADMIN} AND u.deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM user_passwords p WHERE p.user_id = u.id) AND NOT EXISTS (SELECT 1 FROM user_emails e WHERE e.user_id = u.id)
    ORDER BY u.created_at, u.id LIMIT 1
  `.execute(db)
  return rows[0]?.id ?? null
}
