import { machinesNames } from '#machines/contract/machines.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import type { MachinesServices } from '../machines.ts'

export const names = handle(machinesNames, async (call, services: MachinesServices) => {
  const { version, machines } = await services.names.all()
  return call.input.known === version ? { version } : { version, machines }
})
