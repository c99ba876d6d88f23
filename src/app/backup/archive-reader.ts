import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { UsageError } from '../cli/cli-runtime.ts'
import { CHECKSUM, FORMAT, MANIFEST, type Manifest, readManifest, TITLE } from './manifest.ts'
import { BLOCK, padded, readTarHeader, type TarEntry } from './tar.ts'

export interface ArchiveEntry extends TarEntry {
  /** Reads the whole content. Entries are small enough to fit into memory. */
  read(): Promise<Buffer>
}

/** A backup that has been verified: it is complete, and this version can read it. */
export class ArchiveReader {
  readonly file: string
  readonly manifest: Manifest
  readonly #handle: FileHandle

  private constructor(file: string, handle: FileHandle, manifest: Manifest) {
    this.file = file
    this.#handle = handle
    this.manifest = manifest
  }

  /** Opens a backup and verifies it, which reads the whole file once. @throws UsageError that says what is wrong with the file */
  static async open(file: string): Promise<ArchiveReader> {
    const handle = await open(file).catch((error: Error) => {
      throw new UsageError(`${file} cannot be read: ${error.message}`)
    })
    try {
      return new ArchiveReader(file, handle, await check(file, handle))
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  entries(): AsyncIterable<ArchiveEntry> {
    return entriesOf(this.#handle)
  }

  close(): Promise<void> {
    return this.#handle.close()
  }
}

const DAMAGED = 'Nothing was changed. Take another backup.'

async function check(file: string, handle: FileHandle): Promise<Manifest> {
  const { size } = await handle.stat()
  const entries: (ArchiveEntry & { at: number })[] = []
  let first: ArchiveEntry | undefined
  try {
    for await (const entry of entriesOf(handle)) {
      first ??= entry
      entries.push(entry)
      entries.splice(0, entries.length - 2)
    }
  } catch {
    throw new UsageError(
      first?.name === TITLE ? `${file} is damaged or ends too early. ${DAMAGED}` : `${file} is not a backup of Skillshot.`,
    )
  }
  if (first?.name !== TITLE) throw new UsageError(`${file} is not a backup of Skillshot.`)
  const [manifest, checksum] = entries
  if (manifest?.name !== MANIFEST || checksum?.name !== CHECKSUM || size !== checksum.at + 4 * BLOCK)
    throw new UsageError(`${file} is damaged or ends too early. ${DAMAGED}`)
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file, { end: checksum.at - 1, highWaterMark: 1_048_576 })) hash.update(piece as Buffer)
  if (`${hash.digest('hex')}\n` !== (await checksum.read()).toString()) throw new UsageError(`${file} is damaged. ${DAMAGED}`)
  const json = (await manifest.read()).toString()
  if ((JSON.parse(json) as { format: number }).format > FORMAT)
    throw new UsageError(`${file} was written by a newer version of Skillshot. Restore it with that version.`)
  return readManifest(json)
}

/** @throws Error if the file ends too early or is not a tar file */
async function* entriesOf(handle: FileHandle): AsyncGenerator<ArchiveEntry & { at: number }> {
  for (let at = 0; ; ) {
    const entry = readTarHeader(await bytesAt(handle, at, BLOCK))
    if (entry === null) return
    const begin = at + BLOCK
    yield { ...entry, at, read: () => bytesAt(handle, begin, entry.size) }
    at = begin + padded(entry.size)
  }
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  for (let done = 0; done < length; ) {
    const { bytesRead } = await handle.read(bytes, done, length - done, position + done)
    if (bytesRead === 0) throw new Error('The file ends too early.')
    done += bytesRead
  }
  return bytes
}
