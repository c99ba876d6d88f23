import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { ChangeRule } from '#platform/db/change-log/define-change.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { reportsAdd, reportsClose } from '../contract.ts'
import type { ReportsApi } from './api.ts'
import { publishReports } from './publications.ts'
import { ReportsService } from './service.ts'
import { countOpenReports, listReportsBy } from './store.ts'

export function startReports(platform: FeatureContext, { accounts, audit }: { accounts: AccountsApi; audit: AuditApi }): ReportsApi {
  const { live, database } = platform
  const service = new ReportsService(database, accounts, audit)
  const list = publishReports(platform, accounts, service)
  const followSubjects = (changes: readonly ChangeRule[]): void => {
    for (const change of changes) list.reloadOn(change)
  }

  live.method(reportsAdd, async call => {
    await call.committed(await service.add(signedIn(call), call.input))
    return { reportId: call.input._id }
  })
  live.method(reportsClose, async call => {
    await call.committed(await service.close(call.userId, call.input))
    return {}
  })

  service.registerSubject('profile', async (_db, userId) => {
    const person = await accounts.getUser(userId)
    if (person === null || person.username === '') return null
    return { label: person.displayName, path: `/players/${encodeURIComponent(person.username)}`, userId }
  })
  accounts.onDelete((tx, { userId }) => service.removeUser(tx, userId))
  accounts.onExport(async userId => ({ 'reports.json': await listReportsBy(database.db, userId) }))
  return {
    registerSubject(kind, resolve, changes) {
      service.registerSubject(kind, resolve)
      followSubjects(changes)
    },
    followSubjects,
    open: (tx, report) => service.open(tx, report),
    countOpen: countOpenReports,
  }
}
