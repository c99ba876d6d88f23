import * as v from 'valibot'

/** The first entry, by which a backup is told from any other tar file. */
export const TITLE = 'skillshot-backup.txt'
/** The last entries: what is in the file, and the SHA-256 of everything before it. */
export const MANIFEST = 'manifest.json'
export const CHECKSUM = 'sha256.txt'
/** Pieces of a table's COPY, each gzipped by itself: `tables/NAME/NNNNNNN.gz`. Their texts in this order are the whole. */
export const TABLES = 'tables/'
/** Files of DATA_DIR. */
export const FILES = 'files/'
/** Objects of the storage, by their keys. */
export const OBJECTS = 'objects/'

/** What this version writes, and the newest it reads. */
export const FORMAT = 1

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

const manifest = v.object({
  format: v.literal(FORMAT),
  /** the moment that the tables show, ISO 8601 */
  at: v.string(),
  /** steps of the schema that had been taken, in any order */
  migrations: v.array(v.string()),
  tables: v.array(v.object({ name: v.string(), columns: v.array(v.string()), rows: count })),
  /** last numbers given out; sequences that have given none are left out */
  sequences: v.record(v.string(), count),
  files: count,
  objects: count,
})

export type Manifest = v.InferOutput<typeof manifest>

/** @throws Error */
export const readManifest = (json: string): Manifest => v.parse(manifest, JSON.parse(json))

/** How many rows all its tables have. */
export const countRows = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0)
