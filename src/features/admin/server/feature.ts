import { noUser } from '#accounts/contract/errors.ts'
import { type AccountsApi, userChanged } from '#accounts/server/api.ts'
import type { AuditApi, AuditEntry } from '#audit/server/api.ts'
import { defineChange } from '#platform/db/change-log/define-change.ts'
import { appendChanges } from '#platform/db/change-log/write.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import type { ReportsApi } from '#reports/server/api.ts'
import { GLOBAL_GROUP } from '#roles/rules.ts'
import { createRequireAdmin, type RolesApi } from '#roles/server/api.ts'
import type { ScoresApi } from '#scores/server/api.ts'
import { cacheClear, cacheStats, noCache, type SystemStatus, usersBelongings, usersDelete, usersEnroll } from '../contract.ts'
import { registerAuditExport } from './audit-export.ts'
import { registerBlockedNames } from './blocked-names.ts'
import { registerFailedJobs } from './failed-jobs.ts'
import { firstAdministratorToken } from './first-administrator.ts'
import { registerOverview } from './overview.ts'
import { registerPublications } from './publications.ts'
import { countUserData } from './store.ts'
import { registerSuspending } from './suspending.ts'

/** Makes every node clear its caches. `name`: the one to clear; null: all */
const cachesCleared = defineChange<{ name: string | null }>('caches cleared')

export interface AdminFeature {
  /**
   * Returns the token of the first administrator's link; null if there is an administrator who can log in.
   * @param mayPrint called if there is none: false if another node prints the link; then null is returned
   */
  firstAdministratorToken(mayPrint?: () => Promise<boolean>): Promise<string | null>
}

const userSubject = (id: string): Pick<AuditEntry, 'subject' | 'about'> => ({ subject: { kind: 'user', id, label: null }, about: id })

interface AdminDependencies {
  accounts: AccountsApi
  audit: AuditApi
  roles: RolesApi
  reports: ReportsApi
  scores: ScoresApi
  readStatus: () => Promise<SystemStatus>
}

export function startAdmin(
  platform: FeatureContext,
  { accounts, audit, roles, reports, scores, readStatus }: AdminDependencies,
): AdminFeature {
  const { database, live, caches } = platform
  const requireAdmin = createRequireAdmin(accounts)
  registerPublications(platform, accounts, audit)
  registerFailedJobs(platform, accounts, audit)
  registerSuspending(platform, { accounts, audit, requireAdmin })
  registerBlockedNames(platform, { accounts, audit, requireAdmin })
  registerAuditExport(platform, { accounts, audit, requireAdmin })
  registerOverview(platform, { accounts, reports, scores, readStatus })

  live.method(usersEnroll, async call => {
    const by = await requireAdmin(call)
    const { _id: id, username, email, roles: names = [] } = call.input
    const changes = await accounts.enroll({ id, username, email, locale: await accounts.getLocale(by) }, async tx => [
      userChanged.of({ userId: id }),
      ...(names.length === 0 ? [] : await roles.change(tx, [id], names, GLOBAL_GROUP, 'add')),
      ...(await audit.write(tx, { by, action: 'users.enroll', ...userSubject(id), details: { roles: names } })),
    ])
    await call.committed(changes)
    return { userId: id }
  })

  live.method(usersDelete, async call => {
    const by = await requireAdmin(call)
    const { userId, eraseScores } = call.input
    const entry: AuditEntry = { by, action: 'users.delete', ...userSubject(userId), details: { eraseScores } }
    await call.committed(await accounts.deleteUser(call.input, tx => audit.write(tx, entry)))
    return {}
  })

  live.method(usersBelongings, async call => {
    await requireAdmin(call)
    const belongings = await countUserData(database.db, call.input.userId)
    if (belongings === null) throw noUser()
    return belongings
  })

  live.method(cacheStats, async call => {
    await requireAdmin(call)
    return caches.stats
  })

  live.method(cacheClear, async call => {
    const by = await requireAdmin(call)
    const { name } = call.input
    const cleared = caches.clear(name ?? null)
    if (cleared === null) throw noCache()
    const subject: AuditEntry['subject'] = { kind: 'cache', id: name ?? 'all', label: name ?? 'All caches' }
    await call.committed(
      await database.transaction(async tx =>
        appendChanges(tx, [
          cachesCleared.of({ name: name ?? null }),
          ...(await audit.write(tx, { by, action: 'cache.clear', subject, details: { cleared } })),
        ]),
      ),
    )
    return { cleared }
  })
  live.onChange(cachesCleared, ({ name }) => void caches.clear(name))

  return { firstAdministratorToken: (mayPrint = async () => true) => firstAdministratorToken(database, accounts, mayPrint) }
}
