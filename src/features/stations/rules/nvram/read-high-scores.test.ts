import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMemoryMap } from './memory-map.ts'
import { NvramError, type NvramProblem } from './nvram-error.ts'
import { type NvramScore, readHighScores } from './read-high-scores.ts'

const PLAIN = { memory_layout: [{ type: 'nvram', address: '0x0000', size: '0x100' }] }

interface Parts {
  platform?: object
  charMap?: string
  checksum8?: object[]
  checksum16?: object[]
}

const mapOf = (highScores: readonly object[], { charMap, platform: _, ...checksums }: Parts = {}): object => ({
  _fileformat: 0.8,
  _metadata: { version: 1, roms: ['example_l1'], platform: 'example', ...(charMap === undefined ? {} : { char_map: charMap }) },
  high_scores: highScores,
  ...checksums,
})

const read = (bytes: readonly number[], highScores: readonly object[], parts: Parts = {}): NvramScore[] =>
  readHighScores(readMemoryMap(mapOf(highScores, parts), parts.platform ?? PLAIN), Uint8Array.from(bytes))

const scoreOf = (bytes: readonly number[], score: object, platform?: object): number | undefined =>
  read(bytes, [{ label: 'Champion', score }], platform === undefined ? {} : { platform })[0]?.score

const initialsOf = (bytes: readonly number[], initials: object, parts: Parts = {}): string | undefined =>
  read([0x12, ...bytes], [{ label: 'Champion', initials, score: { encoding: 'bcd', start: 0 } }], parts)[0]?.initials

const problem = (work: () => unknown): NvramProblem | null => {
  try {
    work()
    return null
  } catch (error) {
    expect(error).toBeInstanceOf(NvramError)
    return (error as NvramError).problem
  }
}

const ascii = (text: string): number[] => [...text].map(letter => letter.charCodeAt(0))

describe('a score', () => {
  it('is made of decimal digits, two in a byte, of which those above 9 are blank', () => {
    expect(scoreOf([0x12, 0x34, 0x50], { encoding: 'bcd', start: 0, length: 3 })).toBe(123_450)
    expect(scoreOf([0xff, 0x34, 0x5f], { encoding: 'bcd', start: 0, end: 2 })).toBe(3450)
    expect(scoreOf([0x50, 0x34, 0x12], { encoding: 'bcd', start: 0, length: 3, endian: 'little' })).toBe(123_450)
  })

  it('is made of one half of each byte where the memory had four bits only', () => {
    const bytes = [0x12, 0x34, 0x56]
    expect(scoreOf(bytes, { encoding: 'bcd', start: 0, length: 3, nibble: 'low' })).toBe(246)
    expect(scoreOf(bytes, { encoding: 'bcd', start: 0, length: 3, nibble: 'high' })).toBe(135)
    const platform = { memory_layout: [{ type: 'nvram', address: 0, size: 16, nibble: 'high' }] }
    expect(scoreOf(bytes, { encoding: 'bcd', start: 0, length: 3 }, platform)).toBe(135)
    expect(scoreOf(bytes, { encoding: 'bcd', start: 0, length: 3, nibble: 'both' }, platform)).toBe(123_456)
  })

  it('is a whole number of bytes', () => {
    expect(scoreOf([0x12, 0x34], { encoding: 'int', start: 0, length: 2 })).toBe(4660)
    expect(scoreOf([0x34, 0x12], { encoding: 'int', start: 0, length: 2 }, { ...PLAIN, endian: 'little' })).toBe(4660)
  })

  it('is gathered from bytes that lie apart, masked, multiplied, and then moved', () => {
    expect(scoreOf([0x34, 0, 0x12], { encoding: 'bcd', offsets: ['0x02', 0] })).toBe(1234)
    expect(scoreOf([0xf2], { encoding: 'bcd', start: 0, mask: '0x0F' })).toBe(2)
    expect(scoreOf([0x12], { encoding: 'bcd', start: 0, scale: 10, offset: 5 })).toBe(125)
  })

  it('is refused above what a number can hold, and counts for nothing at 0', () => {
    const ofBytes = (bytes: number[]) => () => scoreOf(bytes, { encoding: 'bcd', start: 0, length: 8 })
    expect(ofBytes([0x90, 0x07, 0x19, 0x92, 0x54, 0x74, 0x09, 0x91])()).toBe(Number.MAX_SAFE_INTEGER)
    expect(problem(ofBytes([0x90, 0x07, 0x19, 0x92, 0x54, 0x74, 0x09, 0x92]))).toBe('score-too-large')
    expect(ofBytes([0, 0, 0, 0, 0, 0, 0, 0])()).toBe(undefined)
  })
})

describe('initials', () => {
  const letters = { encoding: 'ch', start: 1, length: 3 }

  it('are letters of ASCII, or places in the list of the map', () => {
    expect(initialsOf(ascii('ABC'), letters)).toBe('ABC')
    expect(initialsOf([1, 0, 26], letters, { charMap: ' ABCDEFGHIJKLMNOPQRSTUVWXYZ' })).toBe('A Z')
    expect(initialsOf([1, 200, 2], letters, { charMap: ' AB' })).toBe('AB')
    expect(initialsOf([0x61, 0x62, 0xe3], { ...letters, mask: '0x5F' })).toBe('ABC')
  })

  it('are made of two halves a letter where the memory had four bits only', () => {
    expect(initialsOf([4, 1, 4, 2, 4, 3], { ...letters, length: 6, nibble: 'low' })).toBe('ABC')
  })

  it('end at a 0 where the map says so, and leave it out otherwise', () => {
    expect(initialsOf([0x41, 0, 0x42], letters)).toBe('AB')
    expect(initialsOf([0x41, 0, 0x42], { ...letters, null: 'truncate' })).toBe('A')
    expect(initialsOf([0x41, 0, 0x42], { ...letters, null: 'terminate' })).toBe('A')
  })

  it('leave a row out whose initials are those of an unused one', () => {
    expect(initialsOf([0, 0, 0], { ...letters, default: '\u0000\u0000\u0000' })).toBe(undefined)
    expect(initialsOf(ascii('   '), letters)).toBe('')
  })
})

describe('a file', () => {
  it('holds the nonvolatile regions one after the other, wherever they are in memory', () => {
    const platform = {
      memory_layout: [
        { type: 'ram', address: 0, size: '0x80' },
        { type: 'nvram', address: '0x1000', size: 2 },
        { type: 'rom', address: '0x8000', size: '0x8000' },
        { type: 'nvram', address: '0x0200', size: 2 },
      ],
    }
    const rows = [
      { label: 'first', score: { encoding: 'bcd', start: '0x0200', length: 2 } },
      { label: 'second', score: { encoding: 'bcd', offsets: ['0x1001', '0x0201'] } },
      { label: 'volatile', score: { encoding: 'bcd', start: 0 } },
    ]
    expect(read([0x11, 0x22, 0x33, 0x44], rows, { platform }).map(({ label, score }) => [label, score])).toEqual([
      ['first', 3344],
      ['second', 2244],
    ])
  })

  it('is refused if it is shorter than its map says', () => {
    expect(problem(() => scoreOf([0x12], { encoding: 'bcd', start: 0, length: 2 }))).toBe('file-too-short')
  })

  it('is refused while a checksum is wrong, and memory that was never written has none', () => {
    const rows = [{ label: '', score: { encoding: 'bcd', start: 0 } }]
    const checked = (bytes: number[], sums: Parts) => problem(() => read(bytes, rows, sums))
    const ofOne = { checksum8: [{ start: 0, end: 2 }] }
    expect(checked([0x12, 0x34, 0xff - 0x46], ofOne)).toBe(null)
    expect(checked([0x12, 0x35, 0xff - 0x46], ofOne)).toBe('being-written')
    expect(checked([0x12, 0x35, 0xff], ofOne)).toBe(null)
    const apart = { checksum8: [{ start: 0, length: 2, checksum: 3 }] }
    expect(checked([0x12, 0x34, 0, 0xff - 0x46], apart)).toBe(null)
    expect(checked([0x12, 0x34, 0, 1], apart)).toBe('being-written')
    const groups = { checksum8: [{ start: 0, end: 3, groupings: 2 }] }
    expect(checked([0x12, 0xff - 0x12, 0x13, 0xff - 0x13], groups)).toBe(null)
    expect(checked([0x12, 0xff - 0x12, 0x13, 0xff - 0x12], groups)).toBe('being-written')
    const ofTwo = { checksum16: [{ start: 0, end: 4 }] }
    expect(checked([0xf0, 0xf0, 0xf0, 0xfd, 0x2f], ofTwo)).toBe(null)
    expect(checked([0xf0, 0xf0, 0xf1, 0xfd, 0x2f], ofTwo)).toBe('being-written')
    const little = { ...ofTwo, platform: { ...PLAIN, endian: 'little' } }
    expect(checked([0xf0, 0xf0, 0xf0, 0x2f, 0xfd], little)).toBe(null)
  })
})

it('what was written by a simple model of an encoding is read again', () => {
  const encodings = fc.record({
    encoding: fc.constantFrom<('bcd' | 'int')[]>('bcd', 'int'),
    endian: fc.constantFrom('big', 'little'),
    nibble: fc.constantFrom('both', 'high', 'low'),
    scale: fc.constantFrom(1, 10),
    length: fc.integer({ min: 1, max: 6 }),
    noise: fc.integer({ min: 0, max: 15 }),
    value: fc.nat({ max: 2 ** 31 - 1 }),
    scattered: fc.boolean(),
  })
  fc.assert(
    fc.property(encodings, ({ encoding, endian, nibble, scale, length, noise, value, scattered }) => {
      const base = encoding === 'bcd' ? 10 : 16
      const count = nibble === 'both' ? 2 * length : length
      const stored = value % base ** count
      const digits = stored
        .toString(base)
        .padStart(count, '0')
        .split('')
        .map(digit => Number.parseInt(digit, 16))
      const bytes =
        nibble === 'both'
          ? Array.from({ length }, (_, at) => digits[2 * at]! * 16 + digits[2 * at + 1]!)
          : digits.map(digit => (nibble === 'low' ? noise * 16 + digit : digit * 16 + noise))
      if (endian === 'little') bytes.reverse()
      const file = new Array<number>(40).fill(noise)
      const at = bytes.map((_, index) => (scattered ? 39 - 3 * index : 7 + index))
      for (const [index, byte] of bytes.entries()) file[at[index]!] = byte
      const where = scattered ? { offsets: at } : { start: 7, length }
      expect(scoreOf(file, { encoding, endian, nibble, scale, ...where })).toBe(stored === 0 ? undefined : stored * scale)
    }),
  )
})

it('initials that were written by a simple model are read again', () => {
  const charMap = ' 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-Z0-9]{1,10}$/),
      fc.boolean(),
      fc.constantFrom('both', 'high', 'low'),
      fc.integer({ min: 0, max: 15 }),
      (text, mapped, nibble, noise) => {
        const codes = mapped ? [...text].map(letter => charMap.indexOf(letter)) : ascii(text)
        const bytes =
          nibble === 'both'
            ? codes
            : codes.flatMap(code => [code >> 4, code & 15]).map(half => (nibble === 'low' ? noise * 16 + half : half * 16 + noise))
        const initials = { encoding: 'ch', start: 1, length: bytes.length, nibble }
        expect(initialsOf(bytes, initials, mapped ? { charMap } : {})).toBe(text)
      },
    ),
  )
})

describe('whatever is given', () => {
  it('bytes are read, or refused for a reason', () => {
    const rows = [
      {
        label: '',
        initials: { encoding: 'ch', start: 20, length: 10, null: 'terminate' },
        score: { encoding: 'bcd', start: 0, length: 8, scale: 10 },
      },
      { label: '', initials: { encoding: 'ch', offsets: [3, 2, 1], mask: 127 }, score: { encoding: 'int', start: 5, length: 6 } },
    ]
    const parts = { checksum16: [{ start: 30, end: 33 }] }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), bytes => {
        problem(() => {
          for (const { score, initials } of read([...bytes], rows, parts)) {
            expect(Number.isSafeInteger(score) && score > 0).toBe(true)
            expect(initials).toMatch(/^[\x20-\x7e]*$/)
          }
        })
      }),
    )
  })

  it('maps are read, or refused for a reason', () => {
    const numeral = fc.oneof(fc.integer(), fc.double(), fc.constantFrom('0x10', '0xFFFFFFFF', '-1', '1e9', '', null))
    const descriptor = fc.record(
      {
        encoding: fc.constantFrom('bcd', 'int', 'ch', 'bool', 'raw'),
        start: numeral,
        end: numeral,
        length: numeral,
        offsets: fc.array(numeral, { maxLength: 4 }),
        scale: numeral,
        offset: numeral,
        mask: numeral,
        groupings: numeral,
        checksum: numeral,
      },
      { requiredKeys: [] },
    )
    const map = fc.record({
      _fileformat: fc.constantFrom<unknown[]>(0.7, 0.8, 2, 'x'),
      _metadata: fc.constant({ platform: 'example' }),
      high_scores: fc.array(fc.record({ label: fc.string(), score: descriptor, initials: descriptor }, { requiredKeys: ['score'] }), {
        maxLength: 3,
      }),
      checksum8: fc.array(descriptor, { maxLength: 2 }),
    })
    const platform = fc.record({
      memory_layout: fc.array(fc.record({ type: fc.constantFrom('nvram', 'ram'), address: numeral, size: numeral }), { maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.oneof(map, fc.anything()), fc.oneof(platform, fc.anything(), fc.constant(PLAIN)), (given, layout) => {
        problem(() => readHighScores(readMemoryMap(given, layout), new Uint8Array(64)))
      }),
    )
  })

  it('a map is refused whose work would have no end', () => {
    const refused = (parts: object, score: object = { encoding: 'bcd', start: 0 }) =>
      problem(() => readMemoryMap({ ...mapOf([{ label: '', score }]), ...parts }, PLAIN))
    expect(refused({}, { encoding: 'bcd', start: 0, length: '0xFFFFFFFF' })).toBe('map-unreadable')
    expect(refused({ checksum8: [{ start: 0, end: '0xFFFFFFFF' }] })).toBe('map-unreadable')
    expect(refused({ checksum8: new Array(1001).fill({ start: 0, end: 1 }) })).toBe('map-unreadable')
    const large = { memory_layout: [{ type: 'nvram', address: 0, size: 2 ** 20 }] }
    const sums = { checksum8: new Array(3).fill({ start: 0, length: 2 ** 19 }) }
    expect(problem(() => readMemoryMap({ ...mapOf([{ label: '', score: { encoding: 'bcd', start: 0 } }]), ...sums }, large))).toBe(
      'map-unreadable',
    )
    expect(refused({ high_scores: [] })).toBe('map-unreadable')
    expect(refused({ _fileformat: 1.0 })).toBe('map-unreadable')
  })
})
