/** The kinds of uploads: those of the mission (§5), and our addition, the logo of the site. */
export const UPLOAD_KINDS = ['scorePicUpload', 'profilePicUpload', 'groupPicUpload', 'machineBackglassPicUpload', 'siteLogoUpload'] as const
export type UploadKind = (typeof UPLOAD_KINDS)[number]

/**
 * What may be uploaded. `maxSize`: in bytes; null: no limit. `allowedFileTypes`: one MIME type, several, or a pattern, as the upload
 * library that the mission names accepts them; null: any type.
 */
export interface Restrictions {
  maxSize: number | null
  allowedFileTypes: string | readonly string[] | RegExp | null
}

const jpeg = (maxSize: number): Restrictions => ({ maxSize, allowedFileTypes: 'image/jpeg' })

export const RESTRICTIONS: Readonly<Record<UploadKind, Restrictions>> = {
  scorePicUpload: jpeg(2_097_152),
  profilePicUpload: jpeg(1_048_576),
  groupPicUpload: jpeg(1_048_576),
  machineBackglassPicUpload: jpeg(1_048_576),
  siteLogoUpload: jpeg(1_048_576),
}

/** The largest file of any kind, in bytes. */
export const MAX_BYTES = Math.max(...UPLOAD_KINDS.map(kind => RESTRICTIONS[kind].maxSize ?? 0))

export interface FileFacts {
  name?: string | undefined
  size: number
  type?: string | undefined
}

/** Formats a size such as "2 MB": units are powers of 1024, with at most two decimals. */
export function sizeLabel(bytes: number): string {
  const units = ['Bytes', 'KB', 'MB', 'GB', 'TB']
  let size = bytes
  let unit = 0
  for (; size >= 1024 && unit < units.length - 1; unit++) size /= 1024
  return `${Number(size.toFixed(2))} ${units[unit]}`
}

/**
 * The id of a picture, which reports refer to, from its address: it ends in `pictures/KIND/ID/SIZE`. Null if the address has another form.
 */
export const parsePictureId = (url: string): string | null => /(?:^|\/)pictures\/[^/]+\/([^/]+)\/[^/]+$/.exec(url)?.[1] ?? null

/** Returns why a file is denied, in the wording of the mission (§5), or null if it is allowed. Client and server both use this check. */
export function findDenial({ maxSize, allowedFileTypes: types }: Restrictions, { size, type = '' }: FileFacts): string | null {
  if (maxSize !== null && size > maxSize) return `File exceeds allowed size of ${sizeLabel(maxSize)}`
  if (types === null) return null
  if (types instanceof RegExp) return types.test(type) ? null : `${type} is not an allowed file type`
  if (typeof types === 'string') return type === types ? null : `Only files of type ${types} can be uploaded`
  return types.includes(type) ? null : `${type} is not one of the followed allowed file types: ${types.join(', ')}`
}
