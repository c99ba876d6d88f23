import { backglassPending, machinesMerge } from '#machines/contract/machines.ts'
import { appendChanges, type NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { machinesChanged } from '../changes.ts'
import { requireBoth } from '../machine-merge.ts'
import { findMergeTarget, type MergeRow, readMergeRows, replaceMachine } from '../machine-merge-store.ts'
import { BACKGLASS, type MachinesServices, requireEditor } from '../machines.ts'

/** Other features move their own data in the same transaction. */
export const merge = handle(machinesMerge, async (call, services: MachinesServices) => {
  const { database, audit, uploads, mergeHooks } = services
  const userId = signedIn(call)
  const merging = call.input
  await requireEditor(services, userId)
  const entries = await database.longTransaction(async tx => {
    if (merging.from !== merging.into && (await findMergeTarget(tx, merging.from)) === merging.into) return []
    for (const hook of mergeHooks) await hook.lock?.(tx, merging)
    const rows = await readMergeRows(tx, merging, true)
    if (merging.from !== merging.into && rows.size < 2 && (await findMergeTarget(tx, merging.from)) === merging.into) return []
    const { from, into } = requireBoth(merging, rows)
    const changes: NewChange[] = []
    for (const hook of mergeHooks) changes.push(...(await hook.move(tx, merging)))
    await replaceMachine(tx, from, into, await mergeBackglasses(services, tx, from, into))
    const written = await audit.write(tx, {
      by: userId,
      action: 'machines.merge',
      subject: { kind: 'machine', id: into.id, label: into.name },
      details: { from: { id: from.id, name: from.name, manufacturer: from.manufacturer, year: from.year } },
    })
    return appendChanges(tx, [...changes, machinesChanged.of({ machineIds: [from.id, into.id] }), ...written])
  })
  await call.committed(entries)
  uploads.kick()
  return {}
})

/** @returns the backglass of the machine that stays */
async function mergeBackglasses({ uploads }: MachinesServices, tx: Db, from: MergeRow, into: MergeRow): Promise<MergeRow['backglass']> {
  if (await uploads.isUnderWay(tx, BACKGLASS, [from.id, into.id])) throw backglassPending()
  if (into.backglass !== null) {
    await uploads.remove(tx, BACKGLASS, from.id)
    return into.backglass
  }
  await uploads.move(tx, BACKGLASS, from.id, into.id)
  return from.backglass
}
