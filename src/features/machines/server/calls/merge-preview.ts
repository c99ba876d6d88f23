import { type MergePreview, machinesMergePreview } from '#machines/contract/machines.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { requireBoth } from '../machine-merge.ts'
import { readMergeRows } from '../machine-merge-store.ts'
import { type MachinesServices, requireEditor } from '../machines.ts'

export const mergePreview = handle(machinesMergePreview, async (call, services: MachinesServices) => {
  const { db } = services.database
  await requireEditor(services, signedIn(call))
  const { from, into } = requireBoth(call.input, await readMergeRows(db, call.input, false))
  const backglass = from.backglass === null ? null : into.backglass === null ? 'moves' : 'goes'
  const preview: MergePreview = { scores: 0, players: 0, events: 0, backglass }
  for (const hook of services.mergeHooks) Object.assign(preview, await hook.preview(db, call.input))
  return preview
})
