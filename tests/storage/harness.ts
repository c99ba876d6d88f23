import type { PostField, PostRequest, PostSecret } from '#platform/storage/signed-post.ts'
import { signedPost } from '#platform/storage/signed-post.ts'
import type { Storage } from '#platform/storage/storage.ts'

/** Origin of the mobile app, from which forms are accepted. */
export const APP_ORIGIN = 'https://app.example'

/** A running storage, as the tests use it. */
export interface StorageHarness {
  storage: Storage
  /** The secret with which its forms are signed. */
  secret: PostSecret
  /** URL of the site that delivers its pictures. */
  site: string
  now(): number
  /** Everything besides objects: partial files and open file handles. */
  leftovers(): Promise<string[]>
  close(): Promise<void>
}

export const MAX_BYTES = 100_000

export const createPostRequest = (key: string, more: Partial<PostRequest> = {}): PostRequest => ({
  key,
  contentType: 'image/jpeg',
  maxBytes: MAX_BYTES,
  acl: 'private',
  fileName: 'a b.jpg',
  ...more,
})

/** The fields of a form with a policy that the storage has not signed itself. @param ago ms since it was signed */
export const signForeignPost = (harness: StorageHarness, key: string, secret: Partial<PostSecret>, ago = 0): PostField[] =>
  signedPost(createPostRequest(key), { ...harness.secret, ...secret }, harness.now() - ago)

/** All objects, sorted, followed by the leftovers. */
export async function listEverything({ storage, leftovers }: Pick<StorageHarness, 'storage' | 'leftovers'>): Promise<string[]> {
  const objects: string[] = []
  for await (const { key, bytes } of storage.list('')) objects.push(`${key} ${bytes}`)
  return [...objects.sort(), ...(await leftovers())]
}
