import { expect, it } from 'vitest'
import { ReadCache } from '#platform/read-cache.ts'

it('reads a value once until it is invalidated or the cache is cleared', async () => {
  let version = 0
  const cache = new ReadCache({ max: 10, bytes: 100, read: async id => (id === 'none' ? null : { id, version: ++version }) })
  expect(await cache.get('a')).toEqual({ id: 'a', version: 1 })
  expect(await cache.get('a')).toEqual({ id: 'a', version: 1 })
  expect(cache.stats).toEqual({ entries: 1, bytes: 100, hits: 1, misses: 1 })
  cache.invalidate('a')
  expect(await cache.get('a')).toEqual({ id: 'a', version: 2 })
  expect(cache.clear()).toBe(1)
  expect(await cache.get('a')).toEqual({ id: 'a', version: 3 })
  expect(await cache.get('none')).toBeNull()
  expect(cache.stats.entries).toBe(1)
})

it.each(['invalidate', 'clear'] as const)('does not keep a value whose read began before `%s`', async change => {
  let finish = (_: { id: string }): void => {}
  const cache = new ReadCache({ max: 10, bytes: 100, read: () => new Promise<{ id: string }>(resolve => (finish = resolve)) })
  const reading = cache.get('a')
  cache[change]('a')
  finish({ id: 'a' })
  expect(await reading).toEqual({ id: 'a' })
  expect(cache.stats.entries).toBe(0)
})
