import { readFileSync, unlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { EmbeddedError, errorCodeOf } from './error.ts'
import { type ClusterPaths, socketIn } from './paths.ts'
import { parsePidFile, pidFileIn, readPidFileState } from './pidfile.ts'
import { pollUntil } from './poll-until.ts'
import { inspectProcess, isBackend, isPostmasterOf, type Live, postgresIn, signal } from './processes.ts'

const STRAY_MS = 5_000

/**
 * Removes what a killed postmaster left: busy backends that outlive it (they would go on writing beside the next postmaster)
 * and pid files that would make Postgres refuse to start (launcher rule 6).
 * @returns false when a postmaster is just starting or stopping: the caller tries again
 * @throws EmbeddedError when a process does not end
 */
export async function removeStaleProcesses(place: ClusterPaths, log: (line: string) => void): Promise<boolean> {
  const inside = await postgresIn(place.data)
  const strays = straysAmong(inside)
  if (inside.length > strays.length) return false
  for (const stray of strays) await end(stray, log)
  const standing = await readPidFileState(place.data)
  if (standing.kind === 'alive') return false
  if (standing.kind === 'stale' && standing.blocks) {
    log(`removing the pid file of a Postgres that is dead (pid ${standing.file.pid} is another process or none)`)
    removeIfStill(pidFileIn(place.data), standing.file.pid)
  }
  await clearSocket(place)
  return true
}

/**
 * Returns the backends whose postmaster is not among the living processes. A backend with a postmaster belongs to a Postgres that is
 * starting.
 */
export function straysAmong(inside: Live[]): Live[] {
  const pids = new Set(inside.map(live => live.pid))
  return inside.filter(live => isBackend(live) && !pids.has(live.parent))
}

async function end(stray: Live, log: (line: string) => void): Promise<void> {
  log(`ending a process that outlived its Postgres (pid ${stray.pid}, ${stray.command})`)
  const gone = async () => !(await inspectProcess(stray.pid))
  signal(stray.pid, 'SIGQUIT')
  if (await pollUntil(gone, STRAY_MS)) return
  signal(stray.pid, 'SIGKILL')
  if (await pollUntil(gone, STRAY_MS)) return
  throw new EmbeddedError(`Process ${stray.pid} of an earlier Postgres does not end: stop it, then start again.`)
}

/**
 * Removes a pid file if it still names this pid. It reads and removes synchronously, to keep a file that a new postmaster writes meanwhile.
 */
function removeIfStill(path: string, pid: number): void {
  try {
    if (Object.is(parsePidFile(readFileSync(path, 'utf8')).pid, pid)) unlinkSync(path)
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') throw error
  }
}

/** Removes the socket and its lock file. The lock file holds a pid too, and would make Postgres refuse to start in the same way. */
async function clearSocket(place: ClusterPaths): Promise<void> {
  const lock = `${socketIn(place.run)}.lock`
  let pid: number
  try {
    pid = parsePidFile(readFileSync(lock, 'utf8')).pid
  } catch {
    return
  }
  const live = Number.isNaN(pid) ? undefined : await inspectProcess(pid)
  if (live && isPostmasterOf(live, place.data)) return
  removeIfStill(lock, pid)
  await rm(socketIn(place.run), { force: true })
}
