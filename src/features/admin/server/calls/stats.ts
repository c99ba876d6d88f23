import { cacheStats } from '#admin/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import type { AdminServices } from '../services.ts'

export const listCacheStats = handle(cacheStats, async (call, { caches, requireAdmin }: AdminServices) => {
  await requireAdmin(call)
  return caches.stats
})
