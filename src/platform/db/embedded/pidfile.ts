import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inspectProcess, isPostmasterOf } from './processes.ts'

/** What a postmaster writes about itself into its cluster. */
export interface PidFile {
  /** NaN while the file is empty or half written */
  pid: number
  /** folder of its Unix socket; '' until it listens */
  run: string
  /** line 8: 'starting', 'ready', 'stopping', or '' before it says anything */
  status: string
}

/** What a cluster's pid file amounts to. */
export type PidFileState =
  | { kind: 'absent' }
  /** `blocks`: Postgres itself would take the file for a living postmaster's and refuse */
  | { kind: 'stale'; file: PidFile; blocks: boolean }
  | { kind: 'alive'; file: PidFile }

/** The pid file's path in a cluster. */
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
 * Tells a living postmaster from what a dead one left. The id alone proves nothing: another process may have it by now,
 * or a zombie still holds it (launcher rule 6); so the process must be a postgres that works in this cluster.
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
