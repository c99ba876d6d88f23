import { type ChangeRule, defineChange } from '#platform/db/change-log/define-change.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { Subject } from '#reports/server/api.ts'
import type { PictureRef, UploadedPicture } from '../contract.ts'
import type { UploadKind } from '../rules.ts'

/** The callbacks of the feature that owns the pictures of one kind, such as score pictures. */
export interface PictureOwner {
  /**
   * Decides whether this user may upload a picture.
   * @param context what the client sent with the request
   * @returns the id of the subject that the picture will belong to, or null if
   * that is decided when it is attached; false if the user may not
   */
  mayUpload(userId: string, context: Readonly<Record<string, unknown>>): Promise<string | null | false>
  /**
   * Sets the processed picture of a subject, or removes the current one.
   * @param picture null removes the current picture
   * @param by the moderator who removes it; null if no moderator acted
   * @returns the changes to append to the change log; null if the subject no longer exists
   */
  setPicture(tx: Db, subjectId: string, picture: UploadedPicture | null, by: string | null): Promise<NewChange[] | null>
  /**
   * Called when a picture was rejected.
   * @param reason a sentence for the user who sent it.
   * @returns the changes to append to the change log
   */
  onRefused?(tx: Db, subjectId: string, reason: string): Promise<NewChange[]>
  /** All subjects that show a picture, with its address. */
  listPictures(db: Db): Promise<{ subjectId: string; url: string }[]>
  /**
   * Describes the picture for a report.
   * @param userId the user whose permissions count; null: only what everybody may see
   * @returns null if the picture does not exist or this user may not see it
   */
  describeForReport(db: Db, subjectId: string, userId: string | null): Promise<Subject | null>
  /** The changes by which a picture may vanish, with subjects as keys. Needed only where these subjects cannot be reported themselves. */
  readonly changes?: readonly ChangeRule[]
}

/** Body of change-log entries of the kind `picture-refused`: a picture that a user sent was rejected, with the reason. */
export interface PictureRefusal {
  userId: string
  upload: UploadKind
  subjectId: string
  reason: string
}

export const pictureRefused = defineChange<PictureRefusal>('picture-refused', ({ userId }) => userId)

/** A user's upload, as reserved by a transaction. Whether it is usable is checked only when it is attached. */
export interface ReservedUpload {
  kind: UploadKind
  userId: string
  key: string
  /**
   * null if the upload does not exist, belongs to another user, or was already used. Otherwise `subjectId` is the subject that it was
   * requested for; null if the request named none.
   */
  found: { subjectId: string | null } | null
  /** the subject that the upload was attached to by an earlier transaction, as when the client resends a call; otherwise null */
  attachedTo: string | null
}

/** What other features may call on the uploads feature. */
export interface UploadsApi {
  /** Registers the owner of the pictures of a kind. Called once per kind. */
  registerOwner(kind: UploadKind, owner: PictureOwner): void
  /**
   * Reserves a finished upload of the user in the caller's transaction. Call it before locking the row that the picture is for: account
   * deletions take their locks in the same order.
   */
  reserve(tx: Db, kind: UploadKind, picture: PictureRef, userId: string): Promise<ReservedUpload>
  /**
   * Attaches the upload to a subject whose row the caller has locked. The picture is processed and shown soon afterwards. Attaching it
   * again to the same subject changes nothing.
   * @throws DdpError 404 if the upload does not exist, was already used, or belongs to another user or another subject
   */
  attach(tx: Db, upload: ReservedUpload, subjectId: string): Promise<void>
  /** Removes all pictures of a subject in the caller's transaction. The caller has locked the subject's row. */
  remove(tx: Db, kind: UploadKind, subjectId: string): Promise<void>
  /** True if one of these subjects has a picture that is not processed yet. The caller has locked their rows. */
  isUnderWay(tx: Db, kind: UploadKind, subjectIds: readonly string[]): Promise<boolean>
  /** Moves the pictures of one subject to another one, which has none. The caller has locked both rows. */
  move(tx: Db, kind: UploadKind, from: string, to: string): Promise<void>
  /** Removes all pictures of a kind that a user sent. */
  removeAllOf(tx: Db, kind: UploadKind, userId: string): Promise<void>
  /** Starts processing and removing pictures in the background. Call it after a transaction that attached or removed pictures. */
  kick(): void
}
