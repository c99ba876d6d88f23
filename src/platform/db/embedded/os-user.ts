import { readFile, stat } from 'node:fs/promises'
import { EmbeddedError } from './error.ts'

/** The user of the operating system that Postgres runs as. */
export interface OsUser {
  name: string
  uid: number
  gid: number
}

/** Returns the entries of a passwd file (`name:x:uid:gid:…`), in its order; lines that are not entries are skipped. */
export function parsePasswd(text: string): OsUser[] {
  return text.split('\n').flatMap(line => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

/**
 * Picks the user to run Postgres as when this process is root. Postgres refuses to run as root, so it runs as the owner of the folder, else
 * as `postgres`, else as `nobody`; no user is created (launcher rule 2).
 * @param owner of the database folder, or undefined when there is none yet
 * @param users the users of the machine
 * @returns undefined when there is no such user
 */
export function pickOsUser(owner: { uid: number; gid: number } | undefined, users: OsUser[]): OsUser | undefined {
  if (owner && owner.uid !== 0) {
    return users.find(user => user.uid === owner.uid) ?? { name: `uid ${owner.uid}`, ...owner }
  }
  const able = users.filter(user => user.uid !== 0)
  return able.find(user => user.name === 'postgres') ?? able.find(user => user.name === 'nobody')
}

/**
 * Returns the user for child processes, or undefined where this process is not root and runs them as its own user.
 * @param folders the cluster, its home and the data folder: the first that exists and does not belong to root decides
 * @throws EmbeddedError when this process is root and there is no user to run Postgres as
 */
export async function pickUser(folders: string[]): Promise<OsUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const users = parsePasswd(await readFile('/etc/passwd', 'utf8').catch(() => ''))
  const osUser = pickOsUser(await firstOwner(folders, users), users)
  if (!osUser) {
    throw new EmbeddedError(
      'Postgres does not run as root and this machine has neither a user "postgres" nor "nobody": start the app as an ordinary user, or set DATABASE_URL.',
    )
  }
  return osUser
}

/** initdb needs a passwd entry, so an owner without one counts only where the cluster (the first folder) exists already. */
async function firstOwner(folders: string[], users: OsUser[]): Promise<{ uid: number; gid: number } | undefined> {
  for (const [index, folder] of folders.entries()) {
    const found = await stat(folder).catch(() => undefined)
    if (found && found.uid !== 0 && (index === 0 || users.some(user => user.uid === found.uid))) return { uid: found.uid, gid: found.gid }
  }
  return undefined
}

/** Returns the options of `spawn` that run a program as `osUser`, with `/` as its working directory. */
export function spawnAsUser(osUser: OsUser | undefined): { cwd: string; uid?: number; gid?: number } {
  return osUser ? { cwd: '/', uid: osUser.uid, gid: osUser.gid } : { cwd: '/' }
}
