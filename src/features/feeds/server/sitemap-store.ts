import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'

/** URLs per file. */
export const PAGES_PER_FILE = 10_000

export interface SitemapPage {
  path: string
  /** time of the last change; null: not known */
  changed: Date | null
}

/**
 * `from`: the table `x` that holds one kind of page, with the conditions for being listed; `key`: what the page's path is made from;
 * `changed`: time of the last change, as far as an index provides it.
 */
interface PageKind {
  from: RawBuilder<never>
  key: RawBuilder<string>
  changed: RawBuilder<Date | null>
  path(key: string): string
}

/**
 * When the newest score of a machine or player was received. The key is given as a range, so that the order of its index is asked for. With
 * an equal sign Postgres expects such a score among the newest of the site, and reads all scores where there is none.
 */
const newestScore = (key: RawBuilder<string>): RawBuilder<Date | null> => sql<Date | null>`
  (SELECT s.created_at FROM score_cards s WHERE ${key} BETWEEN x.id AND x.id ORDER BY ${key}, s.receipt DESC LIMIT 1)`

/** Only pages that visitors can see; pages that ask search engines to stay away are left out. */
export const kinds: Readonly<Record<string, PageKind>> = {
  machines: {
    from: sql<never>`machine_cards x WHERE NOT x.retired`,
    key: sql<string>`x.id`,
    changed: newestScore(sql<string>`s.machine_id`),
    path: key => `/machines/${key}`,
  },
  groups: {
    from: sql<never>`group_cards x WHERE x.visibility = 'public'`,
    key: sql<string>`x.id`,
    changed: sql<Date | null>`(SELECT max(m.joined_at) FROM group_memberships m WHERE m.group_id = x.id)`,
    path: key => `/groups/${key}`,
  },
  venues: {
    from: sql<never>`venue_cards x WHERE x.is_public`,
    key: sql<string>`x.slug`,
    changed: sql<Date | null>`NULL::timestamptz`,
    path: key => `/venues/${encodeURIComponent(key)}`,
  },
  series: {
    from: sql<never>`series_cards x WHERE x.is_public`,
    key: sql<string>`x.slug`,
    changed: sql<Date | null>`NULL::timestamptz`,
    path: key => `/series/${encodeURIComponent(key)}`,
  },
  events: {
    from: sql<never>`event_cards x WHERE x.is_public AND x.is_listed`,
    key: sql<string>`x.id`,
    changed: sql<Date | null>`coalesce((SELECT max(a.at) FROM event_scores a WHERE a.event_id = x.id), x.created_at)`,
    path: key => `/events/${key}`,
  },
  players: {
    from: sql<never>`player_cards x WHERE x.deleted_at IS NULL AND NOT x.unlisted AND EXISTS (SELECT 1 FROM best_scores b WHERE b.user_id = x.id)`,
    key: sql<string>`x.username`,
    changed: newestScore(sql<string>`s.user_id`),
    path: key => `/players/${encodeURIComponent(key)}`,
  },
}

export async function countPages(db: Db, kind: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM ${kinds[kind]!.from}`.execute(db)
  return rows[0]!.count
}

/** @param file number of the file, from 1 */
export async function listSitemapPages(db: Db, kind: string, file: number): Promise<SitemapPage[]> {
  const { from, key, changed, path } = kinds[kind]!
  const { rows } = await sql<{ key: string; changed: Date | null }>`
    SELECT ${key} AS key, ${changed} AS changed FROM ${from} ORDER BY x.id LIMIT ${PAGES_PER_FILE} OFFSET ${(file - 1) * PAGES_PER_FILE}
  `.execute(db)
  return rows.map(row => ({ path: path(row.key), changed: row.changed }))
}
