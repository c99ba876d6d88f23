import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'
import { errorCodeOf } from './error.ts'

/** A process that lives. A zombie has ended and is none, though `kill(pid, 0)` finds it (launcher rule 6). */
export interface Live {
  pid: number
  parent: number
  /** its program's arguments with spaces between, or the title it gave itself */
  command: string
  /** its working directory, where the system tells */
  folder: string | undefined
}

/** The process with this id, or undefined when it is gone or a zombie. */
export async function inspectProcess(pid: number): Promise<Live | undefined> {
  if (process.platform === 'linux') return inspectProc(pid)
  return (await listByPs(['-p', String(pid)])).at(0)
}

/** The living processes of Postgres that work in a cluster, its postmaster among them. */
export async function postgresIn(data: string): Promise<Live[]> {
  if (process.platform !== 'linux') return (await listByPs(['-ax'])).filter(live => isPostmasterOf(live, data))
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const inside = await Promise.all(pids.map(async pid => ((await folderOf(pid)) === data ? inspectProc(Number(pid)) : undefined)))
  return inside.filter(live => live !== undefined).filter(isPostgres)
}

/** Whether a process is the postmaster of a cluster, told by its folder, or by its arguments where the system hides that. */
export function isPostmasterOf(live: Live, data: string): boolean {
  if (!isPostgres(live) || isBackend(live)) return false
  return live.folder === data || (live.folder === undefined && `${live.command} `.includes(` -D ${data} `))
}

/** Whether a process is one of those a postmaster starts: they title themselves `postgres: …`. */
export const isBackend = (live: Live) => live.command.startsWith('postgres: ')

const isPostgres = (live: Live) => isBackend(live) || /(^|\/)postgres$/.test(live.command.split(' -D ')[0] ?? '')

/** Sends a signal; a process that is gone is no error. */
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

/** For systems without /proc. */
export async function listByPs(which: string[]): Promise<Live[]> {
  const { stdout } = await promisify(execFile)('ps', [...which, '-ww', '-o', 'pid=,ppid=,stat=,command='], {
    maxBuffer: 1 << 26,
  }).catch(() => ({ stdout: '' }))
  return stdout.split('\n').flatMap(line => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return pid && command && !state?.startsWith('Z') ? [{ pid: Number(pid), parent: Number(parent), command, folder: undefined }] : []
  })
}
