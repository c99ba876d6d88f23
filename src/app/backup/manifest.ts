import * as v from 'valibot'

/** Name of the first entry, which distinguishes a backup from other tar files. */
export const TITLE = 'skillshot-backup.txt'
/** Names of the last two entries: the description of the content, and the SHA-256 of everything before it. */
export const MANIFEST = 'manifest.json'
export const CHECKSUM = 'sha256.txt'
/**
 * Prefix of the tables: the output of COPY in separately gzipped parts, `tables/NAME/NNNNNNN.gz`. Unzipped and joined in this order, the
 * parts are the whole.
 */
export const TABLES = 'tables/'
/** Prefix of files of DATA_DIR. */
export const FILES = 'files/'
/** Prefix of objects of the storage, followed by their keys. */
export const OBJECTS = 'objects/'

/** The format that this version writes, and the newest one that it reads. */
export const FORMAT = 1

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

const manifest = v.object({
  format: v.literal(FORMAT),
  /** time of the snapshot, ISO 8601 */
  at: v.string(),
  /** names of the applied migrations, in any order */
  migrations: v.array(v.string()),
  tables: v.array(v.object({ name: v.string(), columns: v.array(v.string()), rows: count })),
  /** last value of each sequence; unused sequences are left out */
  sequences: v.record(v.string(), count),
  files: count,
  objects: count,
})

export type Manifest = v.InferOutput<typeof manifest>

/** @throws Error */
export const readManifest = (json: string): Manifest => v.parse(manifest, JSON.parse(json))

/** Returns the number of rows of all tables. */
export const countRows = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0)
