import { LazyService } from '#platform/ui/lazy-service.ts'
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, it } from 'vitest'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import { Upload } from '#uploads/ui/upload.ts'
import { deviceDatabase, type OpenDatabase } from './database.ts'
import type { LoadedQueue } from './lazy-queue.ts'
import { ScoreQueue } from './queue.ts'
import { RecentMachines } from './recent-machines.ts'
import { ScoreStore } from './score-store.ts'
import { UploadWorker } from './upload-worker.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const typed = { machineId: 'm', machineName: 'Medieval Madness', value: 5, achievedAt: new Date(0) }
const ANSWER = { scoreId: 's', rank: 1, players: 1, personalBest: true, previousBest: null }

/** A queue with a fake server that accepts scores as soon as a user is signed in. */
function world(open: OpenDatabase = deviceDatabase(manualClock())) {
  const clock = manualClock()
  const self = { signedIn: null as string | null, expected: null as string | null, sent: [] as string[] }
  const transport = {
    userId: () => self.signedIn,
    call: async (_: string, [argument]: Ejson[]): Promise<Ejson> => {
      self.sent.push((argument as { _id: string })._id)
      return ANSWER
    },
  }
  const store = new ScoreStore(open, null)
  const upload = () => new Upload({ kind: 'scorePicUpload', call: transport.call })
  const sender = new UploadWorker({ store, transport, upload, withLock: run => run(), clock, random: () => 0.5 })
  const now = () => new Date(clock.now())
  const queue = new ScoreQueue({
    store,
    uploadWorker: sender,
    machines: new RecentMachines(open),
    transport,
    owner: () => self.signedIn ?? self.expected,
    now,
  })
  const until = (so: () => boolean): Promise<void> =>
    new Promise(resolve => {
      const check = (): void => {
        if (so()) resolve()
      }
      queue.listen(check)
      check()
    })
  return { self, queue, until, state: (id: string) => queue.view().items.find(each => each.id === id)?.state }
}

it('a score is sent when its player is signed in, and removed when its player has seen it and leaves', async () => {
  const { self, queue, until, state } = world()
  self.expected = 'ann'
  await queue.submit('a', typed, null)
  expect([state('a'), queue.view().ready, self.sent]).toEqual(['waiting', false, []])
  self.signedIn = 'ann'
  queue.transportChanged()
  await until(() => state('a') === 'accepted')
  const [item] = queue.view().items
  expect(item).toMatchObject({ userId: 'ann', answer: ANSWER })
  await queue.removeSeen()
  expect(state('a')).toBe('accepted')
  await queue.markSeen(item!)
  expect(state('a')).toBe('accepted')
  await queue.removeSeen()
  expect(queue.view().items).toEqual([])
  expect(await new ScoreStore(deviceDatabase(manualClock()), null).load()).toEqual([])
})

it('a score without an owner is sent by the user who claims it', async () => {
  const { self, queue, until, state } = world()
  await queue.submit('a', typed, null)
  self.signedIn = 'bob'
  queue.transportChanged()
  queue.sendNow()
  await queue.retry('a')
  await until(() => state('a') === 'accepted')
  expect(queue.view().items[0]?.userId).toBe('bob')
})

it('a score that is being edited is not sent meanwhile, and replaces the old one', async () => {
  const { self, queue, until, state } = world()
  self.expected = 'ann'
  await queue.submit('a', typed, null)
  const mended = await queue.startEdit('a')
  self.signedIn = 'ann'
  queue.transportChanged()
  await queue.submit('b', { ...typed, value: 6 }, mended)
  await until(() => state('b') === 'accepted')
  expect([self.sent, state('a'), queue.view().items[0]?.typedAt]).toEqual([['b'], undefined, mended?.typedAt])
  expect(await queue.startEdit('b')).toBeNull()
})

it.each([
  ['stored on the device', undefined],
  ['kept in memory', () => Promise.reject(new Error('private window'))],
])('a score that was sent while its player was asked whether to remove it stays: %s', async (_, open) => {
  const { self, queue, until, state } = world(open)
  self.expected = 'ann'
  await queue.submit('a', typed, null)
  await queue.submit('b', typed, null)
  await queue.removeUnsent('a')
  expect([state('a'), state('b')]).toEqual([undefined, 'waiting'])
  self.signedIn = 'ann'
  queue.transportChanged()
  await until(() => state('b') === 'sending')
  await queue.removeUnsent('b')
  await until(() => state('b') === 'accepted')
  await queue.removeUnsent('b')
  expect([state('b'), self.sent]).toEqual(['accepted', ['b']])
  await queue.remove('b')
  expect(queue.view().items).toEqual([])
})

it('says which scores are not stored on the device', async () => {
  const { queue } = world(() => Promise.reject(new Error('private window')))
  await queue.submit('a', typed, null)
  expect([queue.isPersisted('a'), queue.view().items.length]).toEqual([false, 1])
})

it('is loaded once, and again after loading failed', async () => {
  const parts = {} as LoadedQueue
  let tries = 0
  const later = new LazyService(async () => {
    if (++tries === 1) throw new Error('no signal')
    return parts
  })
  await expect(later.load()).rejects.toThrow('no signal')
  expect(later.current()).toBeNull()
  expect(await Promise.all([later.load(), later.load()])).toEqual([parts, parts])
  expect([tries, later.current()]).toEqual([2, parts])
})
