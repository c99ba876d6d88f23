import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { startEmbeddedPostgres } from '#platform/db/embedded/launcher.ts'
import type { Migration } from '#platform/db/migrate.ts'
import { isKey, type Storage } from '#platform/storage/storage.ts'
import { UsageError } from '../cli/usage-error.ts'
import type { ArchiveReader } from './archive-reader.ts'
import { connectDedicatedClient } from './dedicated-connection.ts'
import { FILES, OBJECTS, TABLES } from './manifest.ts'
import { restore } from './restore.ts'

/**
 * Reads what a backup contains, without a database: each table has the rows and columns that the description names, each object belongs
 * to a site, and every picture begins as a picture does.
 * @throws UsageError that says what is wrong
 */
export async function verifyContent(archive: ArchiveReader): Promise<void> {
  const { file, manifest } = archive
  const fail = (what: string): never => {
    throw new UsageError(`${file} cannot be restored: ${what}.`)
  }
  const tables = new Map(manifest.tables.map(({ name, columns }) => [name, { columns: columns.length, rows: 0, tabs: 0 }]))
  let files = 0
  let objects = 0
  for await (const { name, bytes } of archive.entries('')) {
    if (name.startsWith(FILES)) files++
    else if (name.startsWith(OBJECTS)) {
      objects++
      const key = name.slice(OBJECTS.length)
      if (!isKey(key)) fail(`${key} is no object of a site`)
      if (!isWhatItSays(key, bytes)) fail(`${key} is not a picture`)
    } else if (name.startsWith(TABLES)) {
      const table = tables.get(name.split('/')[1] ?? '')
      if (table === undefined) fail(`${name} belongs to no table`)
      else countLines(await promisify(gunzip)(bytes).catch(() => fail(`${name} cannot be unpacked`)), table, name, fail)
    }
  }
  for (const { name, rows } of manifest.tables)
    if (tables.get(name)?.rows !== rows) fail(`the table ${name} should have ${rows} rows and has ${tables.get(name)?.rows}`)
  if (files !== manifest.files) fail(`it should have ${manifest.files} files and has ${files}`)
  if (objects !== manifest.objects) fail(`it should have ${manifest.objects} pictures and has ${objects}`)
}

const NEWLINE = 0x0a
const TAB = 0x09

interface CountedTable {
  columns: number
  rows: number
  /** in the row that has begun: a part may end anywhere in it */
  tabs: number
}

/** Counts the rows of a part of COPY, and compares the columns of each. */
function countLines(text: Buffer, table: CountedTable, name: string, fail: (what: string) => never): void {
  for (const byte of text) {
    if (byte === TAB) table.tabs++
    if (byte !== NEWLINE) continue
    table.rows++
    // The line of a table without columns is empty.
    if (table.tabs !== Math.max(0, table.columns - 1))
      fail(`row ${table.rows} of ${name} has ${table.tabs + 1} columns instead of ${table.columns}`)
    table.tabs = 0
  }
}

const beginsWith = (bytes: Buffer, at: number, text: string): boolean => bytes.toString('latin1', at, at + text.length) === text

/** What waits for processing is as players sent it; everything else has the format of its ending. */
function isWhatItSays(key: string, bytes: Buffer): boolean {
  if (key.startsWith('incoming/')) return true
  if (key.endsWith('.jpg')) return beginsWith(bytes, 0, '\xff\xd8\xff')
  if (key.endsWith('.webp')) return beginsWith(bytes, 0, 'RIFF') && beginsWith(bytes, 8, 'WEBP')
  return true
}

/** A storage that takes what a restore writes and keeps nothing. */
const nowhere = { write: async () => {} } as unknown as Storage

/**
 * Restores the tables of a backup into a temporary embedded Postgres, which is deleted again.
 * @returns false if no embedded Postgres can be started here
 * @throws UsageError that says what Postgres refused
 */
export async function tryRestore(archive: ArchiveReader, schema: readonly Migration[], log: (line: string) => void): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skillshot-verify-'))
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, role: 'server', log }).catch((error: unknown) => {
      log(String(error))
      return null
    })
    if (postgres === null) return false
    try {
      const client = await connectDedicatedClient(postgres.connection)
      try {
        await restore({ archive, client, dataDir, openStorage: () => nowhere, schema })
      } catch (error) {
        throw new UsageError(`${archive.file} cannot be restored: ${(error as Error).message}`)
      } finally {
        await client.end()
      }
    } finally {
      await postgres.stop()
    }
    return true
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
