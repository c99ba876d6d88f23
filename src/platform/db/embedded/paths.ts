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
  adopted: string
  identity: OsUser | undefined
}

/** Longest path of a Unix socket in bytes. */
const LONGEST = process.platform === 'linux' ? 107 : 103

/** Returns the path of the socket in a folder. */
export const socketIn = (run: string) => join(run, `.s.PGSQL.${PORT}`)

/**
 * Finds or creates the folders of the database of `dataDir`, owned by the user that Postgres runs as (launcher rule 2). Where that user
 * cannot enter `dataDir` (as in the home folder of root), the home is `elsewhere/<hash>` and `dataDir/postgres` a link to it.
 * @throws EmbeddedError when the folders can neither be found nor created
 */
export async function findClusterPaths(dataDir: string, elsewhere: string, log: (line: string) => void): Promise<ClusterPaths> {
  await mkdir(resolve(dataDir), { recursive: true })
  const real = await realpath(resolve(dataDir))
  const link = join(real, 'postgres')
  const identity = await pickUser([join(link, 'data'), link, real])
  const home = await findHome(real, link, elsewhere, identity, log)
  await ensurePrivateDir(home, identity)
  const data = join(home, 'data')
  await checkOwner(data, identity)
  return { home, data, run: await runFolder(home, identity), log: join(home, 'log'), adopted: join(home, 'adopted'), identity }
}

async function findHome(
  real: string,
  link: string,
  elsewhere: string,
  identity: OsUser | undefined,
  log: (line: string) => void,
): Promise<string> {
  const kind = await lstat(link).catch(() => undefined)
  if (kind?.isSymbolicLink()) return followed(link, identity)
  const closed = await firstUnreachable(identity, real)
  if (!closed) return link
  const advice = `chmod o+x ${closed}, or set DATA_DIR to a folder outside it`
  if (kind) throw new EmbeddedError(`The user "${identity?.name}", as whom Postgres runs, cannot enter ${closed}: ${advice}.`)
  const home = join(elsewhere, createHash('sha256').update(real).digest('hex').slice(0, 16))
  try {
    await mkdir(elsewhere, { recursive: true, mode: 0o755 })
    await ensurePrivateDir(home, identity)
  } catch (error) {
    throw new EmbeddedError(
      `The user "${identity?.name}", as whom Postgres runs, cannot enter ${closed}, and ${elsewhere} cannot be made: ${advice}.`,
      { cause: error },
    )
  }
  const blocked = await firstUnreachable(identity, home)
  if (blocked)
    throw new EmbeddedError(`The user "${identity?.name}", as whom Postgres runs, cannot enter ${blocked} nor ${closed}: ${advice}.`)
  await symlink(home, link).catch(error => {
    if (errorCodeOf(error) !== 'EEXIST') throw error
  })
  log(`the database of ${real} lives in ${home}, because the user "${identity?.name}" cannot enter ${closed}`)
  return followed(link, identity)
}

async function followed(link: string, identity: OsUser | undefined): Promise<string> {
  const home = await realpath(link).catch(() => {
    throw new EmbeddedError(
      `${link} is a link to the database's folder, and that folder is gone: put it back, or delete the link to begin with an empty database.`,
    )
  })
  const closed = await firstUnreachable(identity, home)
  if (closed) throw new EmbeddedError(`The user "${identity?.name}", as whom Postgres runs, cannot enter ${closed}: chmod o+x ${closed}.`)
  return home
}

/** @throws EmbeddedError when the cluster belongs to another user, because Postgres then refuses it */
async function checkOwner(data: string, identity: OsUser | undefined): Promise<void> {
  const found = await stat(data).catch(() => undefined)
  const me = identity?.uid ?? process.getuid?.()
  if (!found || found.uid === me) return
  if (identity) {
    throw new EmbeddedError(`${data} belongs to root, as which Postgres does not run: chown -R ${identity.name} ${data}, then start again.`)
  }
  throw new EmbeddedError(
    `${data} belongs to user id ${found.uid} and this process is user id ${me}: start the app as that user or as root.`,
  )
}

async function runFolder(home: string, identity: OsUser | undefined): Promise<string> {
  const inside = join(home, 'run')
  const short = join('/tmp', `skillshot-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`)
  const run = Buffer.byteLength(socketIn(inside)) <= LONGEST ? inside : await realParent(short)
  const before = await lstat(run).catch(() => undefined)
  const me = identity?.uid ?? process.getuid?.()
  if (before && (!before.isDirectory() || (before.uid !== me && before.uid !== process.getuid?.()))) {
    throw new EmbeddedError(
      `${run}, the folder for the database's socket, belongs to someone else: remove it, or choose a shorter DATA_DIR.`,
    )
  }
  await ensurePrivateDir(run, identity)
  return run
}

/** Resolves the path of a folder in /tmp, which is itself a link on macOS. */
async function realParent(path: string): Promise<string> {
  return join(await realpath('/tmp'), path.slice('/tmp/'.length))
}
