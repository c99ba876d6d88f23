import type { Database } from '#platform/db/database.ts'
import { ReadCache } from '#platform/read-cache.ts'
import type { KnownMachine } from './api.ts'
import { machineById } from './store.ts'

/** Machines by id; all are cleared when the catalogue changes. */
export const createMachineCache = ({ db }: Database): ReadCache<KnownMachine> =>
  new ReadCache({
    max: 20_000,
    bytes: 400,
    async read(machineId) {
      const row = await machineById(db, machineId)
      return row && { machineId, name: row.name, manufacturer: row.manufacturer, year: row.year, type: row.type }
    },
  })
