import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '#platform/files/sync-folder.ts'
import type { PostgresBinaries } from './binaries.ts'
import { EmbeddedError, errorCodeOf } from './error.ts'
import { spawnAsUser } from './os-user.ts'
import type { ClusterPaths } from './paths.ts'
import { ensurePrivateDir, removeTree } from './permissions.ts'
import { inspectProcess } from './processes.ts'
import { initdbArguments } from './settings.ts'

/** ms after which the folder of a first start counts as abandoned even if a process with its creator's pid exists */
const ABANDONED_AFTER_MS = 10 * 60_000

/**
 * Creates the cluster if there is none. initdb works in a folder beside the final one, which is renamed when initdb has ended, so that a
 * killed initdb leaves nothing that looks like a cluster, and only one of two simultaneous first starts takes effect (launcher rule 3).
 * @throws EmbeddedError when initdb fails, or the folder holds anything but a cluster of this major version of Postgres
 */
export async function ensureCluster(binaries: PostgresBinaries, paths: ClusterPaths, log: (line: string) => void): Promise<void> {
  const major = await clusterMajor(paths.data)
  if (major !== undefined) return checkMajor(paths, major, binaries)
  await removeAbandoned(paths)
  const fresh = join(paths.home, `new-${process.pid}-${randomUUID().slice(0, 8)}`)
  await ensurePrivateDir(fresh, paths.osUser)
  try {
    log('making the database (first start)')
    await runInitdb(binaries, paths, fresh)
    await moveIntoPlace(fresh, paths)
  } finally {
    await removeTree(fresh, paths.osUser)
  }
}

/** Makes `fresh` the cluster by renaming it, unless another first start was quicker. */
async function moveIntoPlace(fresh: string, paths: ClusterPaths): Promise<void> {
  try {
    await rename(fresh, paths.data)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCodeOf(error))) throw error
    if ((await clusterMajor(paths.data)) === undefined) {
      throw new EmbeddedError(`${paths.data} is not empty and no database either: move it away, then start again.`)
    }
  }
  await syncFolder(paths.home)
}

async function clusterMajor(data: string): Promise<number | undefined> {
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(error => {
    if (errorCodeOf(error) === 'ENOENT') return undefined
    throw error
  })
  return version === undefined ? undefined : Number.parseInt(version, 10)
}

function checkMajor(paths: ClusterPaths, found: number, binaries: PostgresBinaries): void {
  if (found === binaries.major) return
  throw new EmbeddedError(
    `The database in ${paths.home} was made by Postgres ${found} and this app brings Postgres ${binaries.major}: take a backup with the app's earlier version, move the folder away, and restore the backup here.`,
  )
}

async function runInitdb(binaries: PostgresBinaries, paths: ClusterPaths, fresh: string): Promise<void> {
  const child = spawn(binaries.initdb, initdbArguments(fresh), {
    ...spawnAsUser(paths.osUser),
    env: binaries.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    output += text
  })
  const [code, ended] = (await once(child, 'close').catch(error => {
    throw cannotRunError(error, binaries.initdb)
  })) as [number | null, NodeJS.Signals | null]
  if (code !== 0) throw new EmbeddedError(`The database could not be made (initdb ended with ${code ?? ended}): ${output.trim()}`)
}

/** Returns the error for a program that could not be started. */
export function cannotRunError(error: unknown, program: string): EmbeddedError {
  const message = error instanceof Error ? error.message : String(error)
  const hint = errorCodeOf(error) === 'EPERM' ? ' (root may not change its user here: start the app as an ordinary user)' : ''
  return new EmbeddedError(`${program} cannot be run: ${message}${hint}. Or set DATABASE_URL to a Postgres of your own (15 or newer).`, {
    cause: error,
  })
}

/**
 * Removes the folders that killed first starts left. They are renamed first, so that a start that was taken for dead by mistake fails
 * instead of losing files.
 */
async function removeAbandoned({ home, osUser }: ClusterPaths): Promise<void> {
  for (const name of await readdir(home)) {
    const path = join(home, name)
    if (name.startsWith('new-') && (await isAbandoned(path, Number(name.split('-')[1])))) {
      await rename(path, join(home, `dropped-${name}`)).catch(() => {})
    }
  }
  for (const name of await readdir(home)) if (name.startsWith('dropped-')) await removeTree(join(home, name), osUser)
}

async function isAbandoned(path: string, creator: number): Promise<boolean> {
  if (creator === process.pid) return false
  if (!(await inspectProcess(creator))) return true
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
  return Date.now() - mtimeMs > ABANDONED_AFTER_MS
}
