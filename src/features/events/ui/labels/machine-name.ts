import type { EventDoc, EventMachineDoc } from '#events/contract/documents.ts'
import * as m from '#messages'

/** Returns the name of a game's machine, or in its place that the game has none, or none yet. */
export function machineName(
  { machineDraw }: Pick<EventDoc, 'machineDraw'>,
  machines: readonly Pick<EventMachineDoc, 'machineId' | 'name'>[],
  machineId: string,
): string {
  if (machineId === '') return machineDraw === 'none' ? m.events_machine_any() : m.events_machine_open()
  return machines.find(each => each.machineId === machineId)?.name ?? m.events_some_machine()
}
