import { expect, it } from 'vitest'
import { ConcurrencyLimit } from '#platform/jobs/concurrency-limit.ts'
import { CardCache } from './share-card-cache.ts'

/** Drawings that the test finishes explicitly. */
function drawings() {
  const started: string[] = []
  const ends = new Map<string, (card: Buffer) => void>()
  return {
    started,
    draw: (key: string) => () =>
      new Promise<Buffer>(resolve => {
        started.push(key)
        ends.set(key, resolve)
      }),
    end: (key: string, bytes = 10) => ends.get(key)!(Buffer.alloc(bytes)),
  }
}

it('draws a card once for all who ask while it is drawn and after', async () => {
  const cache = new CardCache()
  const { started, draw, end } = drawings()
  const asked = Array.from({ length: 50 }, () => cache.get('a', draw('a')))
  end('a')
  const cards = await Promise.all([...asked, cache.get('a', draw('a'))])
  expect(started).toEqual(['a'])
  expect(new Set(cards).size).toBe(1)
})

it('draws two at a time, and refuses when too many wait; those who ask for the same do not count', async () => {
  const cache = new CardCache({ limit: new ConcurrencyLimit(2, 1) })
  const { started, draw, end } = drawings()
  const asked = ['a', 'b', 'c', 'a', 'c'].map(key => cache.get(key, draw(key)))
  expect(started).toEqual(['a', 'b'])
  await expect(cache.get('d', draw('d'))).rejects.toMatchObject({ error: 'too-many-requests' })
  end('a')
  await asked[0]
  await expect.poll(() => started).toEqual(['a', 'b', 'c'])
  end('b')
  end('c')
  await Promise.all(asked)
  const late = cache.get('d', draw('d'))
  end('d')
  expect((await late).length).toBe(10)
})

it('keeps no more bytes than it may: those that nobody asked for the longest leave', async () => {
  const cache = new CardCache({ maxBytes: 25 })
  const { started, draw, end } = drawings()
  const ask = async (key: string): Promise<void> => {
    const card = cache.get(key, draw(key))
    if (started.at(-1) === key) end(key)
    await card
  }
  for (const key of ['a', 'b', 'a', 'c', 'a']) await ask(key)
  expect([started, cache.stats.bytes]).toEqual([['a', 'b', 'c'], 20])
  await ask('b')
  expect(started).toEqual(['a', 'b', 'c', 'b'])
})

it('tries again after a drawing that failed', async () => {
  const cache = new CardCache()
  await expect(cache.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect((await cache.get('a', async () => Buffer.alloc(3))).length).toBe(3)
})
