import { userChanged } from '#accounts/server/changes.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import { shownPoints } from '#events/rules/standings/points.ts'
import { eventChanged, isPlayChange } from '#events/server/changes.ts'
import { groupChanged } from '#groups/server/changes.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { type DocumentsByCollection, removeAll } from '#platform/live/server/documents.ts'
import { updates } from '#platform/live/server/live-query.ts'
import type { ViewLoadResult, ViewSource } from '#platform/live/server/view.ts'
import { playersSummary } from '#players/contract/summary.ts'
import type { PlayersApi } from '#players/server/api.ts'
import type { PlayerSeriesDoc } from '#series/contract/documents.ts'
import { seriesNights, seriesRow, seriesStandings } from '#series/contract/publications.ts'
import type { SeriesAccess } from '../access.ts'
import { seriesChanged } from '../changes.ts'
import { countDropped, nightDocuments, rowDocuments, rowNightDocuments } from '../documents.ts'
import { groupKey, hideWithGroup } from '../hide-with-group.ts'
import { listSeriesOfPlayer } from '../store.ts'
import { type CurrentSeries, rowIdOf } from './current-series.ts'
import type { PositionedSeries, SeriesCache } from './series-cache.ts'

const CACHE = { name: 'series standings', maxIdle: 60 }

const seriesKey = (seriesId: string): string => `series ${seriesId}`
const eventKey = (eventId: string): string => `event ${eventId}`
const userKey = (userId: string): string => `user ${userId}`
/** watched by what shows seasons of the site, whose nights are of any group */
const ANY_GROUP = 'any group'
/** watched by what any season may concern */
const ANY_SERIES = 'any series'
/** watched by what any entry in an event may concern */
const ANY_ENTRY = 'any entry'

/** Returns the keys of the changes that concern the standings of a season. */
const keysOf = ({ series, nights, userIds }: CurrentSeries): string[] => [
  seriesKey(series.id),
  ...(series.groupId === null ? [ANY_GROUP, ...nights.map(({ source }) => groupKey(source.event.groupId))] : []),
  ...nights.map(({ source }) => eventKey(source.event.id)),
  ...[...userIds].map(userKey),
]

const RELOAD_ON = [
  seriesChanged.touches(({ seriesId, kind }) => (kind === 'log' ? [] : [seriesKey(seriesId)])),
  eventChanged.touches(({ eventId, change }) => (change === null || isPlayChange(change) ? [eventKey(eventId)] : [])),
  userChanged.touches(({ userId, card }) => (card === undefined ? [] : [userKey(userId)])),
  groupChanged.touches(() => [ANY_GROUP]),
]

const COLLECTIONS = ['seriesRows', 'seriesRowNights', 'playerSeries'] as const

/**
 * What tells of a night that is held back, or that not everybody may see any more, goes at once; the load that follows has the rest. A season's
 * rows tell of all of its nights.
 */
const HIDE_AT_ONCE = [
  updates(
    eventChanged,
    ({ eventId, change }) => (change?.kind === 'standings-held' && change.held ? [eventKey(eventId)] : []),
    (_source, documents) => removeAll(documents, ...COLLECTIONS),
    { revokes: true },
  ),
  hideWithGroup(...COLLECTIONS),
]

/** A view of one season, made of its standings. */
function openView(cache: SeriesCache, seriesId: string, toDocuments: (current: PositionedSeries) => DocumentsByCollection): ViewSource {
  const watched = cache.watch(seriesId)
  return {
    async load(): Promise<ViewLoadResult> {
      const current = await watched.current()
      const documents = toDocuments(current)
      return { position: current.position, keys: new Set(keysOf(current)), until: current.until, documents: () => documents }
    },
    rest: () => watched.rest,
    close: () => watched.close(),
  }
}

export function registerStandings(
  { live, database, clock }: FeatureContext,
  { access, cache, players }: { access: SeriesAccess; cache: SeriesCache; players: PlayersApi },
): void {
  live.query(seriesStandings, {
    cache: CACHE,
    async params({ slug, limit = 100, withoutRanks = false }, publishing) {
      const { id } = await access.authorizeAndWatch(publishing, slug)
      return { id, limit, withoutRanks }
    },
    key: ({ id, limit, withoutRanks }) => `rows ${id} ${limit} ${withoutRanks}`,
    open: ({ id, ...shown }) => openView(cache, id, current => ({ seriesRows: rowDocuments(current, shown) })),
    reloadOn: RELOAD_ON,
    updateOn: HIDE_AT_ONCE,
  })

  live.query(seriesRow, {
    cache: CACHE,
    async params({ slug, rowId }, publishing) {
      const { id } = await access.authorizeAndWatch(publishing, slug)
      return { id, rowId }
    },
    key: ({ id, rowId }) => `row ${id} ${rowId}`,
    open: ({ id, rowId }) =>
      openView(cache, id, current => {
        const row = current.rows.find(({ person }) => rowIdOf(id, person) === rowId)
        return { seriesRowNights: row === undefined ? [] : rowNightDocuments(current, row) }
      }),
    reloadOn: RELOAD_ON,
    updateOn: HIDE_AT_ONCE,
  })

  live.query(seriesNights, {
    cache: CACHE,
    params: async ({ slug }, publishing) => (await access.authorizeAndWatch(publishing, slug)).id,
    key: id => `nights ${id}`,
    open: id => openView(cache, id, current => ({ seriesNights: nightDocuments(current, clock.now()) })),
    reloadOn: RELOAD_ON,
    updateOn: [hideWithGroup('seriesNights')],
  })

  live.query(playersSummary, {
    cache: CACHE,
    params: ({ username }) => players.userIdByName(username),
    key: userId => `seasons ${userId}`,
    open: userId => new PlayerSeriesView({ database, cache }, userId),
    reloadOn: [
      ...RELOAD_ON,
      seriesChanged.touches(({ kind }) => (kind === 'log' ? [] : [ANY_SERIES])),
      // The change does not say which user has become an entrant.
      eventChanged.touches(({ change }) =>
        change === null || change.kind === 'entrant' || change.kind === 'entrant-left' ? [ANY_ENTRY] : [],
      ),
    ],
    updateOn: HIDE_AT_ONCE,
  })
}

/** How many seasons of a player are shown. */
const MAX_SHOWN = 10

/**
 * A player's places in seasons that everybody may see. Those of private groups are left out for all subscribers, their members included. It does
 * not keep the seasons in memory: more pages of players are kept than seasons may be.
 */
class PlayerSeriesView implements ViewSource {
  readonly #services: Pick<FeatureContext, 'database'> & { cache: SeriesCache }
  readonly #userId: string
  #seriesIds: readonly string[] = []

  constructor(services: Pick<FeatureContext, 'database'> & { cache: SeriesCache }, userId: string) {
    this.#services = services
    this.#userId = userId
  }

  async load(): Promise<ViewLoadResult> {
    const { database, cache } = this.#services
    const { position, found } = await database.readSnapshot(async (tx, position) => ({
      position,
      found: await listSeriesOfPlayer(tx, this.#userId, MAX_SHOWN),
    }))
    this.#seriesIds = found.map(({ id }) => id)
    const all: PositionedSeries[] = []
    for (const { id } of found) {
      // One that was removed meanwhile is missing in the load that its removal brings.
      const current = await cache.current(id).catch(() => undefined)
      if (current !== undefined) all.push(current)
    }
    const documents = { playerSeries: all.flatMap(current => this.#documentOf(current)) }
    const times = all.flatMap(({ until }) => until ?? [])
    return {
      position: Math.min(position, ...all.map(each => each.position)),
      keys: new Set([ANY_SERIES, ANY_ENTRY, ANY_GROUP, ...all.flatMap(keysOf)]),
      until: times.length === 0 ? null : Math.min(...times),
      documents: () => documents,
    }
  }

  rest(): number {
    return Math.max(0, ...this.#seriesIds.map(id => this.#services.cache.rest(id)))
  }

  #documentOf(current: PositionedSeries): [string, PlayerSeriesDoc & Fields][] {
    const row = current.rows.find(({ person }) => person === `user ${this.#userId}`)
    if (row === undefined) return []
    const { id, name, slug, receipt } = current.series
    const document = {
      userId: this.#userId,
      seriesId: id,
      name,
      slug,
      rank: row.rank,
      players: current.rows.length,
      total: shownPoints(row.total),
      nights: row.nights.length,
      dropped: countDropped(current, row),
      receipt,
    }
    return [[`${this.#userId}/${id}`, document]]
  }
}
