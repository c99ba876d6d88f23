import { signedIn } from '../../../platform/live/server/live-server.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDoor } from '../../accounts/server/door.ts'
import type { AuditDoor } from '../../audit/server/door.ts'
import type { UploadsDoor } from '../../uploads/server/door.ts'
import { type FoundMachine, machinesAdd, machinesEdit, machinesSearch } from '../contract.ts'
import { foundMachine } from './documents.ts'
import type { MachinesDoor } from './door.ts'
import { picturesShown } from './edit-store.ts'
import { BACKGLASS, Editing } from './editing.ts'
import { KnownMachines } from './known-machines.ts'
import { registerPublications } from './publications.ts'
import { machineById, searchMachines } from './store.ts'

export function startMachines(
  { database, live, caches }: Platform,
  { accounts, audit, uploads }: { accounts: AccountsDoor; audit: AuditDoor; uploads: UploadsDoor },
): MachinesDoor {
  const known = caches.add('known machines', new KnownMachines(database))
  const { counted } = registerPublications(live, database)
  const search = async (text: string, limit: number): Promise<FoundMachine[]> =>
    (await searchMachines(database.db, text, limit)).map(foundMachine)
  live.method(machinesSearch, ({ input }) => search(input.text, input.limit ?? 20))
  live.feed.on('machine', () => void known.clear())

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
  uploads.owner(BACKGLASS, {
    mayUpload: async userId => ((await editing.isEditor(userId)) ? null : false),
    show: (tx, machineId, backglass) => editing.showBackglass(tx, machineId, backglass),
    shown: picturesShown,
    async describe(db, machineId) {
      const machine = await machineById(db, machineId)
      return machine === null ? null : { label: `Backglass of ${machine.name}`, path: `/machines/${machineId}` }
    },
  })
  return {
    counted,
    search,
    machine: machineId => known.get(machineId),
  }
}
