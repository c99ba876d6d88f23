import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import { deviceDatabase, type OpenDatabase } from './database.ts'
import { filterByName } from './filter-recent.ts'
import { oldestFirst, type QueuedEvent, type QueuedScore, queueTransition } from './queued-score.ts'
import { MAX_RECENT, RecentMachines } from './recent-machines.ts'
import { ScoreStore } from './score-store.ts'

const item = (id: string, typedAt: number, more: Partial<QueuedScore> = {}): QueuedScore => ({
  id,
  userId: 'ann',
  machineId: 'm',
  machineName: 'Medieval Madness',
  value: 1,
  achievedAt: new Date(0),
  typedAt: new Date(typedAt),
  state: 'waiting',
  ...more,
})

/** A database that can be made to fail, as in a private window or on a full disk. */
function breakable(): { open: OpenDatabase; broken: boolean } {
  const open = deviceDatabase(manualClock())
  const self = { broken: false, open: () => (self.broken ? Promise.reject(new Error('QuotaExceededError')) : open()) }
  return self
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const IDS = ['a', 'b', 'c', 'd']
const id = fc.constantFrom(...IDS)
const tab = fc.nat({ max: 1 })
const command = fc.oneof(
  fc.record({ do: fc.constant('add' as const), tab, id, at: fc.nat({ max: 3 }), instead: fc.option(id, { nil: undefined }) }),
  fc.record({
    do: fc.constant('move' as const),
    tab,
    id,
    event: fc.constantFrom<QueuedEvent>('send', 'defer', 'accept', 'refuse', 'again', 'edit'),
    reason: fc.constantFrom('No.', 'Busy.'),
  }),
  fc.record({ do: fc.constant('remove' as const), tab, id }),
  fc.record({ do: fc.constant('reopen' as const), tab }),
  fc.record({ do: fc.constant('break' as const), tab, broken: fc.boolean() }),
)

describe('the store', () => {
  it('reads a score that was being edited when a page of an earlier version stored it', async () => {
    const open = deviceDatabase(manualClock())
    await (await open()).put('scores', { ...item('a', 1), state: 'mending' as 'editing' })
    const store = new ScoreStore(open, null)
    expect(await store.load()).toMatchObject([{ id: 'a', state: 'editing' }])
    expect(await store.move('a', 'again')).toMatchObject({ id: 'a', state: 'waiting' })
  })

  it('has the same contents as a simple model, in two tabs, after crashes, and if the database fails', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 60, size: 'max' }), async steps => {
        globalThis.indexedDB = new IDBFactory()
        const databases = [breakable(), breakable()]
        const stores = databases.map(({ open }) => new ScoreStore(open, null))
        const kept = new Map<string, QueuedScore>()
        const loose = [new Map<string, QueuedScore>(), new Map<string, QueuedScore>()]
        const seen = (of: number): QueuedScore[] => {
          const shared = databases[of]!.broken ? [] : [...kept.values()].filter(each => !loose[of]!.has(each.id))
          return [...shared, ...loose[of]!.values()].sort(oldestFirst)
        }
        for (const each of steps) {
          const [store, database, own] = [stores[each.tab]!, databases[each.tab]!, loose[each.tab]!]
          if (each.do === 'add') {
            const added = item(each.id, each.at)
            await store.add(added, each.instead)
            if (each.instead !== undefined) own.delete(each.instead)
            if (database.broken) own.set(each.id, added)
            else {
              if (each.instead !== undefined) kept.delete(each.instead)
              kept.set(each.id, added)
              own.delete(each.id)
            }
          } else if (each.do === 'move') {
            const before = seen(each.tab).find(it => it.id === each.id)
            const next = before === undefined ? null : queueTransition(before, each.event, { reason: each.reason })
            await store.load()
            expect(await store.move(each.id, each.event, { reason: each.reason })).toEqual(next)
            if (next !== null) (own.has(each.id) ? own : kept).set(each.id, next)
          } else if (each.do === 'remove') {
            await store.remove(each.id)
            own.delete(each.id)
            if (!database.broken) kept.delete(each.id)
          } else if (each.do === 'reopen') {
            database.broken = false
            stores[each.tab] = new ScoreStore(database.open, null)
            own.clear()
          } else database.broken = each.broken
          for (const [n, other] of stores.entries()) {
            expect(await other.load()).toEqual(seen(n))
            for (const { id: known } of seen(n)) expect(other.isPersisted(known)).toBe(!loose[n]!.has(known))
          }
        }
      }),
      { numRuns: 100 },
    )
  })

  it('lets only one of two tabs make a transition', async () => {
    const stores = [0, 1].map(() => new ScoreStore(deviceDatabase(manualClock()), null))
    await stores[0]!.add(item('a', 1))
    const transitions = await Promise.all(stores.map(store => store.move('a', 'send')))
    expect(transitions.filter(each => each !== null)).toHaveLength(1)
  })

  it('removes a score under a condition by its state in the database, which another tab may have changed', async () => {
    const stores = [0, 1].map(() => new ScoreStore(deviceDatabase(manualClock()), null))
    await stores[0]!.add(item('a', 1))
    await stores[1]!.move('a', 'send')
    expect(stores[0]!.items).toMatchObject([{ state: 'waiting' }])
    await stores[0]!.remove('a', ({ state }) => state === 'waiting')
    expect(stores[0]!.items).toMatchObject([{ state: 'sending' }])
    await stores[1]!.move('a', 'defer')
    await stores[0]!.remove('a', ({ state }) => state === 'waiting')
    expect(await stores[1]!.load()).toEqual([])
  })

  it('makes a transition in memory if the database cannot store it', async () => {
    const database = breakable()
    const store = new ScoreStore(database.open, null)
    await store.add(item('a', 1))
    database.broken = true
    expect(await store.move('a', 'send')).toMatchObject({ state: 'sending' })
    expect([store.items.map(({ state }) => state), store.isPersisted('a')]).toEqual([['sending'], false])
    expect(await new ScoreStore(deviceDatabase(manualClock()), null).load()).toMatchObject([{ state: 'waiting' }])
  })

  it('keeps a picture byte for byte after a crash', async () => {
    const bytes = new Uint8Array([0xff, 0xd8, 0, 1, 2, 0xff, 0xd9])
    await new ScoreStore(deviceDatabase(manualClock()), null).add(item('a', 1, { picture: new Blob([bytes], { type: 'image/jpeg' }) }))
    const [read] = await new ScoreStore(deviceDatabase(manualClock()), null).load()
    expect(read?.picture?.type).toBe('image/jpeg')
    expect(new Uint8Array(await read!.picture!.arrayBuffer())).toEqual(bytes)
  })

  it('follows changes of other tabs', async () => {
    const channel = new EventTarget()
    const neighbours = {
      postMessage: () => void channel.dispatchEvent(new Event('message')),
      addEventListener: (type: 'message', listener: () => void) => channel.addEventListener(type, listener),
    }
    const watching = new ScoreStore(deviceDatabase(manualClock()), neighbours)
    const received = new Promise<void>(resolve => watching.listen(() => watching.items.length === 1 && resolve()))
    await new ScoreStore(deviceDatabase(manualClock()), neighbours).add(item('a', 1))
    await received
  })
})

describe('a database that does not answer', () => {
  it('is treated as absent after three seconds', async () => {
    globalThis.indexedDB = { open: () => new EventTarget() } as unknown as IDBFactory
    const clock = manualClock()
    const opened = deviceDatabase(clock)()
    const refused = expect(opened).rejects.toThrow('does not answer')
    clock.advance(3000)
    await refused
  })
})

describe('the machines of this device', () => {
  const machine = (name: string, at: number) => ({ machineId: name.toLowerCase(), name, pickedAt: new Date(at) })

  it('are the last twenty that were picked, the latest first', async () => {
    const machines = new RecentMachines(deviceDatabase(manualClock()))
    for (let n = 0; n < MAX_RECENT + 5; n++) await machines.remember(machine(`M${n}`, n))
    await machines.remember(machine('M7', 100))
    const all = await machines.all()
    expect(all).toHaveLength(MAX_RECENT)
    expect(all.map(({ name }) => name).slice(0, 3)).toEqual(['M7', 'M24', 'M23'])
  })

  it('are empty if the browser has no storage', async () => {
    const machines = new RecentMachines(() => Promise.reject(new Error('private window')))
    await machines.remember(machine('M', 1))
    expect(await machines.all()).toEqual([])
  })

  it('are found by prefixes of their words', () => {
    const all = ['Medieval Madness', 'Attack from Mars', 'Señor Mad'].map(name => machine(name, 1))
    const found = (typed: string) => filterByName(all, typed).map(({ name }) => name)
    expect(found('mad')).toEqual(['Medieval Madness', 'Señor Mad'])
    expect(found('MAD med')).toEqual(['Medieval Madness'])
    expect(found('senor')).toEqual(['Señor Mad'])
    expect(found(' ')).toHaveLength(3)
    expect(found('ars')).toEqual([])
  })
})
