import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLogScale, distributionSentence, percentBelow, ticks } from './distribution.ts'

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
    expect(distributionSentence(facts)).toBe('Half of the 100 scores are below 40,000,000; the best is 900,000,000.')
  })

  test("says where the user's own score is", () => {
    expect(distributionSentence({ ...facts, mine: 10_000_000 })).toContain('Your best, 10,000,000, beats 10% of them.')
    expect(distributionSentence({ ...facts, mine: 900_000_000 })).toContain('That one is yours.')
    expect(distributionSentence({ ...facts, mine: 1_000_001 })).toContain('is where everyone starts')
  })

  test('covers one score and none', () => {
    expect(distributionSentence({ histogram: [{ from: 1, to: 10, count: 1 }], best: 7, median: 7 })).toBe('One score so far: 7.')
    expect(distributionSentence({ histogram: [], best: 0, median: 0 })).toBe('No scores to compare yet.')
  })

  test("formats numbers in the user's locale", () => {
    expect(distributionSentence(facts, new Intl.NumberFormat('de-DE').format)).toContain('40.000.000')
  })
})
