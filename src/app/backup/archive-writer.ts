import { createHash } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '#platform/files/sync-folder.ts'
import { UsageError } from '../cli/usage-error.ts'
import { CHECKSUM } from './manifest.ts'
import { END_BLOCKS, encodeEntry } from './tar.ts'

/** Writes a tar file whose last entry is the SHA-256 of everything before it. The file is named `FILE.part` until it is complete. */
export class ArchiveWriter {
  readonly file: string
  readonly #handle: FileHandle
  readonly #offset: number
  readonly #onProgress: (bytes: number) => void
  readonly #hash = createHash('sha256')
  #bytes = 0

  private constructor(file: string, handle: FileHandle, at: number, onProgress: (bytes: number) => void) {
    this.file = file
    this.#handle = handle
    this.#offset = at
    this.#onProgress = onProgress
  }

  /**
   * @param at ms: the modification time of the entries @param onProgress gets the size of the file so far
   * @throws UsageError if the file exists or cannot be written
   */
  static async create(file: string, at: number, onProgress: (bytes: number) => void = () => {}): Promise<ArchiveWriter> {
    try {
      await (await open(file)).close()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw new UsageError(`${file} cannot be written: ${(error as Error).message}`)
      return new ArchiveWriter(file, await open(partialPath(file), 'wx', 0o600).catch(toUsageError(file)), at, onProgress)
    }
    throw new UsageError(`${file} is there already. Name a new file: a backup never takes the place of another.`)
  }

  get bytes(): number {
    return this.#bytes
  }

  async add(name: string, content: Buffer | string): Promise<void> {
    const entry = await encodeEntry(name, Buffer.from(content), this.#offset)
    this.#hash.update(entry)
    this.#bytes += entry.length
    await this.#write(entry)
    this.#onProgress(this.#bytes)
  }

  /** Completes the file, flushes it to disk and gives it its final name. */
  async finish(): Promise<void> {
    await this.add(CHECKSUM, `${this.#hash.copy().digest('hex')}\n`)
    await this.#write(END_BLOCKS)
    await this.#handle.sync()
    await this.#handle.close()
    await rename(partialPath(this.file), this.file)
    await syncFolder(dirname(this.file))
  }

  /** Closes and deletes the incomplete file. */
  async discard(): Promise<void> {
    await this.#handle.close()
    await rm(partialPath(this.file), { force: true })
  }

  async #write(bytes: Buffer): Promise<void> {
    for (let done = 0; done < bytes.length; ) done += (await this.#handle.write(bytes, done)).bytesWritten
  }
}

const partialPath = (file: string): string => `${file}.part`

const toUsageError =
  (file: string) =>
  (error: NodeJS.ErrnoException): never => {
    throw new UsageError(
      error.code === 'EEXIST'
        ? `${partialPath(file)} is there: another backup is writing it, or one was cut off. Remove it when none is.`
        : `${file} cannot be written: ${error.message}`,
    )
  }
