import { expect, it } from 'vitest'
import { isCacheable, selectEvictions, selectEvictionsBySize } from './expiration.ts'

it('evicts the least recently seen pages, and never those of the shell', () => {
  expect(selectEvictions(['a', '/', 'b', 'c'], 2, ['/'])).toEqual(['a'])
  expect(selectEvictions(['/', 'b', 'c'], 2, ['/'])).toEqual([])
})

it('limits pictures by number and by total size', () => {
  const of = (...bytes: number[]) => bytes.map((each, i) => ({ name: `p${i}`, bytes: each }))
  expect(selectEvictionsBySize(of(1, 1, 1), 2, 100)).toEqual(['p0'])
  expect(selectEvictionsBySize(of(40, 40, 40), 9, 100)).toEqual(['p0'])
  expect(selectEvictionsBySize(of(90, 5, 40, 70), 3, 100)).toEqual(['p0', 'p1', 'p2'])
  expect(selectEvictionsBySize(of(50, 50), 2, 100)).toEqual([])
})

it('keeps whole answers of the site itself, unless they forbid it', () => {
  const answer = (more: Partial<Response> = {}, cacheControl = 'no-cache') =>
    isCacheable({ status: 200, redirected: false, type: 'basic', headers: new Headers({ 'cache-control': cacheControl }), ...more })
  expect(answer()).toBe(true)
  expect([answer({ status: 404 }), answer({ status: 206 }), answer({ redirected: true }), answer({ type: 'opaque' })]).toEqual(
    Array(4).fill(false),
  )
  expect(answer({}, 'private, no-store')).toBe(false)
})
