import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Clock } from '#ddp/timing/clock.ts'
import type { RecentMachine } from './filter-recent.ts'
import type { QueuedScore } from './queued-score.ts'

interface Schema extends DBSchema {
  scores: { key: string; value: QueuedScore }
  machines: { key: string; value: RecentMachine }
  leases: { key: string; value: { name: string; owner: string; until: number } }
}

export type QueueDatabase = IDBPDatabase<Schema>

/** Returns the device's database, opening it if necessary. Rejects if there is none or it does not answer in time. */
export type OpenDatabase = () => Promise<QueueDatabase>

const DATABASE_NAME = 'skillshot'
/** how long to wait for the database to open, in ms */
const OPEN_TIMEOUT = 3000

export function deviceDatabase(clock: Clock): OpenDatabase {
  let opened: Promise<QueueDatabase> | null = null
  const reset = (): void => {
    opened = null
  }
  return () => {
    opened ??= withTimeout(clock, open(reset)).catch((error: unknown) => {
      reset()
      throw error
    })
    return opened
  }
}

async function open(reset: () => void): Promise<QueueDatabase> {
  const database = await openDB<Schema>(DATABASE_NAME, 1, {
    upgrade(fresh) {
      fresh.createObjectStore('scores', { keyPath: 'id' })
      fresh.createObjectStore('machines', { keyPath: 'machineId' })
      fresh.createObjectStore('leases', { keyPath: 'name' })
    },
    blocking(_current, _blocked, event) {
      reset()
      ;(event.target as IDBDatabase).close()
    },
    terminated: reset,
  })
  return database
}

function withTimeout<T>(clock: Clock, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(OPEN_TIMEOUT, () => reject(new Error('The database of this device does not answer.')))
    promise.finally(() => timer.cancel()).then(resolve, reject)
  })
}
