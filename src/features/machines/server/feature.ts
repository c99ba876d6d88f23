import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { fieldError } from '#platform/live/contract.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { malformed } from '#platform/text/field-rules.ts'
import { createRequireAdmin } from '#roles/server/api.ts'
import type { UploadsApi } from '#uploads/server/api.ts'
import {
  type FoundMachine,
  machinesAdd,
  machinesEdit,
  machinesImport,
  machinesMerge,
  machinesMergePreview,
  machinesNames,
  machinesSearch,
} from '../contract.ts'
import type { KnownMachine, MachinesApi } from './api.ts'
import { importOpdb } from './catalogue/load.ts'
import { machinesChanged } from './changes.ts'
import { toFoundMachine } from './documents.ts'
import { createMachineCache } from './machine-cache.ts'
import { BACKGLASS, MachineEditService } from './machine-edit.ts'
import { machinePicturesShown } from './machine-edit-store.ts'
import { MachineMergeService } from './machine-merge.ts'
import { findMergeTarget } from './machine-merge-store.ts'
import { createNameCache } from './machine-names.ts'
import { redirectMerged } from './merged-redirect.ts'
import { registerPublications } from './publications.ts'
import { machineById, searchMachines } from './store.ts'

/** @throws DdpError 400 naming a text that is not JSON */
const parseRecords = (records: readonly string[]): unknown[] =>
  records.map((text, index) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      throw fieldError(`records.${index}`, malformed('must be JSON'))
    }
  })

export function startMachines(
  { database, live, caches, http }: FeatureContext,
  { accounts, audit, uploads }: { accounts: AccountsApi; audit: AuditApi; uploads: UploadsApi },
): MachinesApi {
  const machineCache = caches.add('known machines', createMachineCache(database))
  const { setTotals } = registerPublications(live)
  const search = async (text: string, limit: number): Promise<FoundMachine[]> =>
    (await database.read(db => searchMachines(db, text, limit))).map(toFoundMachine)
  live.method(machinesSearch, ({ input }) => search(input.text, input.limit ?? 20))
  const names = caches.add('names of machines', createNameCache(database))
  live.method(machinesNames, async ({ input }) => {
    const { version, machines } = await names.all()
    return input.known === version ? { version } : { version, machines }
  })
  live.onChange(machinesChanged, () => {
    machineCache.clear()
    names.clear()
  })

  const machineEdit = new MachineEditService({ database, accounts, audit, uploads })
  live.method(machinesAdd, async call => {
    const { _id, backglass, ...fields } = call.input
    await call.committed(await machineEdit.add(signedIn(call), _id, fields, backglass))
    uploads.kick()
    return { machineId: _id }
  })
  live.method(machinesEdit, async call => {
    const { machineId, backglass, ...fields } = call.input
    await call.committed(await machineEdit.edit(signedIn(call), machineId, fields, backglass))
    uploads.kick()
    return {}
  })
  const requireAdmin = createRequireAdmin(accounts)
  live.method(machinesImport, async call => {
    const by = await requireAdmin(call)
    const { refused, changes, ...counts } = await importOpdb(database, parseRecords(call.input.records), (tx, details) =>
      audit.write(tx, { by, action: 'machines.import', subject: { kind: 'catalogue', id: 'opdb', label: 'OPDB' }, details }),
    )
    await call.committed(changes)
    return { ...counts, refused: refused.length }
  })
  const machineMerge = new MachineMergeService({ database, audit, uploads, machineEdit })
  live.method(machinesMerge, async call => {
    await call.committed(await machineMerge.merge(signedIn(call), call.input))
    uploads.kick()
    return {}
  })
  live.method(machinesMergePreview, call => machineMerge.preview(signedIn(call), call.input))

  const resolveMerged = async (machineId: string): Promise<KnownMachine | null> => {
    const machine = await machineCache.get(machineId)
    if (machine !== null) return machine
    const into = await findMergeTarget(database.db, machineId)
    return into === null ? null : machineCache.get(into)
  }
  redirectMerged(http, async machineId => (await resolveMerged(machineId))?.machineId ?? null)

  uploads.registerOwner(BACKGLASS, {
    mayUpload: async userId => ((await machineEdit.isEditor(userId)) ? null : false),
    setPicture: (tx, machineId, backglass) => machineEdit.showBackglass(tx, machineId, backglass),
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
    findMergeTarget: machineId => findMergeTarget(database.db, machineId),
    onMerge: merger => machineMerge.add(merger),
  }
}
