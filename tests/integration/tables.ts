import type { World } from './world.ts'

/** Anything that has a database. */
type Holder = { app: Pick<World['app'], 'database'> }

async function tableNames({ app }: Holder): Promise<string[]> {
  const { rows } = await app.database.pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

/** Returns the number of rows of each table, after the due e-mails have been written. */
export async function rowCounts(world: World): Promise<Record<string, number>> {
  await world.app.features.accounts.post.idle()
  const each = (await tableNames(world)).map(name => `SELECT '${name}' AS name, count(*) AS n FROM "${name}"`)
  const { rows } = await world.app.database.pool.query<{ name: string; n: number }>(each.join(' UNION ALL '))
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

/** Returns everything in the database as text. */
export async function dumpTables(world: Holder): Promise<string> {
  const each = (await tableNames(world)).map(name => `SELECT '${name}' AS name, t::text AS row FROM "${name}" t`)
  const { rows } = await world.app.database.pool.query<{ name: string; row: string }>(each.join(' UNION ALL '))
  return rows.map(({ name, row }) => `${name} ${row}`).join('\n')
}
