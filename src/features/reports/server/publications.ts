import type { AccountsApi } from '#accounts/server/api.ts'
import { userChanged } from '#accounts/server/changes.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { PART_ROWS } from '#platform/live/contract.ts'
import { documentsById } from '#platform/live/server/live-query.ts'
import type { SharedQuery } from '#platform/live/server/shared-query.ts'
import { guardGlobalRole } from '#roles/server/shared/role-guard.ts'
import { type ReportDoc, reportsForModerators, reportsList } from '../contract.ts'
import { type Reports, reportsChanged } from './reports.ts'
import { listReports, type ReportFilter, type ReportRow } from './store.ts'

const toUserRef = (userId: string | null, username: string | null): ReportDoc['by'] =>
  userId === null || username === null ? null : { userId, username }

const reportDocument = (row: ReportRow, path: string | null): ReportDoc & Fields => ({
  kind: row.kind,
  subjectId: row.subjectId,
  label: row.label,
  path,
  reason: row.reason,
  by: toUserRef(row.byId, row.byName),
  at: row.at,
  receipt: row.receipt,
  state: row.closedAt === null ? 'open' : 'closed',
  ...(row.closedAt === null ? {} : { closedAt: row.closedAt, closedBy: toUserRef(row.closedById, row.closedByName) }),
  ...(row.outcome === null ? {} : { outcome: row.outcome }),
})

/** Publishes the reports that match a filter, for moderators. Changes of subjects are added by the features that register these. */
export function publishReports(
  { live }: FeatureContext,
  accounts: AccountsApi,
  reports: Reports,
): Pick<SharedQuery<unknown, ReportFilter>, 'reloadOn'> {
  return live.query(reportsList, {
    cache: { name: 'reports', maxIdle: 20 },
    async params({ state = null, limit = PART_ROWS, before = null }, publishing): Promise<ReportFilter> {
      await guardGlobalRole(live, accounts, publishing, ['moderator', 'admin'], reportsForModerators)
      return { state: state ?? null, limit, before: before ?? null }
    },
    async load(tx, filter, { watchKeys }) {
      const rows = await listReports(tx, filter)
      const paths = new Map<string, string | null>()
      watchKeys('reports', ...rows.map(row => row.subjectId))
      for (const row of rows) {
        const subject = await reports.findSubject(tx, row.kind, row.subjectId)
        paths.set(row.id, subject?.path ?? null)
        if (subject?.shownBy !== undefined) watchKeys(subject.shownBy)
      }
      return { reports: documentsById(rows, row => [row.id, reportDocument(row, paths.get(row.id) ?? null)]) }
    },
    reloadOn: [reportsChanged.touches(() => ['reports']), userChanged.touches(({ userId, card }) => (card === undefined ? [] : [userId]))],
  })
}
