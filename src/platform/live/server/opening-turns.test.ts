import { describe, expect, it } from 'vitest'
import { OpeningTurns } from './opening-turns.ts'

/** Opens views whose loads end when told to. */
function setUp(total: number, perAddress: number) {
  const turns = new OpeningTurns(total, perAddress)
  const started: string[] = []
  const ends = new Map<string, { resolve(): void; reject(error: Error): void }>()
  const results: Promise<void>[] = []
  return {
    started,
    open(name: string): Promise<void> {
      const result = turns.run(name[0]!, () => {
        started.push(name)
        return new Promise<void>((resolve, reject) => ends.set(name, { resolve, reject }))
      })
      results.push(result)
      return result
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

describe('the turns of views that are opened', () => {
  it('start at once as long as there is room', () => {
    const { open, started } = setUp(3, 2)
    for (const name of ['a1', 'a2', 'b1']) void open(name)
    expect(started).toEqual(['a1', 'a2', 'b1'])
  })

  it('keep room for other addresses when one opens many', async () => {
    const { open, started, end } = setUp(3, 2)
    for (const name of ['a1', 'a2', 'a3', 'a4']) void open(name)
    expect(started).toEqual(['a1', 'a2'])
    void open('b1')
    expect(started).toEqual(['a1', 'a2', 'b1'])
    await end('a2')
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  it('go to the addresses in turn, and within one to the oldest', async () => {
    const { open, started, end } = setUp(1, 1)
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) void open(name)
    for (let i = 0; i < 6; i++) await end(started.at(-1)!)
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  it('go on after a load that fails, whose error the caller gets', async () => {
    const { open, started, fail } = setUp(1, 1)
    const first = open('a1')
    void open('a2')
    const failed = expect(first).rejects.toThrow('a1')
    await fail('a1')
    await failed
    expect(started).toEqual(['a1', 'a2'])
  })

  it('never run more than the limits, whatever the order of starts and ends', async () => {
    for (let seed = 1; seed <= 50; seed++) {
      let state = seed
      const random = (n: number): number => {
        state = (state * 48_271) % 2_147_483_647
        return state % n
      }
      const { open, started, end } = setUp(4, 2)
      const ended = new Set<string>()
      let opened = 0
      for (let step = 0; step < 120; step++) {
        const running = started.filter(name => !ended.has(name))
        expect(running.length).toBeLessThanOrEqual(4)
        for (const address of 'abcde') expect(running.filter(name => name[0] === address).length).toBeLessThanOrEqual(2)
        if (random(2) === 0 || running.length === 0) void open(`abcde`[random(5)] + String(opened++))
        else {
          const name = running[random(running.length)]!
          ended.add(name)
          await end(name)
        }
      }
      while (ended.size < opened) {
        const name = started.find(each => !ended.has(each))!
        ended.add(name)
        await end(name)
      }
      expect(new Set(started).size).toBe(opened)
    }
  })
})
