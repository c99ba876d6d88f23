import pg from 'pg'
import type { Clock, Timer } from '#ddp/timing/clock.ts'
import { ADVISORY_LOCKS } from '#platform/db/advisory-locks.ts'
import type { DatabaseAddress } from '#platform/db/pool.ts'
import { StartError } from '#platform/start-error.ts'

/** ms between attempts to take the lock again after the connection was lost */
const RETRY_PAUSE_MS = 1000

/** Another node uses the database and does not share it. */
export class InstanceLockHeld extends StartError {}

export interface InstanceLockOptions {
  connection: DatabaseAddress
  /** true if this node communicates with other nodes (over Redis) */
  shared: boolean
  clock: Clock
  /** Called when the connection that holds the lock is lost. The lock is taken again as soon as possible. */
  onLost(error: Error): void
}

export interface InstanceLock {
  /**
   * Resolves with true if this node may print the link of the first administrator: no other running node has printed one. A second link
   * would invalidate the first.
   */
  takeInvitation(): Promise<boolean>
  release(): Promise<void>
}

/**
 * Takes the lock on the database and holds it until `release`. Nodes that communicate with each other share the lock; a node that does not
 * takes it exclusively.
 * @throws InstanceLockHeld, with instructions for the operator, if a running node does not share the database
 */
export async function acquireInstanceLock({ connection, shared, clock, onLost }: InstanceLockOptions): Promise<InstanceLock> {
  let lockClient: pg.Client | null = null
  let timer: Timer | null = null
  let released = false

  const take = async (): Promise<boolean> => {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000, keepAlive: true })
    client.on('error', error => {
      if (lockClient !== client) return
      lockClient = null
      onLost(error)
      retryLater()
    })
    await client.connect()
    const lockFunction = shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
    const { rows } = await client.query<{ taken: boolean }>(`SELECT ${lockFunction}($1) AS taken`, [ADVISORY_LOCKS.instance])
    if (rows[0]?.taken !== true || released) {
      await client.end()
      return false
    }
    lockClient = client
    return true
  }
  const retryLater = (): void => {
    timer = clock.after(RETRY_PAUSE_MS, () => {
      take().then(
        taken => {
          if (!taken && !released) retryLater()
        },
        () => {
          if (!released) retryLater()
        },
      )
    })
  }

  if (!(await take()))
    throw new InstanceLockHeld(
      'Another Skillshot is running on this database. Stop it first, or give REDIS_URL to every node, so that they share the database.',
    )
  return {
    async takeInvitation() {
      const sql = 'SELECT pg_try_advisory_lock($1) AS taken'
      // Without the connection it is unknown whether another node has printed a link. Two links are better than none.
      const answer = await lockClient?.query<{ taken: boolean }>(sql, [ADVISORY_LOCKS.firstAdministratorLink]).catch(() => undefined)
      return answer?.rows[0]?.taken ?? true
    },
    async release() {
      released = true
      timer?.cancel()
      await lockClient?.end()
    },
  }
}
