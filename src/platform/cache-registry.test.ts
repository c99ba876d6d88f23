import { expect, it } from 'vitest'
import { CacheRegistry } from '#platform/cache-registry.ts'

const cache = (entries: number) => ({
  stats: { entries, bytes: entries * 10, hits: 1, misses: 2 },
  clear: () => entries,
})

it('tells how each cache is doing, by name', () => {
  const caches = new CacheRegistry()
  caches.add('pages', cache(3))
  caches.add('boards', cache(2))
  expect(caches.stats).toEqual([
    { name: 'boards', entries: 2, bytes: 20, hits: 1, misses: 2 },
    { name: 'pages', entries: 3, bytes: 30, hits: 1, misses: 2 },
  ])
})

it('clears one or all, and says how much went; of one that is not there it says so', () => {
  const caches = new CacheRegistry()
  caches.add('pages', cache(3))
  caches.add('boards', cache(2))
  expect([caches.clear('pages'), caches.clear(null), caches.clear('nothing')]).toEqual([3, 5, null])
})

it('has one cache a name', () => {
  const caches = new CacheRegistry()
  caches.add('pages', cache(3))
  expect(() => caches.add('pages', cache(2))).toThrow('There is a cache called pages already')
})
