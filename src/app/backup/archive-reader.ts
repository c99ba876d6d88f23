import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type Entry, extract } from 'tar-stream'
import { UsageError } from '../cli/usage-error.ts'
import { CHECKSUM, FORMAT, MANIFEST, type Manifest, readManifest, TITLE } from './manifest.ts'
import { BLOCK, entryBytes } from './tar.ts'

export interface ArchiveEntry {
  name: string
  /** the whole content: entries are small enough to fit into memory */
  bytes: Buffer
}

/** A backup that has been verified: it is complete, and this version can read it. */
export class ArchiveReader {
  readonly file: string
  readonly manifest: Manifest
  /** stays open, so that what is read is what was verified */
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

  /** Reads the file from its beginning and yields the entries whose names begin so, in their order; the others are skipped. */
  async *entries(prefix: string): AsyncGenerator<ArchiveEntry> {
    for await (const entry of readTar(this.#handle)) {
      const { name } = entry.header
      if (name.startsWith(prefix)) yield { name, bytes: await readContent(entry) }
      else entry.resume()
    }
  }

  close(): Promise<void> {
    return this.#handle.close()
  }
}

const DAMAGED_ADVICE = 'Nothing was changed. Take another backup.'
/** bytes that are read at once */
const CHUNK_BYTES = 1_048_576
/** Bytes of the checksum's entry and of the end of the file. */
const TAIL_BYTES = 4 * BLOCK
/** The checksum field of a header as tar-stream writes it, and as versions before it did. No checksum covers this field. */
const CHECKSUM_FIELD = /^[0-7]{6}(?: \0|\0 )$/

async function check(file: string, handle: FileHandle): Promise<Manifest> {
  const { size } = await handle.stat()
  /** the last two entries */
  const last: (ArchiveEntry & { at: number })[] = []
  const hash = createHash('sha256')
  let first: string | undefined
  try {
    let at = 0
    for await (const entry of readTar(handle, hash, size - TAIL_BYTES)) {
      const { name } = entry.header
      first ??= name
      const bytes = [MANIFEST, CHECKSUM].includes(name) ? await readContent(entry) : await skip(entry)
      last.push({ name, bytes, at })
      last.splice(0, last.length - 2)
      at += entryBytes(entry.header.size ?? 0)
    }
  } catch {
    throw new UsageError(
      first === TITLE ? `${file} is damaged or ends too early. ${DAMAGED_ADVICE}` : `${file} is not a backup of Skillshot.`,
    )
  }
  if (first !== TITLE) throw new UsageError(`${file} is not a backup of Skillshot.`)
  const [manifest, checksum] = last
  if (manifest?.name !== MANIFEST || checksum?.name !== CHECKSUM || size !== checksum.at + TAIL_BYTES)
    throw new UsageError(`${file} is damaged or ends too early. ${DAMAGED_ADVICE}`)
  const { buffer: field } = await handle.read(Buffer.alloc(8), 0, 8, checksum.at + 148)
  if (`${hash.digest('hex')}\n` !== checksum.bytes.toString() || !CHECKSUM_FIELD.test(field.toString('latin1')))
    throw new UsageError(`${file} is damaged. ${DAMAGED_ADVICE}`)
  const json = manifest.bytes.toString()
  if ((JSON.parse(json) as { format: number }).format > FORMAT)
    throw new UsageError(`${file} was written by a newer version of Skillshot. Restore it with that version.`)
  return readManifest(json)
}

/**
 * Reads the entries of a tar file in their order. Each must be read or skipped before the next is asked for.
 * @param hash is updated with the bytes before `endOffset` @throws Error if the file ends too early or is not a tar file
 */
async function* readTar(handle: FileHandle, hash?: Hash, endOffset = 0): AsyncGenerator<Entry> {
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; ; ) {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, at)
      if (bytesRead === 0) return
      if (at < endOffset) hash?.update(buffer.subarray(0, Math.min(bytesRead, endOffset - at)))
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  }
  // A read stream of the handle would close it at its end.
  const source = Readable.from(chunks())
  const archive = extract()
  source.on('error', error => archive.destroy(error))
  source.pipe(archive)
  try {
    yield* archive
  } finally {
    source.destroy()
  }
}

async function readContent(entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of entry) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function skip(entry: Entry): Promise<Buffer> {
  entry.resume()
  return Buffer.alloc(0)
}
