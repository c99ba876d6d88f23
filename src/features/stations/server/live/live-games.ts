import type { Clock, Timer } from '#ddp/timing/clock.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import type { LiveServer, PublishedDocuments } from '#platform/live/server/live-server.ts'
import type { PubSub } from '#platform/pubsub/pubsub.ts'
import type { ReadCache } from '#platform/read-cache.ts'
import type { LiveGameDoc } from '#stations/contract/live-games.ts'
import { MAX_STATIONS } from '#stations/rules/limits.ts'
import type { VenuesApi } from '#venues/server/api.ts'
import type { StationRow } from '../station-store.ts'

/** A watcher is told of changes at most so often in so many ms. A reporter says something new four times a second, which is passed on at once. */
const MOST_TOLD = 4
const TOLD_IN_MS = 1000
/** ms without a word after which a machine board counts as away, so its live game ends */
const AWAY_MS = 90_000
/** ms for which a game that is over is still shown, with why */
const OVER_MS = 10_000
/** ms between two updates of when a machine board was heard */
const SEEN_STEP_MS = 20_000
/** machine boards of a venue of which something is remembered, beside those of its stations */
const MOST_UNPAIRED = 2 * MAX_STATIONS
const CHANNEL = 'stations.live'

/** A game as its reporter tells it. `ball` and `player` 0: not known */
export interface ToldGame {
  playing: boolean
  ball: number
  player: number
  scores: readonly number[]
}

/** What was told of one machine board. `game` null: it does not answer; left out: nothing was said of its game */
export interface ToldBoard {
  id: string
  name?: string
  game?: ToldGame | null
  /** scores of a game that has just ended */
  lastGame?: number[]
}

/** What one node tells the others: boards of a venue, or a game of a station that has no machine board. */
interface Told {
  venueId: string
  boards: ToldBoard[]
  station?: { id: string; game: ToldGame }
}

/** The stations of a venue, as they are needed for each report. */
export interface VenueStations {
  byId: ReadonlyMap<string, StationRow>
  byBoard: ReadonlyMap<string, StationRow>
}

interface SeenBoard {
  name: string
  seenAt: number
  lastGame: number[] | null
  /** of which station it is shown when it was heard; null: of none */
  stationId: string | null
}

/** A game of a station. */
interface KnownGame {
  /** as it was told last while it was played */
  told: ToldGame
  /** when it was told */
  at: number
  /** the machine on whose page it is shown */
  shownOn: string | null
  /** null: it is being played; `gone`: it is not shown any more */
  over: NonNullable<LiveGameDoc['over']> | 'gone' | null
  /** ends its being shown after it is over */
  timer: Timer | null
}

interface LiveVenue {
  playing: PublishedDocuments
  /** for its managers: when stations were heard, and machine boards that belong to none */
  seen: PublishedDocuments
  boards: Map<string, SeenBoard>
  /** by station */
  games: Map<string, KnownGame>
  /** the stations whose games have changed since watchers were told */
  changed: Set<string>
  /** when watchers were told, the last times */
  toldAt: number[]
  timer: Timer | null
}

interface LiveGamesOptions {
  live: LiveServer
  clock: Clock
  pubSub: PubSub
  venues: Pick<VenuesApi, 'venue'>
  stations: ReadCache<VenueStations>
  report(error: unknown): void
}

/**
 * The games that are being played. They are no rows of the database: each node has in memory what the reporters tell it and what the other
 * nodes pass on, and publishes it, so that a watcher is told at most four times a second.
 */
export class LiveGames {
  readonly #options: LiveGamesOptions
  readonly #venues = new Map<string, LiveVenue>()
  /** by machine: the games in venues that everybody may see */
  readonly #machines = new Map<string, PublishedDocuments>()

  constructor(options: LiveGamesOptions) {
    this.#options = options
    options.pubSub.subscribe(CHANNEL, message => {
      this.#apply(JSON.parse(message) as Told).catch(options.report)
    })
  }

  close(): void {
    for (const { games, timer } of this.#venues.values()) {
      timer?.cancel()
      for (const game of games.values()) game.timer?.cancel()
    }
  }

  /** Takes what a reporter tells of machine boards. @returns those that belong to stations */
  async tell(venueId: string, boards: ToldBoard[]): Promise<string[]> {
    const told = { venueId, boards }
    this.#options.pubSub.publish(CHANNEL, JSON.stringify(told))
    return this.#apply(told)
  }

  /** Takes what another program tells of the game of a station. */
  async tellStation(venueId: string, stationId: string, game: ToldGame): Promise<void> {
    const told = { venueId, boards: [], station: { id: stationId, game } }
    this.#options.pubSub.publish(CHANNEL, JSON.stringify(told))
    await this.#apply(told)
  }

  /** The name by which a machine board was heard last; '' if none was. */
  nameOf(venueId: string, boardId: string): string {
    return this.#venues.get(venueId)?.boards.get(boardId)?.name ?? ''
  }

  /** The games of a venue, for `stations.playing`. */
  playing(venueId: string): PublishedDocuments {
    return this.#venue(venueId).playing
  }

  /** What its managers see of a venue's machine boards, for `stations.list`. */
  seen(venueId: string): PublishedDocuments {
    return this.#venue(venueId).seen
  }

  /** The games on a machine, for `stations.playingOn`. */
  playingOn(machineId: string): PublishedDocuments {
    let set = this.#machines.get(machineId)
    if (set === undefined) {
      set = this.#options.live.documents()
      this.#machines.set(machineId, set)
    }
    return set
  }

  /** The stations of a venue have changed: a game of one that is no more ends, and a machine board of a new one is not listed any more. */
  async stationsChanged(venueId: string): Promise<void> {
    const venue = this.#venues.get(venueId)
    if (venue === undefined) return
    const stations = await this.#options.stations.get(venueId)
    for (const id of venue.games.keys()) venue.changed.add(id)
    for (const boardId of venue.boards.keys()) this.#showBoard(venueId, venue, boardId, stations)
    await this.#flush(venueId, venue)
  }

  #venue(venueId: string): LiveVenue {
    let venue = this.#venues.get(venueId)
    if (venue === undefined) {
      const { live } = this.#options
      venue = {
        ...{ playing: live.documents(), seen: live.documents(), boards: new Map(), games: new Map(), changed: new Set() },
        ...{ toldAt: [], timer: null },
      }
      this.#venues.set(venueId, venue)
    }
    return venue
  }

  async #apply({ venueId, boards, station }: Told): Promise<string[]> {
    const { clock, stations: cache } = this.#options
    const stations = await cache.get(venueId)
    const venue = this.#venue(venueId)
    const now = clock.now()
    const paired: string[] = []
    for (const board of boards) {
      const of = stations?.byBoard.get(board.id)
      if (of !== undefined) {
        paired.push(board.id)
        if (board.game !== undefined) this.#noteGame(venueId, venue, of, board.game, now)
        if (board.lastGame !== undefined) this.#noteScores(venue, of, board.lastGame)
      }
      this.#noteBoard(venueId, venue, board, now, stations)
    }
    const own = station === undefined ? undefined : stations?.byId.get(station.id)
    if (own !== undefined) this.#noteGame(venueId, venue, own, station!.game, now)
    await this.#flushSoon(venueId, venue)
    return paired
  }

  /** Tells watchers what has changed, unless they were told too often in the last second: then later. */
  async #flushSoon(venueId: string, venue: LiveVenue): Promise<void> {
    const { clock, report } = this.#options
    if (venue.changed.size === 0 || venue.timer !== null) return
    const wait = (venue.toldAt.at(-MOST_TOLD) ?? Number.NEGATIVE_INFINITY) + TOLD_IN_MS - clock.now()
    if (wait <= 0) return this.#flush(venueId, venue)
    venue.timer = clock.after(wait, () => {
      venue.timer = null
      this.#flush(venueId, venue).catch(report)
    })
  }

  /** @param told null: its machine board does not answer */
  #noteGame(venueId: string, venue: LiveVenue, { id }: StationRow, told: ToldGame | null, at: number): void {
    const before = venue.games.get(id)
    if (told?.playing) {
      before?.timer?.cancel()
      venue.games.set(id, { told, at, shownOn: before?.shownOn ?? null, over: null, timer: null })
      venue.changed.add(id)
    } else if (before !== undefined) this.#end(venueId, venue, id, before, told === null ? 'away' : 'ended')
  }

  /** Shows what a game that has just ended ended with, which may be more than was told while it was played. */
  #noteScores(venue: LiveVenue, { id }: StationRow, scores: readonly number[]): void {
    const game = venue.games.get(id)
    if (game?.over !== 'ended' || scores.length !== game.told.scores.length) return
    // Lower scores are those of another game.
    if (scores.some((score, i) => score < game.told.scores[i]!)) return
    game.told = { ...game.told, scores }
    venue.changed.add(id)
  }

  /** Says that a game is over, and for a while why. */
  #end(venueId: string, venue: LiveVenue, id: string, game: KnownGame, over: 'ended' | 'away'): void {
    if (game.over !== null) return
    game.over = over
    venue.changed.add(id)
    game.timer = this.#options.clock.after(OVER_MS, () => {
      game.over = 'gone'
      venue.changed.add(id)
      this.#flushSoon(venueId, venue).catch(this.#options.report)
    })
  }

  #noteBoard(
    venueId: string,
    venue: LiveVenue,
    { id, name, game, lastGame }: ToldBoard,
    now: number,
    stations: VenueStations | null,
  ): void {
    const before = venue.boards.get(id)
    const isNews =
      before === undefined || (name !== undefined && name !== before.name) || lastGame !== undefined || now - before.seenAt >= SEEN_STEP_MS
    if (!isNews || (game === null && before === undefined)) return
    if (before === undefined && venue.boards.size >= MOST_UNPAIRED + MAX_STATIONS) return
    venue.boards.set(id, {
      name: name ?? before?.name ?? '',
      seenAt: game === null ? before!.seenAt : now,
      lastGame: lastGame ?? before?.lastGame ?? null,
      stationId: before?.stationId ?? null,
    })
    this.#showBoard(venueId, venue, id, stations)
  }

  #showBoard(venueId: string, venue: LiveVenue, boardId: string, stations: VenueStations | null): void {
    const board = venue.boards.get(boardId)!
    const { name, seenAt, lastGame } = board
    const station = stations?.byBoard.get(boardId)
    const id = `${venueId}/${boardId}`
    if (board.stationId !== null && board.stationId !== station?.id) venue.seen.remove('stations', board.stationId)
    board.stationId = station?.id ?? null
    if (station !== undefined) {
      venue.seen.remove('unpairedBoards', id)
      venue.seen.put('stations', station.id, { seenAt: new Date(seenAt) })
      return
    }
    const doc: Fields = { venueId, boardId, name, seenAt: new Date(seenAt), ...(lastGame === null ? {} : { lastGame }) }
    venue.seen.put('unpairedBoards', id, doc)
  }

  /** Tells watchers what has changed. */
  async #flush(venueId: string, venue: LiveVenue): Promise<void> {
    const { clock, venues, stations: cache } = this.#options
    const [known, stations] = await Promise.all([venues.venue(venueId), cache.get(venueId)])
    venue.toldAt = [...venue.toldAt, clock.now()].slice(-MOST_TOLD)
    for (const id of venue.changed) {
      const game = venue.games.get(id)
      const station = stations?.byId.get(id)
      if (game === undefined) continue
      const { over } = game
      const isShown = over !== 'gone' && station !== undefined && known !== null
      const shownOn = isShown && known.isPublic ? station.machineId : null
      if (game.shownOn !== null && game.shownOn !== shownOn) this.playingOn(game.shownOn).remove('liveGames', id)
      game.shownOn = shownOn
      if (!isShown) {
        game.timer?.cancel()
        venue.games.delete(id)
        venue.playing.remove('liveGames', id)
        continue
      }
      const { ball, player, scores } = game.told
      const doc: LiveGameDoc & Fields = {
        ...{ venueId, venueName: known.name, machineId: station.machineId, machineName: station.machineName },
        ...(over === null ? { ...(ball > 0 ? { ball } : {}), ...(player > 0 ? { player } : {}) } : { over }),
        scores: [...scores],
      }
      venue.playing.put('liveGames', id, doc)
      if (shownOn !== null) this.playingOn(shownOn).put('liveGames', id, doc)
    }
    venue.changed.clear()
  }

  /** Ends the live games of which nothing was said for a while, and forgets machine boards that were not heard for an hour. */
  forgetAway(): void {
    const now = this.#options.clock.now()
    for (const [venueId, venue] of this.#venues) {
      for (const [id, game] of venue.games) {
        if (now - game.at >= AWAY_MS) this.#end(venueId, venue, id, game, 'away')
      }
      this.#flushSoon(venueId, venue).catch(this.#options.report)
      for (const [boardId, { seenAt }] of venue.boards) {
        if (now - seenAt < 3_600_000) continue
        venue.boards.delete(boardId)
        venue.seen.remove('unpairedBoards', `${venueId}/${boardId}`)
      }
    }
  }
}
