import { execFile } from 'node:child_process'
import { constants, lstat, mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedError, errorCodeOf } from './error.ts'
import { type OsUser, spawnAsUser } from './os-user.ts'

/**
 * Returns the topmost part of a path that `osUser` has no permission for, or undefined when it can reach the end of the path.
 * Only mode bits are checked. An access control list that allows more is not noticed, which at worst causes an unnecessary copy.
 * @param path absolute and without links; a folder needs permission to execute, a file to read and execute
 */
export async function firstUnreachable(osUser: OsUser | undefined, path: string): Promise<string | undefined> {
  if (!osUser) return undefined
  for (const part of parentsAndSelf(path)) {
    const found = await stat(part)
    const shift = found.uid === osUser.uid ? 6 : found.gid === osUser.gid ? 3 : 0
    const needed = found.isDirectory() ? 0o1 : 0o5
    if (((found.mode >> shift) & needed) !== needed) return part
  }
  return undefined
}

function parentsAndSelf(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [path] : [...parentsAndSelf(parent), path]
}

/**
 * Creates a folder that only `osUser` (or, without one, the current user) may enter: mode 0700. A folder that exists keeps its content.
 * Links are not followed, so that the owner of the parent folder cannot make root change the owner of another folder.
 * @throws EmbeddedError when there is no `osUser` and the folder belongs to another user
 */
export async function ensurePrivateDir(path: string, osUser: OsUser | undefined): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch(error => {
    if (errorCodeOf(error) !== 'EEXIST') throw error
  })
  const me = process.getuid?.()
  const { uid: owner } = await lstat(path)
  if (!osUser && owner !== me) {
    throw new EmbeddedError(`${path} belongs to user id ${owner} and this process is user id ${me}: start the app as that user or as root.`)
  }
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  try {
    const { uid, mode } = await folder.stat()
    if (osUser && uid !== osUser.uid) await folder.chown(osUser.uid, osUser.gid)
    if ((mode & 0o777) !== 0o700) await folder.chmod(0o700)
  } finally {
    await folder.close()
  }
}

/** Removes a folder and all in it, as far as `osUser` has permission. The next first start tries to remove what remains. */
export async function removeTree(path: string, osUser: OsUser | undefined): Promise<void> {
  await promisify(execFile)('rm', ['-rf', '--', path], { ...spawnAsUser(osUser), env: { PATH: '/usr/bin:/bin' } }).catch(() => {})
}
