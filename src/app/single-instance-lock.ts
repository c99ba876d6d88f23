import pg from 'pg'
import type { Clock, Timer } from '../ddp/timing/clock.ts'
import type { DatabaseAddress } from '../platform/db/pool.ts'
import { StartError } from '../platform/start-error.ts'

const LOCK = 7_402_912
/** Held by the node that has printed the link of the first administrator, for as long as it runs. */
const INVITATION = 7_402_914
/** ms between attempts to take it again */
const PAUSE = 1000

/** Another node has the database. */
export class NodeLockHeld extends StartError {}

export interface NodeLockOptions {
  connection: DatabaseAddress
  /** whether this node hears of others */
  shared: boolean
  clock: Clock
  /** the database let go of it; it is taken again as soon as there is a way */
  onLost(error: Error): void
}

export interface NodeLock {
  /** Whether this node may print the link of the first administrator: no other that runs has printed one, which a second link would make worthless. */
  takeInvitation(): Promise<boolean>
  release(): Promise<void>
}

/**
 * Nodes that hear of each other share a database; one that hears of nobody has it alone. Held until it is released.
 * @throws NodeLockHeld with what to do when a node is there that does not
 */
export async function acquireInstanceLock({ connection, shared, clock, onLost }: NodeLockOptions): Promise<NodeLock> {
  let held: pg.Client | null = null
  let timer: Timer | null = null
  let released = false

  const take = async (): Promise<boolean> => {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000, keepAlive: true })
    client.on('error', error => {
      if (held !== client) return
      held = null
      onLost(error)
      again()
    })
    await client.connect()
    const how = shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
    const { rows } = await client.query<{ taken: boolean }>(`SELECT ${how}($1) AS taken`, [LOCK])
    if (rows[0]?.taken !== true || released) {
      await client.end()
      return false
    }
    held = client
    return true
  }
  const again = (): void => {
    timer = clock.after(PAUSE, () => {
      take().then(
        taken => {
          if (!taken && !released) again()
        },
        () => {
          if (!released) again()
        },
      )
    })
  }

  if (!(await take()))
    throw new NodeLockHeld(
      'Another Skillshot is running on this database. Stop it first, or give REDIS_URL to every node, by which they hear of each other.',
    )
  return {
    async takeInvitation() {
      const sql = 'SELECT pg_try_advisory_lock($1) AS taken'
      // Without the connection nobody can be asked: two links are better than none.
      const answer = await held?.query<{ taken: boolean }>(sql, [INVITATION]).catch(() => undefined)
      return answer?.rows[0]?.taken ?? true
    },
    async release() {
      released = true
      timer?.cancel()
      await held?.end()
    },
  }
}
