import type { Clock, Timer } from '#ddp/timing/clock.ts'
import type { OpenDatabase } from './database.ts'

/** Runs a function under a lock shared by all tabs of this browser. */
export type TabMutex = (run: () => Promise<void>) => Promise<void>

const LOCK_NAME = 'skillshot-scores'

/** A lock based on the Web Locks API. The browser releases it when the tab is closed or crashes. */
export const createWebLock =
  (locks: Pick<LockManager, 'request'>): TabMutex =>
  run =>
    locks.request(LOCK_NAME, run)

/** How long a lease is valid without renewal, in ms. Timers of hidden tabs may run only once a minute. */
export const LEASE_MS = 90_000
const RENEW_INTERVAL = 20_000
const RETRY_INTERVAL = 2000

/**
 * A lock based on a lease in the device's database, for browsers without Web Locks (on plain http). Without a database, the function runs
 * without a lock. `release`: releases the lease when the page ends.
 */
export const createLeaseLock = (open: OpenDatabase, clock: Clock, owner: string): { withLock: TabMutex; release(): Promise<void> } => {
  const tryAcquire = async (): Promise<boolean> => {
    const transaction = (await open()).transaction('leases', 'readwrite')
    const lease = await transaction.store.get(LOCK_NAME)
    const isFree = lease === undefined || lease.owner === owner || lease.until <= clock.now()
    if (isFree) await transaction.store.put({ name: LOCK_NAME, owner, until: clock.now() + LEASE_MS })
    await transaction.done
    return isFree
  }
  const release = async (): Promise<void> => {
    const transaction = (await open()).transaction('leases', 'readwrite')
    if ((await transaction.store.get(LOCK_NAME))?.owner === owner) await transaction.store.delete(LOCK_NAME)
    await transaction.done
  }
  const withLock: TabMutex = async run => {
    const tryAcquireSafely = (): Promise<boolean> => tryAcquire().catch(() => true)
    while (!(await tryAcquireSafely())) await new Promise<void>(resolve => clock.after(RETRY_INTERVAL, resolve))
    let timer: Timer
    const renew = (): void => {
      timer = clock.after(RENEW_INTERVAL, () => {
        renew()
        void tryAcquireSafely()
      })
    }
    renew()
    try {
      await run()
    } finally {
      timer!.cancel()
      await releaseSafely()
    }
  }
  const releaseSafely = (): Promise<void> => release().catch(() => {})
  return { withLock, release: releaseSafely }
}
