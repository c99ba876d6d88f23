import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Opens the embedded Postgres that a running server, or a peer, has in its data folder. */
export async function connectToDatabase(dataDir: string): Promise<pg.Client> {
  const [, , , port, socketFolder] = readFileSync(join(realpathSync(join(dataDir, 'postgres')), 'data/postmaster.pid'), 'utf8').split('\n')
  const client = new pg.Client({ host: socketFolder!, port: Number(port), user: 'app', database: 'skillshot' })
  await client.connect()
  return client
}

/** The settings that decide whether a commit is on disk when it is acknowledged, as Postgres has them: `fsync on, …`. */
export async function readDurability(dataDir: string): Promise<string> {
  const client = await connectToDatabase(dataDir)
  try {
    const { rows } = await client.query<{ name: string; setting: string }>(
      `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'commit_delay') ORDER BY name`,
    )
    return rows.map(({ name, setting }) => `${name} ${setting}`).join(', ')
  } finally {
    await client.end()
  }
}
