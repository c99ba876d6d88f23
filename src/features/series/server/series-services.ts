import type { AccountsApi } from '#accounts/server/api.ts'
import type { EventsApi } from '#events/server/api.ts'
import type { GroupsApi } from '#groups/server/api.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import type { DayLimit } from '#platform/live/server/day-limit.ts'
import { type Call, signedIn } from '#platform/live/server/live-server.ts'
import type { SeriesAccess } from './access.ts'
import type { SeriesCache } from './standings/series-cache.ts'
import { lockSeries, type SeriesRow, seriesById } from './store.ts'

/** What the calls of this feature use. */
export interface SeriesServices {
  access: SeriesAccess
  accounts: Pick<AccountsApi, 'blockedNames' | 'lock'>
  cache: SeriesCache
  database: Database
  dayLimit: DayLimit
  events: EventsApi
  groups: GroupsApi
}

/**
 * Answers a call by which somebody changes a season, in one transaction that has the season's row to itself. A user from whom the season is
 * hidden neither waits for its lock nor makes others wait.
 * @param change returns the changes for the change log @throws DdpError 401, 403, 404, and what `change` throws
 */
export async function changeSeriesAsManager(
  call: Call<{ seriesId: string }>,
  { access }: SeriesServices,
  change: (tx: Db, series: SeriesRow, userId: string) => Promise<readonly NewChange[]>,
): Promise<Record<string, never>> {
  const userId = signedIn(call)
  const { seriesId } = call.input
  await call.commit(async tx => {
    await access.requireManager(await seriesById(tx, seriesId), userId)
    return change(tx, await access.requireManager(await lockSeries(tx, seriesId), userId), userId)
  })
  return {}
}
