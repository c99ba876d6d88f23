import type { Db } from '#platform/db/database.ts'
import { type Storage, storageKey } from '#platform/storage/storage.ts'
import type { UploadKind } from '../rules.ts'
import type { PictureOwner } from './api.ts'
import { listKnownKeys, listShownKeys } from './store.ts'

export interface StorageVerification {
  files: number
  pictures: number
  /** one sentence per difference */
  differences: string[]
}

/** The picture id in an address that ends in `pictures/<kind>/<id>/full.jpg`. */
const parsePictureId = (url: string): string | undefined => storageKey(url)?.split('/')[2]

/**
 * Checks that every file has a row, every row has its files, and every subject that shows a picture shows an existing one. It can run
 * beside a running server: files that are being added or removed meanwhile do not count as differences.
 */
export async function verifyStorage(db: Db, storage: Storage, owners: ReadonlyMap<UploadKind, PictureOwner>): Promise<StorageVerification> {
  const differences: string[] = []
  const [knownBefore, shownBefore] = [await listKnownKeys(db), await listShownKeys(db)]
  const files = new Set<string>()
  for await (const { key } of storage.list('')) files.add(key)
  const [knownAfter, shownAfter] = [await listKnownKeys(db), new Set((await listShownKeys(db)).map(({ key }) => key))]
  for (const key of files) if (!knownBefore.has(key) && !knownAfter.has(key)) differences.push(`${key} belongs to no picture`)
  for (const { key } of shownBefore) {
    const isMissing = !files.has(key) && shownAfter.has(key) && (await storage.open(key)) === null
    if (isMissing) differences.push(`${key} is missing`)
  }
  for (const [kind, owner] of owners) {
    for (const { subjectId, url } of await owner.listPictures(db)) {
      const key = storageKey(url)
      if (key !== null && !shownAfter.has(key) && !(await listShownKeys(db, parsePictureId(url))).some(each => each.key === key))
        differences.push(`${kind} of ${subjectId} shows ${key}, which is not there`)
    }
  }
  return { files: files.size, pictures: new Set(shownBefore.map(({ id }) => id)).size, differences }
}
