import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import type { Clock } from '#ddp/timing/clock.ts'
import { syncFolder } from '#platform/files/sync-folder.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { type PostRequest, type PostSecret, signedPost } from './signed-post.ts'
import { assertKey, assertPrefix, type OpenObject, type SignedForm, type Storage, type StoredObject } from './storage.ts'

/** The folder of partial files. It is on the same file system as the objects, so that a rename is atomic. */
const PARTS_FOLDER = '.parts'
/** Milliseconds without a write after which a partial file is left over from a process that has ended. */
const STALE_AFTER_MS = 3_600_000

const MISSING_CODES = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']

/** The result of `operation`, or null if there is no such file. */
async function nullIfMissing<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await operation
  } catch (error) {
    if (MISSING_CODES.includes((error as { code?: string }).code ?? '')) return null
    throw error
  }
}

/** A completely received file that is not yet an object; `commit` makes it one. */
export interface Part {
  commit(key: string): Promise<void>
  /** Deletes the file. */
  drop(): Promise<void>
}

/** Stores objects as files in a folder. An object is complete or absent, never partial. */
export class LocalDisk implements Storage {
  readonly origins = { upload: null, pictures: null }
  readonly #secret: () => string
  /** null: not needed yet; its key never changes */
  #postSecret: PostSecret | null = null
  readonly #root: string
  readonly #clock: Clock
  readonly #address: () => string
  #cleanedUp = false

  /** @param secret returns the key that signs forms for uploads; called once @param address URL of the site, without a slash at its end */
  constructor({ root, secret, clock, address }: { root: string; secret: () => string; clock: Clock; address: () => string }) {
    this.#root = root
    this.#clock = clock
    this.#address = address
    this.#secret = secret
  }

  get secret(): PostSecret {
    this.#postSecret ??= { keyId: 'skillshot', secret: this.#secret(), region: 'us-local-1', bucket: 'skillshot' }
    return this.#postSecret
  }

  presign(request: PostRequest): SignedForm {
    assertKey(request.key)
    return { upload: `${this.#address()}/storage`, postData: signedPost(request, this.secret, this.#clock.now()) }
  }

  async read(key: string): Promise<Buffer | null> {
    return nullIfMissing(readFile(this.#path(key)))
  }

  async open(key: string): Promise<OpenObject | null> {
    const path = this.#path(key)
    const stats = await nullIfMissing(stat(path))
    if (stats === null || !stats.isFile()) return null
    return { bytes: stats.size, stream: range => Readable.toWeb(createReadStream(path, range)) as ReadableStream }
  }

  async write(key: string, bytes: Buffer): Promise<void> {
    assertKey(key)
    const part = await this.receive([bytes])
    await part.commit(key)
  }

  /** Writes a stream to a partial file. */
  async receive(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<Part> {
    const path = join(await this.#parts(), uuidv7())
    const drop = (): Promise<void> => rm(path, { force: true })
    try {
      const file = await open(path, 'wx')
      try {
        for await (const chunk of chunks) await file.appendFile(chunk)
        await file.sync()
      } finally {
        await file.close()
      }
    } catch (error) {
      await drop()
      throw error
    }
    return { commit: key => this.#commit(path, key), drop }
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) await rm(this.#path(key), { force: true })
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    const folder = join(this.#root, dirname(`${assertPrefix(prefix)}x`))
    const entries = (await nullIfMissing(readdir(folder, { recursive: true, withFileTypes: true }))) ?? []
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name)
      const key = relative(this.#root, path).replaceAll('\\', '/')
      if (!entry.isFile() || !key.startsWith(prefix) || key.startsWith(PARTS_FOLDER)) continue
      const stats = await nullIfMissing(stat(path))
      if (stats !== null) yield { key, bytes: stats.size, modifiedAt: stats.mtime }
    }
  }

  url(key: string): string {
    return `/storage/${assertKey(key)}`
  }

  #path(key: string): string {
    return join(this.#root, assertKey(key))
  }

  /** Returns the folder of partial files. The first call deletes those that earlier processes left there. */
  async #parts(): Promise<string> {
    const folder = join(this.#root, PARTS_FOLDER)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (this.#cleanedUp) return folder
    this.#cleanedUp = true
    for (const name of await readdir(folder)) {
      const stats = await nullIfMissing(stat(join(folder, name)))
      if (stats !== null && stats.mtimeMs < this.#clock.now() - STALE_AFTER_MS) await rm(join(folder, name), { force: true })
    }
    return folder
  }

  async #commit(part: string, key: string): Promise<void> {
    try {
      const path = this.#path(key)
      const folder = dirname(path)
      const firstCreated = await mkdir(folder, { recursive: true })
      await rename(part, path)
      await syncFolder(folder)
      // Each new folder is an entry of its parent folder, so the parents must be flushed too.
      if (firstCreated !== undefined)
        for (let current = folder; current !== dirname(firstCreated); current = dirname(current)) await syncFolder(dirname(current))
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }
}
