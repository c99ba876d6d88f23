import { inflateSync } from 'node:zlib'

const CMAP = 'cmap'
/** Platform 3 (Windows), encoding 1 (the Basic Multilingual Plane of Unicode). */
const WINDOWS_BMP = 0x0003_0001

/** Returns a table of a WOFF file. @throws if the file has no such table */
function table(woff: Buffer, name: string): Buffer {
  const count = woff.readUInt16BE(12)
  for (let at = 44; at < 44 + 20 * count; at += 20) {
    if (woff.toString('latin1', at, at + 4) !== name) continue
    const [offset, packed, length] = [4, 8, 12].map(field => woff.readUInt32BE(at + field)) as [number, number, number]
    const bytes = woff.subarray(offset, offset + packed)
    return packed === length ? bytes : inflateSync(bytes)
  }
  throw new Error(`This font has no table ${name}`)
}

/** The code points below 65,536 that a WOFF font can draw. @throws if its `cmap` table has another format than 4 */
export function listGlyphs(woff: Buffer): Set<number> {
  const cmap = table(woff, CMAP)
  const entries = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) => 4 + 8 * i)
  const entry = entries.find(at => cmap.readUInt32BE(at) === WINDOWS_BMP)
  const list = cmap.subarray(entry === undefined ? cmap.length : cmap.readUInt32BE(entry + 4))
  if (list.length < 16 || list.readUInt16BE(0) !== 4) throw new Error('This font lists its characters in an unknown way')
  const segments = list.readUInt16BE(6) / 2
  const ends = 14
  const starts = ends + 2 * segments + 2
  const found = new Set<number>()
  for (let i = 0; i < segments; i++) {
    const last = list.readUInt16BE(ends + 2 * i)
    for (let code = list.readUInt16BE(starts + 2 * i); code <= last && code !== 0xffff; code++) found.add(code)
  }
  return found
}
