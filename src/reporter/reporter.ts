import { randomUUID } from 'node:crypto'
import type { Connect } from '#ddp/client/socket.ts'
import type { Clock, Timer } from '#ddp/timing/clock.ts'
import { DISCOVERY_PORT, GAME_PORT } from './board-messages.ts'
import { BoardRequests } from './board-requests.ts'
import type { RememberedGame } from './game-tracker.ts'
import { isPrivateAddress } from './private-address.ts'
import type { ReporterStatus } from './reporter-status.ts'
import { SiteLink } from './site-link.ts'
import { Spool, type SpooledGame } from './spool.ts'
import { UdpListener } from './udp-listener.ts'
import { VenueBoards } from './venue-boards.ts'

const TICK_MS = 1000
/** ms between two writes of the list of paired boards */
const KEEP_BOARDS_MS = 60_000
/** ms for which ended games are told to the trackers after a restart */
const REMEMBERED_MS = 600_000
/** The part of the spool that games of boards which are not paired may take. */
const UNPAIRED_SHARE = 0.5

/** Where machine boards are listened to and asked. */
export interface BoardPorts {
  /** the address of this machine to listen at; every one of its addresses gets broadcasts */
  host: string
  game: number
  discovery: number
  http: number
}

export const BOARD_PORTS: BoardPorts = { host: '0.0.0.0', game: GAME_PORT, discovery: DISCOVERY_PORT, http: 80 }

export interface ReporterOptions {
  /** the address of the site, for the status page */
  site: string
  /** Opens a socket to the site. */
  connect: Connect
  key: string
  /** the folder of the spool */
  dir: string
  /** A clock that never jumps, as the rules of games need it. */
  clock: Clock
  /** Returns the time of day in ms, which may jump when it is set. */
  timeOfDay(): number
  random(): number
  ports: BoardPorts
  log(text: string): void
}

/** Listens to the machine boards of a venue and reports to a site what is played. */
export class Reporter {
  readonly #options: ReporterOptions
  readonly #startedAt: number
  /** names this run of the reporter, whose clock has no other */
  readonly #run = randomUUID()
  readonly #spool: Spool
  readonly #listener: UdpListener
  readonly #requests: BoardRequests
  readonly #boards: VenueBoards
  readonly #link: SiteLink
  #ticking: Timer | null = null
  #boardsKeptAt = Number.NEGATIVE_INFINITY
  /** the paired boards that the spool has, as JSON */
  #keptBoards: string
  #saidFailure: string | null = null

  private constructor(options: ReporterOptions, spool: Spool) {
    const { clock, connect, key, random, ports, log } = options
    this.#options = options
    this.#spool = spool
    this.#startedAt = options.timeOfDay()
    this.#keptBoards = JSON.stringify(spool.boards)
    this.#requests = new BoardRequests(clock, ports.http)
    this.#boards = new VenueBoards({
      clock,
      newId: () => randomUUID(),
      ask: (address, path) => this.#requests.ask(address, path),
      ping: address => {
        if (isPrivateAddress(address)) this.#listener.ping(address)
      },
      onLive: id => this.#link.changed(id),
      onEnded: (game, { isPaired }) => this.#keep(game, isPaired),
      known: spool.boards,
      remembered: spool.remembered(this.#startedAt - REMEMBERED_MS).map(game => this.#shift(game, -this.#offset)),
    })
    this.#listener = new UdpListener({
      clock,
      host: ports.host,
      gamePort: ports.game,
      discoveryPort: ports.discovery,
      isKnown: address => this.#boards.isKnown(address),
      onGame: (datagram, address) => this.#boards.game(datagram, address),
      onDiscovery: (datagram, address) => this.#boards.discovery(datagram, address),
      onError: error => log(`a port has failed: ${error.message}`),
    })
    this.#link = new SiteLink({
      ...{ connect, clock, random, key, spool, log, timeOfDay: options.timeOfDay },
      wasSet: ({ kept }: SpooledGame) => (kept?.run === this.#run ? this.#offset - kept.ahead : 0),
      nameOf: id => this.#boards.state(id)?.name ?? '',
      boards: () => this.#boards.ids.flatMap(id => this.#boards.state(id) ?? []),
      board: id => this.#boards.state(id),
      onPaired: (told, paired) => this.#boards.setPaired(told, paired),
    })
  }

  /**
   * Reads the spool and begins to listen and to report.
   * @throws the error of the system if the folder or a port cannot be used; nothing is then left open
   */
  static async start(options: ReporterOptions): Promise<Reporter> {
    let reporter: Reporter | null = null
    const spool = await Spool.open({ dir: options.dir, clock: options.clock, onWritten: () => reporter?.onWritten() })
    reporter = new Reporter(options, spool)
    try {
      await reporter.#listener.open()
    } catch (error) {
      await spool.close()
      throw error
    }
    reporter.#link.open()
    reporter.#tick()
    return reporter
  }

  /** The ports at which machine boards are heard. */
  get ports(): { game: number; discovery: number } {
    return this.#listener.ports
  }

  status(): ReporterStatus {
    const { counts, failure, reasons } = this.#spool
    return {
      ...{ site: this.#options.site, now: this.#options.clock.now(), startedAt: this.#startedAt, link: this.#link.status },
      boards: this.#boards.views(),
      spool: { ...counts, failure, reasons },
      datagrams: { ...this.#listener.counts },
      dropped: { ...this.#boards.dropped },
    }
  }

  /** Stops listening and writes everything to the disk. What the site does not have yet is sent after the next start. */
  async close(): Promise<void> {
    this.#ticking?.cancel()
    this.#listener.close()
    this.#requests.close()
    this.#link.close()
    await this.#spool.close()
  }

  /** The spool has written, or could not. */
  onWritten(): void {
    const { failure } = this.#spool
    if (failure !== this.#saidFailure)
      this.#options.log(failure === null ? 'games are written to the disk again' : `games cannot be written to the disk: ${failure}`)
    this.#saidFailure = failure
    this.#link.send()
  }

  /** ms by which the time of day is ahead of the clock */
  get #offset(): number {
    return Math.round(this.#options.timeOfDay() - this.#options.clock.now())
  }

  #keep(game: RememberedGame, isPaired: boolean): void {
    const ahead = this.#offset
    this.#spool.put({ ...this.#shift(game, ahead), kept: { run: this.#run, ahead } }, isPaired ? 1 : UNPAIRED_SHARE)
  }

  #shift({ game, gameNumber, heardAt }: RememberedGame, by: number): RememberedGame {
    const { startedAt } = game
    const times = { endedAt: game.endedAt + by, ...(startedAt === undefined ? {} : { startedAt: startedAt + by }) }
    return { game: { ...game, ...times }, gameNumber, heardAt: heardAt + by }
  }

  #tick(): void {
    const { clock } = this.#options
    this.#boards.tick()
    if (clock.now() - this.#boardsKeptAt >= KEEP_BOARDS_MS) this.#keepBoards()
    this.#ticking = clock.after(TICK_MS, () => this.#tick())
  }

  #keepBoards(): void {
    this.#boardsKeptAt = this.#options.clock.now()
    const { paired } = this.#boards
    const json = JSON.stringify(paired)
    if (json === this.#keptBoards) return
    this.#keptBoards = json
    this.#spool.keepBoards(paired)
  }
}
