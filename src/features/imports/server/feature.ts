import type { AccountsApi } from '#accounts/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import { importEvent } from './calls/event.ts'
import { checkIfpaNumbers } from './calls/ifpa.ts'
import { listOwnImports } from './calls/mine.ts'
import { importPeople } from './calls/people.ts'
import { importScores } from './calls/scores.ts'
import { undoImport } from './calls/undo.ts'
import { deleteImportsOf, listImports } from './import-store.ts'
import type { ImportsDependencies } from './services.ts'

/** Imports of scores, people and events from files and other sites. */
export function startImports(
  platform: FeatureContext,
  { accounts, ...dependencies }: ImportsDependencies & { accounts: AccountsApi },
): void {
  const { config, database, clock, live, log } = platform
  const services = { ...dependencies, config, database, clock, log }
  registerCalls(live, [importScores, importPeople, importEvent, listOwnImports, undoImport, checkIfpaNumbers], services)
  accounts.onDelete(async (tx, { userId }) => {
    await deleteImportsOf(tx, userId)
    return []
  })
  accounts.onExport(async userId => ({ 'imports.json': await listImports(database.db, userId, null, 10_000) }))
}
