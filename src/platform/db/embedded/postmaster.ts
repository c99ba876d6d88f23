import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, type FileHandle, open, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { PostgresBinaries } from './binaries.ts'
import { cannotRunError } from './cluster.ts'
import { EmbeddedError } from './error.ts'
import { spawnAsUser } from './os-user.ts'
import type { ClusterPaths } from './paths.ts'
import { readPidFile, readPidFileState } from './pidfile.ts'
import { pollUntil } from './poll-until.ts'
import { inspectProcess, isPostmasterOf, signal } from './processes.ts'
import { postgresArguments } from './settings.ts'
import { startWatchdog, type Watchdog } from './watchdog.ts'

/**
 * ms until Postgres must be ready. Recovery after a crash replays at most `max_wal_size`, which takes seconds; the rest is for a slow disk.
 */
const READY_MS = 120_000
const FAST_STOP_MS = 30_000
const IMMEDIATE_STOP_MS = 10_000
const LOG_TAIL_BYTES = 4 * 1024 * 1024

/** A postmaster that this process started. */
export interface Postmaster {
  pid: number
  watchdog: Watchdog
}

/**
 * Starts Postgres and waits until it accepts connections: line 1 of its pid file is the child's pid and line 8 says `ready` (launcher rule
 * 4).
 * @returns undefined when another postmaster of the same cluster was quicker, or what it left still blocks the start: the caller tries
 *   again
 * @throws EmbeddedError when Postgres does not start
 */
export async function startPostmaster(binaries: PostgresBinaries, paths: ClusterPaths): Promise<Postmaster | undefined> {
  // Without this, the record that an earlier postmaster was adopted could make the watchdog of this one inactive.
  await rm(paths.adoptionFile, { force: true })
  const { file, from } = await openLog(paths)
  const child = spawn(binaries.postgres, postgresArguments(paths.data, paths.run, binaries.settings), {
    ...spawnAsUser(paths.osUser),
    env: binaries.env,
    detached: true,
    stdio: ['ignore', file.fd, file.fd],
  })
  const failed = once(child, 'error').then(([error]) => error as unknown)
  try {
    const pid = child.pid
    if (pid === undefined) throw cannotRunError(await failed, binaries.postgres)
    child.unref()
    const watchdog = startWatchdog(pid, paths)
    child.once('exit', watchdog.release)
    const ready = async () => {
      if (child.exitCode !== null || child.signalCode !== null) return 'ended'
      const ownPid = await readPidFile(paths.data)
      return ownPid?.pid === pid && ownPid.status === 'ready' && 'ready'
    }
    const outcome = await pollUntil(ready, READY_MS)
    if (outcome === 'ready') return { pid, watchdog }
    if (outcome === undefined) {
      await stopPostmaster(pid, paths)
      throw new EmbeddedError(`Postgres did not become ready within ${READY_MS / 1000} s; see ${paths.log}.`)
    }
    return await explainEnd(paths, await readFrom(file, from))
  } finally {
    await file.close()
  }
}

/**
 * Called when Postgres ended while starting. Returns undefined if another Postgres is the cause.
 * @throws EmbeddedError with the reasons in its log
 */
async function explainEnd(paths: ClusterPaths, output: string): Promise<undefined> {
  if ((await readPidFileState(paths.data)).kind === 'alive') return undefined
  if (/lock file ".*" already exists|pre-existing shared memory block|received (fast|smart|immediate) shutdown request/.test(output))
    return undefined
  const reasons = output.split('\n').filter(line => /FATAL|PANIC|HINT|DETAIL|error while loading/.test(line))
  throw new EmbeddedError(
    `Postgres does not start: ${(reasons.length ? reasons : [output]).join(' ').trim()} (the whole story is in ${paths.log})`,
  )
}

/**
 * Stops a postmaster at once and cleanly, even with clients and queries under way (SIGINT, "fast", launcher rule 7).
 * Does nothing where the pid is no longer the cluster's postmaster.
 * @throws EmbeddedError when it does not end
 */
export async function stopPostmaster(pid: number, paths: ClusterPaths): Promise<void> {
  const processInfo = await inspectProcess(pid)
  if (!processInfo || !isPostmasterOf(processInfo, paths.data)) return
  const hasEnded = async () => !(await inspectProcess(pid))
  signal(pid, 'SIGINT')
  if (!(await pollUntil(hasEnded, FAST_STOP_MS))) {
    signal(pid, 'SIGQUIT')
    if (!(await pollUntil(hasEnded, IMMEDIATE_STOP_MS)))
      throw new EmbeddedError(`Postgres (process ${pid}) does not end: stop it, then start again.`)
  }
  if (dirname(paths.run) !== paths.home) await rmdir(paths.run).catch(() => {})
}

async function openLog(paths: ClusterPaths): Promise<{ file: FileHandle; from: number }> {
  const full = await stat(paths.log).then(
    ({ size }) => size > LOG_TAIL_BYTES,
    () => false,
  )
  if (full) await rename(paths.log, `${paths.log}.old`)
  // Links are not followed: the folder belongs to the database's user, and this process may be root.
  const file = await open(paths.log, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW, 0o600)
  const { size, uid } = await file.stat()
  if (paths.osUser && uid !== paths.osUser.uid) await file.chown(paths.osUser.uid, paths.osUser.gid)
  return { file, from: size }
}

async function readFrom(file: FileHandle, from: number): Promise<string> {
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size - from, 64 * 1024)), { position: from })
  return buffer.toString('utf8', 0, bytesRead)
}
