import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countFitting, dividePages, isBetterCompact } from './pages.ts'

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1)

it('what fits is one page, and what does not is divided evenly', () => {
  expect(dividePages(numbers(16), 16)).toEqual([numbers(16)])
  expect(dividePages(numbers(40), 16).map(({ length }) => length)).toEqual([14, 13, 13])
  expect(dividePages(numbers(21), 5).map(({ length }) => length)).toEqual([5, 4, 4, 4, 4])
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
      const lengths = pages.map(({ length }) => length)
      expect(Math.max(...lengths)).toBeLessThanOrEqual(capacity)
      expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1)
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

it('items stand closer together only where they take fewer pages so: 17 players fill one page as 16 do', () => {
  const counts = numbers(40).filter(players => isBetterCompact(players, 16, 18))
  expect(counts).toEqual([17, 18, 33, 34, 35, 36])
})
