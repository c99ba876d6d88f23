import type { InitialsPlace, MemoryMap, Place, ScorePlace } from './memory-map.ts'
import { NvramError } from './nvram-error.ts'

/** A row of a machine's high scores. `label`: as the map calls it; `initials`: empty: none */
export interface NvramScore {
  label: string
  initials: string
  score: number
}

/**
 * Reads the high scores from a file of PinMAME, in the order of the map. Unused rows are left out: those without points, and those whose
 * initials are what the map says of unused ones.
 * @throws NvramError file-too-short, being-written, score-too-large
 */
export function readHighScores(map: MemoryMap, file: Uint8Array): NvramScore[] {
  checkSums(map, file)
  return map.highScores.flatMap(({ label, initials, score }): NvramScore[] => {
    const letters = initials === null ? '' : readLetters(initials, map.charMap, file)
    if (initials !== null && letters === initials.default) return []
    const value = readScore(score, file)
    return value === 0 ? [] : [{ label, initials: printable(letters), score: value }]
  })
}

/**
 * Checks all checksums. One whose bytes are all 0xFF belongs to memory that the machine has never written, and counts for nothing, as factory
 * files of real machines have some.
 */
function checkSums({ checksums, endian }: MemoryMap, file: Uint8Array): void {
  for (const { data, check } of checksums) {
    const stored = check.map(at => byteAt(file, at))
    if (stored.every(byte => byte === 0xff)) continue
    const value = numberOf(endian === 'little' ? stored.reverse() : stored)
    let sum = 0
    for (const at of data) sum += byteAt(file, at)
    const all = 2 ** (8 * check.length) - 1
    if (value !== all - (sum & all)) throw new NvramError('being-written')
  }
}

const numberOf = (bytes: readonly number[]): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0)

function readScore(place: ScorePlace, file: Uint8Array): number {
  let value = 0n
  for (const byte of readBytes(place, file, place.endian === 'little'))
    value = place.encoding === 'int' ? value * 256n + BigInt(byte) : (value * 10n + digit(byte >> 4)) * 10n + digit(byte & 0x0f)
  const score = value * BigInt(place.scale) + BigInt(place.offset)
  if (score > BigInt(Number.MAX_SAFE_INTEGER)) throw new NvramError('score-too-large')
  return score < 0n ? 0 : Number(score)
}

/** A digit above 9 is a blank one. */
const digit = (nibble: number): bigint => (nibble > 9 ? 0n : BigInt(nibble))

function readLetters(place: InitialsPlace, charMap: string | null, file: Uint8Array): string {
  let letters = ''
  for (const byte of readBytes(place, file, false)) {
    if (charMap !== null) letters += charMap[byte] ?? ''
    else if (byte === 0 && place.null !== 'ignore') break
    else letters += String.fromCharCode(byte)
  }
  return letters
}

/** Leaves what ASCII can show. */
const printable = (letters: string): string => letters.replace(/[^\x20-\x7e]/g, '').trim()

/** Returns the bytes of a value. Where half of each byte counts, two halves make one; an odd one is the first byte by itself. */
function readBytes({ offsets, nibble, mask }: Place, file: Uint8Array, reversed: boolean): number[] {
  const bytes = offsets.map(at => byteAt(file, at))
  if (reversed) bytes.reverse()
  if (nibble === 'both') return bytes.map(byte => byte & mask)
  const halves = bytes.map(byte => (nibble === 'low' ? byte & 0x0f : byte >> 4))
  if (halves.length % 2 === 1) halves.unshift(0)
  return Array.from({ length: halves.length / 2 }, (_, index) => ((halves[2 * index]! << 4) | halves[2 * index + 1]!) & mask)
}

function byteAt(file: Uint8Array, at: number): number {
  const byte = file[at]
  if (byte === undefined) throw new NvramError('file-too-short')
  return byte
}
