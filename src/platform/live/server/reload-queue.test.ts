import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Reloadable, ReloadQueue } from './reload-queue.ts'

/** Makes a queue and views that record when their load begins, and whose load ends when the test says so. */
function scene(atOnce: number) {
  const queue = new ReloadQueue(atOnce)
  const order: string[] = []
  const running: { name: string; finish: () => void }[] = []
  const view = (name: string, ...addresses: string[]): Reloadable & { name: string } => ({
    name,
    networks: new Map(addresses.map(address => [address, 1])),
    reload: () =>
      new Promise(resolve => {
        order.push(name)
        running.push({ name, finish: resolve })
      }),
  })
  const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
  const finishAll = async (): Promise<void> => {
    for (await turn(); running.length > 0; await turn()) running.shift()!.finish()
  }
  return { queue, order, running, view, turn, finishAll }
}

it('loads no more than so many at once, and each waiting view once, however often it was marked', async () => {
  const { queue, order, running, view, turn, finishAll } = scene(2)
  const views = ['a', 'b', 'c'].map(name => view(name, 'here'))
  for (const each of [...views, ...views]) queue.add(each)
  await turn()
  expect(running.map(({ name }) => name)).toEqual(['a', 'b'])
  await finishAll()
  expect(order).toEqual(['a', 'b', 'c'])
})

it('takes turns between addresses: one that has marked many does not keep the others waiting', async () => {
  const { queue, order, view, finishAll } = scene(1)
  for (let i = 0; i < 100; i++) queue.add(view(`attacker ${i}`, 'attacker'))
  queue.add(view('ada', 'ada'))
  queue.add(view('bob', 'bob'))
  await finishAll()
  expect(order.indexOf('ada')).toBeLessThan(4)
  expect(order.indexOf('bob')).toBeLessThan(5)
})

it('gives every second turn to the views that three addresses use or more', async () => {
  const { queue, order, view, finishAll } = scene(1)
  for (let i = 0; i < 10; i++) {
    queue.add(view(`own ${i}`, 'attacker'))
    queue.add(view(`shared ${i}`, 'ada', 'bob', 'cid'))
  }
  await finishAll()
  expect(order.slice(0, 10).filter(name => name.startsWith('shared'))).toHaveLength(5)
})

it('loads a view that a caller waits for first', async () => {
  const { queue, order, view, finishAll } = scene(1)
  const wanted = view('wanted', 'ada')
  for (let i = 0; i < 20; i++) queue.add(view(`other ${i}`, 'ada'))
  queue.add(wanted)
  queue.prioritise(wanted)
  await finishAll()
  expect(order[0]).toBe('wanted')
})

it('takes turns between addresses among the views that callers wait for too, and leaves every fourth turn to the others', async () => {
  const { queue, order, view, finishAll } = scene(1)
  const ada = view('ada', 'ada')
  const attackers = Array.from({ length: 100 }, (_, i) => view(`attacker ${i}`, 'attacker'))
  for (const each of [...attackers, ada]) {
    queue.add(each)
    queue.prioritise(each)
  }
  queue.add(view('bob', 'bob'))
  await finishAll()
  expect(order.indexOf('ada')).toBeLessThan(3)
  expect(order.indexOf('bob')).toBeLessThan(4)
})

it('has no place of their own for the views of one person with two addresses', async () => {
  const { queue, order, view, finishAll } = scene(1)
  for (let i = 0; i < 100; i++) queue.add(view(`attacker ${i}`, '10.0.0.1', '2001:db8::'))
  queue.add(view('shared', 'ada', 'bob', 'cid'))
  queue.add(view('dov', 'dov'))
  await finishAll()
  expect(Math.max(order.indexOf('shared'), order.indexOf('dov'))).toBeLessThan(4)
})

it('lets the event loop go on between many loads that wait for nothing', async () => {
  const queue = new ReloadQueue(1)
  let loads = 0
  for (let i = 0; i < 1000; i++)
    queue.add({
      networks: new Map([['ada', 1]]),
      reload: async () => {
        loads++
      },
    })
  const atTurns: number[] = []
  while (queue.length > 0) {
    await new Promise(resolve => setImmediate(resolve))
    atTurns.push(loads)
  }
  expect(loads).toBe(1000)
  expect(Math.max(...atTurns.map((n, i) => n - (atTurns[i - 1] ?? 0)))).toBeLessThanOrEqual(40)
})

it('drops a view that is closed, and resolves idle when nothing waits any more', async () => {
  const { queue, order, view, finishAll } = scene(1)
  const closed = view('closed', 'ada')
  queue.add(view('kept', 'ada'))
  queue.add(closed)
  queue.remove(closed)
  const idle = queue.idle()
  await finishAll()
  await idle
  expect(order).toEqual(['kept'])
  expect(queue.length).toBe(0)
})

it('loads every view that was added and not removed, exactly once for each time that it was marked while it did not wait', async () => {
  const step = fc.oneof(
    fc.record({ add: fc.nat(9) }),
    fc.record({ first: fc.nat(9) }),
    fc.record({ remove: fc.nat(9) }),
    fc.constant({ finish: true }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 3 }), async (steps, atOnce) => {
      const { queue, order, running, view, turn, finishAll } = scene(atOnce)
      const views = Array.from({ length: 10 }, (_, i) => view(String(i), ...(i % 3 === 0 ? ['x', 'y', 'z'] : [`address ${i % 4}`])))
      const waiting = new Set<string>()
      let expected = 0
      const begun = (): void => {
        for (const name of order.splice(0)) {
          expect(waiting.delete(name)).toBe(true)
          expected--
        }
      }
      for (const each of steps) {
        if ('add' in each) {
          const added = views[each.add]!
          if (!waiting.has(added.name)) expected++
          waiting.add(added.name)
          queue.add(added)
        } else if ('first' in each) queue.prioritise(views[each.first]!)
        else if ('remove' in each) {
          if (waiting.delete(views[each.remove]!.name)) expected--
          queue.remove(views[each.remove]!)
        } else {
          await turn()
          running.shift()?.finish()
        }
        await turn()
        begun()
        expect(running.length).toBeLessThanOrEqual(atOnce)
      }
      await finishAll()
      begun()
      expect(expected).toBe(0)
      expect(queue.length).toBe(0)
    }),
    { numRuns: 60, seed: 1 },
  )
})
