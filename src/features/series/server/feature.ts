import type { AccountsApi } from '#accounts/server/api.ts'
import type { EventsApi } from '#events/server/api.ts'
import type { GroupsApi } from '#groups/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import { DayLimit } from '#platform/live/server/day-limit.ts'
import type { PlayersApi } from '#players/server/api.ts'
import { SeriesAccess } from './access.ts'
import { addSeries } from './calls/add.ts'
import { addFinals } from './calls/add-finals.ts'
import { editSeries } from './calls/edit.ts'
import { removeSeriesForAll } from './calls/remove.ts'
import { setSeriesEvents } from './calls/set-events.ts'
import { undoNights } from './calls/undo-nights.ts'
import { serveSeriesFiles } from './export/http-routes.ts'
import { listOwnEntries } from './log-store.ts'
import { registerPublications } from './publications.ts'
import { seriesSeeds } from './seeds.ts'
import { SeriesCache } from './standings/series-cache.ts'
import { registerStandings } from './standings/series-views.ts'
import { listEarlierNights } from './store.ts'

export function startSeries(
  platform: FeatureContext,
  { accounts, groups, players, events }: { accounts: AccountsApi; groups: GroupsApi; players: PlayersApi; events: EventsApi },
): void {
  const { config, database, live, log, clock, caches } = platform
  const dayLimit = new DayLimit(config.rateLimits, log, { method: 'series.add', table: 'series' })
  const access = new SeriesAccess(platform, { accounts, groups })
  const cache = caches.add('series in memory', new SeriesCache(platform, events))
  registerPublications(platform, { access, groups, events })
  registerStandings(platform, { access, cache, players })
  registerCalls(live, [addSeries, editSeries, removeSeriesForAll, setSeriesEvents, undoNights, addFinals], {
    access,
    accounts,
    cache,
    database,
    dayLimit,
    events,
    groups,
  })
  serveSeriesFiles(platform, access, cache)
  events.registerSeeds('series', seriesSeeds({ events, clock }))
  events.nights.onBalance(listEarlierNights)
  accounts.onExport(async userId => ({ 'series.json': await listOwnEntries(database.db, userId) }))
}
