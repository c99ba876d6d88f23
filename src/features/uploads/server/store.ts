import { sql } from 'kysely'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/database.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import type { UploadKind } from '../rules.ts'

export interface UploadRow {
  key: string
  userId: string
  kind: UploadKind
  /** the subject that the upload was requested for, such as a group's id; null if the request named none */
  subjectId: string | null
}

export async function insertUpload(db: Db, { key, userId, kind, subjectId }: UploadRow): Promise<void> {
  await db.insertInto('uploads').values({ key, user_id: userId, kind, subject_id: subjectId }).execute()
}

/** The id of the subject that a finished upload was attached to, or null. */
export async function findAttachedSubject(db: Db, { key, userId, kind }: Omit<UploadRow, 'subjectId'>): Promise<string | null> {
  const picture = await db
    .selectFrom('pictures')
    .select('subject_id')
    .where('sent_as', '=', key)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('state', '<>', 'gone')
    .executeTakeFirst()
  return picture?.subject_id ?? null
}

/** Deletes and returns the upload's row, so that an upload becomes only one picture. @returns null if there is no such unused upload */
export async function reserveUpload(tx: Db, key: string, userId: string, kind: UploadKind): Promise<UploadRow | null> {
  const upload = await tx
    .deleteFrom('uploads')
    .where('key', '=', key)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .returning(['key', 'user_id as userId', 'kind', 'subject_id as subjectId'])
    .$narrowType<{ kind: UploadKind }>()
    .executeTakeFirst()
  return upload ?? null
}

/** Deletes the uploads requested at or before this time that were never attached to anything. @returns their keys */
export async function deleteOldUploads(db: Db, before: Date): Promise<string[]> {
  const rows = await db.deleteFrom('uploads').where('asked_at', '<=', before).returning('key').execute()
  return rows.map(({ key }) => key)
}

/** Removes the uploads that a user did not attach to anything. @returns them as pictures, whose files `ImageProcessor` deletes */
export async function removeUserUploads(tx: Db, userId: string): Promise<QueuedPicture[]> {
  const { rows } = await sql<QueuedPicture>`
    WITH dropped AS (DELETE FROM uploads WHERE user_id = ${userId} RETURNING key, user_id, kind)
    INSERT INTO pictures (id, kind, subject_id, user_id, incoming, state)
    SELECT md5(key), kind, '', user_id, key, 'gone' FROM dropped RETURNING id, kind
  `.execute(tx)
  return rows
}

/** What the queue has to know of a picture. */
export type QueuedPicture = Pick<PictureRow, 'id' | 'kind'>

export interface PictureRow {
  id: string
  kind: UploadKind
  subjectId: string
  userId: string
  /** storage key of the file that the client sent; null once it has been processed */
  incoming: string | null
  /** storage keys of the processed files */
  objects: string[]
  state: 'waiting' | 'shown' | 'gone'
}

const PICTURE = ['id', 'kind', 'subject_id as subjectId', 'user_id as userId', 'incoming', 'objects', 'state'] as const

const selectPictures = (db: Db) => db.selectFrom('pictures').select(PICTURE).$narrowType<{ kind: UploadKind }>()

export async function insertPicture(
  tx: Db,
  { id, kind, subjectId, userId, incoming }: Omit<PictureRow, 'objects' | 'state'>,
): Promise<void> {
  await tx.insertInto('pictures').values({ id, kind, subject_id: subjectId, user_id: userId, incoming, sent_as: incoming }).execute()
}

/** Returns a picture that is to be processed, or whose files are to be deleted. */
export async function findUnfinished(db: Db, id: string): Promise<PictureRow | null> {
  return (await selectPictures(db).where('id', '=', id).where('state', '<>', 'shown').executeTakeFirst()) ?? null
}

/** Locks and returns the row of a picture that is in this state, or returns null. */
export async function lockPicture(tx: Db, id: string, state: PictureRow['state']): Promise<PictureRow | null> {
  return (await selectPictures(tx).where('id', '=', id).where('state', '=', state).forUpdate().executeTakeFirst()) ?? null
}

export async function findShownPicture(db: Db, id: string): Promise<PictureRow | null> {
  return (await selectPictures(db).where('id', '=', id).where('state', '=', 'shown').executeTakeFirst()) ?? null
}

/** True if a picture was removed and its files are about to be deleted. */
export const isGone = (db: Db, id: string): Promise<boolean> =>
  returnsRow(db.selectFrom('pictures').select('id').where('id', '=', id).where('state', '=', 'gone'))

/** The shown pictures that a user sent. */
export function listPictures(db: Db, userId: string): Promise<PictureRow[]> {
  return selectPictures(db).where('user_id', '=', userId).where('state', '=', 'shown').orderBy('id').execute()
}

/** Records the keys of the files before they are written, so that a crash leaves no file that no row refers to. */
export async function savePlannedObjects(db: Db, id: string, objects: readonly string[]): Promise<void> {
  await db.updateTable('pictures').set({ objects }).where('id', '=', id).execute()
}

export async function showPicture(tx: Db, id: string): Promise<void> {
  await tx.updateTable('pictures').set({ state: 'shown', incoming: null }).where('id', '=', id).execute()
}

type PictureFilter =
  | { id: string }
  | { kind: UploadKind; subjectId: string; exceptId?: string; waiting?: true }
  | { kind: UploadKind; userId: string }

/** Marks pictures as gone, so that they are no longer shown. @returns them; `ImageProcessor` deletes their files */
export async function removePictures(tx: Db, filter: PictureFilter): Promise<QueuedPicture[]> {
  const pictures = tx
    .updateTable('pictures')
    .set({ state: 'gone' })
    .where('state', '<>', 'gone')
    .returning(['id', 'kind'])
    .$narrowType<{ kind: UploadKind }>()
  if ('id' in filter) return pictures.where('id', '=', filter.id).execute()
  if ('userId' in filter) return pictures.where('user_id', '=', filter.userId).where('kind', '=', filter.kind).execute()
  const others = pictures
    .where('kind', '=', filter.kind)
    .where('subject_id', '=', filter.subjectId)
    .where('id', '<>', filter.exceptId ?? '')
  return (filter.waiting ? others.where('state', '=', 'waiting') : others).execute()
}

export async function hasWaiting(tx: Db, kind: UploadKind, subjectIds: readonly string[]): Promise<boolean> {
  return returnsRow(
    tx
      .selectFrom('pictures')
      .select('id')
      .where('kind', '=', kind)
      .where('subject_id', '=', anyOf(subjectIds))
      .where('state', '=', 'waiting')
      .limit(1),
  )
}

export async function movePictures(tx: Db, kind: UploadKind, from: string, to: string): Promise<void> {
  await tx
    .updateTable('pictures')
    .set({ subject_id: to })
    .where('kind', '=', kind)
    .where('subject_id', '=', from)
    .where('state', '=', 'shown')
    .execute()
}

export async function deletePicture(db: Db, id: string): Promise<void> {
  await db.deleteFrom('pictures').where('id', '=', id).execute()
}

/** The keys of all files that a row refers to: shown pictures, files being written or removed, and files that clients sent. */
export async function listKnownKeys(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    SELECT unnest(objects) AS key FROM pictures UNION ALL SELECT incoming FROM pictures WHERE incoming IS NOT NULL UNION ALL SELECT key FROM uploads
  `.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** The keys of the processed files of a picture that is shown or waits; none if it is gone. */
export async function listUsedKeys(db: Db, id: string): Promise<string[]> {
  const picture = await db.selectFrom('pictures').select('objects').where('id', '=', id).where('state', '<>', 'gone').executeTakeFirst()
  return picture?.objects ?? []
}

/** The keys of the files that must exist: those of all shown pictures, or of the picture `id` if it is shown. */
export async function listShownKeys(db: Db, id?: string): Promise<{ id: string; key: string }[]> {
  const { rows } = await sql<{ id: string; key: string }>`
    SELECT id, unnest(objects) AS key FROM pictures WHERE state = 'shown' AND (${id ?? null}::text IS NULL OR id = ${id ?? null})
  `.execute(db)
  return rows
}
