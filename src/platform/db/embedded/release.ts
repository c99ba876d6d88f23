import { setTimeout as delay } from 'node:timers/promises'
import type { LockClaim } from './acquire-lock.ts'
import { isTransientError, LOCKS, type LockSession, listLockHolders, setRole, tryLock, unlock } from './lock-session.ts'
import type { ClusterPaths } from './paths.ts'
import { stopPostmaster } from './postmaster.ts'

const POLL_MS = 20

/**
 * Ends a tool's use of Postgres. The last tool stops Postgres, unless a server has taken it over (launcher rule 8).
 */
export async function releaseClaim({ pid, session, watchdog }: LockClaim, paths: ClusterPaths): Promise<void> {
  try {
    if (pid !== undefined && (await isLast(session))) await stopPostmaster(pid, paths)
  } catch (error) {
    // Another process stopped Postgres first.
    if (!isTransientError(error)) throw error
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
  await setRole(client, 'skillshot tool, leaving')
  await unlock(client, LOCKS.tools, 'shared')
  while (!(await tryLock(client, LOCKS.server, 'alone'))) {
    if ((await listLockHolders(client, LOCKS.server)).includes('skillshot server')) return false
    await delay(POLL_MS)
  }
  return tryLock(client, LOCKS.tools, 'alone')
}
