import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod, defineProtocolMethod } from '#platform/live/contract.ts'
import { ADMINISTRATION, HOUR, perUser } from '#platform/live/rates.ts'
import { id, strictObject } from '#platform/live/schemas.ts'

export const pictureGone = defineError(404, 'picture-gone', 'There is no such picture.')

/** The method that requests an upload (mission §7): `[kind, { name, size, type }, context | null]` → upload instructions. */
export const UPLOAD_REQUEST = 'slingshot/uploadRequest'
export const uploadRequest = defineProtocolMethod(UPLOAD_REQUEST, [perUser(120, HOUR)])

/** The result of an upload request (mission §3). `postData`: the form fields in the order to send them, before the file. */
export interface UploadInstructions {
  /** where to POST the form */
  upload: string
  /**
   * address of the processed picture. It answers 404 with `no-store` until the upload has been attached to something and processed. It
   * never serves the file as it was sent.
   */
  download: string
  postData: { name: string; value: string }[]
  /** of the POST; always empty here */
  headers: Record<string, string>
}

/** The error code of every denied upload (mission §5). */
export const UPLOAD_DENIED = 'Upload denied'

/** One rendering of a picture. */
export type PictureSize = {
  /** a path on this site, or an address at the object store */
  url: string
  /** our addition: address of the same picture as WebP, if that file is smaller */
  webp?: string
  width: number
  height: number
}

/** A picture as it is sent to clients. */
export type UploadedPicture = PictureSize & {
  /** smaller renderings for lists, the smallest first */
  sizes: PictureSize[]
  /** our addition: a few blurred pixels as a data URI, shown until the picture has loaded */
  placeholder?: string
}

/** How clients refer to one of their finished uploads: by the `key` from its `postData`. */
export interface PictureRef {
  key: string
}

/**
 * Our addition: a moderator removes a picture. `pictureId`: the part of the picture's address after the kind. Sent again, it changes nothing
 * and gives the same answer.
 */
export const picturesRemove = defineMethod<Record<string, never>>()('pictures.remove', strictObject({ pictureId: id }), {
  access: 'moderators',
  rates: ADMINISTRATION,
  errors: [pictureGone],
})
