import { version as release } from '../../../package.json'
import { type AccountsFeature, startAccounts } from '../../features/accounts/server/feature.ts'
import { accountsMigrations } from '../../features/accounts/server/migrations.ts'
import { readUserSearchTexts } from '../../features/accounts/server/store.ts'
import type { SystemStatus } from '../../features/admin/contract.ts'
import { type AdminFeature, startAdmin } from '../../features/admin/server/feature.ts'
import type { AuditApi } from '../../features/audit/server/api.ts'
import { startAudit } from '../../features/audit/server/feature.ts'
import { auditMigrations } from '../../features/audit/server/migrations.ts'
import type { WriteBackup } from '../../features/backups/server/backup-runner.ts'
import { type BackupsFeature, startBackups } from '../../features/backups/server/feature.ts'
import { backupsMigrations } from '../../features/backups/server/migrations.ts'
import type { EventsApi } from '../../features/events/server/api.ts'
import { startEvents } from '../../features/events/server/feature.ts'
import { eventsMigrations } from '../../features/events/server/migrations.ts'
import { readEventSearchTexts } from '../../features/events/server/store.ts'
import { startFeeds } from '../../features/feeds/server/feature.ts'
import { startGroups } from '../../features/groups/server/feature.ts'
import { groupsMigrations } from '../../features/groups/server/migrations.ts'
import { readGroupSearchTexts } from '../../features/groups/server/store.ts'
import { startInvitations } from '../../features/invitations/server/feature.ts'
import { invitationsMigrations } from '../../features/invitations/server/migrations.ts'
import { startMachines } from '../../features/machines/server/feature.ts'
import { machinesMigrations } from '../../features/machines/server/migrations.ts'
import { readMachineSearchTexts } from '../../features/machines/server/store.ts'
import { type NotificationsFeature, startNotifications } from '../../features/notifications/server/feature.ts'
import { notificationsMigrations } from '../../features/notifications/server/migrations.ts'
import { startPlayers } from '../../features/players/server/feature.ts'
import { playersMigrations } from '../../features/players/server/migrations.ts'
import { startPolicies } from '../../features/policies/server/feature.ts'
import { startReports } from '../../features/reports/server/feature.ts'
import { reportsMigrations } from '../../features/reports/server/migrations.ts'
import { startRoles } from '../../features/roles/server/feature.ts'
import { rolesMigrations } from '../../features/roles/server/migrations.ts'
import { type ScoresFeature, startScores } from '../../features/scores/server/feature.ts'
import { scoresMigrations } from '../../features/scores/server/migrations.ts'
import { startSearch } from '../../features/search/server/feature.ts'
import { startSettings } from '../../features/settings/server/feature.ts'
import { type SupportersFeature, startSupporters } from '../../features/supporters/server/feature.ts'
import { supportersMigrations } from '../../features/supporters/server/migrations.ts'
import { startUploads, type UploadsFeature } from '../../features/uploads/server/feature.ts'
import { uploadsMigrations } from '../../features/uploads/server/migrations.ts'
import { startVersions, type VersionsFeature } from '../../features/versions/server/feature.ts'
import type { Migration } from '../../platform/db/migrate.ts'
import type { SearchedTable } from '../../platform/db/search-texts.ts'
import type { FeatureContext } from '../../platform/feature-context.ts'

export interface Features {
  accounts: AccountsFeature
  audit: AuditApi
  backups: BackupsFeature
  scores: ScoresFeature
  admin: AdminFeature
  uploads: UploadsFeature
  events: EventsApi
  /** null: not configured */
  supporters: SupportersFeature | null
  versions: VersionsFeature
  notifications: NotificationsFeature
}

/** The migrations of all features, lowest layer first. */
export const migrations: readonly Migration[] = [
  ...accountsMigrations,
  ...auditMigrations,
  ...rolesMigrations,
  ...invitationsMigrations,
  ...reportsMigrations,
  ...uploadsMigrations,
  ...backupsMigrations,
  ...playersMigrations,
  ...groupsMigrations,
  ...machinesMigrations,
  ...eventsMigrations,
  ...scoresMigrations,
  ...supportersMigrations,
  ...notificationsMigrations,
]

/** The tables that searches read. */
export const searchedTables: readonly SearchedTable[] = [
  { name: 'users', read: readUserSearchTexts },
  { name: 'groups', read: readGroupSearchTexts },
  { name: 'machines', read: readMachineSearchTexts },
  { name: 'events', read: readEventSearchTexts },
]

/** What features need of the application as a whole. */
export interface ApplicationParts {
  /** reads the state of the server, for its administrators */
  readStatus(): Promise<SystemStatus>
  writeBackup: WriteBackup
}

/** Starts every feature, lowest layer first. Each gets the APIs of those below that it needs. */
export function startFeatures(platform: FeatureContext, { readStatus, writeBackup }: ApplicationParts): Features {
  const accounts = startAccounts(platform)
  const audit = startAudit()
  const roles = startRoles(platform, { accounts, audit })
  startInvitations(platform, { accounts, audit })
  const reports = startReports(platform, { accounts, audit })
  const uploads = startUploads(platform, { accounts, audit, reports })
  startSettings(platform, { accounts, audit, roles, uploads })
  const backups = startBackups(platform, { accounts, audit, roles, writeBackup })
  const players = startPlayers(platform, { accounts, uploads })
  const groups = startGroups(platform, { accounts, roles, reports, uploads })
  const machines = startMachines(platform, { accounts, audit, uploads })
  const events = startEvents(platform, { accounts, groups, machines, players })
  const scores = startScores(platform, { accounts, audit, reports, groups, machines, players, uploads, events })
  startSearch(platform, { players, groups, machines, events })
  const supporters = startSupporters(platform, { accounts, players })
  const notifications = startNotifications(platform, { accounts })
  const versions = startVersions(platform, release)
  startFeeds(platform, { scores, events, machines, players })
  startPolicies(platform)
  const admin = startAdmin(platform, { accounts, audit, roles, reports, scores, readStatus })
  return { accounts, audit, backups, scores, admin, uploads, events, supporters, notifications, versions }
}
