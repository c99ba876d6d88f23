import { auditExport } from '#admin/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { hashToken, newToken } from '#platform/tokens.ts'
import type { AdminServices } from '../services.ts'

/** ms for which a link works; the page opens it right away */
const LINK_LIFETIME = 120_000

/** Makes a link, which `server/audit-export.ts` serves. */
export const exportAudit = handle(auditExport, async (call, { audit, requireAdmin, clock }: AdminServices) => {
  const madeBy = await requireAdmin(call)
  const { format, action = null, userId = null } = call.input
  const token = newToken()
  const now = clock.now()
  const expiresAt = new Date(now + LINK_LIFETIME)
  await call.commit(async tx => {
    await audit.addExport(tx, { hashedToken: hashToken(token), madeBy, format, action, userId, expiresAt }, new Date(now))
    const details = { format, ...(action === null ? {} : { action }) }
    const subject = { kind: 'log', id: format, label: null } as const
    return audit.write(tx, { by: madeBy, action: 'audit.export', subject, about: userId, details })
  })
  return { url: `/admin/log/exports/${token}`, expiresAt }
})
