import { noUser, secondStepOff } from '#accounts/contract/errors.ts'
import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi, AuditEntry } from '#audit/server/api.ts'
import { appendChanges, type ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { fieldError } from '#platform/live/contract.ts'
import { mustLieAhead } from '#platform/text/field-rules.ts'
import { hasGlobalRole } from '#roles/rules.ts'
import type { RequireAdmin } from '#roles/server/api.ts'
import {
  administratorNotSuspended,
  ownSessions,
  usersLiftSuspension,
  usersResetSecondStep,
  usersSignOut,
  usersSuspend,
} from '../contract.ts'

/** What administrators do about the sign-ins of a user: suspend, sign out, turn off the second step. */
export function registerSuspending(
  { database, live, clock }: FeatureContext,
  { accounts, audit, requireAdmin }: { accounts: AccountsApi; audit: AuditApi; requireAdmin: RequireAdmin },
): void {
  /** @returns the user's roles. @throws DdpError 404 */
  const lock = async (tx: Db, userId: string): Promise<unknown> => {
    const user = await accounts.lock(tx, userId)
    if (user === null) throw noUser()
    return user.roles
  }
  const toEntry = (by: string, action: AuditEntry['action'], userId: string, details: object = {}): AuditEntry => ({
    by,
    action,
    subject: { kind: 'user', id: userId, label: null },
    about: userId,
    details,
  })

  live.method(usersSuspend, async call => {
    const by = await requireAdmin(call)
    const { userId, reason, until = null } = call.input
    if (until !== null && until.getTime() <= clock.now()) throw fieldError('until', mustLieAhead())
    const changes = await database.transaction(async tx => {
      if (hasGlobalRole(await lock(tx, userId), ['admin'])) throw administratorNotSuspended()
      const suspended = await accounts.suspend(tx, userId, { reason, until })
      const entry = toEntry(by, 'users.suspend', userId, { reason, until: until?.toISOString() ?? null })
      return appendChanges(tx, [...suspended, ...(await audit.write(tx, entry))])
    })
    await call.committed(changes)
    return {}
  })

  live.method(usersLiftSuspension, async call => {
    const by = await requireAdmin(call)
    const { userId } = call.input
    const changes = await database.transaction(async (tx): Promise<ChangeLogEntry[]> => {
      await lock(tx, userId)
      const lifted = await accounts.liftSuspension(tx, userId)
      if (lifted.length === 0) return []
      return appendChanges(tx, [...lifted, ...(await audit.write(tx, toEntry(by, 'users.liftSuspension', userId)))])
    })
    await call.committed(changes)
    return {}
  })

  live.method(usersSignOut, async call => {
    const by = await requireAdmin(call)
    const { userId } = call.input
    if (userId === by) throw ownSessions()
    const { sessions, changes } = await database.transaction(async tx => {
      await lock(tx, userId)
      const ended = await accounts.signOut(tx, userId)
      const written = await audit.write(tx, toEntry(by, 'users.signOut', userId, { sessions: ended.length }))
      return { sessions: ended.length, changes: await appendChanges(tx, [...ended, ...written]) }
    })
    await call.committed(changes)
    return { sessions }
  })

  live.method(usersResetSecondStep, async call => {
    const by = await requireAdmin(call)
    const { userId } = call.input
    const changes = await database.transaction(async tx => {
      await lock(tx, userId)
      if (!(await accounts.resetSecondStep(tx, userId))) throw secondStepOff()
      return appendChanges(tx, await audit.write(tx, toEntry(by, 'users.resetSecondStep', userId)))
    })
    accounts.drainMails()
    await call.committed(changes)
    return {}
  })
}
