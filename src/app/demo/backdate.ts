import type { Database } from '#platform/db/database.ts'

/** The columns that Postgres fills with its own current time. */
const STAMPS = [
  ['audit_log', 'at'],
  ['comments', 'created_at'],
  ['event_entrants', 'entered_at'],
  ['event_log', 'at'],
  ['event_rounds', 'drawn_at'],
  ['events', 'cancelled_at'],
  ['events', 'created_at'],
  ['group_members', 'joined_at'],
  ['groups', 'created_at'],
  ['score_flags', 'at'],
  ['score_history', 'at'],
  ['score_likes', 'at'],
  ['scores', 'created_at'],
] as const

/** Sets every timestamp since `begun` to `at`, which is earlier (both in ms). */
export async function backdate({ pool }: Pick<Database, 'pool'>, begun: number, at: number): Promise<void> {
  const [since, to] = [begun, at].map(each => `'${new Date(each).toISOString()}'`)
  await pool.query(STAMPS.map(([table, column]) => `UPDATE ${table} SET ${column} = ${to} WHERE ${column} >= ${since}`).join(';'))
}
