import { createHash } from 'node:crypto'
import { PUBLIC_PREFIX } from '#platform/storage/storage.ts'
import type { UploadKind } from '../rules.ts'

/** Key prefix of the files that clients sent and that are not processed yet. They are never served. */
export const INCOMING = 'incoming/'

/**
 * The id of the picture that an upload becomes. It is a hash of the upload's key, so that the picture's address is known before the picture
 * is made; the key cannot be derived from the id.
 */
export const readPictureId = (key: string): string => createHash('sha256').update(`picture of ${key}`).digest('hex').slice(0, 32)

/** The storage key of one of a picture's processed files. @param size `full`, `medium` or `small` */
export const pictureKey = (kind: UploadKind, id: string, size: string | number, type: string): string =>
  `${PUBLIC_PREFIX}${kind}/${id}/${size}.${type === 'image/webp' ? 'webp' : 'jpg'}`

/** The storage key of the full-size picture that an upload becomes. @param key the upload's key */
export const fullPictureKey = (kind: UploadKind, key: string): string => pictureKey(kind, readPictureId(key), 'full', 'image/jpeg')
