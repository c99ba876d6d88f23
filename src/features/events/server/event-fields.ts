import { noMachine } from '#machines/contract/machines.ts'
import type { RecordRow } from '#platform/db/record-columns.ts'
import { fieldError } from '#platform/live/contract.ts'
import type { EVENT_FIELDS, EventInput } from '../contract/event-fields.ts'
import { formatRules, optionsProblem } from '../formats/registry.ts'
import type { Banks } from '../rules/draw-options.ts'
import type { EventServices } from './event-services.ts'
import { EVENT_COLUMNS, type EventRow } from './store.ts'

/** Checks that the machines exist and that the format's options suit them. @throws DdpError 400, 404 */
export async function checkEventFields({ machines }: EventServices, { machineIds, ...input }: EventInput): Promise<void> {
  const { format } = input
  const wrongOption = optionsProblem(format, input)
  if (wrongOption !== null) throw fieldError(wrongOption.path, wrongOption.message)
  for (const machineId of machineIds) if ((await machines.machine(machineId)) === null) throw noMachine()
  const problem = formatRules(format).machinesProblem(machineIds)
  if (problem !== null) throw fieldError(`format.${problem.path}`, problem.message)
}

/** Returns the banks of these machines; null: none has one. Those of machines that have left the event are of no use. */
export function banksOf(machineIds: readonly string[], banks: Banks | null): Record<string, string> | null {
  const kept = Object.entries(banks ?? {}).filter(([machineId]) => machineIds.includes(machineId))
  return kept.length === 0 ? null : Object.fromEntries(kept)
}

export const toRowValues = (fields: EventInput): RecordRow<typeof EVENT_FIELDS> & Pick<EventRow, 'finishesAt'> => ({
  ...EVENT_COLUMNS.toRow({ ...fields, banks: banksOf(fields.machineIds, fields.banks) }),
  finishesAt: formatRules(fields.format).endsByClock ? fields.endsAt.getTime() : null,
})
