import type { TestApp } from './test-app.ts'

/** Anything that has a database. */
type HasDatabase = { app: Pick<TestApp['app'], 'database'> }

async function tableNames({ app }: HasDatabase): Promise<string[]> {
  const { rows } = await app.database.pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

/** Finds the connections to a test's own database that wait for a lock. The transaction that asks sees only what waited when it asked first. */
export const WAITING_FOR_LOCK = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`

/** Returns the number of rows of each table, after the due e-mails have been written. */
export async function countRows(testApp: TestApp): Promise<Record<string, number>> {
  await testApp.app.features.accounts.mailQueue.idle()
  const each = (await tableNames(testApp)).map(name => `SELECT '${name}' AS name, count(*) AS n FROM "${name}"`)
  const { rows } = await testApp.app.database.pool.query<{ name: string; n: number }>(each.join(' UNION ALL '))
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

/** Returns everything in the database as text. */
export async function dumpTables(testApp: HasDatabase): Promise<string> {
  const each = (await tableNames(testApp)).map(name => `SELECT '${name}' AS name, t::text AS row FROM "${name}" t`)
  const { rows } = await testApp.app.database.pool.query<{ name: string; row: string }>(each.join(' UNION ALL '))
  return rows.map(({ name, row }) => `${name} ${row}`).join('\n')
}
