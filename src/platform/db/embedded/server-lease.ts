import { setTimeout as delay } from 'node:timers/promises'
import { acquireLock, type LockClaim, type Seeker } from './acquire-lock.ts'
import { stopPostmaster } from './postmaster.ts'

const LONGEST_PAUSE_MS = 5_000

/** A server's right to its Postgres, as long as the server runs. */
export interface Lease {
  /** the folder of the socket, which stays the same as long as the lease lasts */
  run: string
  /** stops Postgres and resolves when it has ended */
  stop(): Promise<void>
}

/**
 * Gets the folder's Postgres for a server and keeps it: when the connection with the lock is lost, because a backend crashed (which ends
 * all connections) or Postgres itself died, the lock is taken again, and Postgres is started again if needed, at the same socket.
 * @param signal once it is aborted, the lock is not taken any more
 * @throws EmbeddedError when another server uses the folder
 */
export async function acquireLease(wish: Pick<Seeker, 'engine' | 'place' | 'log'>, signal?: AbortSignal): Promise<Lease> {
  let held: LockClaim | undefined
  let stopping = false
  const seeker: Seeker = { ...wish, as: 'server', mine: () => held?.pid, cancelled: () => stopping || signal?.aborted === true }

  async function take(): Promise<void> {
    const before = held
    const next = await acquireLock(seeker)
    if (!next) return
    const same = next.pid === before?.pid
    held = same ? { ...next, watchdog: before?.watchdog } : next
    if (!same) await before?.watchdog?.release()
    next.session.ended.then(() => {
      if (!stopping) keeping = keep()
    })
  }

  async function keep(): Promise<void> {
    seeker.log('lost Postgres; getting it back')
    for (let pause = 100; !stopping; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        await take()
        if (!stopping) seeker.log('Postgres is back')
        return
      } catch (error) {
        seeker.log(`Postgres is not back yet: ${error instanceof Error ? error.message : error}`)
        await delay(pause)
      }
    }
  }

  async function stop(): Promise<void> {
    stopping = true
    await keeping
    if (held?.pid !== undefined) await stopPostmaster(held.pid, seeker.place)
    await held?.watchdog?.release()
    await held?.session.client.end()
  }

  let keeping: Promise<void> = Promise.resolve()
  await take()
  let stopped: Promise<void> | undefined
  return {
    run: (held as LockClaim | undefined)?.run ?? seeker.place.run,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}
