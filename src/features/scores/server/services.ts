import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import type { EventsApi } from '#events/server/api.ts'
import type { GroupsApi } from '#groups/server/api.ts'
import type { MachinesApi } from '#machines/server/api.ts'
import type { Database } from '#platform/db/database.ts'
import type { PlayersApi } from '#players/server/api.ts'
import type { ReportsApi } from '#reports/server/api.ts'
import type { UploadsApi } from '#uploads/server/api.ts'
import type { VenuesApi } from '#venues/server/api.ts'
import type { BoardCache } from './boards/board-cache.ts'
import type { Submissions } from './submit/submissions.ts'

export interface ScoresDependencies {
  accounts: AccountsApi
  audit: AuditApi
  reports: ReportsApi
  groups: GroupsApi
  machines: MachinesApi
  players: PlayersApi
  uploads: UploadsApi
  events: EventsApi
  venues: VenuesApi
}

/** What the calls of the feature use. */
export interface ScoresServices extends ScoresDependencies {
  database: Database
  clock: Clock
  /** returns the public address of the site, without a slash at its end */
  address: () => string
  boards: BoardCache
  submissions: Submissions
}
