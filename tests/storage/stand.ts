import type { PostField, PostRequest, PostSecret } from '../../src/platform/storage/signed-post.ts'
import { signedPost } from '../../src/platform/storage/signed-post.ts'
import type { Storage } from '../../src/platform/storage/storage.ts'

/** Origin of the mobile wrapper, from which forms are taken. */
export const APP = 'https://app.example'

/** A storage that runs, as the tests see it. */
export interface Stand {
  storage: Storage
  /** what its forms are signed with */
  secret: PostSecret
  /** of the site that shows its pictures */
  site: string
  now(): number
  /** what there is besides objects: half-written files, open handles */
  leftovers(): Promise<string[]>
  close(): Promise<void>
}

export const MOST = 100_000

export const request = (key: string, more: Partial<PostRequest> = {}): PostRequest => ({
  key,
  contentType: 'image/jpeg',
  maxBytes: MOST,
  acl: 'private',
  fileName: 'a b.jpg',
  ...more,
})

/** The fields of a form whose policy is not the storage's own. @param ago ms since it was signed */
export const signedElsewhere = (stand: Stand, key: string, secret: Partial<PostSecret>, ago = 0): PostField[] =>
  signedPost(request(key), { ...stand.secret, ...secret }, stand.now() - ago)

/** Everything that is there, in order. */
export async function everything({ storage, leftovers }: Pick<Stand, 'storage' | 'leftovers'>): Promise<string[]> {
  const objects: string[] = []
  for await (const { key, bytes } of storage.list('')) objects.push(`${key} ${bytes}`)
  return [...objects.sort(), ...(await leftovers())]
}
