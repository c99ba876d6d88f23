import { zipSync } from 'fflate'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { noiseRandom, photo, quarters } from './fixtures/draw.ts'
import { manyScans } from './fixtures/many-scans.ts'
import { exif, jpegSegment, segmentsOf, withSegments, withSize } from './fixtures/segments.ts'
import { ImageRejected } from './image-rejected.ts'
import { Pictures, type ProcessedPicture } from './pictures.ts'

const FRAME = 0xc0
const PROGRESSIVE_FRAME = 0xc2
const HUFFMAN = 0xc4
const SCAN = 0xda
const QUANTISATION = 0xdb

const picture = await (await photo(400, 300)).jpeg().toBuffer()

/** Marks metadata that must not be in the result. */
const MARK = 'TOP-SECRET-51.5074N'
const gps = {
  IFD0: { Copyright: MARK, Artist: MARK },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSProcessingMethod: MARK },
}
const withGps = await sharp(picture).withExif(gps).toBuffer()
// `withGainMap` is missing from sharp's types. It needs another decoder, so it must run before `new Pictures()` blocks that.
const hdr = await (sharp(picture) as Sharp & { withGainMap(): Sharp }).withGainMap().jpeg().toBuffer()
const pictures = new Pictures()

/** The names of the chunks of a WebP, after its header (`RIFF`, length, `WEBP`). */
function chunksOf(webp: Buffer): string[] {
  const chunks: string[] = []
  for (let at = 12; at < webp.length; at += 8 + webp.readUInt32LE(at + 4) + (webp.readUInt32LE(at + 4) % 2)) {
    chunks.push(webp.toString('latin1', at, at + 4))
  }
  return chunks
}

/** Measures CPU time in milliseconds, which other processes on the machine do not affect. */
function stopwatch(): () => number {
  const from = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(from)
    return (user + system) / 1000
  }
}

function expectOnlyPicture({ copies, placeholder }: ProcessedPicture): void {
  for (const { type, bytes } of [...copies, { type: 'image/webp', bytes: Buffer.from(placeholder.split(',')[1]!, 'base64') }]) {
    expect(bytes.includes(MARK)).toBe(false)
    if (type === 'image/webp') {
      expect(chunksOf(bytes)).toEqual(['VP8 '])
      continue
    }
    const { segments, after } = segmentsOf(bytes)
    expect(after).toHaveLength(0)
    const drawn = [FRAME, PROGRESSIVE_FRAME, HUFFMAN, SCAN, QUANTISATION]
    for (const { marker } of segments) expect(drawn).toContain(marker)
  }
}

describe('[U3] [U4] what comes with a picture', () => {
  const thumbnail = withSegments(picture, jpegSegment(0xfe, MARK))
  const xmp = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>${MARK}</rdf:RDF></x:xmpmeta>`
  const cases: Record<string, Buffer> = {
    'EXIF with the place': withGps,
    'EXIF with a thumbnail that has a place of its own': withSegments(picture, exif(MARK, thumbnail.subarray(0, 60_000))),
    XMP: withSegments(picture, jpegSegment(0xe1, xmp)),
    IPTC: withSegments(picture, jpegSegment(0xed, 'Photoshop 3.0\0', '8BIM\x04\x04\0\0\0\0\0\x1a\x1c\x02\x50\0\x13', MARK)),
    'a comment': withSegments(picture, jpegSegment(0xfe, MARK)),
    'a JFIF thumbnail': withSegments(picture, jpegSegment(0xe0, 'JFXX\0\x10', thumbnail.subarray(0, 60_000))),
    'segments of every maker': withSegments(picture, ...Array.from({ length: 16 }, (_, n) => jpegSegment(0xe0 + n, MARK))),
    'a colour profile that says more than colours': withSegments(picture, jpegSegment(0xe2, 'ICC_PROFILE\0\x01\x01', MARK)),
    'a web page in a comment': withSegments(picture, jpegSegment(0xfe, `--><html><script>alert("${MARK}")</script></html><!--`)),
    'a script in the length of a segment': withSegments(
      picture,
      jpegSegment(0xe0, '/*', Buffer.alloc(0x2a2a, 0x20), `*/=alert("${MARK}");/*`),
    ),
    'a script after the end': Buffer.concat([picture, Buffer.from(`*/alert("${MARK}")//<?php echo "${MARK}" ?>`)]),
    'a zip after the end': Buffer.concat([picture, Buffer.from(zipSync({ [`${MARK}.txt`]: Buffer.from(MARK) }, { level: 0 }))]),
    'a second picture after the end (MPO)': Buffer.concat([withSegments(picture, jpegSegment(0xe2, 'MPF\0', MARK)), thumbnail]),
    'bytes between segments': withSegments(picture, jpegSegment(0xfe, ''), Buffer.from(MARK)),
  }
  it.each(Object.entries(cases))('does not get through: %s', async (_, bytes) => {
    expect(bytes.includes(MARK)).toBe(true)
    expectOnlyPicture(await pictures.process(bytes))
  })

  it('does not get through: the gain map of an HDR picture', async () => {
    expect(hdr.includes('urn:iso:std:iso:ts:21496')).toBe(true)
    const taken = await pictures.process(hdr)
    expect(taken).toMatchObject({ width: 400, height: 300 })
    expectOnlyPicture(taken)
  })
})

describe('[U2] a picture that is none, or too much', () => {
  const refusals: Record<string, [Buffer, RegExp]> = {
    'a page': [Buffer.from('<html><script>alert(1)</script></html>'), /not a JPEG/],
    'a drawing that fetches': [Buffer.from('<svg><image href="http://127.0.0.1/"/></svg>'), /not a JPEG/],
    'the first bytes of a JPEG and then a page': [
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<html>')]),
      /damaged|cut short/,
    ],
    'a header without a picture': [jpegSegment(0xd8, 'JFIF'), /damaged|cut short|not a JPEG/],
    '20 KB that claim 30,000 × 30,000': [
      withSegments(withSize(picture, 30_000, 30_000), jpegSegment(0xfe, Buffer.alloc(9000))),
      /too large/,
    ],
    'a sliver': [withSize(picture, 65_500, 300), /too large/],
    'many scans': [manyScans(4000, 3000, 883), /too long/],
    'half of it': [picture.subarray(0, picture.length / 2), /cut short/],
  }
  it.each(Object.entries(refusals))('is refused before it is decoded, with a sentence: %s', async (_, [bytes, sentence]) => {
    const memory = process.memoryUsage.rss()
    const took = stopwatch()
    const refusal = await pictures.process(bytes).catch((cause: unknown) => cause)
    expect(took()).toBeLessThan(50)
    expect(process.memoryUsage.rss() - memory).toBeLessThan(20_000_000)
    expect(refusal).toBeInstanceOf(ImageRejected)
    expect((refusal as Error).message).toMatch(sentence)
  })

  it('is refused by the decoder where the markers look right', async () => {
    const noTables = Buffer.concat([picture.subarray(0, 2), picture.subarray(picture.indexOf(Buffer.from([0xff, 0xc0])))])
    const twoColours = Buffer.from(picture)
    twoColours[picture.indexOf(Buffer.from([0xff, 0xc0])) + 9] = 2
    for (const bytes of [noTables, twoColours]) {
      await expect(pictures.process(bytes)).rejects.toThrow('This picture is damaged and cannot be opened.')
    }
  })

  it('reaches only the decoder for JPEGs', async () => {
    const png = await quarters(8, 8).png().toBuffer()
    for (const bytes of [png, await quarters(8, 8).gif().toBuffer(), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]) {
      await expect(sharp(bytes).metadata()).rejects.toThrow('unsupported image format')
    }
  })
})

describe('[U2] 500 damaged pictures', () => {
  let sources: Buffer[] = []
  beforeAll(async () => {
    const small = await photo(96, 72)
    sources = await Promise.all([
      small.clone().jpeg().withExif(gps).toBuffer(),
      small.clone().jpeg({ progressive: true }).withIccProfile('p3').toBuffer(),
      small.clone().toColourspace('cmyk').jpeg().toBuffer(),
      small.clone().jpeg({ mozjpeg: true }).withMetadata({ orientation: 8 }).toBuffer(),
    ])
  })

  function mutate(source: Buffer, random: () => number): Buffer {
    const at = (): number => Math.floor(random() * source.length)
    /** Half of the damage is near the start, in the headers; the rest mostly hits the image data. */
    const where = (): number => (random() < 0.5 ? Math.floor(random() * 700) : at())
    switch (Math.floor(random() * 5)) {
      case 0:
        return source.subarray(0, at())
      case 1: {
        const [a, b] = [at(), at()].sort((x, y) => x - y) as [number, number]
        return Buffer.concat([source.subarray(0, a), source.subarray(b)])
      }
      case 2: {
        const [a, b] = [at(), at()]
        return Buffer.concat([source.subarray(0, a), source.subarray(b, b + 200), source.subarray(a)])
      }
      default: {
        const bytes = Buffer.from(source)
        for (let left = 1 + Math.floor(random() * 8); left > 0; left--) bytes[where()] = random() < 0.2 ? 0xff : random() * 256
        return bytes
      }
    }
  }

  it('are each taken in, or refused with a sentence, in time', { timeout: 180_000 }, async () => {
    const seed = 20_240
    const random = noiseRandom(seed)
    let taken = 0
    let longest = 0
    for (let n = 0; n < 500; n++) {
      const bytes = mutate(sources[n % sources.length]!, random)
      const took = stopwatch()
      try {
        expectOnlyPicture(await pictures.process(bytes))
        taken++
      } catch (cause) {
        if (!(cause instanceof ImageRejected)) throw new Error(`Picture ${n} of seed ${seed}`, { cause })
        expect(cause.message).toMatch(/^[A-Z][^!?]+\.$/)
      }
      longest = Math.max(longest, took())
    }
    console.info(`500 damaged pictures: ${taken} taken in, ${500 - taken} refused, the longest took ${Math.round(longest)} ms of CPU`)
    expect(longest).toBeLessThan(5000)
    expect(taken).toBeGreaterThan(20)
    expect(taken).toBeLessThan(480)
  })
})
