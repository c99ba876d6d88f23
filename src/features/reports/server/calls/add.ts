import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { reportsAdd } from '#reports/contract.ts'
import { CHANGES, type Reports } from '../reports.ts'

export const addReport = handle(reportsAdd, async (call, reports: Reports) => {
  const { _id, ...input } = call.input
  const report = { ...input, userId: signedIn(call) }
  if (!(await reports.isResend(reports.db, _id, report)))
    await call.commit(async tx => {
      if (await reports.insert(tx, _id, report)) return CHANGES
      await reports.isResend(tx, _id, report)
      return []
    })
  return { reportId: _id }
})
