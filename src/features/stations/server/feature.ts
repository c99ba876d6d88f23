import type { AccountsApi } from '#accounts/server/api.ts'
import type { EventsApi } from '#events/server/api.ts'
import type { KeysApi } from '#keys/server/api.ts'
import type { MachinesApi } from '#machines/server/api.ts'
import { appendChanges } from '#platform/db/change-log/write.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { startIntervalJob } from '#platform/jobs/interval-job.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import { ReadCache } from '#platform/read-cache.ts'
import type { ScoresApi } from '#scores/server/api.ts'
import type { VenuesApi } from '#venues/server/api.ts'
import { CLAIM_MS } from '../rules/limits.ts'
import { claimPlay } from './calls/claim.ts'
import { confirmResult } from './calls/confirm.ts'
import { contestPlay } from './calls/contest.ts'
import { decideClaim } from './calls/decide.ts'
import { dismissGame } from './calls/dismiss.ts'
import { readOwnInitials, setOwnInitials } from './calls/initials.ts'
import { countNvramMaps } from './calls/nvram-maps.ts'
import { pairStation } from './calls/pair.ts'
import { readNvram } from './calls/read-nvram.ts'
import { removeStationOf } from './calls/remove.ts'
import { reportGame } from './calls/report.ts'
import { reportLive } from './calls/report-live.ts'
import { setReportingEvent } from './calls/set-event.ts'
import { setStationMachine } from './calls/set-machine.ts'
import { unclaimPlay } from './calls/unclaim.ts'
import { unlinkGameOfGroup } from './calls/unlink.ts'
import { stationsChanged } from './changes.ts'
import { followResults } from './follow-results.ts'
import * as games from './game-store.ts'
import { LiveGames, type VenueStations } from './live/live-games.ts'
import { registerPublications } from './publications.ts'
import { ReporterAccess } from './reporter-access.ts'
import type { StationsServices } from './services.ts'
import { listStations, moveStations } from './station-store.ts'

const HALF_MINUTE = 30_000
const HOUR = 3_600_000

export interface StationsDependencies {
  accounts: AccountsApi
  keys: KeysApi
  machines: MachinesApi
  venues: VenuesApi
  events: EventsApi
  scores: ScoresApi
}

export interface StationsFeature {
  /** Ends live games of which nothing was said for a while, and deletes what nobody has claimed in time. */
  runOnce(): Promise<void>
}

/** Machines that report their games themselves: stations of venues, live games, claims, and results that enter themselves. */
export function startStations(platform: FeatureContext, dependencies: StationsDependencies): StationsFeature {
  const { caches, clock, config, database, live, log, pubSub, onClose } = platform
  const { accounts, keys, machines, venues, events, scores } = dependencies
  const stations = caches.add(
    'stations of venues',
    new ReadCache<VenueStations>({
      ...{ max: 1000, bytes: 8000 },
      async read(venueId) {
        const rows = await listStations(database.db, venueId)
        return {
          byId: new Map(rows.map(row => [row.id, row])),
          byBoard: new Map(rows.flatMap(row => row.boardIds.map(id => [id, row] as const))),
        }
      },
    }),
  )
  const report = (err: unknown): void => log.error({ err }, 'live games could not be shown')
  const liveGames = new LiveGames({ live, clock, pubSub, venues, stations, report })
  live.onChange(stationsChanged, ({ venueId }) => {
    stations.invalidate(venueId)
    liveGames.stationsChanged(venueId).catch(report)
  })
  const reporters = new ReporterAccess({ keys, venues, clock })
  const services: StationsServices = {
    accounts,
    clock,
    database,
    live,
    log,
    events,
    scores,
    machines,
    venues,
    reporters,
    stations,
    liveGames,
    nvramMaps: config.nvramMaps,
  }
  const calls = [
    reportGame,
    reportLive,
    pairStation,
    setStationMachine,
    removeStationOf,
    claimPlay,
    unclaimPlay,
    contestPlay,
    decideClaim,
    dismissGame,
    setOwnInitials,
    readOwnInitials,
    confirmResult,
    unlinkGameOfGroup,
    setReportingEvent,
    readNvram,
    countNvramMaps,
  ]
  registerCalls(live, calls, services)
  registerPublications(services)

  scores.reported.onGameScores(async (tx, { groupIds, fresh }) => {
    const changes = await followResults(tx, services, groupIds)
    const told = fresh.length === 0 ? [] : await games.listUsedPlays(tx, groupIds)
    const reported = fresh.filter(({ groupId, game, value }) =>
      told.some(each => each.groupId === groupId && each.game === game && each.score === value),
    )
    return { reported, changes }
  })
  machines.onMerge({
    preview: async () => ({}),
    move: async (tx, { from, into }) => (await moveStations(tx, from, into)).map(venueId => stationsChanged.of({ venueId })),
  })
  accounts.onDelete(async (tx, { userId, eraseScores }) => {
    await games.forgetPlayer(tx, userId, eraseScores)
    return []
  })
  accounts.onExport(async userId => ({
    'reported-games.json': {
      claimed: await games.listPlaysOf(database.db, userId),
      initials: await games.listInitialsOf(database.db, userId),
    },
  }))

  /** when unclaimed plays were last deleted (ms) */
  let cleanedAt = 0
  const job = startIntervalJob(
    clock,
    HALF_MINUTE,
    async () => {
      liveGames.forgetAway()
      if (clock.now() - cleanedAt < HOUR) return
      cleanedAt = clock.now()
      const changes = await database.transaction(async tx => {
        const venueIds = await games.forgetUnclaimed(tx, new Date(clock.now() - CLAIM_MS))
        return appendChanges(
          tx,
          venueIds.map(venueId => stationsChanged.of({ venueId })),
        )
      })
      await live.changeLog.publish(changes)
    },
    err => log.error({ err }, 'reported games could not be forgotten'),
  )
  onClose(() => {
    liveGames.close()
    return job.stop()
  })
  return { runOnce: () => job.run() }
}
