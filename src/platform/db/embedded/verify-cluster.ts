import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isTransientError, openSession } from './lock-session.ts'

/**
 * Finds out whether the Postgres behind a socket works in this cluster. It may be another one's: the pid file of a copied folder names the
 * socket of the original. So a file is created that only this folder has, and Postgres is asked whether it sees that file.
 * @returns undefined while Postgres does not answer queries
 */
export async function verifyCluster(run: string, data: string): Promise<boolean | undefined> {
  const session = await openSession(run, 'skillshot tool')
  if (!session) return undefined
  const token = `skillshot-${randomUUID()}`
  const path = join(data, token)
  try {
    await writeFile(path, '')
    const { rows } = await session.client.query<{ seen: boolean }>('SELECT (pg_stat_file($1, true)).size IS NOT NULL AS seen', [token])
    return rows[0]?.seen === true
  } catch (error) {
    if (!isTransientError(error)) throw error
    return undefined
  } finally {
    await rm(path, { force: true })
    await session.client.end()
  }
}
