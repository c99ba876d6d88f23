import type { Platform } from '../../../platform/platform.ts'
import { machinesSearch } from '../contract.ts'
import { foundMachine } from './documents.ts'
import type { KnownMachine, MachinesDoor } from './door.ts'
import { registerPublications } from './publications.ts'
import { machineById, searchMachines } from './store.ts'

const MOST_KNOWN = 20_000

export function startMachines({ database, live }: Platform): MachinesDoor {
  const known = new Map<string, KnownMachine>()
  const { counted } = registerPublications(live, database)
  live.method(machinesSearch, async ({ input }) => (await searchMachines(database.db, input.text, input.limit ?? 20)).map(foundMachine))
  live.feed.on('machine', () => known.clear())
  return {
    counted,
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
