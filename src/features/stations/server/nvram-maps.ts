import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { type MemoryMap, platformOf, readMemoryMap } from '../rules/nvram/memory-map.ts'
import { NvramError } from '../rules/nvram/nvram-error.ts'

/** Bytes of one file of maps at most. */
const MAX_FILE = 2 << 20

/** A path below the folder: no part of it begins with a dot. */
const PATH = /^\w[\w.-]*(\/\w[\w.-]*)*\.json$/
const PLATFORM = /^\w[\w.-]*$/

/**
 * Reads the map of a ROM from a copy of the project Pinball Memory Maps: `index.json`, which names the maps, and the folders `maps` and
 * `platforms`.
 * @param folder whose files alone are read
 * @throws NvramError no-map; map-unreadable, also where a file is missing, is too large or lies elsewhere
 */
export async function findMemoryMap(folder: string, rom: string): Promise<MemoryMap> {
  const index = await readIndex(folder)
  const path = Object.hasOwn(index, rom) ? index[rom] : undefined
  if (typeof path !== 'string') throw new NvramError('no-map')
  const map = await readJson(folder, path)
  const platform = platformOf(map)
  if (!PLATFORM.test(platform)) throw new NvramError('map-unreadable')
  return readMemoryMap(map, await readJson(folder, `platforms/${platform}.json`))
}

/** Returns how many ROMs a folder of maps knows; 0: it can't be read. */
export async function countMaps(folder: string): Promise<number> {
  const index = await readIndex(folder).catch(() => ({}))
  return Object.keys(index).filter(name => !name.startsWith('_')).length
}

async function readIndex(folder: string): Promise<Record<string, unknown>> {
  const index = await readJson(folder, 'index.json')
  if (typeof index !== 'object' || index === null) throw new NvramError('map-unreadable')
  return index as Record<string, unknown>
}

async function readJson(folder: string, path: string): Promise<unknown> {
  if (!PATH.test(path)) throw new NvramError('map-unreadable')
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, path))])
    if (!file.startsWith(root + sep) || (await stat(file)).size > MAX_FILE) throw new NvramError('map-unreadable')
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    throw new NvramError('map-unreadable')
  }
}
