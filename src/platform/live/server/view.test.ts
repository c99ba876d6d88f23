import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ResultSet } from '#ddp/server/result-set.ts'
import type { PublishContext } from '#ddp/server/subscription.ts'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import { GATHER_MS } from './change-gatherer.ts'
import type { DocumentWriter } from './documents.ts'
import { View, type ViewChange, type ViewHost, type ViewLoadResult, type ViewSource } from './view.ts'

/** Makes a table, its change log, and a view of the table whose loads end when the test calls `answer`. @param gathers changes, as lists of the site do */
function scene(gathers = false) {
  const clock = manualClock()
  const rows = new Map<string, number>()
  const waiting: (() => void)[] = []
  const stale: View[] = []
  let n = 0
  let failing = false
  let budget = true
  const charges: number[] = []
  const snapshot = (): ViewLoadResult => {
    const documents = [...rows].map(([id, value]): [string, Fields] => [id, { value }])
    return { position: n, keys: new Set(['all']), until: null, documents: () => ({ rows: documents }) }
  }
  let skipped = 0
  const source: ViewSource = {
    skipped() {
      skipped++
    },
    async load() {
      // The rows are read now; the load ends later.
      const read = snapshot()
      const fails = failing
      await new Promise<void>(resolve => waiting.push(resolve))
      if (fails) throw new Error('the database is away')
      return read
    },
  }
  const failures: unknown[] = []
  const host: ViewHost = {
    clock,
    key: 'all',
    createSet: () => new ResultSet(),
    waitUntilApplied: () => Promise.resolve(),
    get position() {
      return n
    },
    unshare: () => undefined,
    onKeysChanged: () => undefined,
    hasUpdateBudget: () => budget,
    chargeUpdate: (_n, steps) => void charges.push(steps),
    onStale: view => void stale.push(view),
    onReloadFailed: (_view, error) => void failures.push(error),
    report: cause => void failures.push(cause),
    onNeedsEveryChange: () => undefined,
    onGathered: () => undefined,
    onLoadEnded: () => undefined,
  }
  const view = new View(host, () => source, gathers)
  const settle = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
  return {
    clock,
    settle,
    source,
    view,
    rows,
    stale,
    failures,
    /** Writes a row (null: removes it) and gives the change to the view. @param inPlace whether the view can show it without a reload */
    write(id: string, value: number | null, inPlace: boolean): number {
      if (value === null) rows.delete(id)
      else rows.set(id, value)
      const update: ViewChange['update'] = (_source, documents) => {
        if (value === null) documents.remove('rows', id)
        else documents.put('rows', id, { value })
        return false
      }
      view.onChange({ n: ++n, keys: ['all'], revokes: false, gathers: inPlace && value !== null, update: inPlace ? update : null })
      return n
    },
    /** How many changes were not given to the source. */
    skipped: () => skipped,
    /** The steps that changes were charged, in order. */
    charged: () => charges,
    /** Uses up the budget of every change. */
    spend() {
      budget = false
    },
    fail(is: boolean) {
      failing = is
    },
    /** Ends the load that has waited longest. */
    async answer() {
      waiting.shift()?.()
      await settle()
    },
    shown: () => Object.fromEntries(view.set.ids('rows').map(id => [id, view.set.get('rows', id)!.value])),
    /** Ends loads and reloads the view until nothing is left to load. */
    async quiesce() {
      for (let round = 0; round < 50 && (view.loading || stale.length > 0); round++) {
        for (const each of stale.splice(0)) void each.reload()
        await settle()
        waiting.shift()?.()
        await settle()
      }
    },
  }
}

describe('a change that comes while a view is being loaded', () => {
  it('is in what it shows first, if it can be shown without loading again', async () => {
    const { view, write, answer, shown } = scene()
    write('a', 1, true)
    await answer()
    await view.ready
    expect(shown()).toEqual({ a: 1 })
    expect(view.isStale).toBe(false)
  })

  it('marks the view, if it cannot', async () => {
    const { view, write, answer, stale } = scene()
    const n = write('a', 1, false)
    await answer()
    expect([view.isBehind(n), view.set.stale, stale.length]).toEqual([true, true, 1])
  })

  it('is ignored, if the load includes it', async () => {
    const { view, rows, answer, shown } = scene()
    await answer()
    rows.set('a', 2)
    view.onChange({ n: 0, keys: ['all'], revokes: false, gathers: false, update: null })
    expect([view.isStale, shown()]).toEqual([false, {}])
  })

  it('is taken in one after the other, since one may concern what another has added', async () => {
    const { view, answer, shown } = scene()
    view.onChange({
      n: 1,
      keys: ['all'],
      revokes: false,
      gathers: true,
      update: (_source, documents) => {
        documents.put('rows', 'a', { value: 1 })
        view.addKeys(['a'])
        return false
      },
    })
    const remove: ViewChange['update'] = (_source, documents) => {
      documents.remove('rows', 'a')
      return false
    }
    view.onChange({ n: 2, keys: ['a'], revokes: true, gathers: false, update: remove })
    await answer()
    await view.ready
    expect(shown()).toEqual({})
  })

  it('marks the view, if the source finds after all of them that it lacks something', async () => {
    const { view, write, answer, stale, source } = scene()
    const n = write('a', 1, true)
    source.updated = () => true
    await answer()
    expect([view.isBehind(n), view.set.stale, stale.length]).toEqual([true, true, 1])
  })

  it('does not bring back for a moment what it has removed', async () => {
    const { view, rows, write, answer, quiesce } = scene()
    rows.set('secret', 1)
    await answer()
    view.markStale()
    const seen: string[] = []
    write('other', 1, false)
    void view.reload()
    write('secret', null, true)
    view.set.observe(({ id, after }) => void (after !== null && seen.push(id)))
    await quiesce()
    expect(seen).toEqual(['other'])
  })
})

it('beyond the budget of a change it is loaded again instead; what takes back is done at once all the same', async () => {
  const { view, write, answer, shown, spend, skipped, quiesce } = scene()
  write('a', 1, true)
  write('b', 1, true)
  await answer()
  const removeB: ViewChange['update'] = (_source, documents) => {
    documents.remove('rows', 'b')
    return false
  }
  spend()
  write('a', 2, true)
  expect([shown(), view.isStale]).toEqual([{ a: 1, b: 1 }, true])
  expect(skipped()).toBe(1)
  view.onChange({ n: 4, keys: ['all'], revokes: true, gathers: false, update: removeB })
  expect(shown()).toEqual({ a: 1 })
  await quiesce()
})

it('a source that follows something else has the same budget, and is charged for looking too', async () => {
  const { view, answer, write, shown, spend, charged, quiesce } = scene()
  write('a', 1, true)
  await answer()
  view.updateDocuments(2, documents => documents.put('rows', 'b', { value: 2 }))
  view.updateDocuments(2, () => undefined)
  expect([shown(), charged().slice(-2)]).toEqual([{ a: 1, b: 2 }, [1, 1]])
  spend()
  view.updateDocuments(3, documents => documents.put('rows', 'c', { value: 3 }))
  expect([shown(), view.isStale]).toEqual([{ a: 1, b: 2 }, true])
  view.updateDocuments(null, documents => documents.remove('rows', 'b'))
  expect(shown()).toEqual({ a: 1 })
  await quiesce()
})

it('a reader waits for the change that he asked for, and not for later ones', async () => {
  const { view, write, answer } = scene()
  await answer()
  const first = write('a', 1, false)
  let reached = false
  void view.waitUntilIncludes(first).then(() => {
    reached = true
  })
  void view.reload()
  write('b', 2, false)
  await answer()
  expect([reached, view.isStale]).toEqual([true, true])
})

it('keeps its documents when loading again fails, stays marked, and resolves the waiters for the attempt', async () => {
  const { view, write, fail, answer, failures, shown, quiesce, stale } = scene()
  write('a', 1, true)
  await answer()
  write('a', 2, false)
  fail(true)
  const attempt = view.nextAttempt()
  void view.reload()
  await answer()
  expect(await attempt).toBeInstanceOf(Error)
  expect([failures.length, shown(), view.isStale]).toEqual([1, { a: 1 }, true])
  fail(false)
  stale.push(view)
  await quiesce()
  expect([shown(), view.isStale]).toEqual([{ a: 2 }, false])
})

it('publishes nothing after it was closed, and resolves all waiters', async () => {
  const { view, write, answer, shown } = scene()
  await answer()
  const n = write('a', 1, false)
  const waits = Promise.all([view.waitUntilIncludes(n), view.nextAttempt()])
  void view.reload()
  view.close()
  await waits
  await answer()
  expect([shown(), view.set.disposed]).toEqual([{}, true])
})

describe('a list that gathers changes', () => {
  const subscriber = {} as PublishContext

  it('shows one that comes alone at once, and those that follow together after a rest, each document once', async () => {
    const { view, write, answer, shown, settle, clock } = scene(true)
    await answer()
    view.users.add(subscriber)
    const seen: string[] = []
    view.set.observe(({ id }) => void seen.push(id))
    write('a', 1, true)
    await settle()
    expect(shown()).toEqual({ a: 1 })
    for (let value = 2; value < 10; value++) write('a', value, true)
    write('b', 1, true)
    await settle()
    expect(shown()).toEqual({ a: 1 })
    clock.advance(GATHER_MS)
    expect([shown(), seen]).toEqual([{ a: 9, b: 1 }, ['a', 'a', 'b']])
  })

  it('rests as long after somebody has asked as it would have otherwise', async () => {
    const { view, write, answer, shown, settle, clock } = scene(true)
    await answer()
    view.users.add(subscriber)
    write('a', 1, true)
    await settle()
    clock.advance(GATHER_MS / 2)
    write('a', 2, true)
    view.applyGathered()
    write('a', 3, true)
    clock.advance(GATHER_MS / 2)
    expect(shown()).toEqual({ a: 2 })
    clock.advance(GATHER_MS / 2)
    expect(shown()).toEqual({ a: 3 })
    write('a', 4, true)
    view.close()
    expect(clock.pendingTimers).toBe(0)
  })

  it('shows them when somebody asks, and at once with a change that adds nothing', async () => {
    const { view, write, answer, shown, settle } = scene(true)
    await answer()
    view.users.add(subscriber)
    write('a', 1, true)
    await settle()
    write('b', 1, true)
    view.applyGathered()
    expect(shown()).toEqual({ a: 1, b: 1 })
    write('c', 1, true)
    const removeA: ViewChange['update'] = (_source, documents) => {
      documents.remove('rows', 'a')
      return false
    }
    view.onChange({ n: 9, keys: ['all'], revokes: true, gathers: false, update: removeA })
    expect(shown()).toEqual({ b: 1, c: 1 })
  })

  it('waits for the next subscriber while nobody uses it, and lets pages know; with very many changes it is loaded again', async () => {
    const { view, write, answer, shown, settle, stale, clock } = scene(true)
    await answer()
    write('a', 1, true)
    await settle()
    clock.advance(GATHER_MS)
    expect([shown(), view.set.behind, clock.pendingTimers]).toEqual([{}, true, 0])
    view.applyGathered()
    expect([shown(), view.set.behind]).toEqual([{ a: 1 }, false])
    for (let value = 0; value < 1000; value++) write('a', value, true)
    expect(stale).toEqual([view])
  })

  it('is loaded again, and the error reported, when an update fails', async () => {
    const { view, answer, failures, settle } = scene(true)
    await answer()
    view.users.add(subscriber)
    const fails = (): boolean => {
      throw new Error('no such field')
    }
    view.onChange({ n: 1, keys: ['all'], revokes: false, gathers: true, update: fails })
    await settle()
    expect([failures.length, view.isStale]).toEqual([1, true])
  })

  it('makes an update once that is asked for again and again', async () => {
    const { view, answer, settle, shown } = scene(true)
    await answer()
    view.users.add(subscriber)
    const made: number[] = []
    const make = (n: number, documents: DocumentWriter): void => {
      made.push(n)
      documents.put('rows', 'a', { value: n })
    }
    for (let n = 1; n < 5; n++) view.updateDocuments(n, documents => make(n, documents), 'place')
    await settle()
    expect([made, shown()]).toEqual([[4], { a: 4 }])
  })
})

it.each([false, true])(
  'shows what the table holds in the end, whatever changes come in whatever order with slow and failing loads; and never a row that was taken back (it gathers changes: %s)',
  async gathers => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ write: fc.nat(4), value: fc.option(fc.nat(9)), inPlace: fc.boolean() }) },
      { weight: 2, arbitrary: fc.constant('answer' as const) },
      { weight: 2, arbitrary: fc.constant('reload' as const) },
      { weight: 1, arbitrary: fc.record({ failing: fc.boolean() }) },
      { weight: 1, arbitrary: fc.constant('later' as const) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
        const { view, rows, write, fail, answer, quiesce, shown, stale, clock } = scene(gathers)
        view.users.add({} as PublishContext)
        /** rows that were removed in place and not written since */
        const taken = new Set<string>()
        view.set.observe(({ id, after }) => {
          if (after !== null) expect(taken.has(id), `${id} came back`).toBe(false)
        })
        view.ready.catch(() => undefined)
        await answer()
        for (const each of steps) {
          if (each === 'answer') await answer()
          else if (each === 'reload') void view.reload()
          else if (each === 'later') clock.advance(GATHER_MS)
          else if ('failing' in each) fail(each.failing)
          else {
            const id = String(each.write)
            const removes = each.value === null
            if (removes && each.inPlace) taken.add(id)
            else if (!removes) taken.delete(id)
            write(id, each.value, each.inPlace)
          }
        }
        fail(false)
        for (let i = 0; i < 5; i++) await answer()
        if (view.isStale) stale.push(view)
        await quiesce()
        view.applyGathered()
        expect(shown()).toEqual(Object.fromEntries(rows))
        expect(view.isStale).toBe(false)
      }),
      { numRuns: 150, seed: 1 },
    )
  },
)
