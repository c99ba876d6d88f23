import { createHash } from 'node:crypto'
import { PUBLIC } from '../../../platform/storage/storage.ts'
import type { UploadKind } from '../rules.ts'

/**
 * The id of the picture that an upload becomes. It follows from the upload's key, so that the picture's address is known before the picture is made; the
 * key does not follow from it.
 */
export const readPictureId = (key: string): string => createHash('sha256').update(`picture of ${key}`).digest('hex').slice(0, 32)

/** The key of one of a picture's processed files. @param size `full` or the width in pixels */
export const pictureKey = (kind: UploadKind, id: string, size: string | number, type: string): string =>
  `${PUBLIC}${kind}/${id}/${size}.${type === 'image/webp' ? 'webp' : 'jpg'}`

/** The key of the full picture that an upload becomes. */
export const fullPictureKey = (kind: UploadKind, key: string): string => pictureKey(kind, readPictureId(key), 'full', 'image/jpeg')
