import { isKey, PUBLIC_PREFIX, type Storage } from '#platform/storage/storage.ts'
import { INCOMING } from '#uploads/server/keys.ts'
import type { ArchiveReader } from './archive-reader.ts'
import type { ArchiveWriter } from './archive-writer.ts'
import { OBJECTS } from './manifest.ts'
import { fits } from './tar.ts'

/** How many objects are read or written at once, because each request to a remote store takes long. */
const CONCURRENCY = 8

/** What the keys of the site's own objects begin with. Others may lie beside them, such as backups, which may be kept in the same bucket. */
const OWN_PREFIXES = [PUBLIC_PREFIX, INCOMING]

const isOwn = (key: string): boolean => OWN_PREFIXES.some(prefix => key.startsWith(prefix)) && isKey(key) && fits(OBJECTS + key)

async function* inGroups<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let group: T[] = []
  for await (const item of items) {
    group.push(item)
    if (group.length < CONCURRENCY) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

/** Copies objects of the storage into a backup, each once. */
export class ObjectCopier {
  copied = 0
  /** objects that were listed but deleted before they were read */
  vanished = 0
  /** objects whose keys do not belong to this site */
  unknown = 0
  readonly #storage: Storage
  readonly #writer: ArchiveWriter
  readonly #copiedKeys = new Set<string>()

  constructor(storage: Storage, writer: ArchiveWriter) {
    this.#storage = storage
    this.#writer = writer
  }

  /** @param remember whether later calls may list the same objects again */
  async copy(prefix: string, remember: boolean): Promise<void> {
    for await (const group of inGroups(this.#storage.list(prefix))) {
      const newKeys = group.map(({ key }) => key).filter(key => !this.#copiedKeys.has(key))
      const ownKeys = newKeys.filter(isOwn)
      this.unknown += newKeys.length - ownKeys.length
      const contents = await Promise.all(ownKeys.map(key => this.#storage.read(key)))
      for (const [i, key] of ownKeys.entries()) {
        const bytes = contents[i]!
        if (bytes === null) this.vanished++
        else {
          await this.#writer.add(OBJECTS + key, bytes)
          this.copied++
          if (remember) this.#copiedKeys.add(key)
        }
      }
    }
  }
}

const TYPES: Record<string, string> = { jpg: 'image/jpeg', webp: 'image/webp' }

/** Writes the objects of a backup into a storage, replacing objects with the same key. @returns the number of objects */
export async function restoreObjects(archive: ArchiveReader, storage: Storage): Promise<number> {
  let stored = 0
  for await (const group of inGroups(objectsOf(archive))) {
    await Promise.all(
      group.map(async ({ key, bytes }) => {
        const type = TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
        await storage.write(key, bytes, type)
      }),
    )
    stored += group.length
  }
  return stored
}

async function* objectsOf(archive: ArchiveReader): AsyncGenerator<{ key: string; bytes: Buffer }> {
  for await (const { name, bytes } of archive.entries(OBJECTS)) yield { key: name.slice(OBJECTS.length), bytes }
}
