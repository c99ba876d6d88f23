import type { Clock } from '#ddp/timing/clock.ts'
import type { EventsApi, NightStandings, WatchedNight } from '#events/server/api.ts'
import { groupChanged } from '#groups/server/changes.ts'
import type { Cache, CacheStats } from '#platform/cache-registry.ts'
import type { Database } from '#platform/db/database.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { noSeries } from '#series/contract/errors.ts'
import { seriesChanged } from '../changes.ts'
import { listVisibleNightIds, type SeriesRow, seriesById } from '../store.ts'
import { type CurrentSeries, SeriesComputer } from './current-series.ts'

/** How many nights of a season are read from the database at once. */
const NIGHTS_AT_ONCE = 4
/** How many seasons that nobody watches are kept, as long as they take at most so many bytes together. */
const MAX_IDLE = 20
const MAX_IDLE_BYTES = 64 * 1024 * 1024
/** After the standings were added up they rest so many times as long, so that they take at most a 20th of a processor with what follows, … */
const REST_FACTOR = 39
/** … but at most so many ms. */
const MAX_REST_MS = 200
/** estimated memory of one row of one night, in bytes */
const ROW_BYTES = 1000

/** A season with its visible nights, as the database had them. */
interface SeriesList {
  series: SeriesRow
  nightIds: readonly string[]
}

/** A season's standings with every change of the change log up to `position`. */
export interface PositionedSeries extends CurrentSeries {
  position: number
}

interface LiveSeriesOptions {
  clock: Clock
  database: Database
  events: EventsApi
  seriesId: string
  /** returns the number of the last change up to which every listener has been given all changes of the log */
  applied(): number
}

/**
 * The standings of a season that somebody watches. Those of its nights are kept in memory by events, which shares them with the pages of the
 * events; so a result of one night costs the sum of the nights, and no night is read or computed again.
 */
class LiveSeries {
  readonly #options: LiveSeriesOptions
  readonly #computer = new SeriesComputer()
  readonly #watched = new Map<string, WatchedNight>()
  #list: SeriesList | null = null
  /** `#list` includes every change up to here */
  #position = -1
  /** the number of the last change after which the list has to be read again */
  #outdatedSince = -1
  #reading: Promise<void> | null = null
  #rows = 0
  #restsUntil = 0
  #closed = false

  constructor(options: LiveSeriesOptions) {
    this.#options = options
  }

  get isOfSite(): boolean {
    return this.#list === null || this.#list.series.groupId === null
  }

  /**
   * ms until the standings should be computed again, see `ViewSource.rest`: as long as a night rests, and as long as the season does. A change
   * that comes alone is never kept waiting.
   */
  get rest(): number {
    // The time of day may have been set back.
    const own = Math.min(MAX_REST_MS, Math.max(0, this.#restsUntil - this.#options.clock.now()))
    return Math.max(own, ...[...this.#watched.values()].map(({ rest }) => rest))
  }

  /** estimated */
  get bytes(): number {
    return this.#rows * ROW_BYTES
  }

  /** The season itself, or which nights it has, has changed. @param n number of the change */
  invalidate(n: number): void {
    this.#outdatedSince = Math.max(this.#outdatedSince, n)
  }

  /** @throws DdpError 404 once the season was removed */
  async current(): Promise<PositionedSeries> {
    const { clock, applied } = this.#options
    const list = await this.#readList()
    const listPosition = this.#outdatedSince > this.#position ? this.#position : Math.max(this.#position, applied())
    const nights = await this.#readNights(list.nightIds).finally(() => this.#closed && this.close())
    const positions = nights.map(({ position }) => position)
    const found = nights.flatMap(({ night }) => night ?? [])
    const begun = clock.now()
    const current = this.#computer.compute(list.series, found, begun)
    const ended = clock.now()
    this.#restsUntil = ended + Math.min(MAX_REST_MS, REST_FACTOR * (ended - begun))
    this.#rows = found.reduce((sum, { rows }) => sum + rows.length, 0)
    return { ...current, position: Math.min(listPosition, ...positions) }
  }

  /** Closes it for good; a computation that is under way is finished. */
  close(): void {
    this.#closed = true
    for (const night of this.#watched.values()) night.close()
    this.#watched.clear()
  }

  async #readList(): Promise<SeriesList> {
    while (this.#list === null || this.#outdatedSince > this.#position) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = null
      })
      await this.#reading
    }
    return this.#list
  }

  async #read(): Promise<void> {
    const { database, seriesId } = this.#options
    const { position, series, nightIds } = await database.readSnapshot(async (tx, position) => ({
      position,
      series: await seriesById(tx, seriesId),
      nightIds: await listVisibleNightIds(tx, seriesId),
    }))
    if (series === null) throw noSeries()
    this.#list = { series, nightIds }
    this.#position = position
    const wanted = new Set(nightIds)
    for (const [id, night] of this.#watched) {
      if (wanted.has(id)) continue
      night.close()
      this.#watched.delete(id)
    }
    if (!this.#closed) for (const id of wanted) this.#watch(id)
  }

  #watch(eventId: string): WatchedNight {
    const known = this.#watched.get(eventId)
    if (known !== undefined) return known
    const watched = this.#options.events.nights.watch(eventId)
    this.#watched.set(eventId, watched)
    return watched
  }

  async #readNights(ids: readonly string[]): Promise<{ position: number; night: NightStandings | null }[]> {
    const read: { position: number; night: NightStandings | null }[] = []
    for (let first = 0; first < ids.length; first += NIGHTS_AT_ONCE) {
      const some = ids.slice(first, first + NIGHTS_AT_ONCE)
      read.push(...(await Promise.all(some.map(id => this.#watch(id).current()))))
    }
    return read
  }
}

/** A season that somebody uses. `close` must be called in the end. */
export interface WatchedSeries extends Pick<LiveSeries, 'current' | 'rest'> {
  close(): void
}

/** The standings of all seasons that somebody watches, and of some that were asked for lately. */
export class SeriesCache implements Cache {
  readonly #platform: Pick<FeatureContext, 'clock' | 'database' | 'live'>
  readonly #events: EventsApi
  /** the least recently used first */
  readonly #live = new Map<string, { series: LiveSeries; uses: number }>()
  #hits = 0
  #misses = 0

  constructor(platform: FeatureContext, events: EventsApi) {
    this.#platform = platform
    this.#events = events
    const { live } = platform
    // Before the views hear of a change, what they are loaded from has it.
    live.onChange(seriesChanged, ({ seriesId, kind }, n) => {
      if (kind !== 'log') this.#live.get(seriesId)?.series.invalidate(n)
    })
    // Which events everybody may see depends on their groups.
    live.onChange(groupChanged, (_change, n) => {
      for (const { series } of this.#live.values()) if (series.isOfSite) series.invalidate(n)
    })
  }

  get stats(): CacheStats {
    const bytes = [...this.#live.values()].reduce((sum, { series }) => sum + series.bytes, 0)
    return { entries: this.#live.size, bytes, hits: this.#hits, misses: this.#misses }
  }

  clear(): number {
    return this.#closeIdle(0)
  }

  watch(seriesId: string): WatchedSeries {
    const entry = this.#use(seriesId)
    const { series } = entry
    let isOpen = true
    return {
      current: () => series.current(),
      get rest() {
        return series.rest
      },
      close: () => {
        if (!isOpen) return
        isOpen = false
        entry.uses--
        this.#closeIdle(MAX_IDLE)
      },
    }
  }

  /** Returns the standings of a season as they are now. @throws DdpError 404 */
  async current(seriesId: string): Promise<PositionedSeries> {
    const watched = this.watch(seriesId)
    try {
      return await watched.current()
    } finally {
      watched.close()
    }
  }

  /** ms until the standings of a season should be computed again, see `ViewSource.rest`; 0 for a season that is not in memory */
  rest(seriesId: string): number {
    return this.#live.get(seriesId)?.series.rest ?? 0
  }

  #use(seriesId: string): { series: LiveSeries; uses: number } {
    const known = this.#live.get(seriesId)
    if (known === undefined) this.#misses++
    else this.#hits++
    const { clock, database, live } = this.#platform
    const options = { clock, database, events: this.#events, seriesId, applied: () => live.changeLog.applied }
    const entry = known ?? { series: new LiveSeries(options), uses: 0 }
    this.#live.delete(seriesId)
    this.#live.set(seriesId, entry)
    entry.uses++
    return entry
  }

  /** Closes seasons that nobody uses, the least recently used first, until at most so many are left and they are small enough. @returns how many were closed */
  #closeIdle(kept: number): number {
    const idle = [...this.#live].filter(([, { uses }]) => uses === 0)
    let bytes = idle.reduce((sum, [, { series }]) => sum + series.bytes, 0)
    const closed = idle.filter(([, { series }], i) => {
      const isClosed = idle.length - i > kept || bytes > MAX_IDLE_BYTES
      if (isClosed) bytes -= series.bytes
      return isClosed
    })
    for (const [id, { series }] of closed) {
      this.#live.delete(id)
      series.close()
    }
    return closed.length
  }
}
