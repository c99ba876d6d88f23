import { machinesSearch } from '#machines/contract/machines.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import type { MachinesServices } from '../machines.ts'

export const searchCatalogue = handle(machinesSearch, ({ input: { text, limit = 20 } }, services: MachinesServices) =>
  services.search(text, limit),
)
