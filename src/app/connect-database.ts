import type { Config } from '../platform/config/config.ts'
import { startEmbeddedPostgres } from '../platform/db/embedded/launcher.ts'
import type { DatabaseAddress } from '../platform/db/pool.ts'
import { reachDatabase } from '../platform/db/reach-database.ts'
import type { Log } from '../platform/log/log.ts'

export interface OpenedDatabase {
  connection: DatabaseAddress
  /** Stops the embedded Postgres where this process runs it. */
  stop(): Promise<void>
}

/** The operator's Postgres, or the embedded one: as the folder's server, or as a tool beside it. @param signal whoever aborts it waits for no server's Postgres any more @throws StartError with what to do */
export async function connectDatabase(
  { databaseUrl, dataDir }: Config,
  as: 'server' | 'tool',
  log: Log,
  signal?: AbortSignal,
): Promise<OpenedDatabase> {
  if (databaseUrl !== null) return { connection: await reachDatabase(databaseUrl), stop: async () => {} }
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, as, log: line => log.info(line), ...(signal && { signal }) })
  return { connection, stop }
}
