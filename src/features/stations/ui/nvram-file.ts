/** bytes of the largest file of PinMAME that is read; those of most machines have 256 to 12,288 */
const MAX_BYTES = 256 * 1024

/** A file as `stations.readNvram` takes it, and the name of the ROM by that of the file; empty: it has none. */
export interface ChosenNvram {
  name: string
  rom: string
  file: string
  gzip: true
}

/** Reads a chosen file. @returns null: it is empty, too large, or can't be read */
export async function readNvramFile(file: File): Promise<ChosenNvram | null> {
  if (file.size === 0 || file.size > MAX_BYTES) return null
  try {
    const compressed = await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
    return {
      name: file.name,
      rom: /^([a-z0-9]\w*)\.nv$/i.exec(file.name)?.[1]?.toLowerCase() ?? '',
      file: toBase64(compressed),
      gzip: true,
    }
  } catch {
    return null
  }
}

const toBase64 = (bytes: ArrayBuffer): string => btoa(Array.from(new Uint8Array(bytes), byte => String.fromCharCode(byte)).join(''))
