import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import pg from 'pg'
import { BACKUP_JOB } from '#backups/server/backup-job.ts'
import { forgetBackups } from '#backups/server/store.ts'
import { copyIn } from '#platform/db/copy.ts'
import { type Migration, migrateIn } from '#platform/db/migrate.ts'
import { dbOnClient } from '#platform/db/single-connection.ts'
import { deleteJobsOfKind } from '#platform/jobs/job-store.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { UsageError } from '../cli/usage-error.ts'
import type { ArchiveReader } from './archive-reader.ts'
import { writeDataFile } from './data-files.ts'
import { FILES, type Manifest, TABLES } from './manifest.ts'
import { restoreObjects } from './object-store.ts'
import { copyText, dropIndexes, readTables, setSequences } from './tables.ts'

export interface RestoreOptions {
  archive: ArchiveReader
  /** connected to an empty database that nobody else uses */
  client: pg.Client
  dataDir: string
  /** Called after the secrets have been restored. */
  openStorage(): Storage
  /** the migrations of this version, in order */
  schema: readonly Migration[]
}

export interface Restored {
  /** names of the migrations that the backup did not have yet */
  migrated: string[]
  /** tables in the backup that this version does not have */
  skipped: string[]
}

/** @throws UsageError if the backup has a migration that this version does not know */
export function expectKnown({ file, manifest }: ArchiveReader, schema: readonly Migration[]): void {
  const newer = manifest.migrations.find(name => !schema.some(step => step.name === name))
  if (newer !== undefined)
    throw new UsageError(
      `${file} is of a newer version of Skillshot (it has "${newer}"). Restore it with that version. Nothing was changed.`,
    )
}

/** @param where sentence for the error message: what the operator can do instead @throws UsageError if the database has tables */
export async function expectEmpty(client: pg.Client, where: string): Promise<void> {
  const tables = await readTables(client)
  if (tables.length > 0) throw new UsageError(`The database is not empty. ${where} Nothing was changed.`)
}

/**
 * Restores files and objects first, then all tables in one transaction.
 * Until that commits the site is empty, so a failed restore can be repeated.
 */
export async function restore({ archive, client, dataDir, openStorage, schema }: RestoreOptions): Promise<Restored> {
  for await (const { name, bytes } of archive.entries(FILES)) await writeDataFile(dataDir, { path: name.slice(FILES.length), bytes })
  await restoreObjects(archive, openStorage())
  const db = dbOnClient(client)
  const restored = await db.transaction().execute(async tx => {
    const { migrations, sequences } = archive.manifest
    await migrateIn(
      tx,
      schema.filter(({ name }) => migrations.includes(name)),
    )
    const skipped = await fill(client, archive)
    await setSequences(client, sequences)
    const migrated = await migrateIn(tx, schema)
    await forgetBackups(tx)
    await deleteJobsOfKind(tx, BACKUP_JOB)
    return { skipped, migrated }
  })
  await client.query('ANALYZE')
  return restored
}

/** Replaces the rows that the migrations have written with those of the backup. @returns the tables in the backup that do not exist here */
async function fill(client: pg.Client, archive: ArchiveReader): Promise<string[]> {
  const { tables } = archive.manifest
  const there = (await readTables(client)).map(({ name }) => name)
  const missing = there.filter(name => !tables.some(table => table.name === name))
  if (missing.length > 0) throw new Error(`The backup lacks ${missing.join(', ')}.`)
  await client.query(`TRUNCATE ${there.map(pg.escapeIdentifier).join(', ')}`)
  const indexes = await dropIndexes(client)
  await fillTables(client, archive, there)
  await client.query(`SET LOCAL maintenance_work_mem = '256MB'`)
  for (const statement of indexes) await client.query(statement)
  return tables.map(({ name }) => name).filter(name => !there.includes(name))
}

/** Copies the rows of the tables that exist here. The tables stand in the file in the order of the manifest, which is read once. */
async function fillTables(client: pg.Client, archive: ArchiveReader, there: readonly string[]): Promise<void> {
  const parts = archive.entries(TABLES)
  let part = await parts.next()
  async function* copyTexts(table: string): AsyncGenerator<Buffer> {
    for (; !part.done && part.value.name.split('/')[1] === table; part = await parts.next()) yield await promisify(gunzip)(part.value.bytes)
  }
  try {
    for (const table of archive.manifest.tables) {
      if (there.includes(table.name)) await fillTable(client, table, copyTexts(table.name))
      else for await (const _ of copyTexts(table.name));
    }
  } finally {
    await parts.return(undefined)
  }
}

async function fillTable(client: pg.Client, table: Manifest['tables'][number], texts: AsyncIterable<Buffer>): Promise<void> {
  const rows = await copyIn(client, copyText(table, 'FROM STDIN'), texts)
  if (rows !== table.rows) throw new Error(`${table.name} should have ${table.rows} rows and got ${rows}.`)
}
