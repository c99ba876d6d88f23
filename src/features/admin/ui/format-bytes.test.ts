import { expect, it } from 'vitest'
import { formatBytes, formatCount, formatRate } from './format-bytes.ts'

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [3_449_000, '3.4 MB'],
  [134_000_000, '134 MB'],
  [2e13, '20000 GB'],
])('formats %d bytes as %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words))

it('formats the hit rate of a cache, and never rounds up to 100%', () => {
  expect([
    formatRate({ hits: 0, misses: 0 }),
    formatRate({ hits: 0, misses: 5 }),
    formatRate({ hits: 999, misses: 1 }),
    formatRate({ hits: 9, misses: 0 }),
  ]).toEqual(['–', '0%', '99%', '100%'])
})

it('formats counts', () => expect([formatCount(1, 'score'), formatCount(1234, 'score')]).toEqual(['1 score', '1,234 scores']))
