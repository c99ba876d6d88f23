import { machinesEdit, noMachine } from '#machines/contract/machines.ts'
import { columnOf } from '#platform/db/record-columns.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { machinesChanged } from '../changes.ts'
import type { ListedMachine } from '../list-keys.ts'
import * as store from '../machine-edit-store.ts'
import { machineSearchText } from '../machine-search-text.ts'
import { applyFields, BACKGLASS, type MachinesServices, requireEditor } from '../machines.ts'

/** What decides in which lists a machine stands, before and after an edit. */
function listedMachines(before: store.StoredMachine, after: store.StoredMachine): ListedMachine[] {
  const fields = ['name', 'manufacturer', 'year', 'type', 'retired', 'search'] as const
  if (fields.every(field => before[field] === after[field])) return []
  return [before, after].map(({ type, manufacturer, year, search }) => ({ type, manufacturer, year, search }))
}

/** A new backglass is shown once it has been processed. */
export const editMachine = handle(machinesEdit, async (call, services: MachinesServices) => {
  const { audit, uploads } = services
  const userId = signedIn(call)
  const { machineId, backglass, ...fields } = call.input
  await requireEditor(services, userId)
  await call.commit(async tx => {
    const upload = backglass ? await uploads.reserve(tx, BACKGLASS, backglass, userId) : null
    const machine = await store.lockMachine(tx, machineId)
    if (machine === null) throw noMachine()
    if (upload !== null) await uploads.attach(tx, upload, machineId)
    if (backglass === null) await uploads.remove(tx, BACKGLASS, machineId)
    const edited = applyFields({ ...machine, backglass: backglass === null ? null : machine.backglass }, fields)
    const after = { ...edited, search: machineSearchText(edited) }
    const changed = (Object.keys(after) as (keyof store.StoredMachine)[]).filter(field => after[field] !== machine[field])
    const details: Record<string, unknown> = Object.fromEntries(
      changed.filter(field => field !== 'backglass' && field !== 'search').map(field => [field, [machine[field], after[field]]]),
    )
    if (upload !== null && upload.attachedTo === null) details.backglass = 'sent'
    if (backglass === null && machine.backglass !== null) details.backglass = 'taken away'
    if (Object.keys(details).length === 0) return []
    const subject = { kind: 'machine', id: machineId, label: after.name } as const
    const written = await audit.write(tx, { by: userId, action: 'machines.edit', subject, details })
    if (changed.length === 0) return written
    await store.updateMachine(
      tx,
      machineId,
      after,
      changed.map(columnOf).filter(column => store.EDITABLE.includes(column)),
    )
    const name = after.name === machine.name ? {} : { name: after.name }
    return [machinesChanged.of({ machineIds: [machineId], listed: listedMachines(machine, after), ...name }), ...written]
  })
  uploads.kick()
  return {}
})
