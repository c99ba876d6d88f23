/** Reads and writes headers of tar files in the ustar format (POSIX.1-1988), which every tar program reads. */

export const BLOCK = 512
/** Largest size that the header's field of twelve characters can hold: eleven octal digits. */
const MOST = 0o77777777777

export interface TarEntry {
  name: string
  /** bytes */
  size: number
}

/** Returns the bytes that a file occupies after its header: its size, padded to whole blocks. */
export const padded = (size: number): number => Math.ceil(size / BLOCK) * BLOCK

/** End of an archive: two empty blocks. */
export const END = Buffer.alloc(2 * BLOCK)

/** True if a header can hold the name: up to 100 characters, or up to 155, a slash and up to 100. Only printable ASCII is allowed. */
export const fits = (name: string): boolean => split(name) !== null

function split(name: string): { prefix: string; rest: string } | null {
  if (!/^[\x21-\x7e]+$/.test(name)) return null
  if (name.length <= 100) return { prefix: '', rest: name }
  const at = name.indexOf('/', name.length - 101)
  return at < 1 || at > 155 || at === name.length - 1 ? null : { prefix: name.slice(0, at), rest: name.slice(at + 1) }
}

/** @param at ms: modification time @throws Error for a name or a size that does not fit into a header */
export function tarHeader({ name, size }: TarEntry, at: number): Buffer {
  const parts = split(name)
  if (parts === null || size > MOST) throw new Error(`${name} does not fit into a tar file.`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, offset: number, length: number): number =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, offset, 'latin1')
  header.write(parts.rest, 0, 'latin1')
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(Math.floor(at / 1000), 136, 12)
  header.write('0', 156, 'latin1')
  header.write('ustar\0' + '00', 257, 'latin1')
  header.write(parts.prefix, 345, 'latin1')
  header.write(checksum(header), 148, 'latin1')
  return header
}

/** @returns null for the empty block at the end @throws Error if the block is not a tar header or is damaged */
export function readTarHeader(header: Buffer): TarEntry | null {
  if (header.every(byte => byte === 0)) return null
  const text = (offset: number, length: number): string => header.toString('latin1', offset, offset + length).replace(/\0.*$/s, '')
  const size = Number.parseInt(text(124, 12), 8)
  if (header.toString('latin1', 148, 156) !== checksum(header) || text(257, 6) !== 'ustar' || !Number.isSafeInteger(size))
    throw new Error('This is no header of a tar file.')
  const prefix = text(345, 155)
  return { name: `${prefix}${prefix === '' ? '' : '/'}${text(0, 100)}`, size }
}

/**
 * Returns the checksum field of a header: the sum of all bytes, counting the
 * field's own eight as spaces, as six octal digits, a zero byte and a space.
 */
function checksum(header: Buffer): string {
  let sum = 8 * 0x20
  for (const [i, byte] of header.entries()) if (i < 148 || i >= 156) sum += byte
  return `${sum.toString(8).padStart(6, '0')}\0 `
}
