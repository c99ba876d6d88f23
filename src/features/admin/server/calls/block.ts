import { namesBlock } from '#admin/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import type { AdminServices } from '../services.ts'

export const blockName = handle(namesBlock, async (call, { accounts, audit, requireAdmin }: AdminServices) => {
  const by = await requireAdmin(call)
  const { _id: id, kind, name, anywhere = false } = call.input
  await call.commit(async tx => {
    const added = await accounts.blockedNames.add(tx, { id, kind, name, anywhere })
    if (added === null) return []
    const { entry } = added
    const details = { kind, ...(kind === 'word' ? { anywhere: entry.anywhere } : {}) }
    const subject = { kind: 'name', id, label: entry.name } as const
    return [...added.changes, ...(await audit.write(tx, { by, action: 'names.block', subject, details }))]
  })
  return {}
})
