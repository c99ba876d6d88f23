import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countLines, createLogScale, distributionSentence, percentBelow, ticks } from './distribution.ts'

const histogram = [
  { from: 1_000_000, to: 10_000_000, count: 10 },
  { from: 10_000_000, to: 100_000_000, count: 60 },
  { from: 100_000_000, to: 1_000_000_000, count: 30 },
]
const facts = { histogram, best: 900_000_000, median: 40_000_000 }

describe('the axis', () => {
  test('is logarithmic from the lowest edge to the highest', () => {
    const place = createLogScale(histogram, facts.best)
    expect(place(1_000_000)).toBe(0)
    expect(place(10_000_000)).toBeCloseTo(1 / 3)
    expect(place(1_000_000_000)).toBe(1)
    expect(place(5)).toBe(0)
  })

  test('stays between 0 and 1 and never decreases', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (a, b) => {
        const place = createLogScale(histogram, facts.best)
        expect(place(Math.min(a, b))).toBeLessThanOrEqual(place(Math.max(a, b)))
        expect(place(a)).toBeGreaterThanOrEqual(0)
        expect(place(a)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('has a few round labels, each once', () => {
    expect(ticks(histogram, facts.best).map(t => t.text)).toEqual(['1M', '3M', '10M', '30M', '100M', '300M', '1B'])
    const wide = ticks([{ from: 10, to: 9_000_000_000_000_000, count: 1 }], 9_000_000_000_000_000)
    expect(wide.length).toBeLessThanOrEqual(7)
    expect(new Set(wide.map(t => t.text)).size).toBe(wide.length)
  })

  test('has labels that do not touch, for every range, and at least two where the range allows it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_000_000_000 }), fc.double({ min: 1.05, max: 100_000, noNaN: true }), (low, ratio) => {
        const high = Math.ceil(low * ratio)
        const shown = ticks([{ from: low, to: high, count: 1 }], high)
        expect(shown.length).toBeLessThanOrEqual(7)
        for (const [i, { at, text }] of shown.entries()) {
          if (i === 0) continue
          expect(at - shown[i - 1]!.at).toBeGreaterThan(0.05)
          expect(text).not.toBe(shown[i - 1]!.text)
        }
        if (low > 100 && ratio > 1.5) expect(shown.length).toBeGreaterThanOrEqual(2)
      }),
    )
  })

  test('labels a range of about a power of ten, and of less', () => {
    expect(ticks([{ from: 1_200_000_000, to: 19_500_000_000, count: 1 }], 19_500_000_000).map(t => t.text)).toEqual([
      '1.5B',
      '2B',
      '3B',
      '5B',
      '7B',
      '10B',
      '15B',
    ])
    expect(ticks([{ from: 110, to: 180, count: 1 }], 180).length).toBeGreaterThanOrEqual(1)
  })

  test.each([
    [5_000_000_001, 9_000_000_000],
    [1_550_000_000, 2_330_000_000],
  ])('labels a range that has too many halves or tenths of a power of ten: %i to %i', (low, high) => {
    const { length } = ticks([{ from: low, to: high, count: 1 }], high)
    expect(length).toBeGreaterThanOrEqual(2)
    expect(length).toBeLessThanOrEqual(7)
  })

  test('one bucket of one value does not divide by zero', () => {
    expect(createLogScale([{ from: 1, to: 1, count: 1 }], 1)(1)).toBe(0)
  })
})

test('the share below a value counts whole buckets and part of its own', () => {
  expect(percentBelow(histogram, 1)).toBe(0)
  expect(percentBelow(histogram, 10_000_000)).toBe(10)
  expect(percentBelow(histogram, Math.round(10 ** 7.5))).toBe(40)
  expect(percentBelow(histogram, 2_000_000_000)).toBe(100)
  expect(percentBelow([], 7)).toBe(0)
})

describe('the description', () => {
  test('summarizes the distribution', () => {
    expect(distributionSentence(facts)).toBe('Median: 40,000,000 · Best: 900,000,000 (100 scores)')
  })

  test("says where the user's own score is", () => {
    expect(distributionSentence({ ...facts, mine: 10_000_000 })).toContain('Your best, 10,000,000, beats 10% of them.')
    expect(distributionSentence({ ...facts, mine: 900_000_000 })).toContain('The best one is yours.')
    expect(distributionSentence({ ...facts, mine: 1_000_001 })).toContain('at the bottom of the board')
  })

  test('covers one score and none', () => {
    expect(distributionSentence({ histogram: [{ from: 1, to: 10, count: 1 }], best: 7, median: 7 })).toBe('Only score: 7')
    expect(distributionSentence({ histogram: [], best: 0, median: 0 })).toBe('No scores to compare yet.')
  })

  test("formats numbers in the user's locale", () => {
    expect(distributionSentence(facts, new Intl.NumberFormat('de-DE').format)).toContain('40.000.000')
  })
})

test('the counts have a line at a round number, and at half of it if that is whole', () => {
  const of = (count: number) => countLines([{ from: 1, to: 2, count }])
  expect([of(0), of(1), of(2), of(5), of(9), of(40), of(137)]).toEqual([[], [], [1, 2], [5], [5], [20, 40], [50, 100]])
})

test('the share that the reader beats is the one that the board gives, where it is known', () => {
  expect(distributionSentence({ ...facts, mine: 10_000_000, beats: 45 })).toContain('beats 45% of them')
})
