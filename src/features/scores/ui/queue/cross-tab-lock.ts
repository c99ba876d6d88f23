import type { Clock, Timer } from '../../../../ddp/timing/clock.ts'
import type { OpenDatabase } from './database.ts'

/** Runs something while nobody else does, in whichever tab of this browser. */
export type Alone = (run: () => Promise<void>) => Promise<void>

const NAME = 'skillshot-scores'

/** By the browser's own locks, which a tab that dies gives back. */
export const byLocks =
  (locks: Pick<LockManager, 'request'>): Alone =>
  run =>
    locks.request(NAME, run)

/** ms: a tab that has said nothing for so long is dead; hidden ones may speak only once a minute */
export const LEASE = 90_000
const RENEWED = 20_000
const ASKED_AGAIN = 2000

/** By a lease in the database, where the browser has no locks: on plain http. Without a database, at once. `give`: for a page that ends */
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
