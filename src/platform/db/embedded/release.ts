import type { LockClaim } from './acquire-lock.ts'
import { isTransientError, LOCKS, type LockSession, tryLock, unlock } from './lock-session.ts'
import type { ClusterPaths } from './paths.ts'
import { stopPostmaster } from './postmaster.ts'

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
 * True if no other tool and no server uses Postgres. Then this tool has both locks, so that nobody begins to use it: other tools and servers
 * wait. The lock of the tools comes first, because only one tool that leaves gets it, and so finds the other lock held by a server or free.
 */
async function isLast({ client }: LockSession): Promise<boolean> {
  await unlock(client, LOCKS.tools, 'shared')
  return (await tryLock(client, LOCKS.tools, 'alone')) && (await tryLock(client, LOCKS.server, 'alone'))
}
