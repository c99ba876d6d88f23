import { existsSync } from 'node:fs'
import { cp, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log/log.ts'

/** How many builds stay served, the newest included. */
const KEPT = 3
/** What a copy that is being made, or was given up, ends in, and the ms after which it was given up for sure. */
const COPY = '.copy'
const GIVEN_UP = 600_000

/** Nothing but a name: no way leads out of the folder. */
const PATH = /^\/assets\/[\w-][\w.-]*$/

/** Copies of the last builds' files in the data folder, so that pages that are still open find what they fetch later. */
export class BuildArchive {
  readonly #dir: string
  readonly #log: Log
  #folders: readonly string[] = []
  #keeping: Promise<void> = Promise.resolve()

  /** @param dir a folder of its own: of each build `<version>/assets` */
  constructor(dir: string, log: Log) {
    this.#dir = dir
    this.#log = log
  }

  /** @param path as in an address: `/assets/<name>`. @returns where the file is; null: in none of them */
  find(path: string): string | null {
    if (!PATH.test(path)) return null
    const folder = this.#folders.find(each => existsSync(join(each, path)))
    return folder === undefined ? null : join(folder, path)
  }

  /** Keeps a build as the newest one, and lets go of all but three. A disk that refuses is logged, and nothing worse. */
  keep(clientDir: string, version: string): Promise<void> {
    this.#keeping = this.#keeping
      .then(async () => {
        await this.#copy(join(clientDir, 'assets'), join(this.#dir, version))
        await this.#prune()
      })
      .catch((err: unknown) => this.#log.warn({ err }, 'this build’s files could not be kept for pages that stay open'))
    return this.#keeping
  }

  async #copy(assets: string, folder: string): Promise<void> {
    if (!existsSync(folder)) {
      const copy = `${folder}.${process.pid}${COPY}`
      await cp(assets, join(copy, 'assets'), { recursive: true })
      await rename(copy, folder)
    }
    const now = new Date()
    await utimes(folder, now, now)
  }

  async #prune(): Promise<void> {
    const paths = (await readdir(this.#dir)).map(name => join(this.#dir, name))
    const found = await Promise.all(paths.map(async path => ({ path, at: (await stat(path)).mtimeMs })))
    const builds = found.filter(({ path }) => !path.endsWith(COPY)).sort((a, b) => b.at - a.at)
    this.#folders = builds.slice(0, KEPT).map(({ path }) => path)
    const copies = found.filter(({ path, at }) => path.endsWith(COPY) && at < Date.now() - GIVEN_UP)
    for (const { path } of [...builds.slice(KEPT), ...copies]) await rm(path, { recursive: true, force: true })
  }
}
