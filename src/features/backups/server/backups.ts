import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import type { JobKind } from '#platform/jobs/job-kind.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { RequireAdmin } from '#roles/server/shared/require-admin.ts'
import type { BackupJobBody } from './backup-job.ts'
import type { NewBackup } from './store.ts'
import { type OpenTarget, openTarget, targetId } from './targets.ts'

/** What the calls of this feature use. */
export interface BackupsServices extends FeatureContext {
  accounts: AccountsApi
  audit: AuditApi
  requireAdmin: RequireAdmin
  job: JobKind<BackupJobBody>
}

/** Opens the place where backups are written now. The caller closes it. */
export const currentTarget = ({ settings, config }: FeatureContext): OpenTarget =>
  openTarget(settings.current().backups.target, config.backupDir)

export function describeNew(
  { settings, config, clock }: FeatureContext,
  byUser: string | null,
  scheduledFor: Date | null,
  id = uuidv7(),
): NewBackup {
  const { target } = settings.current().backups
  return { id, createdAt: new Date(clock.now()), byUser, scheduledFor, kind: target.kind, target: targetId(target, config.backupDir) }
}
