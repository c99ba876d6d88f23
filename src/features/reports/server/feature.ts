import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { ChangeRule } from '#platform/db/change-log/define-change.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import type { ReportsApi } from './api.ts'
import { addReport } from './calls/add.ts'
import { close } from './calls/close.ts'
import { publishReports } from './publications.ts'
import { Reports } from './reports.ts'
import { countOpenReports, listReportsBy } from './store.ts'

export function startReports(platform: FeatureContext, { accounts, audit }: { accounts: AccountsApi; audit: AuditApi }): ReportsApi {
  const { live, database } = platform
  const reports = new Reports(database.db, accounts, audit)
  const list = publishReports(platform, accounts, reports)
  const followSubjects = (changes: readonly ChangeRule[]): void => {
    for (const change of changes) list.reloadOn(change)
  }

  registerCalls(live, [addReport, close], reports)
  reports.registerSubject('profile', async (_db, userId) => {
    const person = await accounts.getUser(userId)
    if (person === null || person.username === '') return null
    return { label: person.displayName, path: `/players/${encodeURIComponent(person.username)}`, userId }
  })
  accounts.onDelete((tx, { userId }) => reports.removeUser(tx, userId))
  accounts.onExport(async userId => ({ 'reports.json': await listReportsBy(database.db, userId) }))
  return {
    registerSubject(kind, resolve, changes) {
      reports.registerSubject(kind, resolve)
      followSubjects(changes)
    },
    followSubjects,
    open: (tx, report) => reports.open(tx, report),
    countOpen: countOpenReports,
  }
}
