import type { Clock, Timer } from '../../../../ddp/timing/clock.ts'
import type { OpenDatabase } from './database.ts'

/** Runs a function under a lock shared by all tabs of this browser. */
export type Alone = (run: () => Promise<void>) => Promise<void>

const NAME = 'skillshot-scores'

/** A lock based on the Web Locks API. The browser releases it when the tab is closed or crashes. */
export const byLocks =
  (locks: Pick<LockManager, 'request'>): Alone =>
  run =>
    locks.request(NAME, run)

/** How long a lease is valid without renewal, in ms. Timers of hidden tabs may run only once a minute. */
export const LEASE = 90_000
const RENEWED = 20_000
const ASKED_AGAIN = 2000

/**
 * A lock based on a lease in the device's database, for browsers without Web Locks (on plain http). Without a database, the function runs
 * without a lock. `give`: releases the lease when the page ends.
 */
export const byLease = (open: OpenDatabase, clock: Clock, owner: string): { alone: Alone; give(): Promise<void> } => {
  const take = async (): Promise<boolean> => {
    const transaction = (await open()).transaction('leases', 'readwrite')
    const lease = await transaction.store.get(NAME)
    const free = lease === undefined || lease.owner === owner || lease.until <= clock.now()
    if (free) await transaction.store.put({ name: NAME, owner, until: clock.now() + LEASE })
    await transaction.done
    return free
  }
  const give = async (): Promise<void> => {
    const transaction = (await open()).transaction('leases', 'readwrite')
    if ((await transaction.store.get(NAME))?.owner === owner) await transaction.store.delete(NAME)
    await transaction.done
  }
  const alone: Alone = async run => {
    const taken = (): Promise<boolean> => take().catch(() => true)
    while (!(await taken())) await new Promise<void>(resolve => clock.after(ASKED_AGAIN, resolve))
    let timer: Timer
    const renew = (): void => {
      timer = clock.after(RENEWED, () => {
        renew()
        void taken()
      })
    }
    renew()
    try {
      await run()
    } finally {
      timer!.cancel()
      await giveBack()
    }
  }
  const giveBack = (): Promise<void> => give().catch(() => {})
  return { alone, give: giveBack }
}
