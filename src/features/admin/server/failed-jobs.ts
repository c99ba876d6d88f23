import type { AuditAction } from '#audit/contract.ts'
import type { Db } from '#platform/db/database.ts'
import { failedJobsChanged } from '#platform/jobs/job-worker.ts'
import type { Call } from '#platform/live/server/live-server.ts'
import { noFailedJob } from '../contract.ts'
import type { AdminServices } from './services.ts'

/** Decides what becomes of a failed job. @returns its kind. @throws DdpError 404 */
export async function decideFailedJob(
  call: Call<{ jobId: string }>,
  { audit, requireAdmin }: AdminServices,
  action: AuditAction,
  decide: (tx: Db, id: string) => Promise<string | null>,
): Promise<string> {
  const by = await requireAdmin(call)
  const { jobId: id } = call.input
  let kind: string | null = null
  await call.commit(async tx => {
    kind = await decide(tx, id)
    if (kind === null) throw noFailedJob()
    return [failedJobsChanged.of({}), ...(await audit.write(tx, { by, action, subject: { kind: 'job', id, label: kind } }))]
  })
  return kind!
}
