import type { PostField, PostRequest } from './signed-post.ts'

/** A form with which a client uploads one file. `upload` is the URL to POST to; `postData` are the ordered fields before the file. */
export interface SignedForm {
  upload: string
  postData: PostField[]
}

export interface StoredObject {
  key: string
  bytes: number
  modifiedAt: Date
}

/** An object that can be streamed. `range` is in bytes; both ends are inclusive. */
export interface OpenObject {
  bytes: number
  stream(range?: { start: number; end: number }): ReadableStream
}

/** Object storage for pictures. Keys are made by this server: letters, digits, `-`, `_`, `.` and slashes. */
export interface Storage {
  presign(request: PostRequest): SignedForm
  /** @returns null if there is no such object */
  read(key: string): Promise<Buffer | null>
  /** Opens an object for streaming. @returns null if there is no such object */
  open(key: string): Promise<OpenObject | null>
  write(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** Removes objects; missing ones are ignored. */
  remove(keys: readonly string[]): Promise<void>
  list(prefix: string): AsyncIterable<StoredObject>
  /** The URL of a public picture. */
  url(key: string): string
  /** The other origins that the content security policy must allow, for upload forms and for pictures; null if there is none. */
  readonly origins: { upload: string | null; pictures: string | null }
}

/** Prefix of the public objects. All others are accessible only to the server. */
export const PUBLIC_PREFIX = 'pictures/'

export const isKey = (key: string): boolean => key.length <= 300 && /^[A-Za-z0-9_-]+(?:[./][A-Za-z0-9_-]+)*$/.test(key)

/** Returns the key of a picture from its URL, or null if it is not a picture of this storage. */
export function storageKey(url: string): string | null {
  const at = url.lastIndexOf(`/${PUBLIC_PREFIX}`)
  const key = url.slice(at + 1)
  return at >= 0 && isKey(key) ? key : null
}

/** Returns a valid key, which cannot lead out of the storage folder. @throws Error if the key is invalid */
export function assertKey(key: string): string {
  if (!isKey(key)) throw new Error('This is not a key of ours.')
  return key
}

/** Returns a valid prefix of keys, which may be empty. @throws Error if the prefix is invalid */
export function assertPrefix(prefix: string): string {
  if (prefix !== '') assertKey(`${prefix}x`)
  return prefix
}
