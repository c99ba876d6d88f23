import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import type { Clock } from '../../ddp/timing/clock.ts'
import { syncFolder } from '../files/sync-folder.ts'
import { uuidv7 } from '../uuid.ts'
import { type PostRequest, type PostSecret, signedPost } from './signed-post.ts'
import { checkedKey, checkedPrefix, type OpenObject, type SignedForm, type Storage, type StoredObject } from './storage.ts'

/** Half-written files; on the same disk as the objects, so that a rename is one step. */
const PARTS = '.parts'
/** ms after its last byte that nobody writes such a file any more: its process has ended */
const STALE = 3_600_000

const ABSENT = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']

/** What `reading` gives, or null where there is no such file. */
async function unlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (ABSENT.includes((error as { code?: string }).code ?? '')) return null
    throw error
  }
}

/** A file that has arrived and is not an object yet. */
export interface Part {
  settle(key: string): Promise<void>
  /** Leaves nothing behind. */
  drop(): Promise<void>
}

/** Objects as files of a folder. An object is there whole or not at all. */
export class LocalDisk implements Storage {
  readonly origins = { upload: null, pictures: null }
  readonly secret: PostSecret
  readonly #root: string
  readonly #clock: Clock
  readonly #address: () => string
  #tidied = false

  /** @param address of the site, without a slash at its end */
  constructor({ root, secret, clock, address }: { root: string; secret: string; clock: Clock; address: () => string }) {
    this.#root = root
    this.#clock = clock
    this.#address = address
    this.secret = { keyId: 'skillshot', secret, region: 'us-local-1', bucket: 'skillshot' }
  }

  presign(request: PostRequest): SignedForm {
    checkedKey(request.key)
    return { upload: `${this.#address()}/storage`, postData: signedPost(request, this.secret, this.#clock.now()) }
  }

  async read(key: string): Promise<Buffer | null> {
    return unlessMissing(readFile(this.#path(key)))
  }

  async open(key: string): Promise<OpenObject | null> {
    const path = this.#path(key)
    const found = await unlessMissing(stat(path))
    if (found === null || !found.isFile()) return null
    return { bytes: found.size, stream: range => Readable.toWeb(createReadStream(path, range)) as ReadableStream }
  }

  async write(key: string, bytes: Buffer): Promise<void> {
    checkedKey(key)
    const part = await this.receive([bytes])
    await part.settle(key)
  }

  /** Takes a file in, piece by piece. */
  async receive(pieces: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<Part> {
    const path = join(await this.#parts(), uuidv7())
    const drop = (): Promise<void> => rm(path, { force: true })
    try {
      const file = await open(path, 'wx')
      try {
        for await (const piece of pieces) await file.appendFile(piece)
        await file.sync()
      } finally {
        await file.close()
      }
    } catch (error) {
      await drop()
      throw error
    }
    return { settle: key => this.#settle(path, key), drop }
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) await rm(this.#path(key), { force: true })
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    const folder = join(this.#root, dirname(`${checkedPrefix(prefix)}x`))
    const entries = (await unlessMissing(readdir(folder, { recursive: true, withFileTypes: true }))) ?? []
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name)
      const key = relative(this.#root, path).replaceAll('\\', '/')
      if (!entry.isFile() || !key.startsWith(prefix) || key.startsWith(PARTS)) continue
      const found = await unlessMissing(stat(path))
      if (found !== null) yield { key, bytes: found.size, modifiedAt: found.mtime }
    }
  }

  url(key: string): string {
    return `/storage/${checkedKey(key)}`
  }

  #path(key: string): string {
    return join(this.#root, checkedKey(key))
  }

  /** The folder of parts; the first time rid of what earlier processes left there. */
  async #parts(): Promise<string> {
    const folder = join(this.#root, PARTS)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (this.#tidied) return folder
    this.#tidied = true
    for (const name of await readdir(folder)) {
      const found = await unlessMissing(stat(join(folder, name)))
      if (found !== null && found.mtimeMs < this.#clock.now() - STALE) await rm(join(folder, name), { force: true })
    }
    return folder
  }

  async #settle(part: string, key: string): Promise<void> {
    try {
      const path = this.#path(key)
      const folder = dirname(path)
      const made = await mkdir(folder, { recursive: true })
      await rename(part, path)
      await syncFolder(folder)
      // Each new folder is a name in the one above it.
      if (made !== undefined) for (let below = folder; below !== dirname(made); below = dirname(below)) await syncFolder(dirname(below))
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }
}
