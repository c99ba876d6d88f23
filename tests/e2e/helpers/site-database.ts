import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Site } from './site.ts'

/** Runs a statement in the embedded Postgres of a site, for states that no screen leads to. */
export async function runStatement({ dataDir }: Site, text: string, values: readonly unknown[]): Promise<void> {
  // Postgres writes where its socket is into the fifth line.
  const host = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[4]!
  const client = new pg.Client({ host, port: 5432, user: 'app', database: 'skillshot' })
  await client.connect()
  await client.query(text, [...values]).finally(() => client.end())
}
