import { createHash } from 'node:crypto'
import { lstat, mkdir, realpath, stat, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { EmbeddedError, errorCodeOf } from './error.ts'
import { type OsUser, pickUser } from './os-user.ts'
import { ensurePrivateDir, firstUnreachable } from './permissions.ts'
import { PORT } from './settings.ts'

/** The paths of one embedded database; every path is absolute and without links. */
export interface ClusterPaths {
  /** the folder that holds the others; only the database's user may enter it */
  home: string
  /** the cluster (PGDATA) */
  data: string
  /** the folder of the Unix socket; in `home`, or under /tmp where that path would be too long */
  run: string
  /** the file that gets the output of Postgres */
  log: string
  /** the file that says whose watchdog guards a running Postgres that another process started, see watchdog.ts */
  adoptionFile: string
  osUser: OsUser | undefined
}

/** Longest path of a Unix socket in bytes. */
const MAX_SOCKET_PATH = process.platform === 'linux' ? 107 : 103

/** Returns the path of the socket in a folder. */
export const socketPath = (run: string) => join(run, `.s.PGSQL.${PORT}`)

/**
 * Finds or creates the folders of the database of `dataDir`, owned by the user that Postgres runs as (launcher rule 2). Where that user
 * cannot enter `dataDir` (as in the home folder of root), the home is `elsewhere/<hash>` and `dataDir/postgres` a link to it.
 * @throws EmbeddedError when the folders can neither be found nor created
 */
export async function findClusterPaths(dataDir: string, elsewhere: string, log: (line: string) => void): Promise<ClusterPaths> {
  await mkdir(resolve(dataDir), { recursive: true })
  const realDataDir = await realpath(resolve(dataDir))
  const link = join(realDataDir, 'postgres')
  const osUser = await pickUser([join(link, 'data'), link, realDataDir])
  const home = await findHome(realDataDir, link, elsewhere, osUser, log)
  await ensurePrivateDir(home, osUser)
  const data = join(home, 'data')
  await checkOwner(data, osUser)
  return { home, data, run: await findSocketFolder(home, osUser), log: join(home, 'log'), adoptionFile: join(home, 'adopted'), osUser }
}

async function findHome(
  realDataDir: string,
  link: string,
  elsewhere: string,
  osUser: OsUser | undefined,
  log: (line: string) => void,
): Promise<string> {
  const kind = await lstat(link).catch(() => undefined)
  if (kind?.isSymbolicLink()) return followLink(link, osUser)
  const unreachable = await firstUnreachable(osUser, realDataDir)
  if (!unreachable) return link
  const advice = `chmod o+x ${unreachable}, or set DATA_DIR to a folder outside it`
  if (kind) throw new EmbeddedError(`The user "${osUser?.name}", as whom Postgres runs, cannot enter ${unreachable}: ${advice}.`)
  const home = join(elsewhere, createHash('sha256').update(realDataDir).digest('hex').slice(0, 16))
  try {
    await mkdir(elsewhere, { recursive: true, mode: 0o755 })
    await ensurePrivateDir(home, osUser)
  } catch (error) {
    throw new EmbeddedError(
      `The user "${osUser?.name}", as whom Postgres runs, cannot enter ${unreachable}, and ${elsewhere} cannot be made: ${advice}.`,
      { cause: error },
    )
  }
  const unreachableInTmp = await firstUnreachable(osUser, home)
  if (unreachableInTmp)
    throw new EmbeddedError(
      `The user "${osUser?.name}", as whom Postgres runs, cannot enter ${unreachableInTmp} nor ${unreachable}: ${advice}.`,
    )
  await symlink(home, link).catch(error => {
    if (errorCodeOf(error) !== 'EEXIST') throw error
  })
  log(`the database of ${realDataDir} lives in ${home}, because the user "${osUser?.name}" cannot enter ${unreachable}`)
  return followLink(link, osUser)
}

async function followLink(link: string, osUser: OsUser | undefined): Promise<string> {
  const home = await realpath(link).catch(() => {
    throw new EmbeddedError(
      `${link} is a link to the database's folder, and that folder is gone: put it back, or delete the link to begin with an empty database.`,
    )
  })
  const unreachable = await firstUnreachable(osUser, home)
  if (unreachable)
    throw new EmbeddedError(`The user "${osUser?.name}", as whom Postgres runs, cannot enter ${unreachable}: chmod o+x ${unreachable}.`)
  return home
}

/** @throws EmbeddedError when the cluster belongs to another user, because Postgres then refuses it */
async function checkOwner(data: string, osUser: OsUser | undefined): Promise<void> {
  const owner = await stat(data).catch(() => undefined)
  const ownUid = osUser?.uid ?? process.getuid?.()
  if (!owner || owner.uid === ownUid) return
  if (osUser) {
    throw new EmbeddedError(`${data} belongs to root, as which Postgres does not run: chown -R ${osUser.name} ${data}, then start again.`)
  }
  throw new EmbeddedError(
    `${data} belongs to user id ${owner.uid} and this process is user id ${ownUid}: start the app as that user or as root.`,
  )
}

async function findSocketFolder(home: string, osUser: OsUser | undefined): Promise<string> {
  const inHome = join(home, 'run')
  const short = join('/tmp', `skillshot-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`)
  const run = Buffer.byteLength(socketPath(inHome)) <= MAX_SOCKET_PATH ? inHome : await resolveParent(short)
  const existing = await lstat(run).catch(() => undefined)
  const ownUid = osUser?.uid ?? process.getuid?.()
  if (existing && (!existing.isDirectory() || (existing.uid !== ownUid && existing.uid !== process.getuid?.()))) {
    throw new EmbeddedError(
      `${run}, the folder for the database's socket, belongs to someone else: remove it, or choose a shorter DATA_DIR.`,
    )
  }
  await ensurePrivateDir(run, osUser)
  return run
}

/** Resolves the path of a folder in /tmp, which is itself a link on macOS. */
async function resolveParent(path: string): Promise<string> {
  return join(await realpath('/tmp'), path.slice('/tmp/'.length))
}
