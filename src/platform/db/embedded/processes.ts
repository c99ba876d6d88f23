import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'
import { errorCodeOf } from './error.ts'

/** A living process. A zombie has ended and does not count, though `kill(pid, 0)` finds it (launcher rule 6). */
export interface Live {
  pid: number
  parent: number
  /** its program's arguments, joined by spaces, or the title that the process gave itself */
  command: string
  /** its working directory; undefined where the system does not tell it */
  folder: string | undefined
}

/** Returns the process with this id, or undefined when it has ended or is a zombie. */
export async function inspectProcess(pid: number): Promise<Live | undefined> {
  if (process.platform === 'linux') return inspectProc(pid)
  return (await listByPs(['-p', String(pid)])).at(0)
}

/** Returns the living processes of Postgres that work in a cluster, its postmaster among them; without /proc only the postmaster. */
export async function postgresIn(data: string): Promise<Live[]> {
  if (process.platform !== 'linux') return (await listByPs(['-ax'])).filter(live => isPostmasterOf(live, data))
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const inside = await Promise.all(pids.map(async pid => ((await folderOf(pid)) === data ? inspectProc(Number(pid)) : undefined)))
  return inside.filter(live => live !== undefined).filter(isPostgres)
}

/**
 * True if a process is the postmaster of a cluster, judged by its working directory, or by its arguments where the system does not tell
 * that.
 */
export function isPostmasterOf(live: Live, data: string): boolean {
  if (!isPostgres(live) || isBackend(live)) return false
  return live.folder === data || (live.folder === undefined && `${live.command} `.includes(` -D ${data} `))
}

/** True if a process is one of those that a postmaster starts: they set their title to `postgres: …`. */
export const isBackend = (live: Live) => live.command.startsWith('postgres: ')

const isPostgres = (live: Live) => isBackend(live) || /(^|\/)postgres$/.test(live.command.split(' -D ')[0] ?? '')

/** Sends a signal. It is no error if the process has ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (errorCodeOf(error) !== 'ESRCH') throw error
  }
}

async function inspectProc(pid: number): Promise<Live | undefined> {
  try {
    const [stat, arguments_] = await Promise.all([readFile(`/proc/${pid}/stat`, 'latin1'), readFile(`/proc/${pid}/cmdline`, 'utf8')])
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return undefined
    return { pid, parent: Number(parent), command: arguments_.replaceAll('\0', ' ').trim(), folder: await folderOf(String(pid)) }
  } catch {
    return undefined
  }
}

async function folderOf(pid: string): Promise<string | undefined> {
  return readlink(`/proc/${pid}/cwd`).catch(() => undefined)
}

/** Lists living processes with `ps`, for systems without /proc. @param which arguments that select them */
export async function listByPs(which: string[]): Promise<Live[]> {
  const { stdout } = await promisify(execFile)('ps', [...which, '-ww', '-o', 'pid=,ppid=,stat=,command='], {
    maxBuffer: 1 << 26,
  }).catch(() => ({ stdout: '' }))
  return stdout.split('\n').flatMap(line => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return pid && command && !state?.startsWith('Z') ? [{ pid: Number(pid), parent: Number(parent), command, folder: undefined }] : []
  })
}
