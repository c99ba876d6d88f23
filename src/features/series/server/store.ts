import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { type RecordRow, recordColumns } from '#platform/db/record-columns.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import { MAX_SLUG_BYTES } from '#platform/text/max-slug.ts'
import { plainName } from '#platform/text/plain-name.ts'
import { SERIES_FIELDS } from '../contract/series-fields.ts'

export const SERIES_COLUMNS = recordColumns('series', 's', SERIES_FIELDS)

/** A season that was not removed. */
export interface SeriesRow extends RecordRow<typeof SERIES_FIELDS> {
  id: string
  slug: string
  /** null: it belongs to the site */
  groupId: string | null
  receipt: number
  /** how many nights it has */
  nights: number
}

/**
 * SQL: true if the event `e` may be a night of the season `s`: one of its group, or for a season of the site one that everybody may see. An event
 * that is hidden from everybody later counts for nothing until it is shown again.
 */
const mayBeNight = sql<boolean>`(CASE WHEN s.group_id IS NULL THEN e.is_public ELSE e.group_id = s.group_id END)`

const SERIES = sql<SeriesRow>`
  s.id, s.slug, s.group_id AS "groupId", s.receipt, ${SERIES_COLUMNS.select},
  (SELECT count(*)::integer FROM series_events n JOIN event_cards e ON e.id = n.event_id WHERE n.series_id = s.id AND ${mayBeNight}) AS nights`

const find = async (db: Db, condition: RawBuilder<boolean>): Promise<SeriesRow | null> => {
  const { rows } = await sql<SeriesRow>`SELECT ${SERIES} FROM series s WHERE s.removed_at IS NULL AND ${condition}`.execute(db)
  return rows[0] ?? null
}

export const seriesById = (db: Db, id: string): Promise<SeriesRow | null> => find(db, sql<boolean>`s.id = ${id}`)
export const seriesBySlug = (db: Db, slug: string): Promise<SeriesRow | null> => find(db, sql<boolean>`s.slug = ${slug}`)

/** What permissions depend on; neither ever changes. */
export type KnownSeries = Pick<SeriesRow, 'id' | 'groupId'>

export async function knownSeries(db: Db, slug: string): Promise<KnownSeries | null> {
  const series = await db
    .selectFrom('series')
    .select(['id', 'group_id as groupId'])
    .where('slug', '=', slug)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return series ?? null
}

/** Locks a season until the transaction ends, to change it. */
export async function lockSeries(tx: Db, id: string): Promise<SeriesRow | null> {
  await tx.selectFrom('series').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return seriesById(tx, id)
}

/** Lists the seasons of a group, or those of the site (null), newest first. */
export async function listSeries(db: Db, groupId: string | null, limit: number): Promise<SeriesRow[]> {
  const { rows } = await sql<SeriesRow>`
    SELECT ${SERIES} FROM series s WHERE s.removed_at IS NULL AND s.group_id IS NOT DISTINCT FROM ${groupId} ORDER BY s.receipt DESC LIMIT ${limit}
  `.execute(db)
  return rows
}

/** How many slugs of a name are tried with a number before one is made that nobody has. */
const NUMBERED_SLUGS = 20

const randomSuffix = (): string => randomBytes(4).toString('hex')

/** Yields slugs for a name: the name itself, with a number, and at last with something that nobody has. */
function* slugsFor(name: string, isHidden: boolean): Generator<string> {
  const base = plainName(name, MAX_SLUG_BYTES) || 'season'
  // Whether the name is taken must not tell of a season that is hidden.
  if (!isHidden) {
    yield base
    for (let n = 2; n <= NUMBERED_SLUGS; n++) yield `${base}-${n}`
  }
  for (;;) yield `${base}-${randomSuffix()}`
}

export interface NewSeriesRow extends RecordRow<typeof SERIES_FIELDS> {
  id: string
  groupId: string | null
  madeBy: string
  fingerprint: string
}

/** @param isHidden true: few may see it. @returns its slug; null: the id was used before */
export async function insertSeries(tx: Db, series: NewSeriesRow, isHidden: boolean): Promise<string | null> {
  const { id, groupId, madeBy, fingerprint } = series
  for (const slug of slugsFor(series.name, isHidden)) {
    const isInserted = await returnsRow(
      tx
        .insertInto('series')
        .values({ id, slug, group_id: groupId, made_by: madeBy, fingerprint, ...SERIES_COLUMNS.values(series) })
        .onConflict(conflict => conflict.doNothing())
        .returning('id'),
    )
    if (isInserted) return slug
    if (await returnsRow(tx.selectFrom('series').select('id').where('id', '=', id))) return null
  }
  return null
}

/** Returns the slug of a season that the same call has added before; null: there is none. */
export async function findRepeated(db: Db, id: string, madeBy: string, fingerprint: string): Promise<string | null> {
  const series = await db
    .selectFrom('series')
    .select('slug')
    .where(row => row.and({ id, made_by: madeBy, fingerprint }))
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return series?.slug ?? null
}

export async function updateSeries(tx: Db, series: SeriesRow): Promise<void> {
  await tx.updateTable('series').set(SERIES_COLUMNS.values(series)).where('id', '=', series.id).execute()
}

/** Leaves a tombstone without text. */
export async function removeSeries(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('series_events').where('series_id', '=', id).execute()
  await tx.deleteFrom('series_log').where('series_id', '=', id).execute()
  await tx
    .updateTable('series')
    .set({ removed_at: sql<Date>`now()`, slug: null, name: '', description: '', fingerprint: '' })
    .where('id', '=', id)
    .execute()
}

/** Returns the events that are the nights of a season, in their order, hidden ones among them. */
export async function listNightIds(db: Db, seriesId: string): Promise<string[]> {
  const rows = await db.selectFrom('series_events').select('event_id').where('series_id', '=', seriesId).orderBy('ord').execute()
  return rows.map(({ event_id }) => event_id)
}

/** Returns the nights of a season that count for everybody who sees it, in their order. */
export async function listVisibleNightIds(db: Db, seriesId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT n.event_id AS id FROM series_events n JOIN series s ON s.id = n.series_id JOIN event_cards e ON e.id = n.event_id
    WHERE n.series_id = ${seriesId} AND ${mayBeNight} ORDER BY n.ord
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns how many of these events may be nights of a season. */
export async function countPossibleNights(db: Db, seriesId: string, eventIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM event_cards e JOIN series s ON s.id = ${seriesId} WHERE e.id = ANY (${eventIds}::text[]) AND ${mayBeNight}
  `.execute(db)
  return rows[0]!.n
}

export async function setNights(tx: Db, seriesId: string, eventIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('series_events').where('series_id', '=', seriesId).execute()
  await sql<never>`
    INSERT INTO series_events (series_id, event_id, ord)
    SELECT ${seriesId}, n.id, n.ord FROM unnest(${eventIds}::text[]) WITH ORDINALITY AS n (id, ord)
  `.execute(tx)
}

/** A season that an event is a night of, and which night that is. */
export interface SeriesOfEvent {
  id: string
  name: string
  slug: string
  number: number
  of: number
  /** the group of the event */
  groupId: string | null
}

/** Returns the seasons that an event is a night of, the one that was made first first. */
export async function listSeriesOfEvent(db: Db, eventId: string): Promise<SeriesOfEvent[]> {
  const { rows } = await sql<SeriesOfEvent>`
    SELECT s.id, s.name, s.slug, numbered.number, numbered.of, numbered.group_id AS "groupId" FROM series_events own
    JOIN series s ON s.id = own.series_id AND s.removed_at IS NULL
    JOIN LATERAL (
      SELECT n.event_id, e.group_id, (row_number() OVER (ORDER BY n.ord))::integer AS number, (count(*) OVER ())::integer AS of
      FROM series_events n JOIN event_cards e ON e.id = n.event_id WHERE n.series_id = s.id AND ${mayBeNight}
    ) numbered ON numbered.event_id = own.event_id
    WHERE own.event_id = ${eventId} ORDER BY s.receipt
  `.execute(db)
  return rows
}

/** Returns the nights that come before an event in the seasons that it is a night of, without repeats. */
export async function listEarlierNights(db: Db, eventId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT n.event_id AS id FROM series_events own JOIN series s ON s.id = own.series_id AND s.removed_at IS NULL
    JOIN series_events n ON n.series_id = s.id AND n.ord < own.ord JOIN event_cards e ON e.id = n.event_id
    WHERE own.event_id = ${eventId} AND e.cancelled_at IS NULL AND ${mayBeNight} GROUP BY n.event_id, e.starts_at ORDER BY e.starts_at, n.event_id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the seasons that everybody may see in whose nights a player has a place, newest first. */
export async function listSeriesOfPlayer(db: Db, userId: string, limit: number): Promise<SeriesRow[]> {
  const { rows } = await sql<SeriesRow>`
    SELECT ${SERIES} FROM series s WHERE s.removed_at IS NULL
      AND (s.group_id IS NULL OR EXISTS (SELECT 1 FROM group_cards g WHERE g.id = s.group_id AND g.visibility = 'public'))
      AND EXISTS (SELECT 1 FROM event_players p JOIN series_events n ON n.event_id = p.event_id WHERE p.user_id = ${userId} AND n.series_id = s.id)
    ORDER BY s.receipt DESC LIMIT ${limit}
  `.execute(db)
  return rows
}
