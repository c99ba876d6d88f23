import type { PostField, PostRequest } from './signed-post.ts'

/** A form by which a client sends one file: where to POST it, and its fields in their order, before the file. */
export interface SignedForm {
  upload: string
  postData: PostField[]
}

export interface StoredObject {
  key: string
  bytes: number
  modifiedAt: Date
}

/** `range`: bytes, both ends included */
export interface OpenObject {
  bytes: number
  stream(range?: { start: number; end: number }): ReadableStream
}

/** Where pictures live. Keys are ours: letters, digits, `-`, `_`, `.` and slashes. */
export interface Storage {
  presign(request: PostRequest): SignedForm
  /** null: there is no such object */
  read(key: string): Promise<Buffer | null>
  /** The same, to be sent out. */
  open(key: string): Promise<OpenObject | null>
  write(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** What is not there is gone already. */
  remove(keys: readonly string[]): Promise<void>
  list(prefix: string): AsyncIterable<StoredObject>
  /** address of a picture that everybody may see */
  url(key: string): string
  /** origins that pages must be allowed to send forms to, and to show pictures from */
  readonly origins: { upload: string | null; pictures: string | null }
}

/** Objects under it are for everybody; all others are for the server alone. */
export const PUBLIC = 'pictures/'

export const isKey = (key: string): boolean => key.length <= 300 && /^[A-Za-z0-9_-]+(?:[./][A-Za-z0-9_-]+)*$/.test(key)

/** The key of a picture by its address; null: not one of ours. */
export function storageKey(url: string): string | null {
  const at = url.lastIndexOf(`/${PUBLIC}`)
  const key = url.slice(at + 1)
  return at >= 0 && isKey(key) ? key : null
}

/** No key leaves its folder. @throws Error */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new Error('This is not a key of ours.')
  return key
}

/** The beginning of keys, or nothing. @throws Error */
export function checkedPrefix(prefix: string): string {
  if (prefix !== '') checkedKey(`${prefix}x`)
  return prefix
}
