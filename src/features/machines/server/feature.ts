import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import { createRequireAdmin } from '#roles/server/shared/require-admin.ts'
import type { UploadsApi } from '#uploads/server/api.ts'
import type { KnownMachine, MachineMergeHook, MachinesApi } from './api.ts'
import { addMachine } from './calls/add.ts'
import { editMachine } from './calls/edit.ts'
import { importRecords } from './calls/import.ts'
import { merge } from './calls/merge.ts'
import { mergePreview } from './calls/merge-preview.ts'
import { names as answerNames } from './calls/names.ts'
import { searchCatalogue } from './calls/search.ts'
import { machinesChanged } from './changes.ts'
import { toFoundMachine } from './documents.ts'
import { createMachineCache } from './machine-cache.ts'
import { machinePicturesShown } from './machine-edit-store.ts'
import { findMergeTarget } from './machine-merge-store.ts'
import { createNameCache } from './machine-names.ts'
import { createMachineSearch } from './machine-search.ts'
import { BACKGLASS, isEditor, showBackglass } from './machines.ts'
import { redirectMerged } from './merged-redirect.ts'
import { registerPublications } from './publications.ts'
import { listCatalogue, machineById } from './store.ts'

export function startMachines(
  { database, live, caches, http }: FeatureContext,
  { accounts, audit, uploads }: { accounts: AccountsApi; audit: AuditApi; uploads: UploadsApi },
): MachinesApi {
  const machineCache = caches.add('known machines', createMachineCache(database))
  const { setTotals } = registerPublications(live)
  const machineSearch = caches.add('search texts of machines', createMachineSearch(database))
  const search: MachinesApi['search'] = async (text, limit) => (await machineSearch.search(text, limit)).map(toFoundMachine)
  const names = caches.add('names of machines', createNameCache(database))
  live.onChange(machinesChanged, () => {
    machineCache.clear()
    names.clear()
    machineSearch.clear()
  })

  const mergeHooks: MachineMergeHook[] = []
  const services = { database, accounts, audit, uploads, requireAdmin: createRequireAdmin(accounts), search, names, mergeHooks }
  registerCalls(live, [addMachine, editMachine, importRecords, merge, mergePreview, answerNames, searchCatalogue], services)

  const resolveMerged = async (machineId: string): Promise<KnownMachine | null> => {
    const machine = await machineCache.get(machineId)
    if (machine !== null) return machine
    const into = await findMergeTarget(database.db, machineId)
    return into === null ? null : machineCache.get(into)
  }
  redirectMerged(http, async machineId => (await resolveMerged(machineId))?.machineId ?? null)

  uploads.registerOwner(BACKGLASS, {
    mayUpload: async userId => ((await isEditor(accounts, userId)) ? null : false),
    setPicture: showBackglass,
    listPictures: machinePicturesShown,
    async describeForReport(db, machineId) {
      const machine = await machineById(db, machineId)
      return machine === null ? null : { label: `Backglass of ${machine.name}`, path: `/machines/${machineId}` }
    },
    changes: [machinesChanged.touches(({ machineIds }) => machineIds ?? [])],
  })
  return {
    setTotals,
    search,
    machine: machineId => machineCache.get(machineId),
    resolveMerged,
    catalogue: () => database.read(listCatalogue),
    findMergeTarget: machineId => findMergeTarget(database.db, machineId),
    onMerge: merger => void mergeHooks.push(merger),
  }
}
