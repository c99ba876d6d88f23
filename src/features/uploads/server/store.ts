import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { UploadKind } from '../rules.ts'

export interface UploadRow {
  key: string
  userId: string
  kind: UploadKind
  /** the subject that the upload was requested for, such as a group's id; null if the request named none */
  subjectId: string | null
}

export async function insertUpload(db: Db, { key, userId, kind, subjectId }: UploadRow): Promise<void> {
  await sql`INSERT INTO uploads (key, user_id, kind, subject_id) VALUES (${key}, ${userId}, ${kind}, ${subjectId})`.execute(db)
}

/** The id of the subject that a finished upload was attached to, or null. */
export async function attachedTo(db: Db, { key, userId, kind }: Omit<UploadRow, 'subjectId'>): Promise<string | null> {
  const { rows } = await sql<{ subjectId: string }>`
    SELECT subject_id AS "subjectId" FROM pictures WHERE sent_as = ${key} AND user_id = ${userId} AND kind = ${kind} AND state <> 'gone'
  `.execute(db)
  return rows[0]?.subjectId ?? null
}

/** Deletes and returns the upload's row, so that an upload becomes only one picture. @returns null if there is no such unused upload */
export async function takeUpload(tx: Db, key: string, userId: string, kind: UploadKind): Promise<UploadRow | null> {
  const { rows } = await sql<UploadRow>`
    DELETE FROM uploads WHERE key = ${key} AND user_id = ${userId} AND kind = ${kind}
    RETURNING key, user_id AS "userId", kind, subject_id AS "subjectId"
  `.execute(tx)
  return rows[0] ?? null
}

/** Deletes the uploads requested at or before this time that were never attached to anything. @returns their keys */
export async function deleteOldUploads(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`DELETE FROM uploads WHERE asked_at <= ${before} RETURNING key`.execute(db)
  return rows.map(({ key }) => key)
}

/** Removes the uploads that a user did not attach to anything. @returns them as pictures, whose files `ImageProcessor` deletes */
export async function dropUserUploads(tx: Db, userId: string): Promise<QueuedPicture[]> {
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

const PICTURE = sql`id, kind, subject_id AS "subjectId", user_id AS "userId", incoming, objects, state`

export async function insertPicture(tx: Db, picture: Omit<PictureRow, 'objects' | 'state'>): Promise<void> {
  await sql`
    INSERT INTO pictures (id, kind, subject_id, user_id, incoming, sent_as)
    VALUES (${picture.id}, ${picture.kind}, ${picture.subjectId}, ${picture.userId}, ${picture.incoming}, ${picture.incoming})
  `.execute(tx)
}

/** Returns a picture that is to be processed, or whose files are to be deleted. */
export async function findUnfinished(db: Db, id: string): Promise<PictureRow | null> {
  const { rows } = await sql<PictureRow>`SELECT ${PICTURE} FROM pictures WHERE id = ${id} AND state <> 'shown'`.execute(db)
  return rows[0] ?? null
}

/** Locks and returns the row of a picture that is in this state, or returns null. */
export async function lockPicture(tx: Db, id: string, state: PictureRow['state']): Promise<PictureRow | null> {
  const { rows } = await sql<PictureRow>`SELECT ${PICTURE} FROM pictures WHERE id = ${id} AND state = ${state} FOR UPDATE`.execute(tx)
  return rows[0] ?? null
}

export async function shownPicture(db: Db, id: string): Promise<PictureRow | null> {
  const { rows } = await sql<PictureRow>`SELECT ${PICTURE} FROM pictures WHERE id = ${id} AND state = 'shown'`.execute(db)
  return rows[0] ?? null
}

/** The shown pictures that a user sent. */
export async function listPictures(db: Db, userId: string): Promise<PictureRow[]> {
  const { rows } = await sql<PictureRow>`SELECT ${PICTURE} FROM pictures WHERE user_id = ${userId} AND state = 'shown' ORDER BY id`.execute(
    db,
  )
  return rows
}

/** Records the keys of the files before they are written, so that a crash leaves no file that no row refers to. */
export async function planObjects(db: Db, id: string, objects: readonly string[]): Promise<void> {
  await sql`UPDATE pictures SET objects = ${objects}::text[] WHERE id = ${id}`.execute(db)
}

export async function showPicture(tx: Db, id: string): Promise<void> {
  await sql`UPDATE pictures SET state = 'shown', incoming = NULL WHERE id = ${id}`.execute(tx)
}

type Which = { id: string } | { kind: UploadKind; subjectId: string; but?: string; waiting?: true } | { kind: UploadKind; userId: string }

/** Marks pictures as gone, so that they are no longer shown. @returns them; `ImageProcessor` deletes their files */
export async function dropPictures(tx: Db, which: Which): Promise<QueuedPicture[]> {
  const condition =
    'id' in which
      ? sql`id = ${which.id}`
      : 'subjectId' in which
        ? sql`kind = ${which.kind} AND subject_id = ${which.subjectId} AND id <> ${which.but ?? ''} ${which.waiting ? sql`AND state = 'waiting'` : sql``}`
        : sql`user_id = ${which.userId} AND kind = ${which.kind}`
  const { rows } = await sql<QueuedPicture>`
    UPDATE pictures SET state = 'gone' WHERE state <> 'gone' AND ${condition} RETURNING id, kind
  `.execute(tx)
  return rows
}

export async function isUnderWay(tx: Db, kind: UploadKind, subjectIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM pictures WHERE kind = ${kind} AND subject_id = ANY (${subjectIds}::text[]) AND state = 'waiting' LIMIT 1
  `.execute(tx)
  return rows.length > 0
}

export async function movePictures(tx: Db, kind: UploadKind, from: string, to: string): Promise<void> {
  await sql`UPDATE pictures SET subject_id = ${to} WHERE kind = ${kind} AND subject_id = ${from} AND state = 'shown'`.execute(tx)
}

export async function deletePicture(db: Db, id: string): Promise<void> {
  await sql`DELETE FROM pictures WHERE id = ${id}`.execute(db)
}

/** The keys of all files that a row refers to: shown pictures, files being written or removed, and files that clients sent. */
export async function knownKeys(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    SELECT unnest(objects) AS key FROM pictures UNION ALL SELECT incoming FROM pictures WHERE incoming IS NOT NULL UNION ALL SELECT key FROM uploads
  `.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** The keys of the files that must exist: those of all shown pictures, or of the picture `id` if it is shown. */
export async function shownKeys(db: Db, id?: string): Promise<{ id: string; key: string }[]> {
  const { rows } = await sql<{ id: string; key: string }>`
    SELECT id, unnest(objects) AS key FROM pictures WHERE state = 'shown' AND (${id ?? null}::text IS NULL OR id = ${id ?? null})
  `.execute(db)
  return rows
}
