import { administratorNotSuspended, usersSuspend } from '#admin/contract.ts'
import { fieldError } from '#platform/live/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { mustLieAhead } from '#platform/text/field-rules.ts'
import { hasGlobalRole } from '#roles/rules.ts'
import { type AdminServices, lockExisting, userEntry } from '../services.ts'

export const suspendUser = handle(usersSuspend, async (call, services: AdminServices) => {
  const { accounts, audit, requireAdmin, clock } = services
  const by = await requireAdmin(call)
  const { userId, reason, until = null } = call.input
  if (until !== null && until.getTime() <= clock.now()) throw fieldError('until', mustLieAhead())
  await call.commit(async tx => {
    if (hasGlobalRole(await lockExisting(services, tx, userId), ['admin'])) throw administratorNotSuspended()
    const suspended = await accounts.suspend(tx, userId, { reason, until })
    const entry = userEntry(by, 'users.suspend', userId, { reason, until: until?.toISOString() ?? null })
    return [...suspended, ...(await audit.write(tx, entry))]
  })
  return {}
})
