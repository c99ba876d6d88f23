import { defineMethod, id, strictObject } from '../../platform/live/contract.ts'

/** The mission's upload call (§7): `[kind, { name, size, type }, context | null]` → upload instructions. */
export const UPLOAD_REQUEST = 'slingshot/uploadRequest'

/** The answer (mission §3). `postData`: the fields of the form, in their order, before the file. */
export interface UploadInstructions {
  /** where to POST the form */
  upload: string
  /** the processed picture's address: 404, not to be cached, until the upload was attached to something and taken in; never the file as it was sent */
  download: string
  postData: { name: string; value: string }[]
  /** of the POST; none are needed here */
  headers: Record<string, string>
}

/** What every denial is titled (mission §5). */
export const UPLOAD_DENIED = 'Upload denied'

/** One rendering of a picture. */
export type PictureSize = {
  /** path of this site, or an address of the object store */
  url: string
  /** our addition: the same as WebP, where that is smaller */
  webp?: string
  width: number
  height: number
}

/** A picture as clients get it. */
export type UploadedPicture = PictureSize & {
  /** smaller ones for lists, the smallest first */
  sizes: PictureSize[]
  /** our addition: a few blurred pixels as a data URI, to stand there until the picture has come */
  placeholder?: string
}

/** What clients send of a finished upload of their own: the `key` of its `postData`. */
export interface PictureRef {
  key: string
}

/** Our addition: a moderator takes a picture away. `pictureId`: the part of its address after the kind. */
export const picturesRemove = defineMethod<Record<string, never>>()('pictures.remove', strictObject({ pictureId: id }), {
  access: 'moderators',
  404: 'no such picture',
})
