import type { Publishing } from '../../../ddp/server/subscription.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import type { GroupsDoor } from '../../groups/server/door.ts'
import type { MachinesDoor } from '../../machines/server/door.ts'
import type { Scope } from '../contract.ts'

/** Whose scores on which machine a board ranks. `groupId` null: everybody's */
export interface KnownScope {
  machineId: string
  groupId: string | null
}

interface Doors {
  machines: MachinesDoor
  groups: GroupsDoor
}

export async function machineThere(machines: MachinesDoor, machineId: string): Promise<void> {
  if ((await machines.machine(machineId)) === null) throw new DdpError(404, 'There is no such machine.')
}

/** The scope, for a reader who asks once. @throws DdpError 404 for events, which come later, hidden groups and unknown machines */
export async function visibleScope({ machines, groups }: Doors, scope: Scope, userId: string | null): Promise<KnownScope> {
  return known(machines, scope, groupId => groups.visible(groupId, userId))
}

/** The scope, for a reader who goes on watching it: ends when the group is his no more. @throws as `visibleScope` */
export async function admittedScope({ machines, groups }: Doors, scope: Scope, publishing: Publishing): Promise<KnownScope> {
  return known(machines, scope, groupId => groups.admit(publishing, groupId))
}

async function known(machines: MachinesDoor, scope: Scope, see: (groupId: string) => Promise<unknown>): Promise<KnownScope> {
  if ('eventId' in scope) throw new DdpError(404, 'There is no such event.')
  if ('groupId' in scope) await see(scope.groupId)
  await machineThere(machines, scope.machineId)
  return { machineId: scope.machineId, groupId: 'groupId' in scope ? scope.groupId : null }
}
