import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresBinaries } from './binaries.ts'
import { removeStaleProcesses } from './cleanup.ts'
import { ensureCluster } from './cluster.ts'
import { EmbeddedError } from './error.ts'
import {
  ensureDatabase,
  isTransientError,
  LOCKS,
  type LockSession,
  listLockHolders,
  openSession,
  probeSocket,
  type Role,
  tryLock,
} from './lock-session.ts'
import type { ClusterPaths } from './paths.ts'
import { type PidFile, readPidFileState } from './pidfile.ts'
import { pollUntil } from './poll-until.ts'
import { startPostmaster, stopPostmaster } from './postmaster.ts'
import { verifyCluster } from './verify-cluster.ts'
import { adoptPostmaster, type Watchdog } from './watchdog.ts'

/** ms to wait for a Postgres that is starting or stopping */
const TIMEOUT_MS = 120_000
/** A lock that is held this long (ms) belongs to a living server: Postgres releases a killed server's lock within milliseconds. */
const MIN_HELD_MS = 1_000
/** A lock that is free this long (ms) has no owner: a server that just started its Postgres takes the lock within milliseconds. */
const MIN_FREE_MS = 300
const POLL_MS = 20

/** A process that wants to use the Postgres of a folder, and how it wants to. */
export interface LockRequest {
  role: 'server' | 'tool'
  binaries: PostgresBinaries
  paths: ClusterPaths
  log(line: string): void
  /** returns the pid of the postmaster that this process has already and only lost the connection to */
  ownPostmaster(): number | undefined
  /** returns true to give up without an error */
  cancelled(): boolean
}

/** A Postgres that accepts connections, and the lock that this process has on it. */
export interface LockClaim {
  /** pid of its postmaster; undefined where that runs in another container */
  pid: number | undefined
  run: string
  session: LockSession
  watchdog: Watchdog | undefined
}

/**
 * Gets access to the one Postgres of the folder: joins, adopts, waits for or starts it, depending on the state of the folder.
 * Each attempt examines the folder anew, so that whatever other processes do in between is taken into account by the next attempt.
 * @returns undefined when cancelled
 * @throws EmbeddedError when another server uses the folder, or Postgres cannot be started or reached
 */
export async function acquireLock(request: LockRequest): Promise<LockClaim | undefined> {
  const deadline = Date.now() + TIMEOUT_MS
  while (!request.cancelled()) {
    const claim = await tryOnce(request)
    if (claim) return claim
    if (Date.now() > deadline) {
      throw new EmbeddedError(
        `The Postgres in ${request.paths.home} has taken no connection for ${TIMEOUT_MS / 1000} s; ${request.paths.log} says why.`,
      )
    }
    await delay(POLL_MS)
  }
  return undefined
}

async function tryOnce(request: LockRequest): Promise<LockClaim | undefined> {
  const { paths, binaries, log } = request
  const pidFileState = await readPidFileState(paths.data)
  if (pidFileState.kind === 'alive') return pidFileState.file.status === 'ready' ? joinRunning(request, pidFileState.file) : undefined
  const run = (pidFileState.kind === 'stale' && pidFileState.file.run) || paths.run
  if ((await probeSocket(run)) !== 'no' && (await verifyCluster(run, paths.data)) !== false)
    return (await readPidFileState(paths.data)).kind === 'alive' ? undefined : joinOtherContainer(request, run)
  await ensureCluster(binaries, paths, log)
  if (!(await removeStaleProcesses(paths, log))) return undefined
  const started = await startPostmaster(binaries, paths)
  if (!started) return undefined
  const claim = await connectAndLock(request, paths.run, async ({ client }) => {
    const lock = request.role === 'server' ? tryLock(client, LOCKS.server, 'alone') : tryLock(client, LOCKS.tools, 'shared')
    return (await lock) && { pid: started.pid, watchdog: started.watchdog }
  })
  if (!claim) await started.watchdog.release()
  return claim
}

function joinRunning(request: LockRequest, { pid, run }: PidFile): Promise<LockClaim | undefined> {
  if (request.role === 'tool') return joinAsTool(request, pid, run)
  return connectAndLock(request, run, async session => {
    if (pid === request.ownPostmaster()) return takeLockAgain(session, request.paths)
    await waitUntilFree(session, request.paths)
    if (!(await tryLock(session.client, LOCKS.server, 'alone'))) return undefined
    if ((await listLockHolders(session.client, LOCKS.tools)).length) {
      request.log(`taking over the Postgres that a tool started (pid ${pid})`)
      return { pid, watchdog: await adoptPostmaster(pid, request.paths) }
    }
    request.log(`stopping a Postgres that its app left behind (pid ${pid})`)
    await stopPostmaster(pid, request.paths)
    return undefined
  })
}

function joinAsTool(request: LockRequest, pid: number | undefined, run: string): Promise<LockClaim | undefined> {
  return connectAndLock(request, run, async ({ client }) => (await tryLock(client, LOCKS.tools, 'shared')) && { pid, watchdog: undefined })
}

/**
 * Postgres answers but this process cannot see its process: it runs in another container with the same folder. A tool may use it. A server
 * must not start a second one beside it; it waits a moment, in case the other Postgres is stopping or was just killed.
 * @throws EmbeddedError when it keeps answering a server
 */
async function joinOtherContainer(request: LockRequest, run: string): Promise<LockClaim | undefined> {
  if (request.role === 'tool') return joinAsTool(request, undefined, run)
  if (await pollUntil(async () => (await probeSocket(run)) !== 'yes', MIN_HELD_MS, POLL_MS)) return undefined
  throw new EmbeddedError(
    `The database in ${request.paths.home} is served by another container or machine: stop that one first, or give this one a DATA_DIR of its own.`,
  )
}

/** Connects, and keeps the connection if `takeLock` gets its lock. It is no error if Postgres stops meanwhile: the result is undefined. */
async function connectAndLock(
  request: LockRequest,
  run: string,
  takeLock: (session: LockSession) => Promise<Pick<LockClaim, 'pid' | 'watchdog'> | false | undefined>,
): Promise<LockClaim | undefined> {
  const role: Role = request.role === 'server' ? 'skillshot server' : 'skillshot tool'
  const session = await openSession(run, role)
  if (!session) return undefined
  let claim: LockClaim | undefined
  try {
    const lockResult = await takeLock(session)
    if (lockResult) {
      await ensureDatabase(session.client)
      claim = { ...lockResult, run, session }
    }
    return claim
  } catch (error) {
    if (!isTransientError(error)) throw error
    return undefined
  } finally {
    if (!claim) await session.client.end()
  }
}

async function takeLockAgain({ client }: LockSession, paths: ClusterPaths): Promise<Pick<LockClaim, 'pid' | 'watchdog'>> {
  if (await pollUntil(() => tryLock(client, LOCKS.server, 'alone'), MIN_HELD_MS, POLL_MS))
    return { pid: await readPostmasterPid(paths), watchdog: undefined }
  throw alreadyServedError(paths)
}

async function readPostmasterPid(paths: ClusterPaths): Promise<number | undefined> {
  const pidFileState = await readPidFileState(paths.data)
  return pidFileState.kind === 'alive' ? pidFileState.file.pid : undefined
}

async function waitUntilFree({ client }: LockSession, paths: ClusterPaths): Promise<void> {
  let freeMs = 0
  let heldMs = 0
  for (let lastCheck = Date.now(); freeMs < MIN_FREE_MS; await delay(POLL_MS)) {
    const lockHolders = await listLockHolders(client, LOCKS.server)
    const elapsed = Date.now() - lastCheck
    lastCheck += elapsed
    freeMs = lockHolders.length ? 0 : freeMs + elapsed
    heldMs = lockHolders.includes('skillshot server') ? heldMs + elapsed : 0
    if (heldMs >= MIN_HELD_MS) throw alreadyServedError(paths)
  }
}

function alreadyServedError(paths: ClusterPaths): EmbeddedError {
  return new EmbeddedError(`Another server runs on the database in ${paths.home}: stop it first, or give this one a DATA_DIR of its own.`)
}
