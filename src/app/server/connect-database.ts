import type { Config } from '#platform/config/config.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded/launcher.ts'
import type { DatabaseAddress } from '#platform/db/pool.ts'
import { reachDatabase } from '#platform/db/reach-database.ts'
import { expectWritable } from '#platform/files/expect-writable.ts'
import type { Log } from '#platform/log/log.ts'

export interface OpenedDatabase {
  connection: DatabaseAddress
  /** Stops the embedded Postgres if this process runs it. */
  stop(): Promise<void>
}

/**
 * Connects to the operator's Postgres or to the embedded one, as the server of the data folder or as a tool beside it.
 * @param signal server only: aborting it ends the wait for the embedded Postgres
 * @throws StartError with instructions for the operator
 */
export async function connectDatabase(
  { databaseUrl, dataDir }: Config,
  role: 'server' | 'tool',
  log: Log,
  signal?: AbortSignal,
): Promise<OpenedDatabase> {
  await expectWritable(dataDir, 'DATA_DIR')
  if (databaseUrl !== null) return { connection: await reachDatabase(databaseUrl), stop: async () => {} }
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, role: role, log: line => log.info(line), ...(signal && { signal }) })
  return { connection, stop }
}
