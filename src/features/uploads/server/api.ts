import { defineChange } from '../../../platform/db/change-log/define-change.ts'
import type { NewChange } from '../../../platform/db/change-log/write.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Subject } from '../../reports/server/api.ts'
import type { PictureRef, UploadedPicture } from '../contract.ts'
import type { UploadKind } from '../rules.ts'

/** What a feature says of the pictures of its things. */
export interface PictureOwner {
  /**
   * Whether this user may send one. @param context what the client sent with the request
   * @returns what it will belong to, null where attaching says so; false: no
   */
  mayUpload(userId: string, context: Readonly<Record<string, unknown>>): Promise<string | null | false>
  /**
   * Puts a picture that has been taken in where it belongs, or takes away the one there is.
   * @param by a moderator who takes it away; null: nobody's doing
   * @returns the news; null: that is not there any more
   */
  show(tx: Db, subjectId: string, picture: UploadedPicture | null, by: string | null): Promise<NewChange[] | null>
  /** A picture was not taken in. @param reason a sentence for the one who sent it */
  refused?(tx: Db, subjectId: string, reason: string): Promise<NewChange[]>
  /** All that show one, with its address. */
  shown(db: Db): Promise<{ subjectId: string; url: string }[]>
  /** What a report says of the picture. @param userId who asks; null: nobody who may see more than everybody. @returns null: there is none for them */
  describe(db: Db, subjectId: string, userId: string | null): Promise<Subject | null>
}

/** Body of feed entries of the kind `picture-refused`: what somebody sent was not taken in, and why. */
export interface PictureRefusal {
  userId: string
  upload: UploadKind
  subjectId: string
  reason: string
}

export const pictureRefused = defineChange<PictureRefusal>('picture-refused', ({ userId }) => userId)

/** A user's upload, taken up by a transaction; whether it is worth anything shows when it is attached. */
export interface TakenUpload {
  kind: UploadKind
  userId: string
  key: string
  /** null: it is not there, another's, or was used; otherwise what it was asked for, null where the kind says it all */
  found: { subjectId: string | null } | null
  /** what it has become before: a resend */
  attachedTo: string | null
}

/** What other features may ask of uploads. */
export interface UploadsApi {
  /** Says whose the pictures of a kind are; once a kind. */
  owner(kind: UploadKind, owner: PictureOwner): void
  /** Takes up a finished upload of the user's own, in the caller's transaction, before what it is for is locked: so do deletions. */
  take(tx: Db, kind: UploadKind, picture: PictureRef, userId: string): Promise<TakenUpload>
  /**
   * Gives it to a thing that is locked; it is taken in, and shown, soon after. Doing it again for the same thing changes nothing.
   * @throws DdpError 404 for an upload that is not there, another's, another thing's, or used
   */
  attach(tx: Db, upload: TakenUpload, subjectId: string): Promise<void>
  /** Takes away all pictures of a thing that is locked, in the caller's transaction. */
  drop(tx: Db, kind: UploadKind, subjectId: string): Promise<void>
  /** Whether one of these things, which are locked, has a picture that is still to be taken in. */
  isUnderWay(tx: Db, kind: UploadKind, subjectIds: readonly string[]): Promise<boolean>
  /** Gives the pictures of a thing to another; both are locked, and the other has none. */
  move(tx: Db, kind: UploadKind, from: string, to: string): Promise<void>
  /** Takes away all pictures that a user sent of things of a kind. */
  dropOf(tx: Db, kind: UploadKind, userId: string): Promise<void>
  /** After a transaction that attached or dropped: looks at what is to be done, in the background. */
  work(): void
}
