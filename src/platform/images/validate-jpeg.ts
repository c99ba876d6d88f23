import { cutShort, imageDamagedError, notJpeg, tooLarge, tooSlow, unsupportedJpegError } from './image-rejected.ts'

export const MAX_PIXELS = 50_000_000
const MAX_SIDE = 16_384
/**
 * The decoder keeps a picture with several scans in memory until the last scan, two bytes per sample. The limit corresponds to
 * 50 megapixels with colours at half the width and height.
 */
const MAX_SAMPLES_HELD = 75_000_000
/**
 * Encoders make 3 to 20 scans. At 50 megapixels, 64 scans take about a second to decode, and 2500 (in 8 MB) over a minute, during which
 * the decoder cannot be stopped.
 */
const MAX_SCANS = 64

const SOF0 = 0xc0
const SOF2 = 0xc2
const DHT = 0xc4
const SOF15 = 0xcf
const RST0 = 0xd0
const RST7 = 0xd7
const EOI = 0xd9
const SOS = 0xda
const DQT = 0xdb
const DRI = 0xdd
const APP0 = 0xe0
const APP15 = 0xef
const COM = 0xfe

interface Frame {
  readonly components: number
  readonly progressive: boolean
  readonly samples: number
}

/**
 * Follows the markers to the end of the picture, as the decoder would, but without decoding, which takes some milliseconds for
 * megabytes. Bytes after the end are not checked.
 * @throws ImageRejected if the bytes are not a complete JPEG, are of a kind that browsers do not show, or are too expensive to decode
 */
export function validateJpeg(bytes: Buffer): void {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff) throw notJpeg()
  let frame: Frame | null = null
  let scans = 0
  let at = 2
  for (;;) {
    at = nextMarker(bytes, at)
    const marker = bytes[at++]!
    if (marker === EOI) break
    if (marker >= RST0 && marker <= RST7) continue
    refuseUnusual(marker)

    if (at + 2 > bytes.length) throw cutShort()
    const length = bytes.readUInt16BE(at)
    if (length < 2) throw imageDamagedError()
    const body = bytes.subarray(at + 2, at + length)
    at += length
    if (at > bytes.length) throw cutShort()
    if (marker >= SOF0 && marker <= SOF2) {
      if (frame !== null) throw imageDamagedError()
      frame = readFrame(body, marker === SOF2)
    }
    if (marker === SOS) {
      if (frame === null) throw imageDamagedError()
      if (++scans > MAX_SCANS) throw tooSlow()
      const heldWhole = frame.progressive || body[0] !== frame.components
      if (heldWhole && frame.samples > MAX_SAMPLES_HELD) throw tooLarge()
    }
  }
  if (scans === 0) throw imageDamagedError()
}

/** Returns the position of the next marker's code: a byte after one or more 0xff. 0xff followed by 0 is a data byte, not a marker. */
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = from + 1; at < bytes.length; at++) {
    if (bytes[at - 1] === 0xff && bytes[at] !== 0xff && bytes[at] !== 0) return at
  }
  throw cutShort()
}

/**
 * Rejects lossless, hierarchical and arithmetic-coded pictures as unusual, and other unexpected markers as damage, because decoders treat
 * them differently.
 */
function refuseUnusual(marker: number): void {
  const usual =
    (marker >= SOF0 && marker <= SOF2) ||
    (marker >= APP0 && marker <= APP15) ||
    marker === DHT ||
    marker === SOS ||
    marker === DQT ||
    marker === DRI ||
    marker === COM
  if (!usual) throw marker > SOF2 && marker <= SOF15 ? unsupportedJpegError() : imageDamagedError()
}

function readFrame(body: Buffer, progressive: boolean): Frame {
  const components = body[5] ?? 0
  if (components === 0 || body.length < 6 + components * 3) throw imageDamagedError()
  if (body[0] !== 8) throw unsupportedJpegError()
  const height = body.readUInt16BE(1)
  const width = body.readUInt16BE(3)
  if (width === 0 || height === 0) throw imageDamagedError()
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) throw tooLarge()
  const factors = Array.from({ length: components }, (_, n) => body[7 + n * 3]!)
  const across = Math.max(...factors.map(factor => factor >> 4))
  const down = Math.max(...factors.map(factor => factor & 15))
  if (across === 0 || down === 0) throw imageDamagedError()
  const share = factors.reduce((sum, factor) => sum + ((factor >> 4) / across) * ((factor & 15) / down), 0)
  return { components, progressive, samples: width * height * share }
}
