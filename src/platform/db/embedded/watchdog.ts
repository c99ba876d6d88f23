import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rename, writeFile } from 'node:fs/promises'
import { cannotRunError } from './cluster.ts'
import { spawnAsUser } from './os-user.ts'
import type { ClusterPaths } from './paths.ts'
import { pidFileIn } from './pidfile.ts'

/**
 * The watchdog: a shell that stops Postgres when this process dies, however it dies (launcher rule 5). It reads from a pipe whose other end
 * only this process holds. A line on the pipe ends the watchdog and leaves Postgres running. The end of the pipe without a line means that
 * this process has died: the watchdog then stops Postgres, unless another process has adopted that Postgres or the cluster has another
 * postmaster.
 */
const SCRIPT = `
trap '' HUP INT TERM
read -r line && exit 0
[ -f "$2" ] && read -r postmaster < "$2" && [ "$postmaster" != "$1" ] && exit 0
[ -f "$3" ] && read -r pid token < "$3" && [ "$pid" = "$1" ] && [ "$token" != "$4" ] && exit 0
kill -INT "$1"
`

export interface Watchdog {
  /** ends the watchdog; Postgres stays as it is */
  release(): Promise<void>
}

/** Starts a watchdog for a postmaster that this process started. */
export function startWatchdog(pid: number, paths: ClusterPaths): Watchdog {
  return spawnWatchdog(pid, paths, randomUUID())
}

/** Starts a watchdog for a postmaster that another process started, and makes the watchdog of that process inactive. */
export async function adoptPostmaster(pid: number, paths: ClusterPaths): Promise<Watchdog> {
  const token = randomUUID()
  const temporaryFile = `${paths.adoptionFile}.${token}`
  await writeFile(temporaryFile, `${pid} ${token}\n`, { mode: 0o644, flag: 'wx' })
  await rename(temporaryFile, paths.adoptionFile)
  return spawnWatchdog(pid, paths, token)
}

function spawnWatchdog(pid: number, paths: ClusterPaths, token: string): Watchdog {
  const args = ['-c', SCRIPT, 'skillshot-watchdog', String(pid), pidFileIn(paths.data), paths.adoptionFile, token]
  const child = spawn('/bin/sh', args, {
    ...spawnAsUser(paths.osUser),
    env: { PATH: '/usr/bin:/bin' },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = once(child, 'close').then(
    () => {},
    error => {
      throw cannotRunError(error, '/bin/sh')
    },
  )
  ended.catch(() => {})
  child.stdin.on('error', () => {})
  child.unref()
  return {
    release: () => {
      child.ref()
      child.stdin.end('\n')
      return ended
    },
  }
}
