import { expect, it } from 'vitest'
import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Publishing } from '../../../ddp/server/subscription.ts'
import { LiveQueries, type LiveQuery } from './live-queries.ts'

/** A reader, and queries that tell when they are opened and closed. */
function scene(mostIdle: number) {
  const queries = new LiveQueries(mostIdle)
  const log: string[] = []
  const open = (key: string) => async (): Promise<LiveQuery> => {
    log.push(`open ${key}`)
    return { set: new LiveSet(), close: () => void log.push(`close ${key}`) }
  }
  const read = async (key: string, opener = open(key)): Promise<{ set: LiveSet; stop(): void }> => {
    const stops: (() => void)[] = []
    const publishing = { onStop: (stop: () => void) => void stops.push(stop) } as Pick<Publishing, 'onStop'> as Publishing
    const stop = (): void => stops.splice(0).forEach(each => void each())
    try {
      return { set: await queries.use(publishing, key, opener), stop }
    } catch (error) {
      stop()
      throw error
    }
  }
  return { queries, log, read, settle: () => new Promise(resolve => setImmediate(resolve)) }
}

it('opens a question once for all who ask it, also at the same moment', async () => {
  const { queries, log, read } = scene(5)
  const [a, b] = await Promise.all([read('x'), read('x')])
  expect(b.set).toBe(a.set)
  expect((await read('x')).set).toBe(a.set)
  expect(log).toEqual(['open x'])
  expect(queries.stats).toEqual({ entries: 1, bytes: expect.any(Number), hits: 2, misses: 1 })
})

it('keeps idle ones for the next reader, closes the least recently used when there are too many, and never one in use', async () => {
  const { log, read, settle } = scene(2)
  const used = await read('used')
  for (const key of ['a', 'b']) (await read(key)).stop()
  ;(await read('a')).stop()
  const c = await read('c')
  c.stop()
  await settle()
  expect(log).toEqual(['open used', 'open a', 'open b', 'open c', 'close b'])
  expect([used.set.retired, c.set.retired]).toEqual([false, false])
})

it('sheds one that nobody uses, once, and never one in use', async () => {
  const { queries, log, read, settle } = scene(2)
  const [used, idle] = [await read('used'), await read('idle')]
  idle.stop()
  expect([queries.shed(used.set), queries.shed(idle.set), queries.shed(idle.set)]).toEqual([false, true, false])
  await settle()
  expect(log).toEqual(['open used', 'open idle', 'close idle'])
  expect([used.set.retired, idle.set.retired]).toEqual([false, true])
  for (const key of ['a', 'b']) (await read(key)).stop()
  await settle()
  expect(queries.stats.entries).toBe(3)
})

it('retires the set of what it closes, and opens it anew for the next reader', async () => {
  const { queries, log, read, settle } = scene(0)
  const first = await read('x')
  first.stop()
  await settle()
  expect(first.set.retired).toBe(true)
  const second = await read('x')
  expect(second.set).not.toBe(first.set)
  expect(log).toEqual(['open x', 'close x', 'open x'])
  expect(queries.stats.entries).toBe(1)
})

it('clears what nobody reads and says how many', async () => {
  const { queries, log, read, settle } = scene(5)
  await read('used')
  for (const key of ['a', 'b']) (await read(key)).stop()
  expect(queries.clear()).toBe(2)
  expect(queries.clear()).toBe(0)
  await settle()
  expect(log.slice(-2)).toEqual(['close a', 'close b'])
  expect(queries.stats.entries).toBe(1)
})

it('forgets a question that could not be opened: everybody who waited hears why, the next one tries again', async () => {
  const { queries, log, read } = scene(1)
  const failing = () => Promise.reject(new Error('no such thing'))
  const both = await Promise.allSettled([read('x', failing), read('x', failing)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(queries.stats.entries).toBe(0)
  ;(await read('x')).stop()
  ;(await read('y')).stop()
  expect(log).toEqual(['open x', 'open y'])
  expect(queries.clear()).toBe(1)
})
