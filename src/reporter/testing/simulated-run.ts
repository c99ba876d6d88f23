import { cleanInitials, decodeBoardMessage, decodeGameState, GAME_PORT } from '../board-messages.ts'
import type { EndedGame } from '../game-reports.ts'
import { GameTracker, type TrackedChange } from '../game-tracker.ts'
import type { SimulatedBoard, SimulatedGame } from './board-simulator.ts'
import type { SimulationOptions } from './simulation-options.ts'
import { VenueSimulation } from './venue-simulation.ts'

/** ms without a message for which a live game may be shown that is not played, and ms whatever comes */
const MOST_QUIET_MS = 60_000
const MOST_STALE_MS = 100_000
const MOST_REMEMBERED = 20

/** What the trackers of a simulated venue made of what arrived. */
export interface SimulatedRun {
  simulation: VenueSimulation
  /** in words: what no tracker may do. Empty if all is well */
  faults: string[]
  /** each ended game that was reported, with all that was said of it, in order */
  reports: Map<string, EndedGame[]>
  /** games of which an end message arrived, with the last report of each */
  ended: { game: SimulatedGame; report: EndedGame | undefined }[]
  questions: number
}

/** Lets a venue be played for `ms`, follows its boards as a reporter does, and compares that with the truth. */
export function runSimulatedVenue(options: SimulationOptions, ms: number): SimulatedRun {
  const run = new Run(options)
  run.play(ms)
  return run.judge()
}

class Run {
  readonly #simulation: VenueSimulation
  readonly #trackers = new Map<string, GameTracker>()
  readonly #boardOf = new Map<string, SimulatedBoard>()
  readonly #reports = new Map<string, EndedGame[]>()
  /** when a live game was first shown that is not played, by board */
  readonly #staleSince = new Map<string, number>()
  /** when a reset arrived, by board */
  readonly #resets = new Map<string, number[]>()
  readonly #faults: string[] = []
  #ids = 0
  #questions = 0

  constructor(options: SimulationOptions) {
    this.#simulation = new VenueSimulation(options)
  }

  play(ms: number): void {
    while (this.#simulation.now < ms) {
      for (const { at, board, port, bytes } of this.#simulation.step()) {
        if (port !== GAME_PORT) continue
        const message = decodeBoardMessage(bytes)
        if (message === null) {
          this.#faults.push(`a board's message was not read: ${new TextDecoder().decode(bytes)}`)
          continue
        }
        if (message.type === 'reset') this.#resets.set(message.boardId, [...(this.#resets.get(message.boardId) ?? []), at])
        this.#boardOf.set(message.boardId, board)
        this.#take(this.#tracker(message.boardId).message(at, message, board.address))
      }
      if (this.#simulation.now % 1000 === 0) this.#ask(this.#simulation.now)
    }
  }

  #tracker(boardId: string): GameTracker {
    const known = this.#trackers.get(boardId)
    if (known !== undefined) return known
    const newId = (): string => {
      this.#ids += 1
      return `game-${this.#ids}`
    }
    const tracker = new GameTracker({ boardId, newId })
    this.#trackers.set(boardId, tracker)
    return tracker
  }

  #take({ ended }: TrackedChange): void {
    if (ended !== undefined) this.#reports.set(ended.id, [...(this.#reports.get(ended.id) ?? []), ended])
  }

  /** Asks the boards that should be asked, and looks at what is shown. Every seventh question gets no answer. */
  #ask(now: number): void {
    for (const [boardId, tracker] of this.#trackers) {
      const board = this.#boardOf.get(boardId)!
      if (tracker.asks(now)) {
        this.#questions += 1
        const status = board.id === boardId && this.#questions % 7 !== 0 ? board.status(now) : null
        const state = status === null ? null : decodeGameState(boardId, status)
        this.#take(state === null ? tracker.unanswered(now) : tracker.message(now, state, board.address))
      }
      const isStale = tracker.live?.playing === true && !(board.id === boardId && board.isPlayed)
      const since = this.#staleSince.get(boardId) ?? now
      if (isStale) this.#staleSince.set(boardId, since)
      else this.#staleSince.delete(boardId)
      if (isStale && (now - Math.max(since, tracker.heardAt) >= MOST_QUIET_MS || now - since >= MOST_STALE_MS)) {
        this.#faults.push(`${boardId} (${board.family}): at ${now} a game is live that is not played`)
      }
      if (tracker.remembered.length > MOST_REMEMBERED) this.#faults.push(`${boardId} remembers ${tracker.remembered.length} games`)
    }
  }

  judge(): SimulatedRun {
    const heard = this.#simulation.games.filter(game => game.arrived.length > 0)
    const reportsOf = new Map<string, EndedGame[][]>()
    for (const versions of this.#reports.values()) {
      const key = `${versions[0]!.boardId} ${versions[0]!.endedAt}`
      reportsOf.set(key, [...(reportsOf.get(key) ?? []), versions])
    }
    const ended = heard.map(game => {
      const key = `${game.boardId} ${game.arrivedAt}`
      const found = reportsOf.get(key) ?? []
      reportsOf.delete(key)
      if (found.length !== 1) this.#faults.push(`${describe(game)} was reported ${found.length} times`)
      for (const report of found.flat()) this.#compare(game, report)
      const report = found[0]?.at(-1)
      if (report !== undefined) this.#compareInitials(game, report)
      return { game, report }
    })
    for (const [report] of [...reportsOf.values()].flat()) this.#faults.push(`${JSON.stringify(report)} is the end of no game`)
    return { simulation: this.#simulation, faults: this.#faults, reports: this.#reports, ended, questions: this.#questions }
  }

  #compare(game: SimulatedGame, report: EndedGame): void {
    const say = (what: string): void => void this.#faults.push(`${what}: ${JSON.stringify(report)} of ${describe(game)}`)
    const told = game.told!
    if (report.plays.map(({ score }) => score).join() !== told.map(({ score }) => score).join()) say('other scores')
    for (const [i, { player }] of report.plays.entries()) {
      if (player !== undefined && player !== told[i]!.player) say(`play ${i + 1} has a wrong player`)
      if (player === undefined && report.doubts.length === 0) say(`play ${i + 1} has no player and no doubt`)
    }
    const isEarly = report.startedAt !== undefined && report.startedAt < game.beganAt && report.doubts.length === 0
    if (isEarly && game.family !== 'em' && !this.#wasAbandoned(game, report.startedAt!)) say('began before its beginning')
    if (report.doubts.length > 0) return
    if (game.format !== 0) say('another mode without a doubt')
    if (told.some(({ player }) => player === null)) say('a high-score table without a doubt')
    const wasReset = this.#resets.get(game.boardId)?.some(at => at > game.beganAt && at < game.endedAt!)
    if (game.boardStarted && wasReset) say('a restart without a doubt')
  }

  /** True if only games of which no end was heard began since then: where one of them stopped and another began cannot always be seen. */
  #wasAbandoned({ boardId, beganAt }: SimulatedGame, startedAt: number): boolean {
    const before = this.#simulation.games.filter(game => game.boardId === boardId && game.beganAt < beganAt)
    const first = before.findLastIndex(game => game.beganAt <= startedAt)
    return first >= 0 && before.slice(first).every(({ arrived }) => arrived.length === 0)
  }

  #compareInitials(game: SimulatedGame, report: EndedGame): void {
    for (const [i, { initials }] of report.plays.entries()) {
      const arrived = [...game.arrivedInitials[i]!].map(cleanInitials).filter(each => each !== '')
      if (initials === undefined ? arrived.length > 0 : !arrived.includes(initials)) {
        this.#faults.push(`the initials of ${JSON.stringify(report)} are not those of ${describe(game)}`)
      }
    }
  }
}

const describe = (game: SimulatedGame): string =>
  JSON.stringify({ ...game, arrivedInitials: game.arrivedInitials.map(initials => [...initials]) })
