import { createHash } from 'node:crypto'
import type { Database } from '#platform/db/database.ts'
import { ReadCache } from '#platform/read-cache.ts'
import { MAX_NAMES, type MachineName } from '../contract/machines.ts'
import { searchMachines } from './store.ts'

interface NamedCatalogue {
  /** another one whenever a machine is called otherwise, or is there or not */
  version: string
  machines: MachineName[]
}

const ALL = 'all'

export type NameCache = ReadCache<NamedCatalogue> & { all(): Promise<NamedCatalogue> }

/** The names of the catalogue, read again after it has changed. */
export function createNameCache(database: Database): NameCache {
  const cache = new ReadCache<NamedCatalogue>({
    max: 1,
    bytes: MAX_NAMES * 100,
    async read() {
      const rows = await database.read(db => searchMachines(db, '', MAX_NAMES))
      const machines = rows.map(({ id, name, manufacturer, year }): MachineName => [id, name, manufacturer, year])
      // Their order changes with every score, which makes no other list.
      const lines = machines.map(machine => JSON.stringify(machine)).sort()
      return { version: createHash('sha256').update(lines.join('\n')).digest('base64url').slice(0, 16), machines }
    },
  })
  return Object.assign(cache, { all: async () => (await cache.get(ALL))! })
}
