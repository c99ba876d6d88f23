import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/database.ts'
import { PREPARED } from '#platform/db/prepared-statement.ts'
import { type RecordRow, recordColumns } from '#platform/db/record-columns.ts'
import type { SearchTextRow } from '#platform/db/search-texts.ts'
import { likeness, matchesWords, preparedSearch } from '#platform/db/text-search.ts'
import { foldWords } from '#platform/text/fold.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { UploadedPicture } from '#uploads/contract.ts'
import type { MachineSort } from '../contract/catalogue.ts'
import { MACHINE_FIELDS } from '../contract/machine-fields.ts'
import type { CatalogueEntry } from './api.ts'
import type { CatalogueMachine } from './catalogue/machine.ts'
import { machineSearchText } from './machine-search-text.ts'

export const MACHINE_COLUMNS = recordColumns('machines', 'm', MACHINE_FIELDS)

export interface MachineRow extends RecordRow<typeof MACHINE_FIELDS> {
  id: string
  retired: boolean
  backglass: UploadedPicture | null
  scores: number
  players: number
}

const COLUMNS = sql<MachineRow>`
  m.id, ${MACHINE_COLUMNS.select}, m.retired, m.backglass,
  coalesce(t.scores, 0) AS scores, coalesce(t.players, 0) AS players`
const TABLES = sql<never>`machines m LEFT JOIN machine_tallies t ON t.machine_id = m.id`
const BY_NAME = sql<string>`m.name COLLATE "und-x-icu", m.id`

export async function machineById(db: Db, id: string): Promise<MachineRow | null> {
  const { rows } = await sql<MachineRow>`SELECT ${COLUMNS} FROM ${TABLES} WHERE m.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function allMachines(db: Db, filter: { type?: string | undefined; manufacturer?: string | undefined }): Promise<MachineRow[]> {
  const { rows } = await sql<MachineRow>`
    SELECT ${COLUMNS} FROM ${TABLES}
    WHERE (${filter.type ?? null}::text IS NULL OR m.type = ${filter.type ?? null})
      AND (${filter.manufacturer ?? null}::text IS NULL OR m.manufacturer = ${filter.manufacturer ?? null})
    ORDER BY ${BY_NAME}
  `.execute(db)
  return rows
}

const SEARCH = sql<string>`m.search`

/** As `matchesWords`, but a text without letters and digits finds all machines. */
const matches = (text: string): RawBuilder<boolean> => (foldWords(text).length === 0 ? sql<boolean>`true` : matchesWords(SEARCH, text))

/** One machine of a page of the catalogue. */
export interface BrowsedRow extends MachineRow {
  lastPlayedAt: Date | null
}

const BROWSED_COLUMNS = sql<BrowsedRow>`${COLUMNS}, t.last_played_at AS "lastPlayedAt"`

/** The orders of the catalogue. A machine whose last score was removed has a row of totals, but no score, and stands with those without. */
const ORDERS: Record<MachineSort, RawBuilder<string>> = {
  name: BY_NAME,
  recent: sql<string>`t.last_played_at DESC NULLS LAST, ${BY_NAME}`,
  most: sql<string>`coalesce(t.scores, 0) DESC, ${BY_NAME}`,
  newest: sql<string>`m.year DESC NULLS LAST, ${BY_NAME}`,
}

/** Which machines a list shows, and in which order. What is null does not narrow it. */
export interface MachineFilter {
  text: string
  type: string | null
  manufacturer: string | null
  /** the first year of a decade */
  decade: number | null
  /** true: only machines with a score */
  played: boolean
  sort: MachineSort
}

/**
 * Reads one page of the catalogue. The whole catalogue, some thousands of rows, is sorted by name from an index and in the other orders in
 * memory, which takes a few milliseconds. A text that nothing contains finds machines with similar spelling, unless the list is narrowed
 * by something else too.
 * @returns `isSimilar`: similar spelling was looked for
 */
export async function pageOfMachines(
  db: Db,
  { text, type, manufacturer, decade, played, sort, page, pageSize }: MachineFilter & { page: number; pageSize: number },
): Promise<{ rows: BrowsedRow[]; total: number; isSimilar: boolean }> {
  const words = foldWords(text)
  const conditions = [sql<boolean>`NOT m.retired`, matches(text)]
  if (type !== null) conditions.push(sql<boolean>`m.type = ${type}`)
  if (manufacturer !== null) conditions.push(sql<boolean>`m.manufacturer = ${manufacturer}`)
  if (decade !== null) conditions.push(sql<boolean>`m.year BETWEEN ${decade} AND ${decade + 9}`)
  if (played) conditions.push(sql<boolean>`t.scores > 0`)
  const where = sql.join<boolean>(conditions, sql<never>` AND `)
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM ${played ? TABLES : sql<never>`machines m`} WHERE ${where}`.execute(db)
  const { rows } = await sql<BrowsedRow>`
    SELECT ${BROWSED_COLUMNS} FROM ${TABLES} WHERE ${where} ORDER BY ${ORDERS[sort]} LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}
  `.execute(db)
  const { total } = counted[0]!
  if (total > 0 || words.length === 0 || conditions.length > 2) return { rows, total, isSimilar: false }
  const similar = (await searchMachines(db, text, pageSize)).map(row => ({ ...row, lastPlayedAt: null }))
  return { rows: similar, total: similar.length, isSimilar: true }
}

/** Machines of the catalogue by their ids, in the order of the ids. Those that are gone or retired are left out. */
export async function browsedMachines(db: Db, ids: readonly string[]): Promise<BrowsedRow[]> {
  const { rows } =
    await sql<BrowsedRow>`SELECT ${BROWSED_COLUMNS} FROM ${TABLES} WHERE m.id = ANY (${ids}::text[]) AND NOT m.retired`.execute(db)
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

/** The values by which the catalogue can be filtered. */
export async function findMachineFilters(db: Db): Promise<{ manufacturers: string[]; decades: number[] }> {
  const { rows } = await sql<{ manufacturers: string[]; decades: number[] }>`
    SELECT
      ARRAY(SELECT manufacturer FROM machines WHERE NOT retired GROUP BY manufacturer
        ORDER BY manufacturer COLLATE "und-x-icu") AS manufacturers,
      ARRAY(SELECT DISTINCT year / 10 * 10 AS decade FROM machines WHERE year >= 1930 AND NOT retired ORDER BY decade DESC) AS decades
  `.execute(db)
  return rows[0]!
}

/**
 * Machines for which each word of the text starts a word of the search text. Those that have the text as a name come first, then those whose
 * name starts with it, then those with the most scores. If there are none, returns machines with similar spelling (trigrams). An empty text gives the machines with the most scores.
 * @param candidates the ids of the machines that come into question; null: it is not known which do
 */
export async function searchMachines(
  db: Db,
  text: string,
  limit: number,
  candidates: readonly string[] | null = null,
): Promise<MachineRow[]> {
  const [begin, found] = candidates === null ? [preparedSearch(text), matches(text)] : [PREPARED, sql<boolean>`m.id = ${anyOf(candidates)}`]
  const { rows } =
    candidates?.length === 0
      ? { rows: [] }
      : await sql<MachineRow>`${begin}
    SELECT ${COLUMNS} FROM ${TABLES} WHERE NOT m.retired AND ${found}
    ORDER BY ${likeness(SEARCH, text)} DESC, coalesce(t.scores, 0) DESC, ${BY_NAME} LIMIT ${limit}
  `.execute(db)
  const query = foldWords(text).join(' ')
  if (rows.length > 0 || query.length < 3) return rows
  const { rows: similar } = await sql<MachineRow>`${PREPARED}
    SELECT ${COLUMNS} FROM ${TABLES} JOIN similar_machines(${query}) s ON s.id = m.id
    ORDER BY s.similarity DESC, coalesce(t.scores, 0) DESC, ${BY_NAME} LIMIT ${limit}
  `.execute(db)
  return similar
}

/** Returns all machines that are not retired. */
export async function listCatalogue(db: Db): Promise<CatalogueEntry[]> {
  const { rows } = await sql<CatalogueEntry>`
    SELECT m.id AS "machineId", m.name, m.manufacturer, m.year, m.ipdb_id AS "ipdbId",
      ARRAY(SELECT m.opdb_id WHERE m.opdb_id IS NOT NULL
        UNION SELECT g.opdb_id FROM merged_machines g WHERE g.into_id = m.id AND g.opdb_id IS NOT NULL) AS "opdbIds"
    FROM machines m WHERE NOT m.retired ORDER BY m.id
  `.execute(db)
  return rows
}

/** What a machine is found by. */
export interface MachineSearchText {
  id: string
  search: string
}

/** The search texts of the machines that searches find. */
export function readSearchTexts(db: Db, limit: number): Promise<MachineSearchText[]> {
  return db.selectFrom('machines').select(['id', 'search']).where('retired', '=', false).limit(limit).execute()
}

export async function countMachines(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('machines')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

type MachineFields = Omit<CatalogueMachine, 'opdbId' | 'aliases'> & { opdbId: string | null; aliases: string[] }

/**
 * Inserts machines, or updates those that have the same `opdb_id`. Fields that an editor changed keep their value, and names that a machine
 * is known by, such as those of machines that were merged into it, stay.
 * @param edited the columns of the inserted machines that later imports must not overwrite
 */
export async function upsertMachines(
  tx: Db,
  machines: readonly MachineFields[],
  edited: readonly string[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  const rows = machines.map(machine => ({
    id: uuidv7(),
    ...machine,
    search: machineSearchText(machine),
    edited,
  }))
  const keepEdited = (column: string): RawBuilder<string> =>
    sql<string>`CASE WHEN ${sql.lit(column)} = ANY (m.edited) THEN ${sql.ref(`m.${column}`)} ELSE ${sql.ref(`excluded.${column}`)} END`
  const aliases = sql<string[]>`m.aliases || ARRAY(SELECT alias FROM unnest(excluded.aliases) alias WHERE alias <> ALL (m.aliases))`
  const { rows: upserted } = await sql<{ id: string; inserted: boolean }>`
    INSERT INTO machines AS m (id, name, manufacturer, year, type, display, player_count, opdb_id, ipdb_id, aliases, search, edited)
    SELECT r.id, r.name, r.manufacturer, r.year, r.type, r.display, r."playerCount", r."opdbId", r."ipdbId", r.aliases, r.search, r.edited
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (
      id text, name text, manufacturer text, year integer, type text, display text, "playerCount" integer, "opdbId" text, "ipdbId" integer,
      aliases text[], search text, edited text[])
    ON CONFLICT (opdb_id) DO UPDATE SET
      name = ${keepEdited('name')}, manufacturer = ${keepEdited('manufacturer')}, year = ${keepEdited('year')}, type = ${keepEdited('type')}, display = ${keepEdited('display')},
      player_count = ${keepEdited('player_count')}, ipdb_id = ${keepEdited('ipdb_id')}, aliases = ${aliases}
    WHERE (m.name, m.manufacturer, m.year, m.type, m.display, m.player_count, m.ipdb_id, m.aliases) IS DISTINCT FROM
      (${keepEdited('name')}, ${keepEdited('manufacturer')}, ${keepEdited('year')}, ${keepEdited('type')}, ${keepEdited('display')}, ${keepEdited('player_count')}, ${keepEdited('ipdb_id')}, ${aliases})
    RETURNING id, (xmax = 0) AS inserted
  `.execute(tx)
  const added = upserted.filter(row => row.inserted).length
  const changedIds = new Set(upserted.filter(row => !row.inserted).map(row => row.id))
  for (const id of await updateSearchTexts(tx, rows)) changedIds.add(id)
  return { added, changed: changedIds.size, unchanged: machines.length - added - changedIds.size }
}

/** Brings the search texts of machines in line with what the upsert has kept and changed. @returns the ids of those that had another text */
async function updateSearchTexts(tx: Db, imported: readonly { opdbId: string | null }[]): Promise<string[]> {
  const stored = await tx
    .selectFrom('machines')
    .select(['id', 'name', 'manufacturer', 'year', 'aliases', 'search'])
    .where('opdb_id', '=', anyOf(imported.flatMap(({ opdbId }) => opdbId ?? [])))
    .execute()
  const outdated = stored
    .map(({ id, search: before, ...machine }) => ({ id, before, search: machineSearchText(machine) }))
    .filter(({ before, search }) => search !== before)
  if (outdated.length > 0)
    await sql<never>`
      UPDATE machines m SET search = r.search FROM jsonb_to_recordset(${JSON.stringify(outdated)}::jsonb) AS r (id text, search text)
      WHERE m.id = r.id
    `.execute(tx)
  return outdated.map(({ id }) => id)
}

/** Reads and locks machines in the order of their ids, for their search texts. */
export async function readMachineSearchTexts(tx: Db, after: string, limit: number): Promise<SearchTextRow[]> {
  const machines = await tx
    .selectFrom('machines')
    .select(['id', 'name', 'manufacturer', 'year', 'aliases', 'search'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute()
  return machines.map(({ id, search, ...machine }) => ({ id, search, folded: machineSearchText(machine) }))
}
