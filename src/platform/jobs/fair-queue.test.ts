import { describe, expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

/** Runs functions that end when told to. The first letter of a name is the address. */
function setUp(total: number, perAddress: number) {
  const queue = new FairQueue(total, perAddress)
  const started: string[] = []
  const ends = new Map<string, { resolve(): void; reject(error: Error): void }>()
  return {
    started,
    run(name: string): Promise<void> {
      return queue.run(name[0]!, () => {
        started.push(name)
        return new Promise<void>((resolve, reject) => ends.set(name, { resolve, reject }))
      })
    },
    async end(name: string): Promise<void> {
      ends.get(name)!.resolve()
      await new Promise(setImmediate)
    },
    async fail(name: string): Promise<void> {
      ends.get(name)!.reject(new Error(name))
      await new Promise(setImmediate)
    },
  }
}

describe('a fair queue', () => {
  it('starts at once what there is room for', () => {
    const { run, started } = setUp(3, 2)
    for (const name of ['a1', 'a2', 'b1']) void run(name)
    expect(started).toEqual(['a1', 'a2', 'b1'])
  })

  it('keeps room for other addresses when one asks for much', async () => {
    const { run, started, end } = setUp(3, 2)
    for (const name of ['a1', 'a2', 'a3', 'a4']) void run(name)
    expect(started).toEqual(['a1', 'a2'])
    void run('b1')
    expect(started).toEqual(['a1', 'a2', 'b1'])
    await end('a2')
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  it('lets the addresses take turns, and starts the oldest of each', async () => {
    const { run, started, end } = setUp(1, 1)
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) void run(name)
    for (let i = 0; i < 6; i++) await end(started.at(-1)!)
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  it('goes on after a function that fails, whose error the caller gets', async () => {
    const { run, started, fail } = setUp(1, 1)
    const first = run('a1')
    void run('a2')
    const failed = expect(first).rejects.toThrow('a1')
    await fail('a1')
    await failed
    expect(started).toEqual(['a1', 'a2'])
  })

  it('never runs more than its limits, and everything in the end, whatever the order of starts and ends', async () => {
    for (let seed = 1; seed <= 50; seed++) {
      let state = seed
      const random = (n: number): number => {
        state = (state * 48_271) % 2_147_483_647
        return state % n
      }
      const { run, started, end } = setUp(4, 2)
      const ended = new Set<string>()
      let asked = 0
      for (let step = 0; step < 120; step++) {
        const running = started.filter(name => !ended.has(name))
        expect(running.length).toBeLessThanOrEqual(4)
        for (const address of 'abcde') expect(running.filter(name => name[0] === address).length).toBeLessThanOrEqual(2)
        if (random(2) === 0 || running.length === 0) void run(`abcde`[random(5)] + String(asked++))
        else {
          const name = running[random(running.length)]!
          ended.add(name)
          await end(name)
        }
      }
      while (ended.size < asked) {
        const name = started.find(each => !ended.has(each))!
        ended.add(name)
        await end(name)
      }
      expect(new Set(started).size).toBe(asked)
    }
  })
})
