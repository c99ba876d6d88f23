import type { DdpClient } from '../../../../ddp/client/client.ts'
import type { Clock } from '../../../../ddp/timing/clock.ts'
import { Upload } from '../../../uploads/ui/upload.ts'
import { BallField } from '../submit/BallReachedField.tsx'
import { SubmitEvent } from '../submit/SubmitEvent.tsx'
import { SubmitOutcome } from '../submit/SubmitOutcome.tsx'
import { byLease, byLocks } from './cross-tab-lock.ts'
import { deviceDatabase } from './database.ts'
import type { QueueParts } from './lazy-queue.ts'
import { QueueList } from './QueueList.tsx'
import { ScoreQueue } from './queue.ts'
import { RecentMachines } from './recent-machines.ts'
import { ScoreStore } from './score-store.ts'
import { type Line, UploadWorker } from './upload-worker.ts'

export interface QueueSurroundings {
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
export function openQueue({ client, session, clock, randomId }: QueueSurroundings): QueueParts {
  const line: Line = {
    userId: () => {
      const { userId, loggingIn, loggingOut } = session.state
      return client.status.status === 'connected' && !loggingIn && !loggingOut ? userId : null
    },
    call: (name, params) => client.call(name, params, { noRetry: true }),
  }
  const database = deviceDatabase(clock)
  const lease = byLease(database, clock, randomId())
  const { locks } = navigator as { locks?: LockManager }
  const store = new ScoreStore(database, typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('skillshot-scores'))
  const sender = new UploadWorker({
    store,
    line,
    upload: () => new Upload({ kind: 'scorePicUpload', call: line.call }),
    alone: locks === undefined ? lease.alone : byLocks(locks),
    clock,
    random: Math.random,
  })
  const queue = new ScoreQueue({
    store,
    sender,
    machines: new RecentMachines(database),
    line,
    owner: () => session.expected,
    now: () => new Date(clock.now()),
  })
  client.onStatus(() => queue.lineChanged())
  session.listen(() => queue.lineChanged())
  window.addEventListener('online', () => queue.wake())
  window.addEventListener('pagehide', () => void lease.give())
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    client.connect()
    queue.wake()
  })
  queue.lineChanged()
  queue.wake()
  // Removes scores that were seen on an earlier page that ended before it could remove them.
  void store.load().then(() => queue.forgetSeen())
  return { queue, List: QueueList, Outcome: SubmitOutcome, Event: SubmitEvent, Ball: BallField }
}
