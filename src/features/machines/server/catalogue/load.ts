import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { seedOnce } from '#platform/db/seed-lock.ts'
import { machinesChanged } from '../changes.ts'
import { mergedOpdbIds } from '../machine-merge-store.ts'
import { countMachines, upsertMachines } from '../store.ts'
import { type RefusedRecord, readOpdbExport } from './opdb.ts'
import { starterCatalogue } from './starter.ts'

/**
 * Loads the starter catalogue into an empty database. A later import keeps the
 * plain names of its titles, even where it brings several editions.
 * @returns the number of machines that were loaded
 */
export async function loadStarter(database: Database): Promise<number> {
  if ((await countMachines(database.db)) > 0) return 0
  return seedOnce(database, async tx => {
    if ((await countMachines(tx)) > 0) return 0
    const { added } = await upsertMachines(
      tx,
      starterCatalogue.map(machine => ({ opdbId: null, ipdbId: null, aliases: [], ...machine })),
      ['name'],
    )
    await appendChanges(tx, [machinesChanged.of({ machineIds: null })])
    return added
  })
}

export interface ImportResult {
  added: number
  changed: number
  unchanged: number
  refused: RefusedRecord[]
  changes: ChangeLogEntry[]
}

/**
 * Imports or updates the catalogue from records of OPDB. Importing the same records again changes nothing. Merged machines stay merged.
 * @param records as `listOpdbRecords` returns them
 * @param record called in the transaction if anything changes; returns more changes to write
 */
export async function importOpdb(
  database: Database,
  records: readonly unknown[],
  record: (tx: Db, counts: { added: number; changed: number }) => Promise<NewChange[]> = async () => [],
): Promise<ImportResult> {
  const { machines, refused } = readOpdbExport(records)
  return database.longTransaction(async tx => {
    const merged = await mergedOpdbIds(tx)
    const counts = await upsertMachines(
      tx,
      machines.filter(({ opdbId }) => !merged.has(opdbId)),
      [],
    )
    const { added, changed } = counts
    const changes =
      added + changed > 0
        ? await appendChanges(tx, [machinesChanged.of({ machineIds: null }), ...(await record(tx, { added, changed }))])
        : []
    return { ...counts, refused, changes }
  })
}
