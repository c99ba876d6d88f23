import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ManualClock, manualClock } from '#ddp/timing/manual-clock.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { defineError } from '#platform/live/call-errors.ts'
import { isReloadBlocked } from '#platform/ui/block-reload.ts'
import { Upload } from '#uploads/ui/upload.ts'
import { createLeaseLock, createWebLock, LEASE_MS, type TabMutex } from './cross-tab-lock.ts'
import { deviceDatabase } from './database.ts'
import type { QueuedScore } from './queued-score.ts'
import { ScoreStore } from './score-store.ts'
import { UploadWorker } from './upload-worker.ts'

/** The outcome of one call: answered, lost before or after the server handled it, never answered, or refused with an error. */
type Fate = 'answer' | 'lost before' | 'lost after' | 'silence' | DdpError

interface Sent {
  _id: string
  value: number
  eventId?: string
  venueId?: string
  strokes?: number
  picture?: { key: string }
}

/** A fake server on a connection that may fail. It records each id once and knows the finished uploads. */
class Far {
  readonly submits: Sent[] = []
  readonly recorded: Sent[] = []
  readonly uploads: string[] = []
  /** outcomes of the next calls of scores.submit; later calls are answered */
  fates: Fate[] = []
  /** HTTP statuses of the next transfers to the storage (0: no response); later transfers get 204 */
  transfers: number[] = []
  /** if true, transfers never complete */
  holdTransfers = false
  gone = new Set<string>()
  online = true
  userId: string | null = 'ann'

  line = {
    userId: (): string | null => (this.online ? this.userId : null),
    call: (name: string, params: Ejson[]): Promise<Ejson> => (name === 'scores.submit' ? this.#submit(params[0]) : this.#form()),
  }

  async #form(): Promise<Ejson> {
    const key = `k${this.uploads.length}`
    this.uploads.push(key)
    return { upload: '/', download: '/', postData: [{ name: 'key', value: key }] }
  }

  async #submit(argument: Ejson | undefined): Promise<Ejson> {
    const sent = argument as unknown as Sent
    const fate = this.fates.shift() ?? 'answer'
    this.submits.push(sent)
    if (fate === 'silence') return new Promise(() => {})
    if (fate instanceof DdpError) throw fate
    if (fate !== 'lost before' && !this.recorded.some(each => each._id === sent._id)) {
      if (sent.picture !== undefined && this.gone.has(sent.picture.key))
        throw defineError(404, 'picture-gone', 'There is no such picture.')()
      this.recorded.push(sent)
    }
    if (fate !== 'answer') throw new DdpError('invocation-failed', 'The connection was lost before this call was answered.')
    return { scoreId: sent._id, rank: 1, players: 1, personalBest: true, previousBest: null }
  }
}

/** A fake XMLHttpRequest class for transfers to the storage. */
const requestsOf = (far: Far) =>
  class extends EventTarget {
    readonly upload = new EventTarget()
    status = 0
    statusText = ''
    open(): void {}
    send(): void {
      if (far.holdTransfers) return
      this.status = far.transfers.shift() ?? 204
      this.statusText = this.status === 403 ? 'Forbidden' : ''
      queueMicrotask(() => this.dispatchEvent(new Event(this.status === 0 ? 'error' : 'load')))
    }
    abort(): void {
      this.dispatchEvent(new Event('abort'))
    }
  }

const photo = (): Blob => new Blob([new Uint8Array(20)], { type: 'image/jpeg' })

const score = (id: string, at: number, more: Partial<QueuedScore> = {}): QueuedScore => ({
  id,
  userId: 'ann',
  machineId: 'm',
  machineName: 'Medieval Madness',
  value: at,
  achievedAt: new Date(0),
  typedAt: new Date(at),
  state: 'waiting',
  ...more,
})

const freely: TabMutex = run => run()

function tab(far: Far, clock: ManualClock, alone: TabMutex = freely): { store: ScoreStore; worker: UploadWorker } {
  const database = deviceDatabase(manualClock())
  // Opens the database now, so that it belongs to this test's device and not to that of the next test.
  database().catch(() => {})
  const store = new ScoreStore(database, null)
  const browser = { File, FormData, XMLHttpRequest: requestsOf(far) as unknown as new () => XMLHttpRequest }
  const upload = () => new Upload({ kind: 'scorePicUpload', call: far.line.call, browser })
  return { store, worker: new UploadWorker({ store, transport: far.line, upload, withLock: alone, clock, random: () => 0.5 }) }
}

const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

/** Waits long enough for the worker to try every score of these tests once. */
async function idle(): Promise<void> {
  for (let turns = 0; turns < 200; turns++) await turn()
}

/** Waits, one event-loop turn after the other, until the condition holds. */
async function until(so: () => boolean): Promise<void> {
  for (let turns = 0; !so(); turns++) {
    if (turns > 5000) throw new Error('It never came to be')
    await turn()
  }
}

let far: Far
let clock: ManualClock
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  far = new Far()
  clock = manualClock()
})

const states = (store: ScoreStore): string[] =>
  store.items.map(({ state, reason }) => (reason === undefined ? state : `${state}: ${reason}`))

describe('the upload worker', () => {
  it('submits a score with its event and ball, and marks one that arrived after the end as late', async () => {
    const { store, worker } = tab(far, clock)
    const event = { eventId: 'league', name: 'Tuesday League', endsAt: new Date(clock.now() + 1000) }
    await store.add(score('a', 1, { event, strokes: 2 }))
    await store.add(score('b', 2, { event: { ...event, endsAt: new Date(clock.now()) } }))
    await store.add(score('c', 3))
    worker.sendNow()
    await until(() => store.items.every(({ state }) => state === 'accepted'))
    expect(far.submits.map(({ _id, eventId, strokes }) => [_id, eventId, strokes])).toEqual([
      ['a', 'league', 2],
      ['b', 'league', undefined],
      ['c', undefined, undefined],
    ])
    expect(store.items.map(({ late }) => late)).toEqual([undefined, true, undefined])
  })

  it('sends waiting scores one at a time, the oldest first, and stores the results', async () => {
    const { store, worker } = tab(far, clock)
    for (const [id, at] of [
      ['c', 3],
      ['a', 1],
      ['b', 2],
    ] as const)
      await store.add(score(id, at))
    worker.sendNow()
    await until(() => store.items.every(({ state }) => state === 'accepted'))
    expect(far.recorded.map(({ _id }) => _id)).toEqual(['a', 'b', 'c'])
    expect(store.items[0]!.answer).toMatchObject({ scoreId: 'a', rank: 1 })
    expect(clock.pendingTimers).toBe(0)
  })

  it('sends nothing without a connection, and no scores of another user, without an owner, or being edited', async () => {
    const { store, worker } = tab(far, clock)
    await store.add(score('mine', 1))
    await store.add(score('bob’s', 2, { userId: 'bob' }))
    await store.add(score('nobody’s', 3, { userId: null }))
    await store.add(score('edited', 4, { state: 'editing' }))
    far.online = false
    worker.sendNow()
    await idle()
    expect(clock.pendingTimers).toBe(0)
    far.online = true
    worker.sendNow()
    await until(() => far.recorded.length > 0)
    await until(() => states(store).includes('accepted'))
    await idle()
    expect(far.submits.map(({ _id }) => _id)).toEqual(['mine'])
    expect(states(store)).toEqual(['accepted', 'waiting', 'waiting', 'editing'])
  })

  it('sends the picture first, and remembers its key so that it goes up once', async () => {
    const { store, worker } = tab(far, clock)
    far.fates = ['lost before', 'lost after']
    await store.add(score('a', 1, { picture: photo() }))
    for (const sent of [1, 2, 3]) {
      worker.sendNow()
      await until(() => far.submits.length === sent && store.items[0]!.state !== 'sending')
    }
    expect(states(store)).toEqual(['accepted'])
    expect(far.uploads).toEqual(['k0'])
    expect(far.submits.map(({ picture }) => picture?.key)).toEqual(['k0', 'k0', 'k0'])
    expect(far.recorded).toHaveLength(1)
  })

  it('sends the picture again, once, if the server no longer has its upload', async () => {
    const { store, worker } = tab(far, clock)
    far.uploads.push('k0')
    far.gone.add('k0').add('k1')
    await store.add(score('a', 1, { picture: photo(), pictureKey: 'k0' }))
    worker.sendNow()
    await until(() => states(store)[0] === 'refused: There is no such picture.')
    expect([far.uploads, store.items[0]!.about]).toEqual([['k0', 'k1'], 'picture'])
    far.gone.clear()
    await store.move('a', 'again')
    worker.sendNow()
    await until(() => states(store)[0] === 'accepted')
  })

  it('continues with the next score after the storage has refused a picture', async () => {
    const { store, worker } = tab(far, clock)
    far.transfers = [403]
    await store.add(score('a', 1, { picture: photo() }))
    await store.add(score('b', 2))
    worker.sendNow()
    await until(() => states(store)[1] === 'accepted')
    expect(states(store)[0]).toBe('refused: The photo was refused by the storage of this site. Another one may work.')
    expect(store.items[0]!.about).toBe('picture')
  })

  it('sends other scores while a picture fails, and retries it with growing delays', async () => {
    const { store, worker } = tab(far, clock)
    far.transfers = [0, 503, 0]
    await store.add(score('a', 1, { picture: photo() }))
    await store.add(score('b', 2))
    worker.sendNow()
    await until(() => clock.pendingTimers === 1)
    expect(states(store)).toEqual(['waiting: The photo hasn’t been sent yet.', 'accepted'])
    clock.advance(1999)
    await idle()
    expect(far.uploads).toHaveLength(1)
    clock.advance(1)
    await until(() => far.uploads.length === 2 && clock.pendingTimers === 1)
    clock.advance(4399)
    await idle()
    expect(far.uploads).toHaveLength(2)
    clock.advance(1)
    await until(() => far.uploads.length === 3 && clock.pendingTimers === 1)
    worker.sendNow()
    await until(() => states(store)[0] === 'accepted')
    expect([far.uploads.length, clock.pendingTimers]).toEqual([4, 0])
  })

  it('blocks a reload of the page while it sends, and not while it waits', async () => {
    const { store, worker } = tab(far, clock)
    far.holdTransfers = true
    await store.add(score('a', 1, { picture: photo() }))
    expect(isReloadBlocked()).toBe(false)
    worker.sendNow()
    await until(() => worker.picture?.status === 'transferring')
    expect(isReloadBlocked()).toBe(true)
    clock.advance(45_000)
    await until(() => states(store)[0] === 'waiting: The photo hasn’t been sent yet.')
    await until(() => !isReloadBlocked())
  })

  it("aborts a picture's upload that makes no progress for 45 s", async () => {
    const { store, worker } = tab(far, clock)
    far.holdTransfers = true
    await store.add(score('a', 1, { picture: photo() }))
    worker.sendNow()
    await until(() => worker.picture?.status === 'transferring')
    clock.advance(45_000)
    await until(() => states(store)[0] === 'waiting: The photo hasn’t been sent yet.')
    expect(worker.picture).toBeNull()
  })

  it('takes a score back into the form when its picture is cancelled', async () => {
    const { store, worker } = tab(far, clock)
    far.holdTransfers = true
    await store.add(score('a', 1, { picture: photo() }))
    worker.sendNow()
    await until(() => worker.picture?.status === 'transferring')
    worker.cancel('another')
    expect(worker.picture).toMatchObject({ id: 'a' })
    worker.cancel('a')
    await until(() => states(store)[0] === 'editing')
    expect(far.submits).toEqual([])
  })

  it('pauses all scores while the server reports too many requests', async () => {
    const { store, worker } = tab(far, clock)
    far.fates = [new DdpError('too-many-requests', 'slow down', { timeToReset: 1000 })]
    await store.add(score('a', 1))
    await store.add(score('b', 2))
    worker.sendNow()
    await until(() => clock.pendingTimers === 1)
    expect(far.submits.map(({ _id }) => _id)).toEqual(['a'])
    clock.advance(2000)
    await until(() => states(store).join() === 'accepted,accepted')
  })

  it('sends a score without its venue if the site does not know that any more, and remembers its name', async () => {
    const { store, worker } = tab(far, clock)
    far.fates = [defineError(404, 'no-venue', 'There is no such venue.')()]
    const venue = { venueId: 'v', slug: 'cellar', name: 'Silverball Cellar' }
    await store.add(score('a', 1, { venue }))
    await store.add(score('b', 2, { venue }))
    worker.sendNow()
    await until(() => states(store).join() === 'accepted,accepted')
    expect(far.submits.map(({ _id, venueId }) => [_id, venueId])).toEqual([
      ['a', 'v'],
      ['a', undefined],
      ['b', 'v'],
    ])
    expect(store.items.map(({ venue: where, lostVenue }) => [where?.venueId, lostVenue])).toEqual([
      [undefined, 'Silverball Cellar'],
      ['v', undefined],
    ])
  })

  it('keeps a score without its lost venue while the connection is lost, and sends it so', async () => {
    const { store, worker } = tab(far, clock)
    far.fates = [defineError(404, 'no-venue', 'There is no such venue.')(), 'lost after']
    await store.add(score('a', 1, { venue: { venueId: 'v', slug: 'cellar', name: 'Silverball Cellar' } }))
    worker.sendNow()
    await until(() => clock.pendingTimers === 1)
    expect(store.items).toMatchObject([{ state: 'waiting', lostVenue: 'Silverball Cellar' }])
    worker.sendNow()
    await until(() => states(store).join() === 'accepted')
    expect(far.submits.map(({ venueId }) => venueId)).toEqual(['v', undefined, undefined])
    expect(far.recorded).toHaveLength(1)
  })

  it('keeps a refused score with the reason, and goes on', async () => {
    const { store, worker } = tab(far, clock)
    far.fates = [new DdpError(404, 'There is no such machine.')]
    await store.add(score('a', 1))
    await store.add(score('b', 2))
    worker.sendNow()
    await until(() => states(store)[1] === 'accepted')
    expect(states(store)[0]).toBe('refused: There is no such machine.')
    worker.sendNow()
    await idle()
    expect(far.submits).toHaveLength(2)
  })

  it('sends a score again that a crashed page was sending', async () => {
    const dead = tab(far, clock)
    far.fates = ['silence']
    await dead.store.add(score('a', 1))
    dead.worker.sendNow()
    await until(() => far.submits.length === 1)
    const { store, worker } = tab(far, clock)
    expect(await store.load()).toMatchObject([{ state: 'sending' }])
    worker.sendNow()
    await until(() => states(store)[0] === 'accepted')
    expect(far.recorded).toHaveLength(1)
  })
})

/** A fake of the browser's locks: each request waits for the earlier ones. */
function lockManager(): Pick<LockManager, 'request'> {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request: (_name: string, run: unknown) => {
      const mine = last.then(() => (run as () => Promise<void>)())
      last = mine.catch(() => {})
      return mine
    },
  } as Pick<LockManager, 'request'>
}

describe('two tabs', () => {
  it('send each score once, by the Web Locks API', async () => {
    const alone = createWebLock(lockManager())
    const tabs = [tab(far, clock, alone), tab(far, clock, alone)]
    for (const at of [1, 2, 3]) await tabs[0]!.store.add(score(`s${at}`, at))
    for (const { worker } of tabs) worker.sendNow()
    await until(() => states(tabs[0]!.store).join() === 'accepted,accepted,accepted')
    await until(() => states(tabs[1]!.store).join() === 'accepted,accepted,accepted')
    expect(far.submits.map(({ _id }) => _id)).toEqual(['s1', 's2', 's3'])
  })

  it('send each score once, by a lease if there are no Web Locks, which expires when a tab has crashed', async () => {
    const lease = (owner: string) => createLeaseLock(deviceDatabase(manualClock()), clock, owner)
    const dead = tab(far, clock, lease('dead').withLock)
    far.fates = ['silence']
    await dead.store.add(score('a', 1))
    dead.worker.sendNow()
    await until(() => far.submits.length === 1)
    // The tab has died, and its timers with it, so the other tab gets a clock of its own.
    const now = manualClock(clock.now())
    const { store, worker } = tab(far, now, createLeaseLock(deviceDatabase(manualClock()), now, 'alive').withLock)
    worker.sendNow()
    await until(() => now.pendingTimers === 1)
    now.advance(2000)
    await until(() => now.pendingTimers === 1)
    expect(far.submits).toHaveLength(1)
    now.advance(LEASE_MS)
    await until(() => states(store)[0] === 'accepted')
    expect([far.submits.length, far.recorded.length]).toEqual([2, 1])
  })

  it('renew the lease during long work, and release it afterwards', async () => {
    const [first, second] = ['1', '2'].map(owner => createLeaseLock(deviceDatabase(manualClock()), clock, owner))
    let end = (): void => {}
    const order: string[] = []
    const long = first!.withLock(async () => {
      order.push('first')
      await new Promise<void>(resolve => {
        end = resolve
      })
    })
    await until(() => order.length === 1)
    const other = second!.withLock(async () => void order.push('second'))
    for (let passed = 0; passed < 3 * LEASE_MS; passed += 10_000) {
      await until(() => clock.pendingTimers === 2)
      clock.advance(10_000)
      for (let turns = 0; turns < 20; turns++) await turn()
    }
    expect(order).toEqual(['first'])
    end()
    await long
    await until(() => clock.pendingTimers === 1)
    clock.advance(2000)
    await other
    expect(order).toEqual(['first', 'second'])
  })
})

const fate = fc.constantFrom<Fate>(
  'answer',
  'lost before',
  'lost after',
  new DdpError(500, 'Internal server error'),
  new DdpError('too-many-requests'),
)

describe('under any sequence of failures', () => {
  it('every score is recorded once, in order, with its picture, which is uploaded once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
        fc.array(fate, { maxLength: 8 }),
        fc.array(fc.constantFrom('pause', 'sendNow', 'other tab', 'offline', 'reload'), { maxLength: 10 }),
        async (pictures, fates, events) => {
          globalThis.indexedDB = new IDBFactory()
          far = new Far()
          clock = manualClock()
          far.fates = [...fates]
          const alone = createWebLock(lockManager())
          const tabs = [tab(far, clock, alone), tab(far, clock, alone)]
          for (const [n, has] of pictures.entries()) await tabs[0]!.store.add(score(`s${n}`, n + 1, has ? { picture: photo() } : {}))
          for (const event of [...events, 'sendNow']) {
            if (event === 'offline') far.online = !far.online
            else if (event === 'pause') clock.advance(10_000)
            else if (event === 'reload') tabs[0] = tab(far, clock, alone)
            else tabs[event === 'sendNow' ? 0 : 1]!.worker.sendNow()
            for (let turns = 0; turns < 7; turns++) await turn()
          }
          far.online = true
          const { store, worker } = tabs[0]!
          for (let tries = 0; tries < 20 && !(await store.load()).every(({ state }) => state === 'accepted'); tries++) {
            worker.sendNow()
            await idle()
          }
          expect(states(store)).toEqual(pictures.map(() => 'accepted'))
          expect(far.recorded.map(({ _id }) => _id).sort()).toEqual(pictures.map((_, n) => `s${n}`))
          if (!fates.some(each => each instanceof DdpError))
            expect(far.recorded.map(({ value }) => value)).toEqual(pictures.map((_, n) => n + 1))
          expect(far.uploads).toHaveLength(pictures.filter(Boolean).length)
          for (const [n, has] of pictures.entries())
            expect(far.recorded.find(({ _id }) => _id === `s${n}`)!.picture !== undefined).toBe(has)
        },
      ),
      { numRuns: 60 },
    )
  })
})
