import { pack } from 'tar-stream'

/** Entries of tar files in the ustar format (POSIX.1-1988), which every tar program reads. */

export const BLOCK = 512

/** Bytes of the two empty blocks that end a tar file. */
export const END_BLOCKS = Buffer.alloc(2 * BLOCK)

/** The latest modification time that tar-stream writes as it is, in ms: it counts seconds in 32 bits. */
const MAX_TIME = 0x7fff_ffff * 1000

/** Returns the bytes that an entry occupies: its header, and its content padded to whole blocks. */
export const entryBytes = (size: number): number => BLOCK + Math.ceil(size / BLOCK) * BLOCK

/**
 * True if a header can hold the name: up to 100 characters, or up to 155, a slash and up to 100. Only printable ASCII is allowed. For
 * other names tar-stream would write an additional entry, which older programs do not understand.
 */
export function fits(name: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(name)) return false
  const slash = name.length <= 100 ? 0 : name.indexOf('/', name.length - 101)
  return name.length <= 100 || (slash >= 1 && slash <= 155 && slash < name.length - 1)
}

/** Returns an entry as it stands in a tar file. @param at ms: modification time @throws Error for a name that does not fit into a header */
export async function encodeEntry(name: string, content: Buffer, at: number): Promise<Buffer> {
  if (!fits(name)) throw new Error(`${name} does not fit into a tar file.`)
  const archive = pack()
  archive.entry({ name, mode: 0o600, mtime: new Date(Math.min(at, MAX_TIME)) }, content)
  archive.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of archive) chunks.push(chunk)
  return Buffer.concat(chunks).subarray(0, -END_BLOCKS.length)
}
