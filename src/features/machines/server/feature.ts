import { signedIn } from '../../../platform/live/server/live-server.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDoor } from '../../accounts/server/door.ts'
import type { UploadsDoor } from '../../uploads/server/door.ts'
import { type FoundMachine, machinesAdd, machinesEdit, machinesSearch } from '../contract.ts'
import { foundMachine } from './documents.ts'
import type { KnownMachine, MachinesDoor } from './door.ts'
import { picturesShown } from './edit-store.ts'
import { BACKGLASS, Editing } from './editing.ts'
import { registerPublications } from './publications.ts'
import { machineById, searchMachines } from './store.ts'

const MOST_KNOWN = 20_000

export function startMachines(
  { database, live }: Platform,
  { accounts, uploads }: { accounts: AccountsDoor; uploads: UploadsDoor },
): MachinesDoor {
  const known = new Map<string, KnownMachine>()
  const { counted } = registerPublications(live, database)
  const search = async (text: string, limit: number): Promise<FoundMachine[]> =>
    (await searchMachines(database.db, text, limit)).map(foundMachine)
  live.method(machinesSearch, ({ input }) => search(input.text, input.limit ?? 20))
  live.feed.on('machine', () => known.clear())

  const editing = new Editing({ database, accounts, uploads })
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
    async machine(machineId) {
      const remembered = known.get(machineId)
      if (remembered !== undefined) return remembered
      const row = await machineById(database.db, machineId)
      if (row === null) return null
      if (known.size >= MOST_KNOWN) known.clear()
      const { name, manufacturer, year, type } = row
      const machine: KnownMachine = { machineId, name, manufacturer, year, type }
      known.set(machineId, machine)
      return machine
    },
  }
}
