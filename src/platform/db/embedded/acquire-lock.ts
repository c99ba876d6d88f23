import { setTimeout as delay } from 'node:timers/promises'
import type { Engine } from './binaries.ts'
import { removeStaleProcesses } from './cleanup.ts'
import { ensureCluster } from './cluster.ts'
import { EmbeddedError } from './error.ts'
import { answers, ensureDatabase, holders, isPassing, LOCKS, type LockSession, openSession, type Role, tryLock } from './lock-session.ts'
import type { ClusterPaths } from './paths.ts'
import { type PidFile, readPidFileState } from './pidfile.ts'
import { pollUntil } from './poll-until.ts'
import { startPostmaster, stopPostmaster } from './postmaster.ts'
import { verifyCluster } from './verify-cluster.ts'
import { adopt, type Watchdog } from './watchdog.ts'

/** ms to wait for a Postgres that is starting or stopping */
const PATIENCE_MS = 120_000
/** A lock that is held this long (ms) belongs to a living server: Postgres releases a killed server's lock within milliseconds. */
const HELD_MS = 1_000
/** A lock that is free this long (ms) has no owner: a server that just started its Postgres takes the lock within milliseconds. */
const FREE_MS = 300
const LOOK_MS = 20

/** A process that wants to use the Postgres of a folder, and how it wants to. */
export interface Seeker {
  as: 'server' | 'tool'
  engine: Engine
  place: ClusterPaths
  log(line: string): void
  /** returns the pid of the postmaster that this process has already and only lost the connection to */
  mine(): number | undefined
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
export async function acquireLock(seeker: Seeker): Promise<LockClaim | undefined> {
  const end = Date.now() + PATIENCE_MS
  while (!seeker.cancelled()) {
    const claimed = await look(seeker)
    if (claimed) return claimed
    if (Date.now() > end) {
      throw new EmbeddedError(
        `The Postgres in ${seeker.place.home} has taken no connection for ${PATIENCE_MS / 1000} s; ${seeker.place.log} says why.`,
      )
    }
    await delay(LOOK_MS)
  }
  return undefined
}

async function look(seeker: Seeker): Promise<LockClaim | undefined> {
  const { place, engine, log } = seeker
  const standing = await readPidFileState(place.data)
  if (standing.kind === 'alive') return standing.file.status === 'ready' ? joinRunning(seeker, standing.file) : undefined
  const run = (standing.kind === 'stale' && standing.file.run) || place.run
  if ((await answers(run)) !== 'no' && (await verifyCluster(run, place.data)) !== false)
    return (await readPidFileState(place.data)).kind === 'alive' ? undefined : joinUnseen(seeker, run)
  await ensureCluster(engine, place, log)
  if (!(await removeStaleProcesses(place, log))) return undefined
  const started = await startPostmaster(engine, place)
  if (!started) return undefined
  const claimed = await share(seeker, place.run, async ({ client }) => {
    const lock = seeker.as === 'server' ? tryLock(client, LOCKS.server, 'alone') : tryLock(client, LOCKS.tools, 'shared')
    return (await lock) && { pid: started.pid, watchdog: started.watchdog }
  })
  if (!claimed) await started.watchdog.release()
  return claimed
}

function joinRunning(seeker: Seeker, { pid, run }: PidFile): Promise<LockClaim | undefined> {
  if (seeker.as === 'tool') return joinAsTool(seeker, pid, run)
  return share(seeker, run, async session => {
    if (pid === seeker.mine()) return retake(session, seeker.place)
    await waitUntilFree(session, seeker.place)
    if (!(await tryLock(session.client, LOCKS.server, 'alone'))) return undefined
    if ((await holders(session.client, LOCKS.tools)).length) {
      seeker.log(`taking over the Postgres that a tool started (pid ${pid})`)
      return { pid, watchdog: await adopt(pid, seeker.place) }
    }
    seeker.log(`stopping a Postgres that its app left behind (pid ${pid})`)
    await stopPostmaster(pid, seeker.place)
    return undefined
  })
}

function joinAsTool(seeker: Seeker, pid: number | undefined, run: string): Promise<LockClaim | undefined> {
  return share(seeker, run, async ({ client }) => (await tryLock(client, LOCKS.tools, 'shared')) && { pid, watchdog: undefined })
}

/**
 * Postgres answers but this process cannot see its process: it runs in another container with the same folder. A tool may use it. A server
 * must not start a second one beside it; it waits a moment, in case the other Postgres is stopping or was just killed.
 * @throws EmbeddedError when it keeps answering a server
 */
async function joinUnseen(seeker: Seeker, run: string): Promise<LockClaim | undefined> {
  if (seeker.as === 'tool') return joinAsTool(seeker, undefined, run)
  if (await pollUntil(async () => (await answers(run)) !== 'yes', HELD_MS, LOOK_MS)) return undefined
  throw new EmbeddedError(
    `The database in ${seeker.place.home} is served by another container or machine: stop that one first, or give this one a DATA_DIR of its own.`,
  )
}

/** Connects, and keeps the connection if `take` gets its lock. It is no error if Postgres stops meanwhile: the result is undefined. */
async function share(
  seeker: Seeker,
  run: string,
  take: (session: LockSession) => Promise<Pick<LockClaim, 'pid' | 'watchdog'> | false | undefined>,
): Promise<LockClaim | undefined> {
  const role: Role = seeker.as === 'server' ? 'skillshot server' : 'skillshot tool'
  const session = await openSession(run, role)
  if (!session) return undefined
  let claimed: LockClaim | undefined
  try {
    const taken = await take(session)
    if (taken) {
      await ensureDatabase(session.client)
      claimed = { ...taken, run, session }
    }
    return claimed
  } catch (error) {
    if (!isPassing(error)) throw error
    return undefined
  } finally {
    if (!claimed) await session.client.end()
  }
}

async function retake({ client }: LockSession, place: ClusterPaths): Promise<Pick<LockClaim, 'pid' | 'watchdog'>> {
  if (await pollUntil(() => tryLock(client, LOCKS.server, 'alone'), HELD_MS, LOOK_MS))
    return { pid: await postmasterOf(place), watchdog: undefined }
  throw refusal(place)
}

async function postmasterOf(place: ClusterPaths): Promise<number | undefined> {
  const standing = await readPidFileState(place.data)
  return standing.kind === 'alive' ? standing.file.pid : undefined
}

async function waitUntilFree({ client }: LockSession, place: ClusterPaths): Promise<void> {
  let free = 0
  let held = 0
  for (let before = Date.now(); free < FREE_MS; await delay(LOOK_MS)) {
    const who = await holders(client, LOCKS.server)
    const passed = Date.now() - before
    before += passed
    free = who.length ? 0 : free + passed
    held = who.includes('skillshot server') ? held + passed : 0
    if (held >= HELD_MS) throw refusal(place)
  }
}

function refusal(place: ClusterPaths): EmbeddedError {
  return new EmbeddedError(`Another server runs on the database in ${place.home}: stop it first, or give this one a DATA_DIR of its own.`)
}
