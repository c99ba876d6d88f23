import type { DdpClient } from '#ddp/client/client.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import { type MachineNames, machinesNames } from '#machines/contract/machines.ts'
import { refreshKeptNames } from '#machines/ui/kept-names.ts'
import { Upload } from '#uploads/ui/upload.ts'
import { SubmitOutcome } from '../submit/SubmitOutcome.tsx'
import { createLeaseLock, createWebLock } from './cross-tab-lock.ts'
import { deviceDatabase } from './database.ts'
import type { LoadedQueue } from './lazy-queue.ts'
import { QueueList } from './QueueList.tsx'
import { ScoreQueue } from './queue.ts'
import { RecentMachines } from './recent-machines.ts'
import { ScoreStore } from './score-store.ts'
import { type SubmitTransport, UploadWorker } from './upload-worker.ts'

export interface QueueDependencies {
  client: DdpClient
  session: {
    readonly expected: string | null
    readonly state: { userId: string | null; loggingIn: boolean; loggingOut: boolean }
    listen(listener: () => void): () => void
  }
  clock: Clock
  randomId: () => string
}

/** Creates the queue of this browser and starts sending. */
export function startQueue({ client, session, clock, randomId }: QueueDependencies): LoadedQueue {
  const transport: SubmitTransport = {
    userId: () => {
      const { userId, loggingIn, loggingOut } = session.state
      return client.status.status === 'connected' && !loggingIn && !loggingOut ? userId : null
    },
    call: (name, params) => client.call(name, params, { noRetry: true }),
  }
  const database = deviceDatabase(clock)
  const leaseLock = createLeaseLock(database, clock, randomId())
  const { locks } = navigator as { locks?: LockManager }
  const store = new ScoreStore(database, typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('skillshot-scores'))
  const uploadWorker = new UploadWorker({
    store,
    transport,
    upload: () => new Upload({ kind: 'scorePicUpload', call: transport.call }),
    withLock: locks === undefined ? leaseLock.withLock : createWebLock(locks),
    clock,
    random: Math.random,
  })
  const queue = new ScoreQueue({
    store,
    uploadWorker,
    machines: new RecentMachines(database),
    transport,
    owner: () => session.expected,
    now: () => new Date(clock.now()),
  })
  /** Keeps what the form needs without a connection, for those who use it. */
  const keepNames = (): void => {
    if (transport.userId() !== null)
      void refreshKeptNames(async input => (await transport.call(machinesNames.name, [input])) as unknown as MachineNames, clock.now())
  }
  client.onStatus(() => {
    queue.transportChanged()
    keepNames()
  })
  session.listen(() => {
    queue.transportChanged()
    keepNames()
  })
  window.addEventListener('online', () => queue.sendNow())
  window.addEventListener('pagehide', () => void leaseLock.release())
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    client.connect()
    queue.sendNow()
  })
  queue.transportChanged()
  queue.sendNow()
  // Removes scores that were seen on an earlier page that ended before it could remove them.
  void store.load().then(() => queue.removeSeen())
  return { queue, List: QueueList, Outcome: SubmitOutcome }
}
