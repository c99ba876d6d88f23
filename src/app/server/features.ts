import { type AccountsFeature, startAccounts } from '#accounts/server/feature.ts'
import { accountsMigrations } from '#accounts/server/migrations.ts'
import { readUserSearchTexts } from '#accounts/server/store.ts'
import type { SystemStatus } from '#admin/contract.ts'
import { type AdminFeature, startAdmin } from '#admin/server/feature.ts'
import type { AuditApi } from '#audit/server/api.ts'
import { startAudit } from '#audit/server/feature.ts'
import { auditMigrations } from '#audit/server/migrations.ts'
import type { WriteBackup } from '#backups/server/backup-runner.ts'
import { type BackupsFeature, startBackups } from '#backups/server/feature.ts'
import { backupsMigrations } from '#backups/server/migrations.ts'
import { startEmbeds } from '#embeds/server/feature.ts'
import type { EventsApi } from '#events/server/api.ts'
import { startEvents } from '#events/server/feature.ts'
import { eventsMigrations } from '#events/server/migrations.ts'
import { readEventSearchTexts } from '#events/server/store.ts'
import { startFeeds } from '#feeds/server/feature.ts'
import { startGroups } from '#groups/server/feature.ts'
import { groupsMigrations } from '#groups/server/migrations.ts'
import { readGroupSearchTexts } from '#groups/server/store.ts'
import { startImports } from '#imports/server/feature.ts'
import { importsMigrations } from '#imports/server/migrations.ts'
import { startInvitations } from '#invitations/server/feature.ts'
import { invitationsMigrations } from '#invitations/server/migrations.ts'
import { startKeys } from '#keys/server/feature.ts'
import { keysMigrations } from '#keys/server/migrations.ts'
import { startMachines } from '#machines/server/feature.ts'
import { machinesMigrations } from '#machines/server/migrations.ts'
import { readMachineSearchTexts } from '#machines/server/store.ts'
import { type NotificationsFeature, startNotifications } from '#notifications/server/feature.ts'
import { notificationsMigrations } from '#notifications/server/migrations.ts'
import { type OauthFeature, startOauth } from '#oauth/server/feature.ts'
import { oauthMigrations } from '#oauth/server/migrations.ts'
import type { Migration } from '#platform/db/migrate.ts'
import type { SearchedTable } from '#platform/db/search-texts.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import type { ApartAssets } from '#platform/render/html-document.ts'
import { startPlayers } from '#players/server/feature.ts'
import { playersMigrations } from '#players/server/migrations.ts'
import { startPolicies } from '#policies/server/feature.ts'
import type { RatingsApi } from '#ratings/server/api.ts'
import { startRatings } from '#ratings/server/feature.ts'
import { ratingsMigrations } from '#ratings/server/migrations.ts'
import { startReports } from '#reports/server/feature.ts'
import { reportsMigrations } from '#reports/server/migrations.ts'
import { type RestFeature, startRest } from '#rest/server/feature.ts'
import { startRoles } from '#roles/server/feature.ts'
import { rolesMigrations } from '#roles/server/migrations.ts'
import { type ScoresFeature, startScores } from '#scores/server/feature.ts'
import { scoresMigrations } from '#scores/server/migrations.ts'
import { startSearch } from '#search/server/feature.ts'
import { startSeries } from '#series/server/feature.ts'
import { seriesMigrations } from '#series/server/migrations.ts'
import { startSettings } from '#settings/server/feature.ts'
import { type StationsFeature, startStations } from '#stations/server/feature.ts'
import { stationsMigrations } from '#stations/server/migrations.ts'
import { type SupportersFeature, startSupporters } from '#supporters/server/feature.ts'
import { supportersMigrations } from '#supporters/server/migrations.ts'
import { startUploads, type UploadsFeature } from '#uploads/server/feature.ts'
import { uploadsMigrations } from '#uploads/server/migrations.ts'
import type { VenuesApi } from '#venues/server/api.ts'
import { startVenues } from '#venues/server/feature.ts'
import { venuesMigrations } from '#venues/server/migrations.ts'
import { readVenueSearchTexts } from '#venues/server/store.ts'
import { startVersions, type VersionsFeature } from '#versions/server/feature.ts'
import { startWebhooks, type WebhooksFeature } from '#webhooks/server/feature.ts'
import { webhooksMigrations } from '#webhooks/server/migrations.ts'
import { version as release } from '../../../package.json'

export interface Features {
  accounts: AccountsFeature
  audit: AuditApi
  backups: BackupsFeature
  scores: ScoresFeature
  admin: AdminFeature
  uploads: UploadsFeature
  events: EventsApi
  venues: VenuesApi
  ratings: RatingsApi
  stations: StationsFeature
  /** null: not configured */
  supporters: SupportersFeature | null
  versions: VersionsFeature
  notifications: NotificationsFeature
  oauth: OauthFeature
  webhooks: WebhooksFeature
  rest: RestFeature
}

/** The migrations of all features, lowest layer first. */
export const migrations: readonly Migration[] = [
  ...accountsMigrations,
  ...auditMigrations,
  ...rolesMigrations,
  ...keysMigrations,
  ...invitationsMigrations,
  ...reportsMigrations,
  ...uploadsMigrations,
  ...backupsMigrations,
  ...playersMigrations,
  ...oauthMigrations,
  ...groupsMigrations,
  ...machinesMigrations,
  ...venuesMigrations,
  ...eventsMigrations,
  ...seriesMigrations,
  ...ratingsMigrations,
  ...scoresMigrations,
  ...stationsMigrations,
  ...supportersMigrations,
  ...notificationsMigrations,
  ...webhooksMigrations,
  ...importsMigrations,
]

/** The tables that searches read. */
export const searchedTables: readonly SearchedTable[] = [
  { name: 'users', read: readUserSearchTexts },
  { name: 'groups', read: readGroupSearchTexts },
  { name: 'machines', read: readMachineSearchTexts },
  { name: 'venues', read: readVenueSearchTexts },
  { name: 'events', read: readEventSearchTexts },
]

/** What features need of the application as a whole. */
export interface ApplicationParts {
  /** returns the browser's files of embeds, of the present build */
  embedAssets: () => ApartAssets
  /** returns the browser's files of the page that reads the document of the API, of the present build */
  readerAssets: () => ApartAssets
  /** reads the state of the server, for its administrators */
  readStatus(): Promise<SystemStatus>
  writeBackup: WriteBackup
}

/** Starts every feature, lowest layer first. Each gets the APIs of those below that it needs. */
export function startFeatures(
  platform: FeatureContext,
  { readStatus, writeBackup, embedAssets, readerAssets }: ApplicationParts,
): Features {
  const accounts = startAccounts(platform)
  const audit = startAudit()
  const roles = startRoles(platform, { accounts, audit })
  const keys = startKeys(platform, { accounts, audit })
  startInvitations(platform, { accounts, audit })
  const reports = startReports(platform, { accounts, audit })
  const uploads = startUploads(platform, { accounts, audit, reports })
  startSettings(platform, { accounts, audit, roles, uploads })
  const backups = startBackups(platform, { accounts, audit, roles, writeBackup })
  const players = startPlayers(platform, { accounts, uploads })
  const oauth = startOauth(platform, { accounts, audit })
  const groups = startGroups(platform, { accounts, roles, reports, uploads })
  const machines = startMachines(platform, { accounts, audit, uploads })
  const venues = startVenues(platform, { accounts, groups, machines, reports })
  const events = startEvents(platform, { accounts, groups, machines, players, venues })
  startSeries(platform, { accounts, groups, players, events })
  const ratings = startRatings(platform, { accounts, events, players })
  const scores = startScores(platform, { accounts, audit, reports, groups, machines, players, uploads, events, venues })
  const stations = startStations(platform, { accounts, keys, machines, venues, events, scores })
  startImports(platform, { accounts, groups, machines, events, scores })
  startSearch(platform, { players, groups, machines, venues, events })
  const supporters = startSupporters(platform, { accounts, players })
  const notifications = startNotifications(platform, { accounts, groups, events })
  const webhooks = startWebhooks(platform, { accounts, groups, machines, venues, events })
  const versions = startVersions(platform, release)
  startFeeds(platform, { scores, events, machines, players })
  startEmbeds(platform, embedAssets)
  startPolicies(platform)
  const rest = startRest(platform, { keys, oauth, readerAssets })
  const admin = startAdmin(platform, { accounts, audit, roles, reports, scores, readStatus })
  return {
    accounts,
    audit,
    backups,
    scores,
    admin,
    uploads,
    events,
    venues,
    ratings,
    stations,
    supporters,
    notifications,
    oauth,
    versions,
    webhooks,
    rest,
  }
}
