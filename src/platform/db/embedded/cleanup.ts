import { readFileSync, unlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { EmbeddedError, errorCodeOf } from './error.ts'
import { type ClusterPaths, socketPath } from './paths.ts'
import { parsePidFile, pidFileIn, readPidFileState } from './pidfile.ts'
import { pollUntil } from './poll-until.ts'
import { findPostgresProcesses, inspectProcess, isBackend, isPostmasterOf, type ProcessInfo, signal } from './processes.ts'

const END_TIMEOUT_MS = 5_000

/**
 * Removes what a killed postmaster left: busy backends that outlive it (they would go on writing beside the next postmaster)
 * and pid files that would make Postgres refuse to start (launcher rule 6).
 * @returns false when a postmaster is just starting or stopping: the caller tries again
 * @throws EmbeddedError when a process does not end
 */
export async function removeStaleProcesses(paths: ClusterPaths, log: (line: string) => void): Promise<boolean> {
  const processes = await findPostgresProcesses(paths.data)
  const orphans = findOrphanedBackends(processes)
  if (processes.length > orphans.length) return false
  for (const orphan of orphans) await endProcess(orphan, log)
  const pidFileState = await readPidFileState(paths.data)
  if (pidFileState.kind === 'alive') return false
  if (pidFileState.kind === 'stale' && pidFileState.blocks) {
    log(`removing the pid file of a Postgres that is dead (pid ${pidFileState.file.pid} is another process or none)`)
    removeIfUnchanged(pidFileIn(paths.data), pidFileState.file.pid)
  }
  await clearSocket(paths)
  return true
}

/**
 * Returns the backends whose postmaster is not among the living processes. A backend with a postmaster belongs to a Postgres that is
 * starting.
 */
export function findOrphanedBackends(processes: ProcessInfo[]): ProcessInfo[] {
  const pids = new Set(processes.map(processInfo => processInfo.pid))
  return processes.filter(processInfo => isBackend(processInfo) && !pids.has(processInfo.parent))
}

async function endProcess(orphan: ProcessInfo, log: (line: string) => void): Promise<void> {
  log(`ending a process that outlived its Postgres (pid ${orphan.pid}, ${orphan.command})`)
  const hasEnded = async () => !(await inspectProcess(orphan.pid))
  signal(orphan.pid, 'SIGQUIT')
  if (await pollUntil(hasEnded, END_TIMEOUT_MS)) return
  signal(orphan.pid, 'SIGKILL')
  if (await pollUntil(hasEnded, END_TIMEOUT_MS)) return
  throw new EmbeddedError(`Process ${orphan.pid} of an earlier Postgres does not end: stop it, then start again.`)
}

/**
 * Removes a pid file if it still names this pid. It reads and removes synchronously, to keep a file that a new postmaster writes meanwhile.
 */
function removeIfUnchanged(path: string, pid: number): void {
  try {
    if (Object.is(parsePidFile(readFileSync(path, 'utf8')).pid, pid)) unlinkSync(path)
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') throw error
  }
}

/** Removes the socket and its lock file. The lock file holds a pid too, and would make Postgres refuse to start in the same way. */
async function clearSocket(paths: ClusterPaths): Promise<void> {
  const lock = `${socketPath(paths.run)}.lock`
  let pid: number
  try {
    pid = parsePidFile(readFileSync(lock, 'utf8')).pid
  } catch {
    return
  }
  const processInfo = Number.isNaN(pid) ? undefined : await inspectProcess(pid)
  if (processInfo && isPostmasterOf(processInfo, paths.data)) return
  removeIfUnchanged(lock, pid)
  await rm(socketPath(paths.run), { force: true })
}
