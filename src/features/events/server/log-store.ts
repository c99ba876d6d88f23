import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { uuidv7 } from '../../../platform/id.ts'
import type { EventAction, EventLogDoc } from '../contract/documents.ts'
import { entrantsOf } from './entrant-store.ts'

/** How a log entry names an entrant: names are joined when it is read, so that it holds none of people who are gone. */
export const named = (entrantId: string): string => `{${entrantId}}`

const NAMED = /\{([\x21-\x7a]{1,64})\}/g

/** An entrant is known by another id. */
export async function renameInLog(tx: Db, eventId: string, from: string, to: string): Promise<void> {
  await sql`UPDATE event_log SET what = replace(what, ${named(from)}, ${named(to)}) WHERE event_id = ${eventId}`.execute(tx)
}

export async function insertLog(
  tx: Db,
  entry: { eventId: string; by: string; action: EventAction; what?: string; voidId?: string },
): Promise<void> {
  await sql`
    INSERT INTO event_log (id, event_id, by_user, action, what, void_id)
    VALUES (${uuidv7()}, ${entry.eventId}, ${entry.by}, ${entry.action}, ${entry.what ?? ''}, ${entry.voidId ?? null})
  `.execute(tx)
}

/** Oldest first. */
export async function logOf(db: Db, eventId: string): Promise<(EventLogDoc & { id: string })[]> {
  const { rows } = await sql<
    Omit<EventLogDoc, 'by' | 'voidId' | 'undone'> & {
      id: string
      userId: string | null
      username: string | null
      voidId: string | null
      undone: boolean
    }
  >`
    SELECT l.id, l.event_id AS "eventId", l.at, l.action, l.what, l.void_id AS "voidId", v.undone_at IS NOT NULL AS undone, u.id AS "userId", u.username
    FROM event_log l LEFT JOIN users u ON u.id = l.by_user LEFT JOIN event_voids v ON v.id = l.void_id
    WHERE l.event_id = ${eventId} ORDER BY l.at, l.id
  `.execute(db)
  const names = new Map((await entrantsOf(db, eventId)).map(({ id, displayName }) => [id, displayName]))
  return rows.map(({ userId, username, voidId, undone, ...entry }) => ({
    ...entry,
    what: entry.what.replace(NAMED, (_, entrantId: string) => names.get(entrantId) ?? 'a player'),
    by: userId === null || !username ? null : { userId, username },
    ...(voidId === null ? {} : { voidId }),
    ...(undone ? { undone } : {}),
  }))
}
