// Generated from the migrated schema by `npm run db:types`; tests/integration/database/database-types.test.ts checks that it is current.
import type { ColumnType, GeneratedAlways } from 'kysely'

/** Written as JSON text, read as the value. What it holds is known to the feature that owns the table. */
type Json = ColumnType<unknown, string, string>
type Texts = ColumnType<string[], readonly string[], readonly string[]>
type Integers = ColumnType<number[], readonly number[], readonly number[]>
type Dates = ColumnType<Date[], readonly Date[], readonly Date[]>
/** A column with a default. */
type Generated<T> =
  T extends ColumnType<infer Read, infer Inserted, infer Updated>
    ? ColumnType<Read, Inserted | undefined, Updated>
    : ColumnType<T, T | undefined, T>

export interface ApiKeysTable {
  begins: string
  created_at: Generated<Date>
  event_id: string | null
  expires_at: Date | null
  fingerprint: string
  hashed_secret: string
  id: string
  name: string
  revoked_at: Date | null
  scopes: Texts
  used_at: Date | null
  user_id: string
  venue_id: string | null
}

export interface AuditExportsTable {
  action: string | null
  expires_at: Date
  format: 'csv' | 'ndjson'
  hashed_token: string
  made_by: string
  user_id: string | null
}

export interface AuditLogTable {
  about_user: string | null
  action: string
  at: Generated<Date>
  by_user: string | null
  details: Generated<Json>
  id: string
  label: string | null
  subject_id: string
  subject_kind: string
}

export interface BackupDownloadsTable {
  backup_id: string
  expires_at: Date
  made_by: string
  token_hash: string
}

export interface BackupsTable {
  by_user: string | null
  bytes: Generated<number>
  created_at: Date
  ended_at: Date | null
  error: string | null
  file: string | null
  id: string
  kind: 'folder' | 's3'
  scheduled_for: Date | null
  state: Generated<'queued' | 'running' | 'done' | 'failed'>
  target: string
}

export interface BestsTable {
  achieved_at: Date
  machine_id: string
  score_id: string
  user_id: string
  value: number
}

export interface BlockedNamesTable {
  added_at: Generated<Date>
  anywhere: boolean
  id: string
  keys: Texts
  kind: 'username' | 'word' | 'domain'
  name: string
}

export interface BoardKiosksTable {
  browser: string | null
  code_hash: string
  created_at: Generated<Date>
  created_by: string
  ended_at: Date | null
  id: string
  key_hash: string | null
  machine_id: string
  opened_at: Date | null
  token_hash: string
}

export interface CommentsTable {
  created_at: Generated<Date>
  fingerprint: string
  id: string
  removed_at: Date | null
  score_id: string
  text: string
  user_id: string
}

export interface EmailTokensTable {
  address: string
  hashed_token: string
  issued_at: Date
  replaces: boolean
  user_id: string
}

export interface EventAttemptsTable {
  at: Date
  entrant_id: string
  event_id: string
  fingerprint: string
  id: string
  machine_id: string
  pending: Generated<boolean>
  rejected: Generated<boolean>
  strokes: number | null
  value: number | null
}

export interface EventClaimsTable {
  claimed_by: string | null
  code: string
  entrant_id: string
}

export interface EventDevicesTable {
  browser: string | null
  code_hash: string | null
  created_at: Generated<Date>
  created_by: string
  ended_at: Date | null
  event_id: string
  id: string
  key_hash: string | null
  opened_at: Date | null
  token_hash: string
}

export interface EventEntrantsTable {
  by_self: Generated<boolean>
  entered_at: Generated<Date>
  event_id: string
  guest_ifpa: string | null
  guest_name: string | null
  id: string
  person_id: string | null
  presence: Generated<'expected' | 'here' | 'paused' | 'gone'>
  qualified_as: string | null
  seed: number | null
  user_id: string | null
  waiting_since: Date | null
}

export interface EventFeesTable {
  currency: string
  event_id: string
  hundredths: number
}

export interface EventGamesTable {
  confirmed: Generated<boolean>
  entered_by: Json | null
  entries: Generated<Json>
  game: number
  group_id: string
  machine_id: string | null
  places: Integers | null
  replaced: Json | null
  result: Texts | null
  scored_at: number | null
  scores: Json | null
}

export interface EventGroupsTable {
  bracket_game: string | null
  entrant_ids: Texts
  id: string
  number: number
  round_id: string
}

export interface EventLogTable {
  action: string
  at: Generated<Date>
  by_device: Generated<boolean>
  by_user: string | null
  event_id: string
  id: string
  subject: Json | null
  void_id: string | null
  what: Generated<string>
}

export interface EventMachinesTable {
  broken_at: Date | null
  event_id: string
  machine_id: string
  ord: number
}

export interface EventPaymentsTable {
  entrant_id: string
}

export interface EventPlayoffsTable {
  at: Generated<Date>
  by_user: string | null
  entrant_ids: Texts
  event_id: string
  id: string
  number: GeneratedAlways<number>
}

export interface EventRoundsTable {
  byes: Texts
  drawn_at: Generated<Date>
  event_id: string
  field: Texts | null
  gone: Texts | null
  held: Generated<boolean>
  id: string
  number: number
  seed: string
  starts_at: Date | null
  waiting: Json | null
}

export interface EventSeatsTable {
  entrant_id: string
  machine_ids: Texts
}

export interface EventStaffTable {
  event_id: string
  role: 'co-director' | 'scorekeeper'
  user_id: string
}

export interface EventVoidsTable {
  adjustment: Json | null
  arrangement: Json | null
  attempt_id: string | null
  by_user: string | null
  event_id: string
  fingerprint: string
  from_at: Date | null
  group_game: Generated<number>
  group_id: string | null
  group_machine_id: string | null
  group_places: Integers | null
  group_result: Texts | null
  group_scored_at: number | null
  group_scores: Json | null
  id: string
  machine_id: string | null
  to_at: Date | null
  undone_at: Date | null
}

export interface EventsTable {
  agreement: Generated<'director' | 'two' | 'one'>
  balance_over: Generated<'event' | 'series'>
  banks: Json | null
  bye_opponent: Generated<'none' | 'self'>
  byes: Generated<'full' | 'half' | 'none'>
  cancelled_at: Date | null
  capacity: number | null
  check_in_code: string | null
  created_at: Generated<Date>
  description: Generated<string>
  director_id: string
  ends_at: Date
  final_from: number | null
  fingerprint: string
  finishes_at: Date | null
  first_round: Generated<'slaughter' | 'adjacent' | 'cross' | 'random'>
  format: Json
  games_per_round: Generated<number>
  group_id: string | null
  id: string
  listed_at_once: Generated<boolean>
  machine_draw: Generated<'balanced' | 'random' | 'banks' | 'manual' | 'none'>
  made_by: string | null
  name: string
  play_order: Generated<'balanced' | 'rotating' | 'random' | 'seed' | 'seed-reverse' | 'position' | 'none'>
  qualifying_id: string | null
  receipt: GeneratedAlways<number>
  search: Generated<string>
  seeding: Generated<'random' | 'manual' | 'ifpa' | 'previous' | 'series' | 'rating'>
  standings_held: Generated<boolean>
  starts_at: Date
  tie_breaks: Generated<Texts>
  time_zone: string
  venue: Generated<string>
  venue_id: string | null
}

export interface ExportTokensTable {
  expires_at: Date
  hashed_token: string
  user_id: string
}

export interface FeedTable {
  at: Generated<Date>
  body: Json
  changes: Generated<number>
  kind: string
  n: number
}

export interface FeedHeadTable {
  n: number
  one: Generated<boolean>
}

export interface FeedKeyTable {
  key: string
  one: Generated<boolean>
}

export interface GameScoresTable {
  game: number
  group_id: string
  machine_id: string
  score_id: string
  user_id: string
  value: number
}

export interface GroupInvitesTable {
  expires_at: Date
  group_id: string
  hashed_code: string
  invited_by: string | null
}

export interface GroupMembersTable {
  group_id: string
  joined_at: Generated<Date>
  user_id: string
}

export interface GroupPeopleTable {
  changed_at: Date | null
  created_at: Generated<Date>
  fingerprint: string
  group_id: string
  id: string
  ifpa_number: string | null
  made_by: string
  name: string
  note: Generated<string>
  removed_at: Date | null
  user_id: string | null
}

export interface GroupsTable {
  created_at: Generated<Date>
  description: Generated<string>
  fingerprint: string
  id: string
  made_by: string
  name: string
  picture: Json | null
  rated: Generated<boolean>
  receipt: GeneratedAlways<number>
  removed_at: Date | null
  search: Generated<string>
  visibility: 'public' | 'private'
  webhook: Buffer | null
  webhook_ending: string | null
  webhook_failed_at: Date | null
  webhook_posts: Generated<Dates>
  webhook_refused: Generated<boolean>
}

export interface ImportsTable {
  added: number
  created_at: Generated<Date>
  event_id: string | null
  fingerprint: string
  group_id: string | null
  id: string
  ids: Texts
  kind: 'scores' | 'people' | 'event'
  numbered: Generated<Texts>
  source: string | null
  title: string
  undone_at: Date | null
  user_id: string
}

export interface InvitationUsesTable {
  at: Date
  invitation_id: string
  user_id: string
}

export interface InvitationsTable {
  created_at: Date
  days: number
  expires_at: Date
  hashed_token: string
  id: string
  made_by: string | null
  note: string
  revoked_at: Date | null
  used: Generated<number>
  uses: number
}

export interface JobsTable {
  body: Json
  claimed_by: string | null
  claimed_until: Date | null
  created_at: Generated<Date>
  discarded_at: Date | null
  due_at: Date
  failed_at: Date | null
  id: Generated<string>
  key: Generated<string>
  kind: string
  last_error: string | null
  request_id: string | null
  tries: Generated<number>
  version: Generated<number>
}

export interface LoginIdentitiesTable {
  issuer: string
  last_used_at: Date | null
  linked_at: Date
  name: string | null
  service: string
  subject: string
  user_id: string
}

export interface LoginTokensTable {
  began_with: string | null
  delete_after: Date | null
  device: Generated<string>
  hashed_token: string
  id: Generated<string>
  issued_at: Date
  last_seen_at: Generated<Date>
  proved_at: Date | null
  user_id: string
}

export interface MachineTalliesTable {
  last_played_at: Date | null
  machine_id: string
  players: Generated<number>
  scores: Generated<number>
  zeros: Generated<number>
}

export interface MachinesTable {
  aliases: Generated<Texts>
  backglass: Json | null
  created_at: Generated<Date>
  display: string | null
  edited: Generated<Texts>
  fingerprint: string | null
  id: string
  ipdb_id: number | null
  made_by: string | null
  manufacturer: string
  name: string
  opdb_id: string | null
  player_count: number | null
  retired: Generated<boolean>
  search: string
  type: 'em' | 'ss' | 'me'
  year: number | null
}

export interface MergedMachinesTable {
  at: Generated<Date>
  fingerprint: string | null
  id: string
  into_id: string
  made_by: string | null
  opdb_id: string | null
}

export interface MigrationsTable {
  at: Generated<Date>
  name: string
}

export interface NotificationCursorTable {
  n: number
  one: Generated<boolean>
}

export interface NotificationSettingsTable {
  switches: Generated<Texts>
  user_id: string
}

export interface NvramBasesTable {
  known: Texts
  rom: string
  station_id: string
}

export interface OauthApplicationsTable {
  created_at: Generated<Date>
  fingerprint: string
  hashed_secret: string | null
  id: string
  made_by: string | null
  name: string
  redirect_uris: Texts
  removed_at: Date | null
}

export interface OauthAttemptsTable {
  browser_hash: string
  expires_at: Date
  next: string | null
  secrets: Buffer
  service: string
  state_hash: string
  token_hash: string | null
  user_id: string | null
}

export interface OauthCredentialsTable {
  expires_at: Date
  provider_user: Json
  secret_hash: string
  service: string
  token_hash: string
  user_id: string | null
}

export interface OauthGrantsTable {
  application_id: string
  created_at: Generated<Date>
  expires_at: Date
  id: string
  payload: Json
  scopes: Texts
  used_at: Date | null
  user_id: string
}

export interface OauthRecordsTable {
  consumed_at: Date | null
  expires_at: Date
  grant_id: string | null
  hashed_id: string
  payload: Json
}

export interface PasskeysTable {
  backed_up: boolean
  counter: number
  created_at: Date
  credential_id: string
  id: string
  last_used_at: Date | null
  name: string
  public_key: Buffer
  transports: Texts
  user_id: string
}

export interface PasswordTokensTable {
  address: string | null
  hashed_token: string
  issued_at: Date
  reason: 'reset' | 'enroll'
  user_id: string
}

export interface PicturesTable {
  id: string
  incoming: string | null
  kind: string
  objects: Generated<Texts>
  sent_as: string | null
  state: Generated<'waiting' | 'shown' | 'gone'>
  subject_id: string
  user_id: string
}

export interface PlayerProfilesTable {
  bio: Generated<string>
  ifpa_number: string | null
  location: Generated<string>
  picture: Json | null
  supporter: Generated<boolean>
  unlisted: Generated<boolean>
  user_id: string
}

export interface PushDevicesTable {
  auth: string | null
  created_at: Date
  device: string
  endpoint: string
  id: string
  last_success: Date | null
  p256dh: string | null
  user_id: string
}

export interface PushNoticesTable {
  at: Date
  due_at: Generated<Date>
  id: string
  kind: string
  mark: Generated<string>
  subject: string
  user_id: string
}

export interface RatingChoicesTable {
  hidden: boolean
  user_id: string
}

export interface RatingHistoryTable {
  games: number
  nights: number
  position: number
  rating: number
  rd: number
  user_id: string
  vol: number
}

export interface RatingNightsTable {
  digest: string
  ended_at: Date
  event_id: string
  position: number
}

export interface RatingsTable {
  games: number
  nights: number
  rating: number
  rd: number
  user_id: string
}

export interface ReportedGamesTable {
  dismissed_at: Date | null
  doubts: Texts
  ended_at: Date
  entrant_ids: Generated<Texts>
  event_id: string | null
  game: number | null
  group_id: string | null
  id: string
  machine_id: string
  report_id: string
  started_at: Date | null
  station_id: string | null
  used_at: Date | null
  user_ids: Generated<Texts>
  venue_id: string
}

export interface ReportedPlaysTable {
  answer: Json | null
  contested_by: string | null
  game_id: string
  initials: string | null
  name: string | null
  play: number
  player: number | null
  score: number
  score_id: string | null
  user_id: string | null
  venue_id: string
}

export interface ReportingEventsTable {
  count_at_once: boolean
  event_id: string
}

export interface ReportsTable {
  about_user: string | null
  at: Generated<Date>
  by_user: string | null
  closed_at: Date | null
  closed_by: string | null
  id: string
  kind: string
  label: string
  outcome: string | null
  reason: string
  receipt: GeneratedAlways<number>
  subject_id: string
}

export interface RolesTable {
  created_at: Generated<Date>
  name: string
}

export interface ScoreConfirmationsTable {
  at: Generated<Date>
  score_id: string
  user_id: string
}

export interface ScoreFlagsTable {
  at: Generated<Date>
  reason: string
  score_id: string
  user_id: string
}

export interface ScoreHistoryTable {
  action: string
  at: Generated<Date>
  by_user: string | null
  changes: Generated<Json>
  id: string
  reason: string | null
  score_id: string
}

export interface ScoreLikesTable {
  at: Generated<Date>
  score_id: string
  user_id: string
}

export interface ScoresTable {
  achieved_at: Date
  answer: Json
  comment: string | null
  comments: Generated<number>
  created_at: Generated<Date>
  event_id: string | null
  fingerprint: string
  id: string
  likes: Generated<number>
  location: string | null
  machine_id: string
  oddness: Generated<number>
  picture: Json | null
  receipt: GeneratedAlways<number>
  removed_at: Date | null
  source: string | null
  status: Generated<'unverified' | 'verified' | 'disputed' | 'rejected'>
  strokes: number | null
  under_review: Generated<boolean>
  user_id: string
  value: number
  venue_id: string | null
  version: Generated<number>
  windowed: boolean
}

export interface SearchTextsTable {
  done_to: string | null
  table_name: string
  version: string
}

export interface SeriesTable {
  attendance: Generated<number>
  counts: number | null
  created_at: Generated<Date>
  description: Generated<string>
  drop: Generated<number>
  fingerprint: string
  group_id: string | null
  id: string
  made_by: string
  name: string
  points: Json
  receipt: GeneratedAlways<number>
  removed_at: Date | null
  slug: string | null
  ties: Generated<Texts>
}

export interface SeriesEventsTable {
  event_id: string
  ord: number
  series_id: string
}

export interface SeriesLogTable {
  action: 'added' | 'edited' | 'nights' | 'undone' | 'finals'
  at: Generated<Date>
  by_user: string
  id: string
  series_id: string
  subject: Json | null
}

export interface SiteSecretsTable {
  created_at: Generated<Date>
  name: string
  sealed: Buffer
}

export interface SiteSettingsTable {
  key: string
  sealed: Buffer | null
  updated_at: Generated<Date>
  value: Json | null
}

export interface StationBoardsTable {
  board_id: string
  station_id: string
  venue_id: string
}

export interface StationsTable {
  board_name: Generated<string>
  code: string
  fingerprint: string
  games: Generated<number>
  id: string
  machine_id: string
  now_named: string | null
  paired_at: Generated<Date>
  paired_by: string
  removed_at: Date | null
  succeeded_by: string | null
  unclaimed: Generated<number>
  venue_id: string
}

export interface SupporterBegunTable {
  expires_at: Date
  state_hash: string
  user_id: string
  verifier: Buffer
}

export interface SupporterLinksTable {
  active: boolean
  id: string
  linked_at: Date
  provider_id: string
  tier: string | null
  tokens: Buffer
  user_id: string
}

export interface UploadsTable {
  asked_at: Generated<Date>
  key: string
  kind: string
  subject_id: string | null
  user_id: string
}

export interface UserEmailsTable {
  address: string
  address_key: string
  user_id: string
  verified: Generated<boolean>
}

export interface UserPasswordsTable {
  hash: string
  user_id: string
}

export interface UserRecoveryCodesTable {
  code_hash: string
  user_id: string
}

export interface UserSrpTable {
  identity: string
  salt: string
  user_id: string
  verifier: string
}

export interface UserTotpTable {
  enabled_at: Date | null
  last_step: number | null
  secret: Buffer
  user_id: string
}

export interface UserWordsTable {
  is_username: boolean
  user_id: string
  word: string
}

export interface UsersTable {
  created_at: Generated<Date>
  deleted_at: Date | null
  display_name: string
  id: string
  locale: string | null
  profile: Generated<Json>
  roles: Json | null
  search: Generated<string>
  suspended_at: Date | null
  suspended_until: Date | null
  suspension_reason: string | null
  username: string
  username_key: string
  username_skeletons: Generated<Texts>
}

export interface VenueInitialsTable {
  initials: string
  registered_at: Generated<Date>
  user_id: string
  venue_id: string
}

export interface VenueMachinesTable {
  code: string
  machine_id: string
  note: Generated<string>
  out_of_order_since: Date | null
  position: number | null
  venue_id: string
}

export interface VenueManagersTable {
  user_id: string
  venue_id: string
}

export interface VenuesTable {
  created_at: Generated<Date>
  description: Generated<string>
  fingerprint: string
  group_id: string | null
  id: string
  made_by: string
  name: string
  place: Generated<string>
  receipt: GeneratedAlways<number>
  removed_at: Date | null
  removed_by: string | null
  search: Generated<string>
  slug: string
  time_zone: Generated<string>
}

export interface WebhookCursorTable {
  looked_at: Date
  n: number
  one: Generated<boolean>
}

export interface WebhookDeliveriesTable {
  answer: string | null
  body: string
  created_at: Generated<Date>
  ended_at: Date | null
  error: string | null
  id: string
  lane: string
  n: GeneratedAlways<number>
  retry_at: Date | null
  shows_event: string | null
  shows_venue: string | null
  source: string
  state: Generated<'waiting' | 'delivered' | 'dead'>
  status: number | null
  subject: string
  tried_at: Date | null
  tries: Generated<number>
  type: string
  user_ids: Texts
  webhook_id: string
}

export interface WebhooksTable {
  created_at: Generated<Date>
  discord: boolean
  ending: string
  event_id: string | null
  failing_since: Date | null
  failures: Generated<number>
  fingerprint: string
  group_id: string | null
  host: string
  id: string
  made_by: string
  mailed: Generated<boolean>
  name: string
  off: 'owner' | 'failing' | 'full' | null
  only_events: Generated<Texts>
  only_groups: Generated<Texts>
  only_machines: Generated<Texts>
  only_venues: Generated<Texts>
  removed_at: Date | null
  retry_at: Date | null
  sealed: Buffer | null
  since_at: Date
  since_n: number
  types: Texts
}

/** Every table, by name. */
export interface Tables {
  api_keys: ApiKeysTable
  audit_exports: AuditExportsTable
  audit_log: AuditLogTable
  backup_downloads: BackupDownloadsTable
  backups: BackupsTable
  bests: BestsTable
  blocked_names: BlockedNamesTable
  board_kiosks: BoardKiosksTable
  comments: CommentsTable
  email_tokens: EmailTokensTable
  event_attempts: EventAttemptsTable
  event_claims: EventClaimsTable
  event_devices: EventDevicesTable
  event_entrants: EventEntrantsTable
  event_fees: EventFeesTable
  event_games: EventGamesTable
  event_groups: EventGroupsTable
  event_log: EventLogTable
  event_machines: EventMachinesTable
  event_payments: EventPaymentsTable
  event_playoffs: EventPlayoffsTable
  event_rounds: EventRoundsTable
  event_seats: EventSeatsTable
  event_staff: EventStaffTable
  event_voids: EventVoidsTable
  events: EventsTable
  export_tokens: ExportTokensTable
  feed: FeedTable
  feed_head: FeedHeadTable
  feed_key: FeedKeyTable
  game_scores: GameScoresTable
  group_invites: GroupInvitesTable
  group_members: GroupMembersTable
  group_people: GroupPeopleTable
  groups: GroupsTable
  imports: ImportsTable
  invitation_uses: InvitationUsesTable
  invitations: InvitationsTable
  jobs: JobsTable
  login_identities: LoginIdentitiesTable
  login_tokens: LoginTokensTable
  machine_tallies: MachineTalliesTable
  machines: MachinesTable
  merged_machines: MergedMachinesTable
  migrations: MigrationsTable
  notification_cursor: NotificationCursorTable
  notification_settings: NotificationSettingsTable
  nvram_bases: NvramBasesTable
  oauth_applications: OauthApplicationsTable
  oauth_attempts: OauthAttemptsTable
  oauth_credentials: OauthCredentialsTable
  oauth_grants: OauthGrantsTable
  oauth_records: OauthRecordsTable
  passkeys: PasskeysTable
  password_tokens: PasswordTokensTable
  pictures: PicturesTable
  player_profiles: PlayerProfilesTable
  push_devices: PushDevicesTable
  push_notices: PushNoticesTable
  rating_choices: RatingChoicesTable
  rating_history: RatingHistoryTable
  rating_nights: RatingNightsTable
  ratings: RatingsTable
  reported_games: ReportedGamesTable
  reported_plays: ReportedPlaysTable
  reporting_events: ReportingEventsTable
  reports: ReportsTable
  roles: RolesTable
  score_confirmations: ScoreConfirmationsTable
  score_flags: ScoreFlagsTable
  score_history: ScoreHistoryTable
  score_likes: ScoreLikesTable
  scores: ScoresTable
  search_texts: SearchTextsTable
  series: SeriesTable
  series_events: SeriesEventsTable
  series_log: SeriesLogTable
  site_secrets: SiteSecretsTable
  site_settings: SiteSettingsTable
  station_boards: StationBoardsTable
  stations: StationsTable
  supporter_begun: SupporterBegunTable
  supporter_links: SupporterLinksTable
  uploads: UploadsTable
  user_emails: UserEmailsTable
  user_passwords: UserPasswordsTable
  user_recovery_codes: UserRecoveryCodesTable
  user_srp: UserSrpTable
  user_totp: UserTotpTable
  user_words: UserWordsTable
  users: UsersTable
  venue_initials: VenueInitialsTable
  venue_machines: VenueMachinesTable
  venue_managers: VenueManagersTable
  venues: VenuesTable
  webhook_cursor: WebhookCursorTable
  webhook_deliveries: WebhookDeliveriesTable
  webhooks: WebhooksTable
}
