import type { Clock } from '#ddp/timing/clock.ts'
import type { EventsApi } from '#events/server/api.ts'
import type { GroupsApi } from '#groups/server/api.ts'
import type { MachinesApi } from '#machines/server/api.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database, Db } from '#platform/db/database.ts'
import type { Log } from '#platform/log/log.ts'
import type { ScoresApi } from '#scores/server/api.ts'
import { importedBefore, importIdUsed } from '../contract.ts'
import { findImport, type ImportRow, insertImport, type NewImport } from './import-store.ts'

export interface ImportsDependencies {
  groups: Pick<GroupsApi, 'peopleLists'>
  machines: Pick<MachinesApi, 'catalogue'>
  events: Pick<EventsApi, 'past' | 'requireDirector' | 'assertVisible'>
  scores: Pick<ScoresApi, 'own'>
}

/** What the calls of the feature use. */
export interface ImportsServices extends ImportsDependencies {
  config: Pick<Config, 'pinballMap' | 'matchPlay' | 'ifpa' | 'rateLimits'>
  database: Database
  clock: Clock
  log: Log
}

/**
 * Returns the import that the same call has made before; null: it has made none.
 * @throws DdpError 409 if another call has used the id
 */
export async function findSameImport(
  db: Db,
  { id, userId, fingerprint }: Pick<NewImport, 'id' | 'userId' | 'fingerprint'>,
): Promise<ImportRow | null> {
  const made = await findImport(db, id)
  if (made !== null && (made.userId !== userId || made.fingerprint !== fingerprint)) throw importIdUsed()
  return made
}

/**
 * Records an import in the transaction that makes it.
 * @returns false if the same call has made it in another transaction meanwhile
 * @throws DdpError 409
 */
export async function recordImport(tx: Db, made: NewImport): Promise<boolean> {
  if (await insertImport(tx, made)) return true
  if ((await findSameImport(tx, made)) === null) throw importedBefore()
  return false
}
