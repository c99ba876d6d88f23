import { DdpClient } from '#ddp/client/client.ts'
import { CLIENT_TIMING } from '#ddp/client/connection.ts'
import type { Connect } from '#ddp/client/socket.ts'
import type { Clock, Timer } from '#ddp/timing/clock.ts'
import { RETRY } from '#ddp/timing/retry.ts'
import type { DdpError } from '#ddp/wire/error.ts'
import type { BoardState } from './game-reports.ts'
import type { Spool, SpooledGame, WaitingGame } from './spool.ts'

/** ms between two times that live states are told */
const GATHER_MS = 250
/** ms after which all boards are told again */
const ALL_AGAIN_MS = 60_000
/** ms until a site that has refused the key is asked again */
const REFUSED_MS = 60_000
/** ms until a site that could not answer is asked again */
const FAILED_MS = 5000
/** Tries of one game after which others go before it, and the longest pause between two tries in ms. */
const TRIES_IN_ORDER = 3
const LONGEST_PAUSE_MS = 300_000
/** ms until the next try to connect, at most */
const LONGEST_RETRY_MS = 30_000

/** A machine board as `stations.reportLive` takes it. `game`: null: it does not answer */
export interface LiveMachineBoard {
  id: string
  name: string
  game: BoardState | null
}

export interface SiteLinkOptions {
  connect: Connect
  clock: Clock
  /** Returns the time of day in ms. */
  timeOfDay(): number
  /** Returns by how many ms the time of day was set forward since a game was kept. */
  wasSet(game: SpooledGame): number
  random(): number
  key: string
  spool: Spool
  /** The name of a board, '' if it is not known. */
  nameOf(boardId: string): string
  boards(): LiveMachineBoard[]
  board(id: string): LiveMachineBoard | null
  /** The site has said which of the boards that it was told belong to stations. */
  onPaired(told: readonly string[], paired: readonly string[]): void
  log(text: string): void
}

/** `refusal`: why the site takes nothing from this reporter now; null: it does, as far as is known */
export interface SiteLinkStatus {
  connection: 'connecting' | 'connected' | 'waiting'
  refusal: string | null
  sent: number
  failed: number
}

/** Brings live states and ended games to the site, over one connection that is opened again whenever it is lost. */
export class SiteLink {
  readonly #options: SiteLinkOptions
  readonly #client: DdpClient
  readonly #changed = new Set<string>()
  #isTelling = false
  /** when live states were told last */
  #toldAt = Number.NEGATIVE_INFINITY
  #isSending = false
  #gathering: Timer | null = null
  #pause: Timer | null = null
  #allAgain: Timer | null = null
  #refusal: string | null = null
  /** when calls may be made again */
  #pausedUntil = Number.NEGATIVE_INFINITY
  /** games that the site could not take, by id, with the number of tries and the time of the next one */
  readonly #tries = new Map<string, { count: number; at: number }>()
  #sent = 0
  #failed = 0
  #isClosed = false

  constructor(options: SiteLinkOptions) {
    this.#options = options
    this.#client = new DdpClient({
      connect: options.connect,
      clock: options.clock,
      random: options.random,
      randomId: () => '',
      soon: notify => notify(),
      timing: { ...CLIENT_TIMING, retry: { ...RETRY, max: LONGEST_RETRY_MS } },
    })
    let wasConnected = false
    this.#client.onStatus(() => {
      const isConnected = this.#isConnected
      if (isConnected !== wasConnected) options.log(isConnected ? 'connected to the site' : 'the connection to the site is lost')
      wasConnected = isConnected
      if (isConnected) this.#onConnected()
    })
  }

  get status(): SiteLinkStatus {
    const { status } = this.#client.status
    const connection = status === 'connected' || status === 'connecting' ? status : 'waiting'
    return { connection, refusal: this.#refusal, sent: this.#sent, failed: this.#failed }
  }

  open(): void {
    this.#client.connect()
    this.#tellAllLater()
  }

  close(): void {
    this.#isClosed = true
    for (const timer of [this.#gathering, this.#pause, this.#allAgain]) timer?.cancel()
    this.#client.disconnect()
  }

  /** What is shown of a board has changed. */
  changed(boardId: string): void {
    // After each new connection all are told.
    if (!this.#isConnected) return
    this.#changed.add(boardId)
    this.#gather()
  }

  /** Sends the games that wait, one after another. */
  send(): void {
    if (this.#isSending || !this.#mayCall) return
    const { spool, clock } = this.#options
    const now = clock.now()
    const waiting = spool.next(id => (this.#tries.get(id)?.at ?? now) <= now)
    if (waiting === null) return
    this.#isSending = true
    void this.#report(waiting).finally(() => {
      this.#isSending = false
      this.send()
    })
  }

  get #isConnected(): boolean {
    return this.#client.status.status === 'connected'
  }

  get #mayCall(): boolean {
    return !this.#isClosed && this.#isConnected && this.#options.clock.now() >= this.#pausedUntil
  }

  #onConnected(): void {
    this.#tellAll()
    this.send()
  }

  #tellAll(): void {
    for (const { id } of this.#options.boards()) this.#changed.add(id)
    this.#gather()
  }

  #tellAllLater(): void {
    this.#allAgain = this.#options.clock.after(ALL_AGAIN_MS, () => {
      this.#tellAll()
      this.send()
      this.#tellAllLater()
    })
  }

  #gather(): void {
    if (this.#gathering !== null || this.#isTelling || this.#changed.size === 0 || !this.#mayCall) return
    const { clock } = this.#options
    this.#gathering = clock.after(Math.max(0, this.#toldAt + GATHER_MS - clock.now()), () => {
      this.#gathering = null
      void this.#tell()
    })
  }

  async #tell(): Promise<void> {
    if (!this.#mayCall) return
    const { key, board, onPaired } = this.#options
    const told = [...this.#changed]
    const boards = told.map(board).filter(each => each !== null)
    this.#changed.clear()
    if (boards.length === 0) return
    this.#isTelling = true
    this.#toldAt = this.#options.clock.now()
    try {
      const params = {
        key,
        boards: boards.map(({ id, name, game }) => ({
          id,
          ...named(name),
          game: game === null ? null : { ...game, scores: [...game.scores] },
        })),
      }
      const result = await this.#client.call('stations.reportLive', [params], { noRetry: true })
      this.#accepted()
      const paired =
        typeof result === 'object' && result !== null && 'paired' in result && Array.isArray(result.paired) ? result.paired : []
      onPaired(
        boards.map(({ id }) => id),
        paired.filter(id => typeof id === 'string'),
      )
    } catch (error) {
      // What is refused for itself is told again with all others, in a minute.
      if (this.#failedCall(error as DdpError) !== 'refused') for (const id of told) this.#changed.add(id)
    } finally {
      this.#isTelling = false
      this.#gather()
    }
  }

  async #report(waiting: WaitingGame): Promise<void> {
    const { key, spool, nameOf, clock, log, timeOfDay, wasSet } = this.#options
    const { id, boardId, plays, endedAt, startedAt, doubts } = waiting.entry.game
    const set = wasSet(waiting.entry)
    const report = {
      ...{ key, id, board: { id: boardId, ...named(nameOf(boardId)) } },
      plays: plays.map(play => ({ ...play })),
      sentAt: new Date(timeOfDay()),
      endedAt: new Date(endedAt + set),
      ...(startedAt === undefined ? {} : { startedAt: new Date(startedAt + set) }),
      doubts: [...doubts],
    }
    try {
      await this.#client.call('stations.report', [report], { noRetry: true })
      this.#accepted()
      this.#tries.delete(id)
      this.#sent++
      spool.acknowledge(waiting)
    } catch (error) {
      const kind = this.#failedCall(error as DdpError)
      if (kind === 'refused') {
        this.#tries.delete(id)
        // Another game has its id, and will have it after the next start too.
        if (codeOf(error as DdpError) === 'id-used') spool.acknowledge(waiting)
        else spool.setAside(waiting, (error as DdpError).message)
        log(`the site does not take a game of board ${boardId}: ${(error as DdpError).message}`)
      } else if (kind === 'failed') {
        const count = (this.#tries.get(id)?.count ?? 0) + 1
        const pause = count < TRIES_IN_ORDER ? 0 : Math.min(LONGEST_PAUSE_MS, FAILED_MS * 2 ** (count - TRIES_IN_ORDER + 1))
        this.#tries.set(id, { count, at: clock.now() + pause })
      }
    }
  }

  #accepted(): void {
    if (this.#refusal !== null) this.#options.log('the site takes reports again')
    this.#refusal = null
  }

  /**
   * A call was not answered as it should. @returns `refused`: this call alone will never be taken; `failed`: it may be later; `waits`: all
   * calls have to wait
   */
  #failedCall(error: DdpError): 'refused' | 'failed' | 'waits' {
    const { error: code, reason, details } = error
    if (!this.#isConnected || code === 'invocation-failed') return 'waits'
    this.#failed++
    // A site without this call is older than the reporter.
    const isUnknownCall = code === 404 && /^Method '.*' not found$/.test(reason ?? '')
    if (code === 401 || code === 403 || isUnknownCall) {
      const text = reason ?? error.message
      const refusal = isUnknownCall
        ? 'this site takes no reports: it is older than this reporter'
        : isOfKey(error)
          ? `${text} Make a new key on the page "Stations" of the venue, and start the reporter with it.`
          : text
      if (refusal !== this.#refusal) this.#options.log(`the site refuses this reporter: ${refusal}`)
      this.#refusal = refusal
      this.#pauseFor(REFUSED_MS)
      return 'waits'
    }
    if (code === 'too-many-requests') {
      const wait = typeof details === 'object' && details !== null && 'timeToReset' in details ? Number(details.timeToReset) : FAILED_MS
      this.#pauseFor(Math.min(Math.max(wait, GATHER_MS) || FAILED_MS, REFUSED_MS))
      return 'waits'
    }
    if (typeof code === 'number' && code >= 400 && code < 500) return 'refused'
    this.#pauseFor(FAILED_MS)
    return 'failed'
  }

  #pauseFor(ms: number): void {
    const { clock } = this.#options
    this.#pausedUntil = Math.max(this.#pausedUntil, clock.now() + ms)
    this.#pause?.cancel()
    this.#pause = clock.after(this.#pausedUntil - clock.now(), () => {
      this.#gather()
      this.send()
    })
  }
}

/** The code of an error that the site declares; undefined: it has none */
const codeOf = ({ details }: DdpError): unknown =>
  typeof details === 'object' && details !== null && 'code' in details ? details.code : undefined

const isOfKey = (error: DdpError): boolean => ['key-unknown', 'not-a-reporter'].includes(String(codeOf(error)))

const named = (name: string): { name?: string } => (name === '' ? {} : { name })
