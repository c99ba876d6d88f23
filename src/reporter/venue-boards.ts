import { TokenBucket } from '#ddp/server/token-bucket.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import {
  type BoardMessage,
  cleanName,
  type DiscoveryMessage,
  decodeBoardMessage,
  decodeDiscovery,
  decodeGameState,
} from './board-messages.ts'
import type { BoardPath } from './board-requests.ts'
import type { BoardState } from './game-reports.ts'
import { GameTracker, type RememberedGame, SILENT_MS, type TrackedChange } from './game-tracker.ts'

/** Boards that are followed at most: twice the stations of a venue. */
export const MAX_BOARDS = 120
/** ms after which an unpaired board that was not heard may make room for another */
const FORGOTTEN_MS = 600_000
/** ms that a board has to answer a question */
const ANSWER_MS = 10_000
const NAME_AGAIN_MS = 60_000
/** How often a board may end games: real ones repeat an end six times, 5 s or 1.2 s apart. */
const ENDS = { burst: 30, perSecond: 1 }
/** bytes of a name in a hello, which is cut at 32, perhaps within a letter: a shorter one is whole */
const WHOLE_NAME = 29

/** A paired board, as it is kept over a restart. */
export interface KnownBoard {
  id: string
  name: string
  address: string
}

/** A board as the status page shows it. `heardAt`: ms; null: not since the start */
export interface MachineBoardView extends KnownBoard {
  heardAt: number | null
  isPaired: boolean
  state: BoardState | null
  games: number
}

export interface VenueBoardsOptions {
  clock: Clock
  /** Returns the id of a new game, which no other has. */
  newId(): string
  /** Asks a board over HTTP. @returns null: no answer */
  ask(address: string, path: BoardPath): Promise<string | null>
  /** Asks a board by a datagram whether it answers. */
  ping(address: string): void
  /** What is shown of a board has changed. */
  onLive(boardId: string): void
  /** A game has ended, or more is known of one. */
  onEnded(game: RememberedGame, board: { isPaired: boolean }): void
  /** the paired boards, and the ended games of all, of before a restart */
  known: readonly KnownBoard[]
  remembered: readonly RememberedGame[]
}

/** `unknown`: no board sends this; `boards`: there are too many boards; `ends`: its board ends too many games */
export interface DroppedCounts {
  unknown: number
  boards: number
  ends: number
}

interface Board {
  readonly id: string
  readonly tracker: GameTracker
  readonly ends: TokenBucket
  address: string
  /** '': not known */
  name: string
  /** true: it is what the board has answered, which is never cut */
  isNameWhole: boolean
  /** when it is asked for its name again; null: it is not */
  nameDueAt: number | null
  isPaired: boolean
  /** when it was asked whether it answers; null: it has answered */
  askedAt: number | null
  pingedAt: number
  stateAskedAt: number
  isStateAsked: boolean
  /** how many have ended, and the id of the last one */
  games: number
  lastGame: string | null
}

/** Follows all machine boards of a venue: which there are, what they are called, and whether they answer. */
export class VenueBoards {
  readonly dropped: DroppedCounts = { unknown: 0, boards: 0, ends: 0 }
  readonly #options: VenueBoardsOptions
  readonly #boards = new Map<string, Board>()
  /** the board that was last heard at an address */
  readonly #byAddress = new Map<string, Board>()
  /** ids of boards that the site has said to be paired */
  readonly #paired = new Set<string>()
  #remembered: readonly RememberedGame[]

  constructor(options: VenueBoardsOptions) {
    this.#options = options
    this.#remembered = options.remembered
    for (const { id, name, address } of options.known.slice(0, MAX_BOARDS)) {
      this.#paired.add(id)
      this.#add(id, address).name = name
    }
  }

  /** The ids of the boards that are followed. */
  get ids(): string[] {
    return [...this.#boards.keys()]
  }

  /** The paired boards, for the spool. */
  get paired(): KnownBoard[] {
    return [...this.#boards.values()].filter(({ isPaired }) => isPaired).map(({ id, name, address }) => ({ id, name, address }))
  }

  isKnown(address: string): boolean {
    return this.#byAddress.has(address)
  }

  /** How a board is now, for the site; null: it is not followed any more */
  state(id: string): { id: string; name: string; game: BoardState | null } | null {
    const board = this.#boards.get(id)
    return board === undefined ? null : { id, name: board.name, game: board.tracker.live }
  }

  views(): MachineBoardView[] {
    return [...this.#boards.values()].map(({ id, name, address, isPaired, games, tracker }) => {
      const { heardAt, live } = tracker
      return { id, name, address, isPaired, games, heardAt: Number.isFinite(heardAt) ? heardAt : null, state: live }
    })
  }

  /** The site has answered which of these boards are paired. */
  setPaired(asked: readonly string[], paired: readonly string[]): void {
    for (const id of asked) {
      const board = this.#boards.get(id)
      const isPaired = paired.includes(id)
      if (isPaired) this.#paired.add(id)
      else this.#paired.delete(id)
      if (board !== undefined) board.isPaired = isPaired
    }
  }

  /** A datagram has come to the game port. */
  game(datagram: Uint8Array, address: string): void {
    const message = decodeBoardMessage(datagram)
    if (message === null) this.dropped.unknown++
    else this.#message(message, address)
  }

  /**
   * A datagram has come to the discovery port. A hello is no sign of a start: a board that knows no other says it every 15 seconds, and
   * each board does when it is asked by a reporter.
   */
  discovery(datagram: Uint8Array, address: string): void {
    const message = decodeDiscovery(datagram)
    if (message === null) this.dropped.unknown++
    else this.#discovered(message, address)
  }

  /** Asks the boards that should be asked now. Call it every second. */
  tick(): void {
    const now = this.#options.clock.now()
    for (const board of this.#boards.values()) {
      if (board.askedAt !== null && now - board.askedAt >= ANSWER_MS) {
        board.askedAt = null
        this.#apply(board, board.tracker.unanswered(now))
      }
      const asksState = board.tracker.asks(now)
      // A board at rest is silent, so it is asked too.
      const asksLife = now - board.tracker.heardAt >= SILENT_MS && now - board.pingedAt >= SILENT_MS
      if (asksState || asksLife) this.#ping(board, now)
      if (asksState) this.#askState(board, now)
      if (board.nameDueAt !== null && now >= board.nameDueAt) this.#askName(board)
    }
  }

  #message(message: BoardMessage, address: string): void {
    const { clock } = this.#options
    const board = this.#boards.get(message.boardId) ?? this.#admit(message.boardId, address)
    if (board === null) {
      this.dropped.boards++
      return
    }
    if (message.type === 'end_of_game' && !board.ends.take()) {
      this.dropped.ends++
      return
    }
    this.#move(board, address)
    board.askedAt = null
    if (message.type === 'reset') board.nameDueAt = clock.now()
    this.#apply(board, board.tracker.message(clock.now(), message, address))
  }

  #discovered(message: DiscoveryMessage, address: string): void {
    if (message.type === 'full') {
      for (const peer of message.peers) this.#named(this.#byAddress.get(peer.address), peer.name)
      return
    }
    const board = this.#byAddress.get(message.type === 'offline' ? message.address : address)
    if (board === undefined) return
    // Anybody may say so of a board, so it is asked.
    if (message.type === 'offline') board.pingedAt = Number.NEGATIVE_INFINITY
    if (message.type === 'hello') this.#named(board, message.name)
    if (message.type === 'hello' || message.type === 'pong') this.#answered(board)
  }

  #answered(board: Board): void {
    const now = this.#options.clock.now()
    board.askedAt = null
    board.tracker.answered(now)
    // It is there again, and a board at rest does not say how it is.
    if (board.tracker.live === null && now - board.stateAskedAt >= SILENT_MS) this.#askState(board, now)
  }

  /** Takes a name that is told of a board until it has answered its own. */
  #named(board: Board | undefined, name: string): void {
    if (board === undefined || name === '' || board.name.startsWith(name)) return
    if (board.isNameWhole) board.nameDueAt ??= this.#options.clock.now()
    else if (Buffer.byteLength(name) < WHOLE_NAME) this.#rename(board, name)
  }

  #rename(board: Board, name: string): void {
    if (board.name === name) return
    board.name = name
    this.#options.onLive(board.id)
  }

  /** Makes room for a board that is not followed yet, if it may have some. */
  #admit(id: string, address: string): Board | null {
    if (this.#boards.size >= MAX_BOARDS) {
      const now = this.#options.clock.now()
      const isPaired = this.#paired.has(id)
      const unpaired = [...this.#boards.values()].filter(board => !board.isPaired)
      // Those that have been there for longest stay.
      const leaving = unpaired.findLast(({ tracker }) => isPaired || now - tracker.heardAt >= FORGOTTEN_MS)
      if (leaving === undefined) return null
      this.#boards.delete(leaving.id)
      if (this.#byAddress.get(leaving.address) === leaving) this.#byAddress.delete(leaving.address)
    }
    const board = this.#add(id, address)
    this.#options.onLive(id)
    return board
  }

  #add(id: string, address: string): Board {
    const { clock, newId } = this.#options
    const remembered = this.#remembered.filter(({ game }) => game.boardId === id)
    this.#remembered = this.#remembered.filter(({ game }) => game.boardId !== id)
    const now = clock.now()
    const board: Board = {
      ...{ id, address, name: '', isNameWhole: false, nameDueAt: now, isPaired: this.#paired.has(id), games: 0, lastGame: null },
      ...{ askedAt: null, pingedAt: Number.NEGATIVE_INFINITY, stateAskedAt: Number.NEGATIVE_INFINITY, isStateAsked: false },
      tracker: new GameTracker({ boardId: id, newId, remembered }),
      ends: new TokenBucket(ENDS, clock),
    }
    this.#boards.set(id, board)
    this.#byAddress.set(address, board)
    return board
  }

  #move(board: Board, address: string): void {
    if (board.address !== address && this.#byAddress.get(board.address) === board) this.#byAddress.delete(board.address)
    board.address = address
    this.#byAddress.set(address, board)
  }

  #ping(board: Board, now: number): void {
    board.pingedAt = now
    board.askedAt ??= now
    this.#options.ping(board.address)
  }

  #askState(board: Board, now: number): void {
    if (board.isStateAsked) return
    board.isStateAsked = true
    board.stateAskedAt = now
    const { address } = board
    void this.#options.ask(address, '/api/game/status').then(text => {
      board.isStateAsked = false
      const state = text === null ? null : decodeGameState(board.id, parse(text))
      if (state !== null && this.#boards.get(board.id) === board && board.address === address) this.#message(state, address)
    })
  }

  #askName(board: Board): void {
    board.nameDueAt = null
    void this.#options.ask(board.address, '/api/game/name').then(text => {
      const name = cleanName(text ?? '')
      if (name === '') {
        board.nameDueAt = this.#options.clock.now() + NAME_AGAIN_MS
        return
      }
      board.isNameWhole = true
      if (this.#boards.get(board.id) === board) this.#rename(board, name)
    })
  }

  #apply(board: Board, { live, ended }: TrackedChange): void {
    if (live !== undefined) this.#options.onLive(board.id)
    const remembered = ended === undefined ? undefined : board.tracker.remembered.find(({ game }) => game.id === ended.id)
    if (remembered === undefined) return
    if (remembered.game.id !== board.lastGame) board.games++
    board.lastGame = remembered.game.id
    this.#options.onEnded(remembered, { isPaired: board.isPaired })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
