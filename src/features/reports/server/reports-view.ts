import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type Follower, follow } from '../../../platform/live/server/follow.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'
import type { ReportDoc } from '../contract.ts'
import type { ReportsService } from './service.ts'
import { listReports, type ReportFilter, type ReportRow } from './store.ts'

const REPORTS = 'reports'

const who = (userId: string | null, username: string | null): ReportDoc['by'] =>
  userId === null || username === null ? null : { userId, username }

const reportDocument = (row: ReportRow, path: string | null): ReportDoc & Fields => ({
  kind: row.kind,
  subjectId: row.subjectId,
  label: row.label,
  path,
  reason: row.reason,
  by: who(row.byId, row.byName),
  at: row.at,
  receipt: row.receipt,
  state: row.closedAt === null ? 'open' : 'closed',
  ...(row.closedAt === null ? {} : { closedAt: row.closedAt, closedBy: who(row.closedById, row.closedByName) }),
  ...(row.outcome === null ? {} : { outcome: row.outcome }),
})

/** The reports that pass a filter, read again whenever one changes: they are few, and rarely do. */
export class ReportsView implements LiveQuery {
  readonly set = new LiveSet()
  readonly follower: Follower
  readonly #onClose: (view: ReportsView) => void

  constructor(database: Database, service: ReportsService, filter: ReportFilter, onClose: (view: ReportsView) => void) {
    this.#onClose = onClose
    const load = (): Promise<number> =>
      database.snapshot(async (tx, position) => {
        const documents = new Map<string, Fields>()
        for (const row of await listReports(tx, filter))
          documents.set(row.id, reportDocument(row, await service.path(tx, row.kind, row.subjectId)))
        this.set.replace(REPORTS, documents)
        return position
      })
    this.follower = follow(load, async () => void (await load()))
  }

  /** Whether a user's profile stands in it. */
  isAbout(userId: string): boolean {
    return this.set.ids(REPORTS).some(id => this.set.get(REPORTS, id)!.subjectId === userId)
  }

  close(): void {
    this.#onClose(this)
  }
}
