import { namesUnblock } from '#admin/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import type { AdminServices } from '../services.ts'

export const unblockName = handle(namesUnblock, async (call, { accounts, audit, requireAdmin }: AdminServices) => {
  const by = await requireAdmin(call)
  const { blockedId: id } = call.input
  await call.commit(async tx => {
    const { entry, changes } = await accounts.blockedNames.remove(tx, id)
    const subject = { kind: 'name', id, label: entry.name } as const
    return [...changes, ...(await audit.write(tx, { by, action: 'names.unblock', subject, details: { kind: entry.kind } }))]
  })
  return {}
})
