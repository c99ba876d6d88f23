import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import type { JsonValue } from '#platform/db/json.ts'
import { containsText } from '#platform/db/text-search.ts'
import { checkCursor } from '#platform/live/server/check-cursor.ts'
import { foldWords } from '#platform/text/fold.ts'
import { GLOBAL_GROUP } from '#roles/rules.ts'
import type { SiteCounts, SiteSetupDoc, UserDataCounts } from '../contract.ts'

const IS_ADMIN = sql<boolean>`(u.roles @> '["admin"]' OR u.roles @> ${JSON.stringify({ [GLOBAL_GROUP]: ['admin'] })}::jsonb)`

/** True if there is a user who can administer the site: with the role, and with a password. */
export async function hasAdministrator(db: Db): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    SELECT u.id FROM user_cards u WHERE ${IS_ADMIN} AND u.deleted_at IS NULL AND u.can_log_in LIMIT 1
  `.execute(db)
  return rows.length > 0
}

/** Finds an administrator without a password and without an e-mail address, as created by an earlier start. */
export async function findUnclaimedAdministrator(db: Db): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    SELECT u.id FROM user_cards u WHERE ${IS_ADMIN} AND u.deleted_at IS NULL AND NOT u.has_password AND NOT u.has_address
    ORDER BY u.created_at, u.id LIMIT 1
  `.execute(db)
  return rows[0]?.id ?? null
}

export interface AccountFilter {
  /** part of a name; '': all users */
  text: string
  before: string | null
  limit: number
}

export interface AccountRow {
  id: string
  username: string
  displayName: string
  roles: JsonValue
  scores: number
  joinedAt: Date
  /** the user whose invitation the account was created with; null: none, or that user has been deleted */
  invitedBy: { userId: string; username: string } | null
  suspendedSince: Date | null
  suspendedUntil: Date | null
  suspensionReason: string | null
}

/** Newest first. `before` may be a user who was deleted. @throws DdpError 400 for an unknown `before` */
export async function listAccounts(db: Db, { text, before, limit }: AccountFilter): Promise<AccountRow[]> {
  const conditions = [sql<boolean>`u.deleted_at IS NULL`]
  if (foldWords(text).length > 0) conditions.push(containsText(sql.ref<string>('u.search'), text))
  else if (text !== '') conditions.push(sql<boolean>`(strpos(u.username, ${text}) > 0 OR strpos(u.display_name, ${text}) > 0)`)
  if (before !== null)
    conditions.push(sql<boolean>`(u.created_at, u.id COLLATE "C") < (SELECT b.created_at, b.id FROM user_cards b WHERE b.id = ${before})`)
  const { rows } = await sql<AccountRow>`
    SELECT u.id, u.username, u.display_name AS "displayName", u.roles, u.created_at AS "joinedAt",
      (SELECT count(*) FROM score_cards s WHERE s.user_id = u.id) AS scores,
      (SELECT json_build_object('userId', m.id, 'username', m.username) FROM accepted_invitations i
        JOIN user_cards m ON m.id = i.made_by WHERE i.user_id = u.id) AS "invitedBy",
      sp.since AS "suspendedSince", sp.until AS "suspendedUntil", sp.reason AS "suspensionReason"
    FROM user_cards u LEFT JOIN user_suspensions sp ON sp.user_id = u.id WHERE ${sql.join(conditions, sql<never>` AND `)} ORDER BY u.created_at DESC, u.id COLLATE "C" DESC LIMIT ${limit}
  `.execute(db)
  await checkCursor(rows, before, async cursorId => {
    const cursor = await sql<{ id: string }>`SELECT u.id FROM user_cards u WHERE u.id = ${cursorId}`.execute(db)
    return cursor.rows
  })
  return rows
}

/** Returns null when there is no such user. */
export async function countUserData(db: Db, userId: string): Promise<UserDataCounts | null> {
  const { rows } = await sql<UserDataCounts>`
    SELECT
      (SELECT count(*) FROM score_cards s WHERE s.user_id = u.id) AS scores,
      (SELECT count(*) FROM comment_cards c WHERE c.user_id = u.id) AS comments,
      (SELECT count(*) FROM shown_pictures p WHERE p.user_id = u.id AND p.kind IN ('scorePicUpload', 'profilePicUpload')) AS pictures,
      (SELECT count(*) FROM event_cards e WHERE e.director_id = u.id AND e.cancelled_at IS NULL
        AND (e.finishes_at IS NULL OR e.finishes_at > now())) AS events,
      m.groups, m.alone AS "groupsAlone"
    FROM user_cards u CROSS JOIN LATERAL (
      SELECT count(*) AS groups, count(*) FILTER (WHERE NOT EXISTS (
        SELECT 1 FROM group_memberships o WHERE o.group_id = g.id AND o.user_id <> u.id)) AS alone
      FROM group_memberships gm JOIN group_cards g ON g.id = gm.group_id WHERE gm.user_id = u.id
    ) m
    WHERE u.id = ${userId} AND u.deleted_at IS NULL
  `.execute(db)
  return rows[0] ?? null
}

/** Counts what a new site begins with. */
export async function countSetUp(db: Db): Promise<Pick<SiteSetupDoc, 'machines' | 'events' | 'accounts'>> {
  const { rows } = await sql<{ machines: number; events: number; accounts: number }>`
    SELECT (SELECT count(*) FROM machine_cards) AS machines, (SELECT count(*) FROM event_cards) AS events,
      (SELECT count(*) FROM user_cards WHERE deleted_at IS NULL AND can_log_in) AS accounts
  `.execute(db)
  return rows[0]!
}

/** Newest scores among which those of the last days are counted, so that a large site is not read as a whole. */
const COUNTED_SCORES = 100_000

/** @param weekAgo the time since which something is of this week */
export async function countSite(db: Db, now: Date, weekAgo: Date): Promise<SiteCounts> {
  const { rows } = await sql<SiteCounts>`
    SELECT u.players, u."newPlayers", s."scoresToday", s."scoresThisWeek",
      (SELECT count(*) FROM machine_cards WHERE NOT retired) AS machines,
      (SELECT count(*) FROM event_cards e WHERE e.cancelled_at IS NULL AND e.starts_at <= ${now}
        AND (e.finishes_at IS NULL OR e.finishes_at > ${now})) AS "eventsLive",
      (SELECT count(*) FROM group_cards) AS groups
    FROM (
      SELECT count(*) AS players, count(*) FILTER (WHERE created_at >= ${weekAgo}) AS "newPlayers" FROM user_cards WHERE deleted_at IS NULL
    ) u CROSS JOIN (
      SELECT count(*) FILTER (WHERE created_at >= date_trunc('day', ${now}::timestamptz, 'UTC')) AS "scoresToday", count(*) AS "scoresThisWeek"
      FROM (SELECT created_at FROM score_cards ORDER BY receipt DESC LIMIT ${COUNTED_SCORES}) newest WHERE created_at >= ${weekAgo}
    ) s
  `.execute(db)
  return rows[0]!
}
