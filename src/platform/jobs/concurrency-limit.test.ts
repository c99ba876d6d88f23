import { describe, expect, it } from 'vitest'
import { ConcurrencyLimit } from './concurrency-limit.ts'

/** Makes a function to run that records its calls; each call ends when the test calls `end`. */
function work() {
  const ends: (() => void)[] = []
  const begun: number[] = []
  const run = (n: number, fails = false) => {
    begun.push(n)
    return new Promise<number>((resolve, reject) => ends.push(() => (fails ? reject(new Error(`${n} failed`)) : resolve(n))))
  }
  return { begun, run, end: () => ends.shift()?.() }
}

describe('a concurrency limit', () => {
  it('runs few at a time, in order, and a failure frees its place', async () => {
    const limit = new ConcurrencyLimit(2, 8)
    const { begun, run, end } = work()
    const all = [1, 2, 3, 4].map(n => limit.run(() => run(n, n === 1)))
    expect(begun).toEqual([1, 2])
    end()
    await expect(all[0]).rejects.toThrow('1 failed')
    expect(begun).toEqual([1, 2, 3])
    end()
    expect(await all[1]).toBe(2)
    expect(begun).toEqual([1, 2, 3, 4])
    end()
    end()
    expect(await Promise.all(all.slice(2))).toEqual([3, 4])
  })

  it('refuses when too many wait, and accepts again when the queue is shorter', async () => {
    const limit = new ConcurrencyLimit(1, 1)
    const { run, end } = work()
    const first = limit.run(() => run(1))
    const second = limit.run(() => run(2))
    await expect(limit.run(() => run(3))).rejects.toMatchObject({ error: 'too-many-requests' })
    end()
    await first
    const fourth = limit.run(() => run(4))
    end()
    await second
    end()
    expect(await fourth).toBe(4)
  })
})
