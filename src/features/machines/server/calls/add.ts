import { MACHINE_FIELDS } from '#machines/contract/machine-fields.ts'
import { machineIdUsed, machineKnown, machinesAdd } from '#machines/contract/machines.ts'
import { lockUntilCommit } from '#platform/db/lock-until-commit.ts'
import { recordValues } from '#platform/live/record.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { fingerprintValues } from '#platform/live/server/fingerprint.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { machinesChanged } from '../changes.ts'
import * as store from '../machine-edit-store.ts'
import { isOwnMergedRepeat } from '../machine-merge-store.ts'
import { machineSearchText } from '../machine-search-text.ts'
import { BACKGLASS, type MachinesServices, requireEditor } from '../machines.ts'

export const addMachine = handle(machinesAdd, async (call, services: MachinesServices) => {
  const { audit, uploads } = services
  const userId = signedIn(call)
  const { _id: id, backglass, ...fields } = call.input
  await requireEditor(services, userId)
  const machine = { ...recordValues(MACHINE_FIELDS, fields), retired: false }
  const fingerprint = fingerprintValues(machine, backglass?.key ?? null)
  await call.commit(async tx => {
    const upload = backglass ? await uploads.reserve(tx, BACKGLASS, backglass, userId) : null
    const wasMerged = await isOwnMergedRepeat(tx, id, userId, fingerprint)
    if (wasMerged === true) return []
    if (wasMerged === false || !(await store.insertMachine(tx, { id, ...machine, madeBy: userId, fingerprint }))) {
      if (await store.isOwnRepeatedMachine(tx, id, userId, fingerprint)) return []
      throw machineIdUsed()
    }
    await lockUntilCommit(tx, 'newMachine')
    if (await store.isInCatalogue(tx, machine, id)) throw machineKnown()
    if (upload !== null) await uploads.attach(tx, upload, id)
    const { name, manufacturer, year, type } = machine
    const subject = { kind: 'machine', id, label: name } as const
    const written = await audit.write(tx, { by: userId, action: 'machines.add', subject, details: { manufacturer, year, type } })
    const listed = [{ type, manufacturer, year, search: machineSearchText(machine) }]
    return [machinesChanged.of({ machineIds: [id], listed }), ...written]
  })
  uploads.kick()
  return { machineId: id }
})
