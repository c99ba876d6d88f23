import { execFile } from 'node:child_process'
import { constants, lstat, mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedError, errorCodeOf } from './error.ts'
import { type OsUser, spawnAsUser } from './os-user.ts'

/**
 * The topmost part of a path that `identity` may not pass, or undefined when it reaches the end.
 * Judged by mode bits; an access list that allows more is not seen, which costs a copy and no more.
 * @param path absolute and without links; a folder must let pass, a file be readable and executable
 */
export async function firstUnreachable(identity: OsUser | undefined, path: string): Promise<string | undefined> {
  if (!identity) return undefined
  for (const part of parentsAndSelf(path)) {
    const found = await stat(part)
    const shift = found.uid === identity.uid ? 6 : found.gid === identity.gid ? 3 : 0
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
 * Makes a folder that only `identity` (or, without one, this user) may enter: mode 0700. One that exists keeps its content.
 * Links are not followed, so that whoever owns the parent cannot make root give away another folder.
 * @throws EmbeddedError when it belongs to another user
 */
export async function ensurePrivateDir(path: string, identity: OsUser | undefined): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch(error => {
    if (errorCodeOf(error) !== 'EEXIST') throw error
  })
  const me = process.getuid?.()
  const { uid: owner } = await lstat(path)
  if (!identity && owner !== me) {
    throw new EmbeddedError(`${path} belongs to user id ${owner} and this process is user id ${me}: start the app as that user or as root.`)
  }
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  try {
    const { uid, mode } = await folder.stat()
    if (identity && uid !== identity.uid) await folder.chown(identity.uid, identity.gid)
    if ((mode & 0o777) !== 0o700) await folder.chmod(0o700)
  } finally {
    await folder.close()
  }
}

/** Removes a folder and all in it as far as `identity` may; what stays is tried again at the next first start. */
export async function removeTree(path: string, identity: OsUser | undefined): Promise<void> {
  await promisify(execFile)('rm', ['-rf', '--', path], { ...spawnAsUser(identity), env: { PATH: '/usr/bin:/bin' } }).catch(() => {})
}
