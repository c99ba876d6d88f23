import { setTimeout as delay } from 'node:timers/promises'
import type { LockClaim } from './acquire-lock.ts'
import { holders, isPassing, LOCKS, type LockSession, rename, tryLock, unlock } from './lock-session.ts'
import type { ClusterPaths } from './paths.ts'
import { stopPostmaster } from './postmaster.ts'

const LOOK_MS = 20

/**
 * Ends a tool's use of Postgres. The last tool stops Postgres, unless a server has taken it over (launcher rule 8).
 */
export async function leave({ pid, session, watchdog }: LockClaim, place: ClusterPaths): Promise<void> {
  try {
    if (pid !== undefined && (await isLast(session))) await stopPostmaster(pid, place)
  } catch (error) {
    // Another process stopped Postgres first.
    if (!isPassing(error)) throw error
  } finally {
    await watchdog?.release()
    await session.client.end()
  }
}

/**
 * True if no server and no other tool uses Postgres. The tool takes the server's lock, so that no server can begin to use Postgres while it
 * checks for other tools; a server that finds the lock held by a leaving tool waits.
 */
async function isLast({ client }: LockSession): Promise<boolean> {
  await rename(client, 'skillshot tool, leaving')
  await unlock(client, LOCKS.tools, 'shared')
  while (!(await tryLock(client, LOCKS.server, 'alone'))) {
    if ((await holders(client, LOCKS.server)).includes('skillshot server')) return false
    await delay(LOOK_MS)
  }
  return tryLock(client, LOCKS.tools, 'alone')
}
