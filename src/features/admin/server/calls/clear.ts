import { cacheClear, noCache } from '#admin/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { type AdminServices, cachesCleared } from '../services.ts'

export const clearCaches = handle(cacheClear, async (call, { audit, caches, requireAdmin }: AdminServices) => {
  const by = await requireAdmin(call)
  const { name = null } = call.input
  const cleared = caches.clear(name)
  if (cleared === null) throw noCache()
  const subject = { kind: 'cache', id: name ?? 'all', label: name ?? 'All caches' } as const
  await call.commit(async tx => [
    cachesCleared.of({ name }),
    ...(await audit.write(tx, { by, action: 'cache.clear', subject, details: { cleared } })),
  ])
  return { cleared }
})
