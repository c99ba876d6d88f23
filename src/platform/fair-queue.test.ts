import { describe, expect, it } from 'vitest'
import { FairQueue, type FairQueueOptions } from '#platform/fair-queue.ts'

/** Runs functions that end when told to. The first letter of a name is the address, `network` that of each address. */
function setUp(atOnce: number, perAddress: number, options: Partial<FairQueueOptions> = {}, network = (address: string) => address) {
  let time = 0
  const queue = new FairQueue({ atOnce, perAddress, now: () => time, ...options })
  const started: string[] = []
  const ends = new Map<string, { resolve(): void; reject(error: Error): void }>()
  return {
    queue,
    started,
    pass(ms: number): void {
      time += ms
    },
    run(name: string, caller = '', urgent = false): Promise<void> {
      return queue.run(
        [network(name[0]!), name[0]!, caller],
        () => {
          started.push(name)
          return new Promise<void>((resolve, reject) => ends.set(name, { resolve, reject }))
        },
        urgent,
      )
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
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('starts next what belongs to the address that has used least time lately, and forgets what was long ago', async () => {
    const { run, started, end, pass } = setUp(1, 1)
    for (const name of ['a1', 'a2', 'b1', 'b2', 'b3']) void run(name)
    pass(300)
    await end('a1')
    for (const name of ['b1', 'b2']) {
      pass(100)
      await end(name)
    }
    expect(started).toEqual(['a1', 'b1', 'b2', 'b3'])
    await end('b3')
    await end('a2')
    // Two minutes later the 300 ms of the one and the 200 ms of the other are nothing.
    pass(120_000)
    for (const name of ['c1', 'a3', 'b4']) void run(name)
    await end('c1')
    await end(started.at(-1)!)
    expect(new Set(started.slice(-2))).toEqual(new Set(['a3', 'b4']))
  })

  it('counts a network of many addresses as one, and never gives it the last place', async () => {
    const { run, started, end } = setUp(3, 1, {}, address => (address === 'z' ? 'z' : 'farm'))
    for (const name of 'abcdefghij') void run(name)
    expect(started).toEqual(['a', 'b'])
    void run('z1')
    void run('z2')
    await new Promise(setImmediate)
    expect(started).toEqual(['a', 'b', 'z1'])
    await end('z1')
    expect(started).toEqual(['a', 'b', 'z1', 'z2'])
  })

  it('lets the users of one address take turns too', async () => {
    const { run, started, end } = setUp(1, 1)
    for (const name of ['a1', 'a2', 'a3']) void run(name, 'loud')
    void run('a4', 'quiet')
    await end('a1')
    expect(started).toEqual(['a1', 'a4'])
  })

  it('starts what is urgent before all else, also of an address that has used much', async () => {
    const { run, started, end } = setUp(1, 1)
    for (const name of ['a1', 'a2', 'b1', 'c1']) void run(name)
    void run('a3', '', true)
    void run('a4', '', true)
    for (let i = 0; i < 6; i++) await end(started.at(-1)!)
    expect(started).toEqual(['a1', 'a3', 'a4', 'b1', 'c1', 'a2'])
  })

  it('refuses the newest of who waits most when too much waits, and what has waited too long', async () => {
    const { run, started, end, pass, queue } = setUp(1, 1, { maxWaiting: 3, maxWait: 1000 })
    const refusal = expect.objectContaining({ error: 'too-many-requests' })
    for (const name of ['a1', 'a2', 'a3']) run(name).catch(() => {})
    const newest = run('a4').catch((error: unknown) => error)
    const other = run('b1').catch((error: unknown) => error)
    expect(await newest).toEqual(refusal)
    expect(queue.size).toEqual({ running: 1, waiting: 3 })
    pass(1001)
    await end('a1')
    expect(await other).toEqual(refusal)
    expect([started, queue.size]).toEqual([['a1'], { running: 0, waiting: 0 }])
    void run('c1')
    expect(started).toEqual(['a1', 'c1'])
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

  it('refuses all that waits at once, when there is no use in waiting', async () => {
    const { run, queue } = setUp(1, 1)
    void run('a1')
    const waiting = ['a2', 'b1', 'c1'].map(name => run(name).catch((error: unknown) => error))
    queue.refuseWaiting('away')
    expect(await Promise.all(waiting)).toEqual(['away', 'away', 'away'])
    expect(queue.size).toEqual({ running: 1, waiting: 0 })
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
