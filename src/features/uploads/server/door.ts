import type { Db } from '../../../platform/db/database.ts'
import type { News } from '../../../platform/db/feed/write.ts'
import type { Picture, PictureRef } from '../contract.ts'
import type { UploadKind } from '../rules.ts'

/** What a feature says of the pictures of its things. */
export interface PictureOwner {
  /**
   * Whether this user may send one. @param context what the client sent with the request
   * @returns what it will belong to, null where attaching says so; false: no
   */
  mayUpload(userId: string, context: Readonly<Record<string, unknown>>): Promise<string | null | false>
  /** Puts a picture that has been taken in where it belongs. @returns the news; null: that is not there any more */
  show(tx: Db, subjectId: string, picture: Picture): Promise<News[] | null>
  /** A picture was not taken in. @param reason a sentence for the one who sent it */
  refused?(tx: Db, refusal: { subjectId: string; userId: string; reason: string }): Promise<News[]>
}

export interface Attaching {
  kind: UploadKind
  picture: PictureRef
  userId: string
  subjectId: string
}

/** What other features may ask of uploads. */
export interface UploadsDoor {
  /** Says whose the pictures of a kind are; once a kind. */
  owner(kind: UploadKind, owner: PictureOwner): void
  /**
   * Gives a finished upload of the user's own to a thing, in the caller's transaction; it is taken in, and shown, soon after.
   * @throws DdpError 404 for an upload that is not there, another's, another thing's, or used
   */
  attach(tx: Db, attaching: Attaching): Promise<void>
  /** Takes away all pictures of a thing, in the caller's transaction. */
  drop(tx: Db, kind: UploadKind, subjectId: string): Promise<void>
  /** After a transaction that attached or dropped: looks at what is to be done, in the background. */
  work(): void
}
