import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type pg from 'pg'
import { copyOut } from '#platform/db/copy.ts'
import type { DatabaseAddress } from '#platform/db/pool.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { INCOMING } from '#uploads/server/keys.ts'
import { UsageError } from '../cli/usage-error.ts'
import { ArchiveReader } from './archive-reader.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { readDataFiles } from './data-files.ts'
import { connectDedicatedClient } from './dedicated-connection.ts'
import { FILES, FORMAT, MANIFEST, type Manifest, TABLES, TITLE } from './manifest.ts'
import { ObjectCopier } from './object-store.ts'
import { copyText, readSequences, readTables } from './tables.ts'

const SENTENCE = 'A backup of Skillshot: docs/operating.md says how to restore it. It holds secrets.\n'

export interface BackUpOptions {
  connection: DatabaseAddress
  storage: Storage
  dataDir: string
  file: string
  /** ms */
  now: number
  /** gets the size of the file so far; what it throws ends the backup */
  onProgress?(bytes: number): void
}

export interface BackedUp {
  manifest: Manifest
  /** size of the file */
  bytes: number
  /** pictures that were deleted during the backup */
  vanished: number
  /** objects in the store that do not belong to this site */
  unknown: number
}

type Snapshot = Pick<Manifest, 'at' | 'migrations' | 'tables' | 'sequences'>

/**
 * Writes a whole site into one file; a server may be running. All tables are read in one snapshot. Pictures are copied after the snapshot
 * was taken, so that every picture in the tables is included. Pictures that wait for processing are also copied before it, because
 * processing deletes them.
 */
export async function backUp({ connection, storage, dataDir, file, now, onProgress }: BackUpOptions): Promise<BackedUp> {
  const client = await connectDedicatedClient(connection)
  try {
    await expectSite(client)
    const writer = await ArchiveWriter.create(file, now, onProgress)
    try {
      await writer.add(TITLE, SENTENCE)
      const objects = new ObjectCopier(storage, writer)
      await objects.copy(INCOMING, true)
      const snapshot = await copyTables(client, writer, () => objects.copy(INCOMING, true))
      await objects.copy('', false)
      const files = await readDataFiles(dataDir)
      for (const { path, bytes } of files) await writer.add(FILES + path, bytes)
      const manifest: Manifest = { format: FORMAT, ...snapshot, files: files.length, objects: objects.copied }
      await writer.add(MANIFEST, `${JSON.stringify(manifest, null, 1)}\n`)
      await writer.finish()
      return { manifest, bytes: writer.bytes, vanished: objects.vanished, unknown: objects.unknown }
    } catch (error) {
      await writer.discard()
      throw error
    }
  } finally {
    await client.end()
  }
}

/** As `backUp`, and reads the file again as a whole: a backup that cannot be read is none. */
export async function writeVerified(options: BackUpOptions): Promise<BackedUp> {
  const written = await backUp(options)
  await (await ArchiveReader.open(options.file)).close()
  return written
}

/** @throws UsageError if no server has ever been started on the database */
async function expectSite(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS there`)
  if (rows[0]?.there !== true) throw new UsageError('There is no site in this database yet: no server has been started on it.')
}

/** @param soon called as soon as the snapshot is taken */
async function copyTables(client: pg.Client, writer: ArchiveWriter, soon: () => Promise<void>): Promise<Snapshot> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const { rows: moment } = await client.query<{ at: Date }>('SELECT now() AS at')
  const { rows: migrations } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name')
  await soon()
  const tables: Manifest['tables'] = []
  for (const table of await readTables(client)) {
    let parts = 0
    const rows = await copyOut(client, copyText(table, 'TO STDOUT'), async part => {
      await writer.add(`${TABLES}${table.name}/${String(++parts).padStart(7, '0')}.gz`, await promisify(gzip)(part))
    })
    tables.push({ ...table, rows })
  }
  const sequences = await readSequences(client)
  await client.query('COMMIT')
  return { at: moment[0]!.at.toISOString(), migrations: migrations.map(({ name }) => name), tables, sequences }
}
