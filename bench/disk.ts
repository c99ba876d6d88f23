import { parseArgs } from 'node:util'
import pg from 'pg'
import { pruneChangeLog } from '#platform/db/change-log/prune.ts'
import { openDatabase } from '#platform/db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/db/embedded/launcher.ts'
import { createPool } from '#platform/db/pool.ts'
import { connectToDatabase } from './lib/database.ts'
import { createDataFolder, type Program, startSkillshot } from './lib/program.ts'
import { formatNumber, formatThousands, printTable, Targets } from './lib/report.ts'
import { Worker } from './lib/worker.ts'

/**
 * Measures what a score takes of the disk: the bytes of each table and index that are kept an hour later, when the change log was pruned and
 * vacuumed, the write-ahead log of Postgres (WAL), and which indexes of `scores` the product's own reads use:
 * `npm run bench disk -- [--scores 40000] [--players 400] [--machines 20] [--at-once 64]`.
 */
const { values: flags } = parseArgs({
  options: {
    scores: { type: 'string', default: '40000' },
    players: { type: 'string', default: '400' },
    machines: { type: 'string', default: '20' },
    'at-once': { type: 'string', default: '64' },
  },
})
const [scores, players, machines, atOnce] = [flags.scores, flags.players, flags.machines, flags['at-once']].map(Number) as [
  number,
  number,
  number,
  number,
]
const GOAL = 1300

interface Relation {
  /** the table that it is, or belongs to */
  table: string
  /** null: the table itself, with what Postgres keeps outside of its rows */
  index: string | null
  bytes: number
}

/** The size of every table without its indexes, and of every index. */
async function readSizes(client: pg.Client): Promise<Relation[]> {
  const { rows } = await client.query<{ table: string; index: string | null; bytes: string }>(`
    SELECT relname AS table, NULL AS index, pg_table_size(oid) AS bytes FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT relname, indexrelname, pg_relation_size(indexrelid) FROM pg_stat_user_indexes WHERE schemaname = 'public'`)
  return rows.map(row => ({ ...row, bytes: Number(row.bytes) }))
}

async function readWal(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes")
  return Number(rows[0]!.bytes)
}

/** How often each index of `scores` was scanned. */
async function readScans(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ index: string; scans: string }>(
    "SELECT indexrelname AS index, idx_scan AS scans FROM pg_stat_user_indexes WHERE relname = 'scores'",
  )
  return new Map(rows.map(({ index, scans }) => [index, Number(scans)]))
}

const nameOf = ({ table, index }: Relation): string => (index === null ? `table \`${table}\`` : `index \`${index}\``)
const sum = (relations: readonly Relation[]): number => relations.reduce((total, { bytes }) => total + bytes, 0)

/** By how many bytes each relation has grown. */
const growth = (from: readonly Relation[], to: readonly Relation[]): Relation[] => {
  const before = new Map(from.map(relation => [nameOf(relation), relation.bytes]))
  return to.map(relation => ({ ...relation, bytes: relation.bytes - (before.get(nameOf(relation)) ?? 0) }))
}

/** Opens the database without the server, whose processes have ended, so that what they did is counted. */
async function inspect<T>(dataDir: string, run: (client: pg.Client, connection: EmbeddedPostgres['connection']) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir, role: 'server', log: console.error })
  const client = new pg.Client(postgres.connection)
  try {
    await client.connect()
    return await run(client, postgres.connection)
  } finally {
    await client.end()
    await postgres.stop()
  }
}

/** Does what the server and Postgres do in the hour that follows: old changes are deleted, and their place is given back. */
async function letAnHourPass(client: pg.Client, connection: EmbeddedPostgres['connection']): Promise<void> {
  const database = openDatabase(createPool(connection, error => console.error(error)))
  await pruneChangeLog(database)
  await database.close()
  await client.query('VACUUM')
}

const folder = createDataFolder()
const worker = new Worker(new URL('disk/players.ts', import.meta.url))
let program: Program | null = null
let written: Relation[] = []
let kept: Relation[] = []
let walBytes = 0
let writing = new Map<string, number>()
let reading = new Map<string, number>()
try {
  program = await startSkillshot(folder.path)
  const client = await connectToDatabase(folder.path)
  // Each change is dated two hours back, so that it is old as soon as the measurement wants it.
  await client.query("ALTER TABLE feed ALTER COLUMN at SET DEFAULT now() - interval '2 hours'")
  const { rows } = await client.query<{ id: string }>('SELECT id FROM machines WHERE NOT retired ORDER BY id LIMIT $1', [machines])
  const machineIds = rows.map(({ id }) => id)
  console.error(`disk: ${formatThousands(players)} players sign up …`)
  await worker.request('add', { port: program.port, count: players })
  await client.query('VACUUM')
  await client.query('CHECKPOINT')
  const before = await readSizes(client)
  const walBefore = await readWal(client)
  console.error(`disk: writing ${formatThousands(scores)} scores …`)
  await worker.request('submit', { machineIds, scores, atOnce })
  walBytes = (await readWal(client)) - walBefore
  written = growth(before, await readSizes(client))
  await client.end()
  await program.stop()
  writing = await inspect(folder.path, async opened => {
    await opened.query('VACUUM ANALYZE')
    return readScans(opened)
  })
  console.error('disk: reading …')
  program = await startSkillshot(folder.path)
  await worker.request('read', { port: program.port, machineIds })
  await program.stop()
  program = null
  await inspect(folder.path, async (opened, connection) => {
    reading = await readScans(opened)
    await letAnHourPass(opened, connection)
    kept = growth(before, await readSizes(opened))
  })
} finally {
  await worker.stop()
  await program?.stop()
  folder.remove()
}

const perScore = (bytes: number): string => formatNumber(bytes / scores)
const writtenBytes = new Map(written.map(relation => [nameOf(relation), relation.bytes]))
const total = sum(kept) / scores

/** The cells of an index of `scores`; those of other relations are empty. */
const scansOf = ({ index }: Relation): string[] => {
  const all = index === null ? undefined : reading.get(index)
  if (index === null || all === undefined) return ['', '']
  const byWriting = writing.get(index) ?? 0
  return [String(byWriting), String(all - byWriting)]
}

/** True for indexes of `scores`, and for everything that has at least a byte of each score. */
const isShown = (relation: Relation): boolean =>
  scansOf(relation)[0] !== '' || Math.max(relation.bytes, writtenBytes.get(nameOf(relation)) ?? 0) >= scores

console.log(`\n## ${formatThousands(scores)} scores of ${formatThousands(players)} players on ${machines} machines\n`)
console.log(
  'Bytes a score, right after it was written and an hour later, and how often each index of `scores` was scanned: by what was written,',
)
console.log('and by the pages, lists and files that were read afterwards.\n')
printTable(
  ['', 'written, bytes', 'kept, bytes', 'scans by writing', 'by reading'],
  [
    ...kept
      .filter(isShown)
      .sort((a, b) => b.bytes - a.bytes)
      .map(relation => [
        nameOf(relation),
        perScore(writtenBytes.get(nameOf(relation)) ?? 0),
        perScore(relation.bytes),
        ...scansOf(relation),
      ]),
    ['everything', perScore(sum(written)), perScore(sum(kept)), '', ''],
  ],
)
console.log(`\nWAL: ${perScore(walBytes)} bytes a score, with the images of pages after a checkpoint.\n`)
const targets = new Targets()
targets.requireGoal(`a score takes at most ${GOAL} bytes of the disk an hour later: ${formatNumber(total)}`, total <= GOAL)
targets.setExitCode()
