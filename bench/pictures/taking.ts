import { photo } from '#platform/images/fixtures/draw.ts'
import { Pictures } from '#platform/images/pictures.ts'
import { readOwnCpu } from '../lib/meter.ts'
import { serveCommands } from '../lib/worker.ts'

export interface PictureOptions {
  kind: 'baseline' | 'turned' | 'progressive' | 'cmyk'
  width: number
  height: number
}

export interface ProcessingResult {
  kilobytes: number
  /** CPU time per picture in ms. */
  cpu: number
  /** Elapsed time for two concurrent pictures in ms. */
  wall: number
  /** Memory of the whole process in MB, before the first picture and at its peak. */
  idle: number
  peak: number
}

async function draw({ kind, width, height }: PictureOptions): Promise<string> {
  const drawn = await photo(width, height)
  if (kind === 'turned') drawn.withMetadata({ orientation: 6 })
  if (kind === 'cmyk') drawn.toColourspace('cmyk')
  return (await drawn.jpeg({ quality: 70, progressive: kind === 'progressive' }).toBuffer()).toString('base64')
}

async function take({ picture, rounds }: { picture: string; rounds: number }): Promise<ProcessingResult> {
  const bytes = Buffer.from(picture, 'base64')
  const pictures = new Pictures()
  const idle = process.memoryUsage.rss() / 2 ** 20
  const cpu = readOwnCpu()
  const from = performance.now()
  for (let round = 0; round < rounds; round++) await Promise.all([pictures.process(bytes), pictures.process(bytes)])
  return {
    kilobytes: bytes.length / 1000,
    cpu: (readOwnCpu() - cpu) / 1000 / rounds / 2,
    wall: (performance.now() - from) / rounds,
    idle,
    peak: process.resourceUsage().maxRSS / 2 ** 10,
  }
}

serveCommands({ draw, take })
