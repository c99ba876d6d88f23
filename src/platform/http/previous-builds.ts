import { existsSync } from 'node:fs'
import { cp, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '#platform/log/log.ts'

/** Number of builds that are served, the newest included. */
const MAX_BUILDS = 3
/** Suffix of the folder of an unfinished copy, and the ms after which such a copy certainly was abandoned. */
const COPY_SUFFIX = '.copy'
const ABANDONED_AFTER_MS = 600_000

/** Matches only a plain file name after `/assets/` or a language's folder in it, so that no path leads out of the folder. */
const ASSET_PATH = /^\/assets\/(?:[a-z]{2}\/)?[\w-][\w.-]*$/

/** @param path of an address. @returns whether a build may have a file there: `/assets/<name>` or `/assets/<locale>/<name>` */
export const isAssetPath = (path: string): boolean => ASSET_PATH.test(path)

/** Keeps copies of the files of the last builds in the data folder, so that pages that are still open find what they fetch later. */
export class BuildArchive {
  readonly #dir: string
  readonly #log: Log
  #folders: readonly string[] = []
  #storing: Promise<void> = Promise.resolve()

  /** @param dir a folder for the copies alone; each build is in `<version>/assets` */
  constructor(dir: string, log: Log) {
    this.#dir = dir
    this.#log = log
  }

  /** @param path of the address: `/assets/<name>` or `/assets/<locale>/<name>`. @returns the path of the file on disk; null: no build has it */
  find(path: string): string | null {
    if (!isAssetPath(path)) return null
    const folder = this.#folders.find(each => existsSync(join(each, path)))
    return folder === undefined ? null : join(folder, path)
  }

  /** Keeps a build as the newest one, and deletes all but the newest three. An error of the disk is logged, not thrown. */
  store(clientDir: string, version: string): Promise<void> {
    this.#storing = this.#storing
      .then(async () => {
        await this.#copy(join(clientDir, 'assets'), join(this.#dir, version))
        await this.#prune()
      })
      .catch((err: unknown) => this.#log.warn({ err }, 'this build’s files could not be kept for pages that stay open'))
    return this.#storing
  }

  async #copy(assets: string, folder: string): Promise<void> {
    if (!existsSync(folder)) {
      const copy = `${folder}.${process.pid}${COPY_SUFFIX}`
      await cp(assets, join(copy, 'assets'), { recursive: true })
      await rename(copy, folder)
    }
    const now = new Date()
    await utimes(folder, now, now)
  }

  async #prune(): Promise<void> {
    const paths = (await readdir(this.#dir)).map(name => join(this.#dir, name))
    const found = await Promise.all(paths.map(async path => ({ path, at: (await stat(path)).mtimeMs })))
    const builds = found.filter(({ path }) => !path.endsWith(COPY_SUFFIX)).sort((a, b) => b.at - a.at)
    this.#folders = builds.slice(0, MAX_BUILDS).map(({ path }) => path)
    const copies = found.filter(({ path, at }) => path.endsWith(COPY_SUFFIX) && at < Date.now() - ABANDONED_AFTER_MS)
    for (const { path } of [...builds.slice(MAX_BUILDS), ...copies]) await rm(path, { recursive: true, force: true })
  }
}
