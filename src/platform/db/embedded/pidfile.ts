import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inspectProcess, isPostmasterOf } from './processes.ts'

/** The content of the pid file, which a postmaster writes into its cluster. */
export interface PidFile {
  /** NaN while the file is empty or half written */
  pid: number
  /** folder of its Unix socket; '' until it listens */
  run: string
  /** line 8: 'starting', 'ready', 'stopping', or '' before it is written */
  status: string
}

/** Whether a cluster's pid file is that of a living postmaster. */
export type PidFileState =
  | { kind: 'absent' }
  /** `blocks`: Postgres would take the file for that of a living postmaster and refuse to start */
  | { kind: 'stale'; file: PidFile; blocks: boolean }
  | { kind: 'alive'; file: PidFile }

/** Returns the path of the pid file in a cluster. */
export const pidFileIn = (data: string) => join(data, 'postmaster.pid')

/** Reads the lines of a `postmaster.pid`. */
export function parsePidFile(text: string): PidFile {
  const lines = text.split('\n').map(line => line.trim())
  return { pid: lines[0] ? Number(lines[0]) : Number.NaN, run: lines[4] ?? '', status: lines[7] ?? '' }
}

export async function readPidFile(data: string): Promise<PidFile | undefined> {
  return readFile(pidFileIn(data), 'utf8').then(parsePidFile, error => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

/**
 * Finds out whether the pid file of a cluster is that of a living postmaster or was left by a dead one. The pid alone proves nothing:
 * another process may have it by now, or a zombie may still have it (launcher rule 6); so the process must be a postgres that works in this
 * cluster.
 */
export async function readPidFileState(data: string): Promise<PidFileState> {
  const file = await readPidFile(data)
  if (!file) return { kind: 'absent' }
  const live = Number.isNaN(file.pid) ? undefined : await inspectProcess(file.pid)
  if (live && isPostmasterOf(live, data)) return { kind: 'alive', file }
  return { kind: 'stale', file, blocks: Number.isNaN(file.pid) || exists(file.pid) }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
