import { type Database, openDatabase } from '#platform/db/database.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded/launcher.ts'
import { createPool } from '#platform/db/pool.ts'

/** Opens the embedded database of a data folder from this process, with or without its server, and closes it after `use`. */
export async function withToolDatabase<T>(dataDir: string, use: (database: Database) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir, role: 'tool', log: () => {} })
  const database = openDatabase(createPool(postgres.connection, () => {}, { size: 3 }))
  try {
    return await use(database)
  } finally {
    await database.close()
    await postgres.stop()
  }
}
