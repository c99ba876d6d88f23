import type { FeatureContext } from '../../../platform/feature-context.ts'
import { signedIn } from '../../../platform/live/server/live-server.ts'
import type { AccountsApi } from '../../accounts/server/api.ts'
import type { AuditApi } from '../../audit/server/api.ts'
import type { UploadsApi } from '../../uploads/server/api.ts'
import { type FoundMachine, machinesAdd, machinesEdit, machinesMerge, machinesMergePreview, machinesSearch } from '../contract.ts'
import type { KnownMachine, MachinesApi } from './api.ts'
import { machinesChanged } from './changes.ts'
import { foundMachine } from './documents.ts'
import { KnownMachines } from './machine-cache.ts'
import { BACKGLASS, Editing } from './machine-edit.ts'
import { machinePicturesShown } from './machine-edit-store.ts'
import { Merges } from './machine-merge.ts'
import { mergedInto } from './machine-merge-store.ts'
import { redirectMerged } from './merged-redirect.ts'
import { registerPublications } from './publications.ts'
import { machineById, searchMachines } from './store.ts'

export function startMachines(
  { database, live, caches, http }: FeatureContext,
  { accounts, audit, uploads }: { accounts: AccountsApi; audit: AuditApi; uploads: UploadsApi },
): MachinesApi {
  const known = caches.add('known machines', new KnownMachines(database))
  const { counted } = registerPublications(live)
  const search = async (text: string, limit: number): Promise<FoundMachine[]> =>
    (await searchMachines(database.db, text, limit)).map(foundMachine)
  live.method(machinesSearch, ({ input }) => search(input.text, input.limit ?? 20))
  live.onChange(machinesChanged, () => void known.clear())

  const editing = new Editing({ database, accounts, audit, uploads })
  live.method(machinesAdd, async call => {
    const { _id, backglass, ...given } = call.input
    await call.wrote(await editing.add(signedIn(call), _id, given, backglass))
    uploads.work()
    return { machineId: _id }
  })
  live.method(machinesEdit, async call => {
    const { machineId, backglass, ...given } = call.input
    await call.wrote(await editing.edit(signedIn(call), machineId, given, backglass))
    uploads.work()
    return {}
  })
  const merges = new Merges({ database, audit, uploads, editing })
  live.method(machinesMerge, async call => {
    await call.wrote(await merges.merge(signedIn(call), call.input))
    uploads.work()
    return {}
  })
  live.method(machinesMergePreview, call => merges.preview(signedIn(call), call.input))

  const followed = async (machineId: string): Promise<KnownMachine | null> => {
    const machine = await known.get(machineId)
    if (machine !== null) return machine
    const into = await mergedInto(database.db, machineId)
    return into === null ? null : known.get(into)
  }
  redirectMerged(http, async machineId => (await followed(machineId))?.machineId ?? null)

  uploads.owner(BACKGLASS, {
    mayUpload: async userId => ((await editing.isEditor(userId)) ? null : false),
    show: (tx, machineId, backglass) => editing.showBackglass(tx, machineId, backglass),
    shown: machinePicturesShown,
    async describe(db, machineId) {
      const machine = await machineById(db, machineId)
      return machine === null ? null : { label: `Backglass of ${machine.name}`, path: `/machines/${machineId}` }
    },
  })
  return {
    counted,
    search,
    machine: machineId => known.get(machineId),
    followed,
    mergedInto: machineId => mergedInto(database.db, machineId),
    onMerge: merger => merges.add(merger),
  }
}
