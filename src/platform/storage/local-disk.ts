import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import type { Clock } from '../../ddp/timing/clock.ts'
import { uuidv7 } from '../id.ts'
import { type PostRequest, type PostSecret, signedPost } from './signed-post.ts'
import { checkedKey, type OpenObject, type Storage, type StoredObject, type UploadInstructions } from './storage.ts'

/** Half-written files; on the same disk as the objects, so that a rename is one step. */
const PARTS = '.parts'

const missing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as { code?: string }).code ?? '')

/** Objects as files of a folder. An object is there whole or not at all. */
export class LocalDisk implements Storage {
  readonly origins = { upload: null, pictures: null }
  readonly secret: PostSecret
  readonly #root: string
  readonly #clock: Clock
  readonly #address: () => string

  /** @param address of the site, without a slash at its end */
  constructor({ root, secret, clock, address }: { root: string; secret: string; clock: Clock; address: () => string }) {
    this.#root = root
    this.#clock = clock
    this.#address = address
    this.secret = { keyId: 'skillshot', secret, region: 'us-local-1', bucket: 'skillshot' }
  }

  presign(request: PostRequest): UploadInstructions {
    const base = `${this.#address()}/storage`
    return { upload: base, download: `${base}/${checkedKey(request.key)}`, postData: signedPost(request, this.secret, this.#clock.now()) }
  }

  async read(key: string): Promise<Buffer | null> {
    try {
      return await readFile(this.#path(key))
    } catch (error) {
      if (missing(error)) return null
      throw error
    }
  }

  async open(key: string): Promise<OpenObject | null> {
    const path = this.#path(key)
    try {
      const found = await stat(path)
      if (!found.isFile()) return null
      return { bytes: found.size, stream: range => Readable.toWeb(createReadStream(path, range)) as ReadableStream }
    } catch (error) {
      if (missing(error)) return null
      throw error
    }
  }

  async write(key: string, bytes: Buffer): Promise<void> {
    const part = await this.#part()
    await writeFile(part, bytes, { flush: true })
    await this.#settle(part, key)
  }

  /** Takes a stream in, piece by piece. `settle` makes it the object; `drop` leaves nothing behind. */
  async receive(): Promise<{ file: ReturnType<typeof createWriteStream>; settle(key: string): Promise<void>; drop(): Promise<void> }> {
    const part = await this.#part()
    const file = createWriteStream(part, { flags: 'wx', flush: true })
    return {
      file,
      settle: key => this.#settle(part, key),
      drop: async () => {
        file.destroy()
        await rm(part, { force: true })
      },
    }
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) await rm(this.#path(key), { force: true })
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    const folder = join(this.#root, dirname(`${prefix}x`))
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(error => {
      if (missing(error)) return []
      throw error
    })
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name)
      const key = relative(this.#root, path).replaceAll('\\', '/')
      if (!entry.isFile() || !key.startsWith(prefix) || key.startsWith(PARTS)) continue
      const { size, mtime } = await stat(path)
      yield { key, bytes: size, modifiedAt: mtime }
    }
  }

  url(key: string): string {
    return `/storage/${checkedKey(key)}`
  }

  #path(key: string): string {
    return join(this.#root, checkedKey(key))
  }

  async #part(): Promise<string> {
    const folder = join(this.#root, PARTS)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return join(folder, uuidv7())
  }

  async #settle(part: string, key: string): Promise<void> {
    const path = this.#path(key)
    await mkdir(dirname(path), { recursive: true })
    await rename(part, path)
  }
}
