import * as v from 'valibot'
import { NvramError } from './nvram-error.ts'

/* The format of the project Pinball Memory Maps (github.com/tomlogic/pinmame-nvram-maps), versions 0.7 and 0.8, as far as high scores need it. */

/** Bytes that one value has at most. */
const MAX_BYTES = 64
const MAX_HIGH_SCORES = 200
const MAX_CHECKSUMS = 1000
const MAX_REGIONS = 64
/** Bytes that all checksums of a map cover at most. */
const MAX_CHECKED = 1 << 20

const MAX_ADDRESS = 2 ** 32 - 1

/** A number, or a text that has one: `1234` is `"0x4D2"`. */
const numeral = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^(0[xX][0-9a-fA-F]{1,8}|\d{1,10})$/), v.transform(Number))]),
  v.integer(),
  v.minValue(0),
  v.maxValue(MAX_ADDRESS),
)

const label = v.optional(v.pipe(v.string(), v.maxLength(200)), '')
const endian = v.optional(v.picklist(['big', 'little']))
const nibble = v.optional(v.picklist(['both', 'high', 'low']))
const factor = v.pipe(v.number(), v.safeInteger())

const place = {
  start: v.optional(numeral),
  end: v.optional(numeral),
  length: v.optional(numeral),
  offsets: v.optional(v.pipe(v.array(numeral), v.minLength(1), v.maxLength(MAX_BYTES))),
}

const bytes = { ...place, endian, nibble, mask: v.optional(numeral) }

const scoreDescriptor = v.object({
  ...bytes,
  encoding: v.picklist(['bcd', 'int']),
  scale: v.optional(factor, 1),
  offset: v.optional(factor, 0),
})

const initialsDescriptor = v.object({
  ...bytes,
  encoding: v.literal('ch'),
  null: v.optional(v.picklist(['ignore', 'truncate', 'terminate']), 'ignore'),
  default: v.optional(v.pipe(v.string(), v.maxLength(MAX_BYTES))),
})

const checksum = v.object({ ...place, checksum: v.optional(numeral), groupings: v.optional(v.pipe(numeral, v.minValue(1))) })
const checksums = v.optional(v.pipe(v.array(checksum), v.maxLength(MAX_CHECKSUMS)), [])

const mapFile = v.object({
  _fileformat: v.pipe(v.number(), v.minValue(0.7), v.ltValue(1)),
  _metadata: v.object({ platform: v.string(), char_map: v.optional(v.pipe(v.string(), v.maxLength(256))) }),
  high_scores: v.pipe(
    v.array(v.object({ label, initials: v.optional(initialsDescriptor), score: scoreDescriptor })),
    v.maxLength(MAX_HIGH_SCORES),
  ),
  checksum8: checksums,
  checksum16: checksums,
})

const platformFile = v.object({
  endian: v.optional(v.picklist(['big', 'little']), 'big'),
  memory_layout: v.pipe(
    v.array(
      v.object({ type: v.string(), address: numeral, size: numeral, nibble: v.optional(v.picklist(['both', 'high', 'low']), 'both') }),
    ),
    v.maxLength(MAX_REGIONS),
  ),
})

export type Nibble = 'both' | 'high' | 'low'
export type Endian = 'big' | 'little'

/** Where a value is: the places of its bytes in the file, in the order of the map, and how they are put together. */
export interface Place {
  offsets: readonly number[]
  endian: Endian
  nibble: Nibble
  mask: number
}

export interface ScorePlace extends Place {
  encoding: 'bcd' | 'int'
  scale: number
  offset: number
}

export interface InitialsPlace extends Place {
  null: 'ignore' | 'truncate' | 'terminate'
  /** what stands there while the row is unused; left out: not known */
  default?: string | undefined
}

export interface HighScorePlace {
  label: string
  initials: InitialsPlace | null
  score: ScorePlace
}

/** Bytes whose sum is checked. `check`: where the checksum is, one byte or two */
export interface ChecksumPlace {
  data: readonly number[]
  check: readonly number[]
}

/** How the high scores of a ROM are found in its file. */
export interface MemoryMap {
  endian: Endian
  charMap: string | null
  highScores: readonly HighScorePlace[]
  checksums: readonly ChecksumPlace[]
}

type Region = v.InferOutput<typeof platformFile>['memory_layout'][number] & { at: number | null }
type PlaceInFile = { start?: number | undefined; end?: number | undefined; length?: number | undefined; offsets?: number[] | undefined }

/** Returns the name of the platform that a map belongs to. @throws NvramError */
export const platformOf = (map: unknown): string => parse(mapFile, map)._metadata.platform

/**
 * Reads a map and the description of its platform, both as parsed from JSON. High scores that are not in the file, because they are in volatile
 * memory, are left out. The file holds the regions of the type `nvram` one after the other.
 * @throws NvramError map-unreadable
 */
export function readMemoryMap(map: unknown, platform: unknown): MemoryMap {
  const file = parse(mapFile, map)
  const { memory_layout, endian } = parse(platformFile, platform)
  const regions = layRegions(memory_layout)
  const toBytes = (each: v.InferOutput<v.ObjectSchema<typeof bytes, undefined>>): Place | null => {
    const addresses = addressesOf(each, MAX_BYTES)
    const offsets = offsetsOf(addresses, regions)
    return (
      offsets && {
        offsets,
        endian: each.endian ?? endian,
        nibble: each.nibble ?? regionOf(addresses[0]!, regions)?.nibble ?? 'both',
        mask: each.mask ?? 0xff,
      }
    )
  }
  const highScores = file.high_scores.flatMap(({ label, initials, score }): HighScorePlace[] => {
    const scoreBytes = toBytes(score)
    if (scoreBytes === null) return []
    const { encoding, scale, offset } = score
    const initialsBytes = initials === undefined ? null : toBytes(initials)
    return [
      {
        label,
        score: { ...scoreBytes, encoding, scale, offset },
        initials:
          initials === undefined || initialsBytes === null ? null : { ...initialsBytes, null: initials.null, default: initials.default },
      },
    ]
  })
  if (highScores.length === 0) throw new NvramError('map-unreadable')
  const checked = [...file.checksum8, ...file.checksum16].reduce((sum, each) => sum + countOf(each), 0)
  if (checked > MAX_CHECKED) throw new NvramError('map-unreadable')
  const checksums = [
    ...file.checksum8.flatMap(each => checksumPlaces(each, 1, regions)),
    ...file.checksum16.flatMap(each => checksumPlaces(each, 2, regions)),
  ]
  return { endian, charMap: file._metadata.char_map ?? null, highScores, checksums }
}

/** Says where each region begins in the file; `at` null: it is not in the file. */
function layRegions(layout: v.InferOutput<typeof platformFile>['memory_layout']): Region[] {
  let end = 0
  return layout.map(region => {
    if (region.type !== 'nvram') return { ...region, at: null }
    const at = end
    end += region.size
    return { ...region, at }
  })
}

const regionOf = (address: number, regions: readonly Region[]): Region | undefined =>
  regions.find(region => address >= region.address && address - region.address < region.size)

/** Returns how many addresses a value has. @throws NvramError if it has none */
function countOf({ start, end, length, offsets }: PlaceInFile): number {
  if (offsets !== undefined) return offsets.length
  const count = start === undefined ? 0 : (length ?? (end === undefined ? 1 : end - start + 1))
  if (count < 1) throw new NvramError('map-unreadable')
  return count
}

/** Returns the addresses of a value. */
function addressesOf(place: PlaceInFile, most: number): number[] {
  const count = countOf(place)
  if (count > most) throw new NvramError('map-unreadable')
  return place.offsets ?? Array.from({ length: count }, (_, index) => place.start! + index)
}

/** Returns the places of addresses in the file; null: one of them is not in it. */
function offsetsOf(addresses: readonly number[], regions: readonly Region[]): number[] | null {
  const offsets: number[] = []
  for (const address of addresses) {
    const region = regionOf(address, regions)
    if (region === undefined || region.at === null) return null
    offsets.push(region.at + address - region.address)
  }
  return offsets
}

/** Returns the ranges of a checksum of `size` bytes; none if they are not in the file. */
function checksumPlaces(entry: v.InferOutput<typeof checksum>, size: number, regions: readonly Region[]): ChecksumPlace[] {
  const offsets = offsetsOf(addressesOf(entry, MAX_CHECKED), regions)
  if (offsets === null) return []
  if (entry.checksum !== undefined) {
    const check = offsetsOf(
      Array.from({ length: size }, (_, index) => entry.checksum! + index),
      regions,
    )
    return check === null ? [] : [{ data: offsets, check }]
  }
  const each = entry.groupings ?? offsets.length
  if (each <= size || offsets.length % each !== 0) throw new NvramError('map-unreadable')
  return Array.from({ length: offsets.length / each }, (_, index) => {
    const group = offsets.slice(index * each, (index + 1) * each)
    return { data: group.slice(0, -size), check: group.slice(-size) }
  })
}

function parse<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value)
  if (!parsed.success) throw new NvramError('map-unreadable')
  return parsed.output
}
