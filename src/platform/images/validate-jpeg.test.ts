import { describe, expect, it } from 'vitest'
import { noise, photo } from './fixtures/draw.ts'
import { manyScans } from './fixtures/many-scans.ts'
import { jpegSegment, withSegments, withSize } from './fixtures/segments.ts'
import { validateJpeg } from './validate-jpeg.ts'

const jpeg = await (await photo(200, 150)).jpeg().toBuffer()
const progressive = await (await photo(200, 150)).jpeg({ progressive: true }).toBuffer()
const full = await (await photo(200, 150)).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()

const NOT_JPEG = 'This is not a JPEG picture.'
const CUT_SHORT = 'This picture is cut short. Try to upload it again.'
const DAMAGED = 'This picture is damaged and cannot be opened.'
const UNUSUAL = 'This kind of JPEG cannot be opened. Save it as an ordinary JPEG and try again.'
const TOO_LARGE = 'This picture is too large: at most 50 megapixels, and 16,384 pixels on a side. Make it smaller and try again.'
const TOO_SLOW = 'This picture takes too long to open. Save it anew and try again.'

/** Replaces the marker of the frame header, or a byte after it. */
function withFrame(at: number, value: number): Buffer {
  const patched = Buffer.from(jpeg)
  patched[patched.indexOf(Buffer.from([0xff, 0xc0])) + at] = value
  return patched
}

const refusal = (bytes: Buffer): string => {
  try {
    validateJpeg(bytes)
    return 'none'
  } catch (cause) {
    return (cause as Error).message
  }
}

describe('the check of a JPEG', () => {
  it('lets pictures pass as cameras and encoders make them', async () => {
    const others = await Promise.all([
      noise(64, 64).jpeg({ quality: 100 }).toBuffer(),
      noise(64, 64).jpeg({ mozjpeg: true }).toBuffer(),
      noise(64, 64).greyscale().jpeg().toBuffer(),
      noise(64, 64).toColourspace('cmyk').jpeg().toBuffer(),
    ])
    for (const bytes of [jpeg, progressive, full, ...others, manyScans(64, 64, 64)]) expect(refusal(bytes)).toBe('none')
  })

  it('does not mind padding before a marker, a stray byte between segments, nor what follows the end', () => {
    expect(refusal(withSegments(jpeg, Buffer.from([0xff, 0xff, 0xff])))).toBe('none')
    expect(refusal(withSegments(jpeg, jpegSegment(0xfe, 'a'), Buffer.from([7])))).toBe('none')
    expect(refusal(Buffer.concat([jpeg, Buffer.from('PK\x03\x04')]))).toBe('none')
  })

  it('refuses other formats by their content', async () => {
    const png = await noise(8, 8).png().toBuffer()
    const webp = await noise(8, 8).webp().toBuffer()
    const texts = ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', '<html></html>', 'GIF89a', '\xff\xd8', '%PDF-1.7', '\x89PNG\r\n']
    for (const bytes of [png, webp, ...texts.map(text => Buffer.from(text, 'latin1'))]) expect(refusal(bytes)).toBe(NOT_JPEG)
  })

  it('refuses a picture cut short, wherever the cut is', () => {
    for (const whole of [jpeg, progressive]) {
      for (let length = 3; length < whole.length; length += 7) expect(refusal(whole.subarray(0, length))).toBe(CUT_SHORT)
    }
  })

  it('refuses more than 50 megapixels or 16,384 pixels on a side, from the header', () => {
    const sizes = [
      [30_000, 30_000],
      [65_500, 65_500],
      [65_500, 1],
      [1, 16_385],
      [7072, 7072],
    ] as const
    for (const [width, height] of sizes) expect(refusal(withSize(jpeg, width, height))).toBe(TOO_LARGE)
    expect(refusal(withSize(jpeg, 7071, 7071))).toBe('none')
    expect(refusal(withSize(jpeg, 16_384, 3051))).toBe('none')
  })

  it('refuses a picture in scans that takes too much memory to hold whole', () => {
    expect(refusal(withSize(progressive, 7071, 7071))).toBe('none')
    expect(refusal(withSize(full, 5000, 5000))).toBe('none')
    expect(refusal(withSize(full, 5001, 5001))).toBe(TOO_LARGE)
  })

  it('refuses too many scans, which break no rule but take minutes', () => {
    expect(refusal(manyScans(64, 64, 65))).toBe(TOO_SLOW)
    expect(refusal(manyScans(7000, 7000, 883))).toBe(TOO_SLOW)
  })

  it('refuses kinds that browsers do not show', () => {
    for (const marker of [0xc3, 0xc5, 0xc9, 0xca, 0xcc]) expect(refusal(withFrame(1, marker))).toBe(UNUSUAL)
    expect(refusal(withFrame(4, 12))).toBe(UNUSUAL)
  })

  it('refuses headers that make no sense', () => {
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
    const nonsense = [
      withSize(jpeg, 0, 150),
      withSize(jpeg, 200, 0),
      withFrame(9, 0),
      withFrame(9, 200),
      withFrame(1, 0x02),
      withSegments(jpeg, Buffer.from([0xff, 0xe1, 0, 1])),
      withSegments(jpeg, Buffer.from([0xff, 0xd8])),
      Buffer.concat([jpeg.subarray(0, scan), jpeg.subarray(frame, scan), jpeg.subarray(scan)]),
      Buffer.concat([jpeg.subarray(0, frame), jpeg.subarray(scan)]),
      Buffer.concat([jpeg.subarray(0, scan), Buffer.from([0xff, 0xd9])]),
    ]
    expect(nonsense.map(refusal)).toEqual(nonsense.map(() => DAMAGED))
  })

  it('takes milliseconds, whatever two megabytes hold', () => {
    const size = 2 ** 21
    const fills = [Buffer.alloc(size, 0xff), Buffer.alloc(size, Buffer.from([0xff, 0xd0])), Buffer.alloc(size, jpegSegment(0xfe, ''))]
    for (const fill of fills) {
      const from = process.cpuUsage()
      refusal(withSegments(jpeg, fill))
      expect(process.cpuUsage(from).user).toBeLessThan(200_000)
    }
  })
})
