import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { type RecordRow, recordColumns } from '#platform/db/record-columns.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import type { SearchTextRow } from '#platform/db/search-texts.ts'
import { likeness, matchesWords, preparedSearch } from '#platform/db/text-search.ts'
import { unknownCursor } from '#platform/live/contract.ts'
import { searchText } from '#platform/text/fold.ts'
import type { PictureSize, UploadedPicture } from '#uploads/contract.ts'
import { type FoundGroup, GROUP_FIELDS, type GroupRole, type Visibility } from '../contract.ts'
import { groupChanged } from './changes.ts'

const COLUMNS = recordColumns('groups', 'g', GROUP_FIELDS)

export interface GroupRow extends RecordRow<typeof GROUP_FIELDS> {
  id: string
  receipt: number
  picture: UploadedPicture | null
  memberCount: number
}

/** The stored list of roles may be missing or contain other values: only the three roles of groups are read from it. */
export interface MemberRow {
  groupId: string
  userId: string
  username: string
  displayName: string
  avatar: PictureSize | null
  roles: GroupRole[]
}

export interface InviteRow {
  groupId: string
  name: string
  picture: UploadedPicture | null
  memberCount: number
  /** null together with `displayName` if it is not known who made the invitation */
  username: string | null
  displayName: string | null
  expiresAt: Date
}

const GROUP = sql<GroupRow>`g.id, g.receipt, ${COLUMNS.select}, g.picture, (SELECT count(*) FROM group_members c WHERE c.group_id = g.id) AS "memberCount"`
const ROLES = sql<GroupRole[]>`coalesce((SELECT jsonb_agg(r ORDER BY array_position(ARRAY['owner', 'manager', 'member'], r #>> '{}'))
  FROM jsonb_array_elements(CASE jsonb_typeof(u.roles -> m.group_id) WHEN 'array' THEN u.roles -> m.group_id ELSE '[]' END) r
  WHERE r #>> '{}' IN ('owner', 'manager', 'member')), '[]')`
const MEMBER = sql<MemberRow>`m.group_id AS "groupId", m.user_id AS "userId", u.username, u.display_name AS "displayName", u.avatar, ${ROLES} AS roles`
const FROM_MEMBERS = sql<never>`group_members m JOIN player_cards u ON u.id = m.user_id`

export async function groupById(db: Db, id: string): Promise<GroupRow | null> {
  const { rows } = await sql<GroupRow>`SELECT ${GROUP} FROM groups g WHERE g.id = ${id} AND g.removed_at IS NULL`.execute(db)
  return rows[0] ?? null
}

export interface GroupAccessRow {
  /** number of the last change-log entry that the result includes */
  position: number
  name: string
  visibility: Visibility
  /** those of the given users who are members */
  memberIds: Set<string>
}

/** Returns a group, and which of the given users are its members. */
export async function findGroupAccess(db: Db, id: string, userIds: readonly string[]): Promise<GroupAccessRow | null> {
  const { rows } = await sql<Omit<GroupAccessRow, 'memberIds'> & { memberIds: string[] }>`
    SELECT h.n AS position, g.name, g.visibility,
      ARRAY(SELECT m.user_id FROM group_members m WHERE m.group_id = g.id AND m.user_id = ANY (${userIds}::text[])) AS "memberIds"
    FROM groups g CROSS JOIN feed_head h WHERE g.id = ${id} AND g.removed_at IS NULL
  `.execute(db)
  const [group] = rows
  return group === undefined ? null : { ...group, memberIds: new Set(group.memberIds) }
}

/** Every change to a group, its members or their roles holds this lock on its row. */
export async function lockGroup(tx: Db, id: string): Promise<void> {
  await tx.selectFrom('groups').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** Returns those of these groups that are public. */
export async function publicGroupsById(db: Db, ids: readonly string[]): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    SELECT ${GROUP} FROM groups g WHERE g.id = ANY (${ids}::text[]) AND g.removed_at IS NULL AND g.visibility = 'public' ORDER BY g.receipt DESC
  `.execute(db)
  return rows
}

/** Public groups, newest first. `before` may be a group that was removed. @throws DdpError 400 for an unknown `before` */
export async function publicGroups(db: Db, limit: number, before: string | null): Promise<GroupRow[]> {
  let cursor = sql<boolean>`true`
  if (before !== null) {
    const found = await db
      .selectFrom('groups')
      .select('receipt')
      .where('id', '=', before)
      .where('visibility', '=', 'public')
      .executeTakeFirst()
    if (found === undefined) throw unknownCursor()
    cursor = sql<boolean>`g.receipt < ${found.receipt}`
  }
  const { rows } = await sql<GroupRow>`
    SELECT ${GROUP} FROM groups g WHERE g.removed_at IS NULL AND g.visibility = 'public' AND ${cursor} ORDER BY g.receipt DESC LIMIT ${limit}
  `.execute(db)
  return rows
}

/** Groups of this name come first, then those whose names begin with the text. */
export async function searchGroups(db: Db, text: string, userId: string | null, limit: number): Promise<FoundGroup[]> {
  const { rows } = await sql<FoundGroup>`${preparedSearch(text)}
    SELECT g.id AS "groupId", g.name, g.visibility, (SELECT count(*) FROM group_members c WHERE c.group_id = g.id) AS "memberCount"
    FROM groups g
    WHERE g.removed_at IS NULL AND ${matchesWords(sql.ref<string>('g.search'), text)}
      AND (g.visibility = 'public' OR EXISTS (SELECT 1 FROM group_members m WHERE m.group_id = g.id AND m.user_id = ${userId}))
    ORDER BY ${likeness(sql.ref<string>('g.search'), text)} DESC, g.name COLLATE "und-x-icu", g.id
    LIMIT ${limit}
  `.execute(db)
  return rows
}

export async function listGroups(db: Db, userId: string): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    SELECT ${GROUP} FROM groups g JOIN group_members own ON own.group_id = g.id AND own.user_id = ${userId} WHERE g.removed_at IS NULL ORDER BY g.receipt DESC
  `.execute(db)
  return rows
}

/** The longest-standing members first. */
export async function listMembers(db: Db, groupId: string): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    SELECT ${MEMBER} FROM ${FROM_MEMBERS} WHERE m.group_id = ${groupId} ORDER BY m.joined_at, m.user_id
  `.execute(db)
  return rows
}

export async function listMemberships(db: Db, userId: string): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`SELECT ${MEMBER} FROM ${FROM_MEMBERS} WHERE m.user_id = ${userId}`.execute(db)
  return rows
}

export async function findMember(db: Db, groupId: string, userId: string): Promise<MemberRow | null> {
  const { rows } =
    await sql<MemberRow>`SELECT ${MEMBER} FROM ${FROM_MEMBERS} WHERE m.group_id = ${groupId} AND m.user_id = ${userId}`.execute(db)
  return rows[0] ?? null
}

/** Locks the user's row before a group is created. The deletion of the user does the same first, and other calls of the user wait. */
export async function lockMember(tx: Db, userId: string): Promise<void> {
  await sql<{ id: string }>`SELECT id FROM user_cards WHERE id = ${userId} FOR NO KEY UPDATE`.execute(tx)
}

export interface NewGroup extends RecordRow<typeof GROUP_FIELDS> {
  id: string
  madeBy: string
  fingerprint: string
}

/** @returns false when the id was used before */
export async function insertGroup(tx: Db, { id, madeBy, fingerprint, ...fields }: NewGroup): Promise<boolean> {
  return returnsRow(
    tx
      .insertInto('groups')
      .values({ id, ...COLUMNS.values(fields), made_by: madeBy, fingerprint, search: searchText([fields.name]) })
      .onConflict(conflict => conflict.column('id').doNothing())
      .returning('id'),
  )
}

/** Reads and locks groups in the order of their ids, for their search texts. */
export async function readGroupSearchTexts(tx: Db, after: string, limit: number): Promise<SearchTextRow[]> {
  const groups = await tx
    .selectFrom('groups')
    .select(['id', 'search', 'name'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute()
  return groups.map(({ id, search, name }) => ({ id, search, folded: searchText([name]) }))
}

export async function isOwnRepeatedGroup(db: Db, id: string, madeBy: string, fingerprint: string): Promise<boolean> {
  return returnsRow(
    db
      .selectFrom('groups')
      .select('id')
      .where(row => row.and({ id, made_by: madeBy, fingerprint }))
      .where('removed_at', 'is', null),
  )
}

export async function updateGroup(tx: Db, group: Omit<GroupRow, 'receipt' | 'memberCount'>): Promise<void> {
  const picture = group.picture === null ? null : JSON.stringify(group.picture)
  await tx
    .updateTable('groups')
    .set({ ...COLUMNS.values(group), picture, search: searchText([group.name]) })
    .where('id', '=', group.id)
    .execute()
}

/** Leaves a tombstone without text. The change log, which keeps the entries of the last hour, loses the group's texts and picture too. */
export async function removeGroup(tx: Db, id: string): Promise<void> {
  await sql<never>`UPDATE feed SET body = body - 'card' WHERE kind = ${groupChanged.kind} AND body ->> 'groupId' = ${id}`.execute(tx)
  await tx.deleteFrom('group_members').where('group_id', '=', id).execute()
  await deleteInvites(tx, id)
  await tx
    .updateTable('groups')
    .set({ removed_at: sql<Date>`now()`, name: '', search: '', description: '', fingerprint: '', picture: null })
    .set({ webhook: null, webhook_ending: null, webhook_failed_at: null, webhook_refused: false })
    .where('id', '=', id)
    .execute()
}

/** Uses the current time and not the start of the transaction, which may have waited while other members joined. */
export async function insertMember(tx: Db, groupId: string, userId: string): Promise<void> {
  await tx.insertInto('group_members').values({ group_id: groupId, user_id: userId, joined_at: sql<Date>`clock_timestamp()` }).execute()
}

export async function deleteMember(tx: Db, groupId: string, userId: string): Promise<void> {
  await tx.deleteFrom('group_members').where('group_id', '=', groupId).where('user_id', '=', userId).execute()
}

export async function insertInvite(db: Db, hashedCode: string, groupId: string, invitedBy: string, expiresAt: Date): Promise<void> {
  await db
    .insertInto('group_invites')
    .values({ hashed_code: hashedCode, group_id: groupId, invited_by: invitedBy, expires_at: expiresAt })
    .execute()
}

/** What a valid code tells before joining; null if there is none. */
export async function findInvite(db: Db, hashedCode: string, now: Date): Promise<InviteRow | null> {
  const { rows } = await sql<InviteRow>`
    SELECT g.id AS "groupId", g.name, g.picture, (SELECT count(*) FROM group_members c WHERE c.group_id = g.id) AS "memberCount",
      u.username, u.display_name AS "displayName", i.expires_at AS "expiresAt"
    FROM group_invites i JOIN groups g ON g.id = i.group_id AND g.removed_at IS NULL LEFT JOIN user_cards u ON u.id = i.invited_by
    WHERE i.hashed_code = ${hashedCode} AND i.expires_at > ${now}
  `.execute(db)
  return rows[0] ?? null
}

/** Invitations stay valid when the account that made them is deleted; they no longer say whose they were. */
export async function forgetInviter(tx: Db, userId: string): Promise<void> {
  await tx.updateTable('group_invites').set({ invited_by: null }).where('invited_by', '=', userId).execute()
}

export async function findInvitedGroup(db: Db, hashedCode: string, now: Date): Promise<string | null> {
  const invite = await db
    .selectFrom('group_invites')
    .select('group_id')
    .where('hashed_code', '=', hashedCode)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return invite?.group_id ?? null
}

export async function deleteInvites(tx: Db, groupId: string): Promise<void> {
  await tx.deleteFrom('group_invites').where('group_id', '=', groupId).execute()
}

export async function deleteOldInvites(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('group_invites').where('expires_at', '<=', now).execute()
}

export async function groupPicturesShown(db: Db): Promise<{ subjectId: string; url: string }[]> {
  const { rows } = await sql<{ subjectId: string; url: string }>`
    SELECT id AS "subjectId", picture ->> 'url' AS url FROM groups WHERE picture IS NOT NULL
  `.execute(db)
  return rows
}
