import pg from 'pg'
import type { Connection } from '../platform/db/pool.ts'

const LOCK = 7_402_912

/**
 * One node a database, as long as nodes cannot hear of each other. Held until the connection closes.
 * @throws Error with what to do when another node holds it
 */
export async function takeNodeLock(connection: Connection, onLost: (error: Error) => void): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client(connection)
  client.on('error', onLost)
  await client.connect()
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK])
  if (rows[0]?.taken !== true) {
    await client.end()
    throw new Error(
      'Another Skillshot is running on this database. Stop it first: several nodes on one database are not possible in this version.',
    )
  }
  return { release: () => client.end() }
}
