import type { World } from './world.ts'

/** Anything that has a database. */
type Holder = { app: Pick<World['app'], 'database'> }

async function tableNames({ app }: Holder): Promise<string[]> {
  const { rows } = await app.database.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

/** Returns the number of rows of each table, after the due e-mails have been written. */
export async function rowCounts(world: World): Promise<Record<string, number>> {
  await world.app.features.accounts.post.idle()
  const counts: Record<string, number> = {}
  for (const name of await tableNames(world)) {
    const { rows } = await world.app.database.pool.query<{ n: number }>(`SELECT count(*) AS n FROM "${name}"`)
    counts[name] = rows[0]!.n
  }
  return counts
}

/** Returns everything in the database as text. */
export async function dumpTables(world: Holder): Promise<string> {
  const dumps: string[] = []
  for (const name of await tableNames(world)) {
    const { rows } = await world.app.database.pool.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`)
    dumps.push(name, ...rows.map(({ row }) => row))
  }
  return dumps.join('\n')
}
