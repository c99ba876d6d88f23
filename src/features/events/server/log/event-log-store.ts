import { sql } from 'kysely'
import type { EventAction, EventLogDoc } from '#events/contract/documents.ts'
import { mapPlayers, type StoredLogSubject } from '#events/contract/log-subject.ts'
import type { Db } from '#platform/db/database.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { listEntrants } from '../entrants/entrant-store.ts'
import { describeSubject } from './describe-subject.ts'

/** An entrant, or a user, in the text of an entry from before subjects were stored. Names are inserted when the log is read. */
const PLACEHOLDER = /\{([\x21-\x7a]{1,64})\}/g

/** Replaces an entrant's id in the event's log. */
export async function renameInLog(tx: Db, eventId: string, from: string, to: string): Promise<void> {
  await sql<never>`
    UPDATE event_log SET what = replace(what, ${`{${from}}`}, ${`{${to}}`}),
      subject = replace(subject::text, ${JSON.stringify(from)}, ${JSON.stringify(to)})::jsonb
    WHERE event_id = ${eventId}
  `.execute(tx)
}

/** @returns the entry's id */
export async function insertLog(
  tx: Db,
  entry: { eventId: string; by: string; byDevice?: boolean; action: EventAction; subject?: StoredLogSubject | null; voidId?: string },
): Promise<string> {
  const id = uuidv7()
  const { eventId: event_id, by: by_user, byDevice: by_device = false, action, subject = null, voidId: void_id = null } = entry
  await tx
    .insertInto('event_log')
    .values({ id, event_id, by_user, by_device, action, subject: subject && JSON.stringify(subject), void_id })
    .execute()
  return id
}

/** Returns the names of entrants and, where no entrant has the id, of users. */
async function namesOf(db: Db, eventId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map((await listEntrants(db, eventId, ids)).map(each => [each.id, each.displayName]))
  const userIds = ids.filter(id => !names.has(id))
  if (userIds.length === 0) return names
  const { rows } = await sql<{ id: string; displayName: string }>`
    SELECT id, display_name AS "displayName" FROM user_cards WHERE id = ANY (${userIds}::text[]) AND username IS NOT NULL
  `.execute(db)
  return new Map([...names, ...rows.map(({ id, displayName }): [string, string] => [id, displayName])])
}

/**
 * Lists the entries of an event's log, oldest first. While the standings are held back, what a playoff was about is left out, since it tells
 * places.
 * @param id only this entry; null: all
 */
export async function listLogEntries(db: Db, eventId: string, id: string | null = null): Promise<(EventLogDoc & { id: string })[]> {
  const { rows } = await sql<
    Omit<EventLogDoc, 'by' | 'byDevice' | 'subject' | 'voidId' | 'groupId' | 'game' | 'undone'> & {
      id: string
      subject: StoredLogSubject | null
      userId: string | null
      username: string | null
      byDevice: boolean
      voidId: string | null
      groupId: string | null
      game: number | null
      undone: boolean
      secret: boolean
    }
  >`
    SELECT l.id, l.event_id AS "eventId", l.at, l.action, l.what, l.subject, l.void_id AS "voidId", v.group_id AS "groupId", v.group_game AS game, v.undone_at IS NOT NULL AS undone, u.id AS "userId", u.username, l.by_device AS "byDevice",
      l.action = 'playoff' AND (SELECT e.standings_held FROM events e WHERE e.id = l.event_id) AS secret
    FROM event_log l LEFT JOIN user_cards u ON u.id = l.by_user LEFT JOIN event_voids v ON v.id = l.void_id
    WHERE l.event_id = ${eventId} AND ${id === null ? sql<boolean>`true` : sql<boolean>`l.id = ${id}`} ORDER BY l.at, l.id
  `.execute(db)
  const mentioned = rows.flatMap(({ what, subject }) => [
    ...[...what.matchAll(PLACEHOLDER)].map(match => match[1]!),
    ...(subject !== null && 'players' in subject ? subject.players : []),
  ])
  const names = await namesOf(db, eventId, mentioned)
  const describe = (stored: StoredLogSubject): Pick<EventLogDoc, 'what' | 'subject'> => {
    const subject = mapPlayers(stored, mentionedId => names.get(mentionedId) ?? null)
    return { what: describeSubject(subject), subject }
  }
  const fillIn = (what: string): string => what.replace(PLACEHOLDER, (_, mentionedId: string) => names.get(mentionedId) ?? 'a player')
  return rows.map(({ userId, username, byDevice, what, subject, voidId, groupId, game, undone, secret, ...entry }) => ({
    ...entry,
    ...(secret ? { what: '' } : subject === null ? { what: fillIn(what) } : describe(subject)),
    by: userId === null || !username ? null : { userId, username },
    ...(byDevice ? { byDevice } : {}),
    ...(voidId === null ? {} : { voidId }),
    ...(groupId === null ? {} : { groupId }),
    ...(groupId === null || game === null || game === 1 ? {} : { game }),
    ...(undone ? { undone } : {}),
  }))
}
