import { setTimeout as delay } from 'node:timers/promises'
import { acquireLock, type LockClaim, type LockRequest } from './acquire-lock.ts'
import { stopPostmaster } from './postmaster.ts'

const MAX_PAUSE_MS = 5_000

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
export async function acquireLease(options: Pick<LockRequest, 'binaries' | 'paths' | 'log'>, signal?: AbortSignal): Promise<Lease> {
  let claim: LockClaim | undefined
  let stopping = false
  const request: LockRequest = {
    ...options,
    role: 'server',
    ownPostmaster: () => claim?.pid,
    cancelled: () => stopping || signal?.aborted === true,
  }

  async function acquire(): Promise<void> {
    const previous = claim
    const next = await acquireLock(request)
    if (!next) return
    const isSamePostmaster = next.pid === previous?.pid
    claim = isSamePostmaster ? { ...next, watchdog: previous?.watchdog } : next
    if (!isSamePostmaster) await previous?.watchdog?.release()
    next.session.ended.then(() => {
      if (!stopping) reacquiring = reacquire()
    })
  }

  async function reacquire(): Promise<void> {
    request.log('lost Postgres; getting it back')
    for (let pause = 100; !stopping; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        await acquire()
        if (!stopping) request.log('Postgres is back')
        return
      } catch (error) {
        request.log(`Postgres is not back yet: ${error instanceof Error ? error.message : error}`)
        await delay(pause)
      }
    }
  }

  async function stop(): Promise<void> {
    stopping = true
    await reacquiring
    if (claim?.pid !== undefined) await stopPostmaster(claim.pid, request.paths)
    await claim?.watchdog?.release()
    await claim?.session.client.end()
  }

  let reacquiring: Promise<void> = Promise.resolve()
  await acquire()
  let stopped: Promise<void> | undefined
  return {
    run: (claim as LockClaim | undefined)?.run ?? request.paths.run,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}
