import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/** URLs per file. */
export const PER_FILE = 10_000

export interface SitemapPlace {
  path: string
  /** time of the last change; null: not known */
  changed: Date | null
}

/**
 * `from`: the table `x` that holds one kind of page, with the conditions for being listed; `key`: what the page's path is made from;
 * `changed`: time of the last change, as far as an index provides it.
 */
interface Kind {
  from: RawBuilder<unknown>
  key: RawBuilder<unknown>
  changed: RawBuilder<unknown>
  path(key: string): string
}

/** Only pages that visitors can see; pages that ask search engines to stay away are left out. */
export const kinds: Readonly<Record<string, Kind>> = {
  machines: {
    from: sql`machines x WHERE NOT x.retired`,
    key: sql`x.id`,
    changed: sql`(SELECT s.created_at FROM scores s WHERE s.machine_id = x.id AND s.removed_at IS NULL ORDER BY s.receipt DESC LIMIT 1)`,
    path: key => `/machines/${key}`,
  },
  groups: {
    from: sql`groups x WHERE x.visibility = 'public' AND x.removed_at IS NULL`,
    key: sql`x.id`,
    changed: sql`(SELECT max(m.joined_at) FROM group_members m WHERE m.group_id = x.id)`,
    path: key => `/groups/${key}`,
  },
  events: {
    from: sql`events x WHERE x.group_id IS NULL
      OR EXISTS (SELECT 1 FROM groups g WHERE g.id = x.group_id AND g.visibility = 'public' AND g.removed_at IS NULL)`,
    key: sql`x.id`,
    changed: sql`coalesce((SELECT max(a.at) FROM event_attempts a WHERE a.event_id = x.id), x.created_at)`,
    path: key => `/events/${key}`,
  },
  players: {
    from: sql`users x WHERE x.deleted_at IS NULL AND EXISTS (SELECT 1 FROM bests b WHERE b.user_id = x.id)
      AND NOT EXISTS (SELECT 1 FROM player_profiles p WHERE p.user_id = x.id AND p.unlisted)`,
    key: sql`x.username`,
    changed: sql`(SELECT s.created_at FROM scores s WHERE s.user_id = x.id AND s.removed_at IS NULL ORDER BY s.receipt DESC LIMIT 1)`,
    path: key => `/players/${encodeURIComponent(key)}`,
  },
}

export async function countPlaces(db: Db, kind: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM ${kinds[kind]!.from}`.execute(db)
  return rows[0]!.count
}

/** @param file number of the file, from 1 */
export async function sitemapPlaces(db: Db, kind: string, file: number): Promise<SitemapPlace[]> {
  const { from, key, changed, path } = kinds[kind]!
  const { rows } = await sql<{ key: string; changed: Date | null }>`
    SELECT ${key} AS key, ${changed} AS changed FROM ${from} ORDER BY x.id LIMIT ${PER_FILE} OFFSET ${(file - 1) * PER_FILE}
  `.execute(db)
  return rows.map(row => ({ path: path(row.key), changed: row.changed }))
}
