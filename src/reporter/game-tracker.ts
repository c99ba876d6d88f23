import type { BoardMessage, EndOfGameMessage, GameStateMessage } from './board-messages.ts'
import type { BoardState, EndedGame, EndedPlay, ReportDoubt } from './game-reports.ts'
import { isEqual, isExact, playersOf } from './told-scores.ts'

/** ms between two tries of an end, and ms that one may be late (R11) */
const TRY_MS = 5000
const LATE_TRY_MS = 10_000
/** ms for which ended games are remembered */
const REMEMBERED_MS = 600_000
const MOST_REMEMBERED = 20
/** ms for which a state may be late (R6) */
const LATE_MS = 6000
const LATE_AFTER_END_MS = 10_000
/** ms without a message after which a board with a live game is asked, and ms after which it is asked again if it does not answer (R7) */
export const SILENT_MS = 30_000
const ASK_AGAIN_MS = 10_000
/** ms between questions for the scores of a game that has ended, and for how long they are asked (R19) */
const ASK_SCORES_MS = 4000
const SETTLE_MS = 60_000
/** unanswered questions after which a board is away (R7) */
const UNANSWERED = 2
/** ms after its beginning within which a game has the number of the one before, whose end was not told yet (R5) */
const RENUMBERED_MS = 15_000
/** ms within which a game does not end, unless its very scores are told (R15) */
const LEAST_GAME_MS = 30_000
/** ms for which the last state of a game counts where it is not the very end (R17) */
const FRESH_MS = 30_000
/** games that were seen and may end */
const MOST_SEEN = 4
/** ms within which one id from two addresses is two boards (R20), and for which that is remembered */
const TWO_ADDRESSES_MS = 60_000
const CONFLICT_MS = 600_000
/** Some boards read eight digits: scores above this, if a few states are lost, may go on from 0 (R5). */
const ROLLS_OVER_FROM = 50_000_000
const ROLLS_OVER_AT = 100_000_000

/** A game that was seen. */
interface SeenGame {
  /** null: not told */
  gameNumber: number | null
  /** null: its beginning was not seen */
  startedAt: number | null
  /** when it was first seen */
  since: number
  /** of the last state that belongs to it */
  scores: readonly number[]
  /** when that state was heard */
  heardAt: number
  ball: number
  format: number
  restarted: boolean
  /** its end was told */
  hasEnded: boolean
}

/** A game that has ended, as the spool keeps it over a restart of the reporter. */
export interface RememberedGame {
  game: EndedGame
  gameNumber: number
  /** when its end was last heard */
  heardAt: number
}

/** What a message has changed. `live`: how the board is now, if that has changed; null: away. `ended`: a game, or what is now known of one */
export interface TrackedChange {
  live?: BoardState | null
  ended?: EndedGame
}

export interface GameTrackerOptions {
  boardId: string
  /** Returns the id of a new game, which no other has. */
  newId(): string
  /** games that have ended before the reporter started */
  remembered?: readonly RememberedGame[]
}

const NOTHING: TrackedChange = {}

/** Follows the games of one machine board (RULES.md). It knows no sockets and no clock: `at` is the time (ms) at which something came. */
export class GameTracker {
  readonly boardId: string
  readonly #newId: () => string
  #live: BoardState | null = null
  /** the state that counted last, and when */
  #last: { at: number; state: GameStateMessage } | null = null
  #current: SeenGame | null = null
  /** the games before, newest last */
  #earlier: readonly SeenGame[] = []
  #remembered: RememberedGame[]
  /** when a game was last seen to begin */
  #begunAt = Number.NEGATIVE_INFINITY
  #heardAt = Number.NEGATIVE_INFINITY
  /** when it last said how a game is, which may be long before it was last heard: an answer to PING does not say that */
  #toldAt = Number.NEGATIVE_INFINITY
  #askedAt = Number.NEGATIVE_INFINITY
  #unanswered = 0
  #address: { value: string; at: number } | null = null
  #conflictUntil = Number.NEGATIVE_INFINITY
  /** the board has started, and no state of it was seen since */
  #hasStarted = false

  constructor({ boardId, newId, remembered = [] }: GameTrackerOptions) {
    this.boardId = boardId
    this.#newId = newId
    this.#remembered = [...remembered]
  }

  /** How the board is now; null: away, or nothing is known. */
  get live(): BoardState | null {
    return this.#live
  }

  get heardAt(): number {
    return this.#heardAt
  }

  /** The games that may still be heard again, for the spool. */
  get remembered(): readonly RememberedGame[] {
    return this.#remembered
  }

  /** @param address where it came from */
  message(at: number, message: BoardMessage, address: string): TrackedChange {
    this.#noteAddress(at, address)
    this.#heard(at)
    this.#toldAt = at
    this.#remembered = this.#remembered.filter(({ heardAt }) => at - heardAt < REMEMBERED_MS)
    if (message.type === 'reset') return this.started(at)
    return message.type === 'game_state' ? this.#state(at, message) : this.#end(at, message)
  }

  /** The board has started (R9). Its HELLO does not say so. */
  started(at: number): TrackedChange {
    this.#heard(at)
    this.#hasStarted = true
    this.#last = null
    if (this.#current !== null) this.#current.restarted = true
    this.#leaveCurrent()
    return this.#show({ playing: false, ball: 0, player: 0, scores: [] })
  }

  /** The board has answered a question, but for its state. */
  answered(at: number): void {
    this.#heard(at)
  }

  /** True if the board should be asked for its state now. Asking is noted. */
  asks(at: number): boolean {
    const askedFor = at - this.#askedAt
    const isDue = askedFor >= (this.#unanswered > 0 ? ASK_AGAIN_MS : SILENT_MS)
    const isSilent = this.#live?.playing === true && isDue && at - this.#toldAt >= SILENT_MS
    const isUnsettled = askedFor >= ASK_SCORES_MS && this.#last?.state.active !== true && this.#unsettled(at) !== undefined
    if (!isSilent && !isUnsettled) return false
    this.#askedAt = at
    return true
  }

  /** A question was not answered. */
  unanswered(at: number): TrackedChange {
    if (at - this.#heardAt < SILENT_MS) return NOTHING
    this.#unanswered += 1
    return this.#unanswered >= UNANSWERED ? this.#show(null) : NOTHING
  }

  #heard(at: number): void {
    this.#heardAt = at
    this.#unanswered = 0
  }

  #noteAddress(at: number, value: string): void {
    const before = this.#address
    if (before !== null && before.value !== value && at - before.at < TWO_ADDRESSES_MS) this.#conflictUntil = at + CONFLICT_MS
    this.#address = { value, at }
  }

  #show(live: BoardState | null): TrackedChange {
    const before = this.#live
    const isSame =
      before === live ||
      (before !== null &&
        live !== null &&
        (!before.playing || before.ball === live.ball) &&
        before.playing === live.playing &&
        (!before.playing || (before.player === live.player && isEqual(before.scores, live.scores))))
    if (isSame) return NOTHING
    this.#live = live
    return { live }
  }

  #state(at: number, state: GameStateMessage): TrackedChange {
    if (this.#isLate(at, state)) return NOTHING
    const before = this.#last
    this.#last = { at, state }
    if (state.active) this.#follow(at, state, before?.state ?? null)
    else if (this.#current !== null && state.scores.some(score => score > 0)) {
      // R2: the scores of the game that has just been played, as long as no other begins.
      Object.assign(this.#current, { scores: state.scores, heardAt: at })
    }
    this.#hasStarted = false
    const live = this.#show(this.#liveOf(state))
    const settled = this.#settle(at, state)
    return settled === null ? live : { ...live, ended: settled }
  }

  /** R6 */
  #isLate(at: number, state: GameStateMessage): boolean {
    const ended = this.#remembered.at(-1)
    const mayBeEnded = ended !== undefined && (state.gameNumber === null || state.gameNumber === ended.gameNumber)
    if (state.active && mayBeEnded && at - ended.game.endedAt < LATE_AFTER_END_MS && !isAtBeginning(state)) return true
    if (this.#last === null || at - this.#last.at >= LATE_MS) return false
    const { state: before } = this.#last
    if (state.active && before.active && state.gameNumber !== before.gameNumber) return isBefore(state.gameNumber, before.gameNumber)
    if (state.active) {
      // A first state can only be late in the first seconds of its game.
      const mayBegin = !before.active || (this.#current !== null && at - this.#current.since >= LATE_MS)
      if (mayBegin && isAtBeginning(state)) return false
      return isEarlier(state, before) || (!before.active && isEqual(state.scores, before.scores))
    }
    // The state before the game that has just begun.
    const previous = this.#earlier.at(-1)
    return before.active && previous !== undefined && isEqual(state.scores, previous.scores) && state.scores.some(score => score > 0)
  }

  #follow(at: number, state: GameStateMessage, before: GameStateMessage | null): void {
    const { gameNumber, scores, ball, format } = state
    const current = this.#current
    const wasIdle = before !== null && !before.active
    const fell = current !== null && hasFallen(state, current)
    const isNextNumber = current !== null && gameNumber !== null && gameNumber === nextNumber(current.gameNumber)
    // R5: the end of the game before was told after this one had begun, so its number is known only now.
    const isRenumbered = isNextNumber && !fell && current.startedAt !== null && at - current.since < RENUMBERED_MS
    const isNext = isNextNumber && !isRenumbered
    const isInOtherMode = format !== 0 && format !== current?.format
    if (current !== null && !current.hasEnded && !wasIdle && !isNext && !fell && !isInOtherMode) {
      // The counter was reset in mid-game, or the board started anew and its reset was lost (R9, R13).
      if (gameNumber !== current.gameNumber && !isRenumbered) current.restarted = true
      Object.assign(current, { gameNumber, scores, heardAt: at })
      if (ball > 0) current.ball = ball
      return
    }
    this.#leaveCurrent()
    this.#current = {
      ...{ gameNumber, scores, ball, format, since: at, heardAt: at },
      startedAt: before !== null && isFirstBall(state) ? at : null,
      restarted: this.#hasStarted,
      hasEnded: false,
    }
    this.#begunAt = at
  }

  /** Another game than the current one may be played. */
  #leaveCurrent(): void {
    if (this.#current !== null) this.#earlier = [...this.#earlier, this.#current].slice(1 - MOST_SEEN)
    this.#current = null
  }

  #liveOf({ active, ball, player, players, scores }: GameStateMessage): BoardState {
    if (!active || (this.#current?.format ?? 0) !== 0) return { playing: false, ball: 0, player: 0, scores: [] }
    const most = Math.max(players, player, scores.findLastIndex(score => score > 0) + 1, 1)
    return { playing: true, ball, player, scores: scores.slice(0, most) }
  }

  #end(at: number, end: EndOfGameMessage): TrackedChange {
    const scores = end.plays.map(({ score }) => score)
    const isSame = ({ game, gameNumber }: RememberedGame): boolean =>
      gameNumber === end.gameNumber &&
      isEqual(
        game.plays.map(({ score }) => score),
        scores,
      )
    const known = this.#remembered.findLast(isSame)
    if (known !== undefined && at - known.game.endedAt <= LATE_TRY_MS + (end.attempt - 1) * TRY_MS) return this.#again(at, known, end)
    const seen = this.#seenGame(at, end.gameNumber, scores)
    const doubts: ReportDoubt[] = []
    if (at < this.#conflictUntil) doubts.push('two-boards')
    if (known !== undefined && this.#begunAt <= known.game.endedAt) doubts.push('repeat')
    const plays = end.plays.map(({ score, initials }): EndedPlay => ({ score, ...(initials === '' ? {} : { initials }) }))
    const game = judge({ id: this.#newId(), boardId: this.boardId, plays, endedAt: at, doubts }, seen, at)
    this.#remembered = [...this.#remembered, { game, gameNumber: end.gameNumber, heardAt: at }].slice(-MOST_REMEMBERED)
    const isCurrent = seen === null || seen === this.#current
    return { ...(isCurrent ? this.#show({ playing: false, ball: 0, player: 0, scores: [] }) : NOTHING), ended: game }
  }

  /** The end of a known game is heard again (R14). */
  #again(at: number, known: RememberedGame, end: EndOfGameMessage): TrackedChange {
    known.heardAt = at
    let isNews = false
    const plays = known.game.plays.map((play, i): EndedPlay => {
      const { initials } = end.plays[i]!
      if (initials === '' || initials === play.initials) return play
      isNews = true
      return { ...play, initials }
    })
    if (!isNews) return NOTHING
    known.game = { ...known.game, plays }
    return { ended: known.game }
  }

  /** The game that ended with this number and these scores (R15); null: none was seen. */
  #seenGame(at: number, gameNumber: number, scores: readonly number[]): SeenGame | null {
    const current = this.#current === null ? [] : [this.#current]
    const fitting = [...this.#earlier, ...current].filter(
      game => !game.hasEnded && (game.gameNumber === null || game.gameNumber === gameNumber),
    )
    return fitting.findLast(game => isExact(game.scores, scores)) ?? fitting.findLast(game => at - game.since >= LEAST_GAME_MS) ?? null
  }

  /** The last game of which it is not known whose its plays are, and may be told by a state. */
  #unsettled(at: number): RememberedGame | undefined {
    return this.#remembered.findLast(({ game, heardAt }) => hasUnknownPlayers(game) && at - heardAt <= SETTLE_MS)
  }

  /** R19: what is seen now may tell whose the plays of a game are. */
  #settle(at: number, state: GameStateMessage): EndedGame | null {
    const open = this.#unsettled(at)
    if (open === undefined) return null
    const told = open.game.plays.map(({ score }) => score)
    if (!isExact(state.scores, told)) return null
    const seen = this.#seenGame(at, open.gameNumber, told)
    if (seen !== null && isExact(seen.scores, told)) open.game = judge(open.game, seen, at)
    else {
      const players = playersOf(state.scores, told, false)
      const doubts = open.game.doubts.filter(doubt => doubt !== 'order' && doubt !== 'unseen')
      open.game = { ...withPlayers(open.game, players), doubts: [...doubts, 'unseen'] }
    }
    return open.game
  }
}

/** Says of a game what is known of it by the one that was seen: its players and beginning, and the doubts that come from these. */
function judge(game: EndedGame, seen: SeenGame | null, at: number): EndedGame {
  const told = game.plays.map(({ score }) => score)
  const isFresh = seen !== null && seen.gameNumber !== null && at - seen.heardAt <= FRESH_MS
  const players = seen === null ? 'unseen' : playersOf(seen.scores, told, isFresh)
  const doubts: ReportDoubt[] = game.doubts.filter(doubt => doubt === 'two-boards' || doubt === 'repeat')
  if (typeof players === 'string') doubts.push(players)
  else seen!.hasEnded = true
  if (seen !== null && seen.format !== 0) doubts.push('mode')
  if (seen?.restarted) doubts.push('restart')
  const { startedAt: _, ...rest } = game
  return { ...withPlayers(rest, players), ...(seen?.startedAt == null ? {} : { startedAt: seen.startedAt }), doubts }
}

const withPlayers = (game: EndedGame, players: readonly number[] | string): EndedGame =>
  typeof players === 'string' ? game : { ...game, plays: game.plays.map((play, i) => ({ ...play, player: players[i]! })) }

const hasUnknownPlayers = ({ plays }: EndedGame): boolean => plays.some(({ player }) => player === undefined)

const nextNumber = (gameNumber: number | null): number | null => (gameNumber === null ? null : (gameNumber + 1) % 100)

/** True if a game number is the one just before another. */
const isBefore = (a: number | null, b: number | null): boolean => a !== null && nextNumber(a) === b

/** True for a state that may be the first of a game, as opposed to a late one of the game before. */
const isAtBeginning = ({ scores, ball }: GameStateMessage): boolean => ball <= 1 && scores.every(score => score === 0)

/** True if a game may have just begun: only its first player has played. */
const isFirstBall = ({ scores, ball, player }: GameStateMessage): boolean =>
  ball === 0 ? scores.slice(1).every(score => score === 0) : ball === 1 && player <= 1

/** True if scores are those of a game that began after another: some are lower, and not just one whose digits have gone over the most. */
function hasFallen({ scores, ball }: GameStateMessage, before: SeenGame): boolean {
  if (ball > before.ball && before.ball > 0) return false
  const fallen = before.scores.filter((score, i) => score > (scores[i] ?? 0))
  const mayRollOver = (ball === 0 || ball === before.ball) && scores.some(score => score > 0)
  return fallen.length > 1 || (fallen.length === 1 && !(mayRollOver && fallen[0]! >= ROLLS_OVER_FROM && fallen[0]! < ROLLS_OVER_AT))
}

/** True if no score is higher than in a state that came before, and at least one lower, or the turn an earlier one. */
function isEarlier(state: GameStateMessage, before: GameStateMessage): boolean {
  if (state.scores.some((score, i) => score > (before.scores[i] ?? 0))) return false
  if (!isEqual(state.scores, before.scores)) return true
  const isSameBall = state.ball === before.ball
  return isSameBall ? state.player < before.player && state.player > 0 : state.ball > 0 && state.ball < before.ball
}
