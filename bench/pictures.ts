import { formatNumber, printTable } from './lib/report.ts'
import { Worker } from './lib/worker.ts'
import type { PictureOptions, ProcessingResult } from './pictures/taking.ts'

/** Measures the cost of processing uploaded pictures, two at a time as in the server: `npm run bench pictures`. */
const ROUNDS = 10
const kinds: readonly [string, PictureOptions][] = [
  ['12 megapixels', { kind: 'baseline', width: 4000, height: 3000 }],
  ['12 megapixels on their side', { kind: 'turned', width: 4000, height: 3000 }],
  ['12 megapixels, progressive', { kind: 'progressive', width: 4000, height: 3000 }],
  ['12 megapixels, CMYK', { kind: 'cmyk', width: 4000, height: 3000 }],
  ['2048 pixels, as our pages send them', { kind: 'baseline', width: 2048, height: 1536 }],
  ['the most that is let through: 50 megapixels, progressive', { kind: 'progressive', width: 8160, height: 6120 }],
]

const rows: string[][] = []
for (const [title, load] of kinds) {
  console.error(`pictures: ${title} …`)
  const worker = new Worker(new URL('pictures/taking.ts', import.meta.url))
  const drawer = new Worker(new URL('pictures/taking.ts', import.meta.url))
  try {
    const picture = await drawer.request<string>('draw', load)
    const taken = await worker.request<ProcessingResult>('take', { picture, rounds: ROUNDS })
    rows.push([
      title,
      formatNumber(taken.kilobytes),
      formatNumber(taken.cpu),
      formatNumber(taken.wall),
      formatNumber(taken.idle),
      formatNumber(taken.peak),
    ])
  } finally {
    await Promise.all([worker.stop(), drawer.stop()])
  }
}

console.log(`\n## Taking pictures in\n\nMeans of ${ROUNDS} times two at once; memory is the process's, in MB.\n`)
printTable(['picture', 'KB', 'CPU ms a picture', 'ms for two', 'memory before', 'at its peak'], rows)
