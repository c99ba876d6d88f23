import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countFitting, dividePages } from './pages.ts'

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1)

it('what fits is one page, and what does not is divided evenly', () => {
  expect(dividePages(numbers(16), 16)).toEqual([numbers(16)])
  expect(dividePages(numbers(40), 16).map(({ length }) => length)).toEqual([14, 14, 12])
  expect(dividePages(numbers(17), 16).map(({ length }) => length)).toEqual([9, 8])
  expect(dividePages([], 16)).toEqual([[]])
  expect(dividePages(numbers(3), 0).map(({ length }) => length)).toEqual([1, 1, 1])
})

it('pages have every item once, in order, never more than fit, and as few pages as possible', () => {
  fc.assert(
    fc.property(fc.nat({ max: 500 }), fc.integer({ min: 1, max: 60 }), (count, capacity) => {
      const pages = dividePages(numbers(count), capacity)
      expect(pages.flat()).toEqual(numbers(count))
      expect(pages.length).toBe(Math.max(1, Math.ceil(count / capacity)))
      for (const page of pages) expect(page.length).toBeLessThanOrEqual(capacity)
    }),
  )
})

it('counts the gaps between items, not one after the last', () => {
  expect(countFitting(815, 90, 11)).toBe(8)
  expect(countFitting(191, 90, 11)).toBe(2)
  expect(countFitting(190, 90, 11)).toBe(1)
  expect(countFitting(10, 90, 11)).toBe(1)
  expect(countFitting(100, 0, 0)).toBe(1)
})
