import { handle } from '#platform/live/server/call-handler.ts'
import { noReport, reportsClose } from '#reports/contract.ts'
import { CHANGES, type Reports, requireModerator } from '../reports.ts'
import * as store from '../store.ts'

/** Closing a closed report changes nothing. */
export const close = handle(reportsClose, async (call, { accounts, audit }: Reports) => {
  const { reportId, outcome } = call.input
  const by = await requireModerator(accounts, call.userId)
  await call.commit(async tx => {
    const closed = await store.closeReport(tx, reportId, by, outcome || null)
    if (closed === null) {
      if ((await store.findReport(tx, reportId)) === null) throw noReport()
      return []
    }
    const { kind, subjectId, about } = closed
    const subject = { kind: 'report', id: reportId, label: `Report of a ${kind}` } as const
    const audited = await audit.write(tx, { by, action: 'reports.close', subject, about, details: { kind, subjectId } })
    return [...CHANGES, ...audited]
  })
  return {}
})
