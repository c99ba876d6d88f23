import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'
import { errorCodeOf } from './error.ts'

/** A living process. A zombie has ended and does not count, though `kill(pid, 0)` finds it (launcher rule 6). */
export interface ProcessInfo {
  pid: number
  parent: number
  /** its program's arguments, joined by spaces, or the title that the process gave itself */
  command: string
  /** its working directory; undefined where the system does not tell it */
  folder: string | undefined
}

/** Returns the process with this id, or undefined when it has ended or is a zombie. */
export async function inspectProcess(pid: number): Promise<ProcessInfo | undefined> {
  if (process.platform === 'linux') return readProc(pid)
  return (await listByPs(['-p', String(pid)])).at(0)
}

/** Returns the living processes of Postgres that work in a cluster, its postmaster among them; without /proc only the postmaster. */
export async function findPostgresProcesses(data: string): Promise<ProcessInfo[]> {
  if (process.platform !== 'linux') return (await listByPs(['-ax'])).filter(processInfo => isPostmasterOf(processInfo, data))
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const isInside = await Promise.all(pids.map(async pid => ((await readCwd(pid)) === data ? readProc(Number(pid)) : undefined)))
  return isInside.filter(processInfo => processInfo !== undefined).filter(isPostgres)
}

/**
 * True if a process is the postmaster of a cluster, judged by its working directory, or by its arguments where the system does not tell
 * that.
 */
export function isPostmasterOf(processInfo: ProcessInfo, data: string): boolean {
  if (!isPostgres(processInfo) || isBackend(processInfo)) return false
  return processInfo.folder === data || (processInfo.folder === undefined && `${processInfo.command} `.includes(` -D ${data} `))
}

/** True if a process is one of those that a postmaster starts: they set their title to `postgres: …`. */
export const isBackend = (processInfo: ProcessInfo) => processInfo.command.startsWith('postgres: ')

const isPostgres = (processInfo: ProcessInfo) =>
  isBackend(processInfo) || /(^|\/)postgres$/.test(processInfo.command.split(' -D ')[0] ?? '')

/** Sends a signal. It is no error if the process has ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (errorCodeOf(error) !== 'ESRCH') throw error
  }
}

async function readProc(pid: number): Promise<ProcessInfo | undefined> {
  try {
    const [stat, arguments_] = await Promise.all([readFile(`/proc/${pid}/stat`, 'latin1'), readFile(`/proc/${pid}/cmdline`, 'utf8')])
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return undefined
    return { pid, parent: Number(parent), command: arguments_.replaceAll('\0', ' ').trim(), folder: await readCwd(String(pid)) }
  } catch {
    return undefined
  }
}

async function readCwd(pid: string): Promise<string | undefined> {
  return readlink(`/proc/${pid}/cwd`).catch(() => undefined)
}

/** Lists living processes with `ps`, for systems without /proc. @param which arguments that select them */
export async function listByPs(which: string[]): Promise<ProcessInfo[]> {
  const { stdout } = await promisify(execFile)('ps', [...which, '-ww', '-o', 'pid=,ppid=,stat=,command='], {
    maxBuffer: 1 << 26,
  }).catch(() => ({ stdout: '' }))
  return stdout.split('\n').flatMap(line => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return pid && command && !state?.startsWith('Z') ? [{ pid: Number(pid), parent: Number(parent), command, folder: undefined }] : []
  })
}
