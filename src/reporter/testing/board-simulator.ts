import { DISCOVERY_PORT, GAME_PORT } from '../board-messages.ts'
import { Dice } from './dice.ts'
import type { BoardFamily, SimulationOptions } from './simulation-options.ts'

export interface SimulatedDatagram {
  /** ms since the start of the simulation at which it arrives */
  at: number
  board: SimulatedBoard
  port: typeof GAME_PORT | typeof DISCOVERY_PORT
  bytes: Uint8Array
}

/** What one end message says of a player. `player`: 1 for who began; null: no player of this game (a line of the high-score table) */
export interface ToldPlay {
  score: number
  player: number | null
  initials: string
}

/** The truth about a game. Times in ms since the start of the simulation. */
export interface SimulatedGame {
  boardId: string
  family: BoardFamily
  beganAt: number
  /** null: it goes on, or never ended */
  endedAt: number | null
  /** by player, at the end */
  scores: readonly number[]
  /** 0: ordinary */
  format: number
  /** its board started while it was played */
  boardStarted: boolean
  /** what its first end message says; null: none was sent */
  told: readonly ToldPlay[] | null
  /** the number in its end messages */
  gameNumber: number | null
  /** initials that its end messages gave and that arrived, by place in `told` */
  arrivedInitials: Set<string>[]
  /** the tries of end messages that arrived, in their order */
  arrived: number[]
  /** when the first of them arrived */
  arrivedAt: number | null
}

/** ms between two looks of a board at its memory */
export const LOOK_MS = 250
const HELLO_AFTER_MS = 10_000
const RESET_AFTER_MS = 11_000
const STATES_AFTER_MS = 15_000
const FORMATS = ['Standard', 'Limbo', 'LowBall', 'Golf', 'Practice', 'HalfLife', 'LongestBall', 'OneBall']
/** Names of machines; two boards may have the same one. */
const NAMES = ['Attack from Mars', 'Comet', 'Fish Tales', 'Pin·Bot', 'Jurassic Park', 'Elvira', 'Taxi', 'Hot Tip', 'Whirlwind', 'Gorgar']
const SCORE_STEPS: Record<BoardFamily, number> = { wpc: 50_000, system11: 3000, dataEast: 2500, em: 10 }
const text = new TextEncoder()

/** An end message under way. */
export interface SentEnd {
  game: SimulatedGame
  attempt: number
  initials: string[]
}

interface Sender {
  send(at: number, datagram: Omit<SimulatedDatagram, 'at'>, end?: SentEnd): void
}

/** End messages that a board still has to repeat. */
interface Ending {
  game: SimulatedGame
  gameNumber: number
  attempt: number
  most: number
  spacingMs: number
  at: number
}

/** The pinball machine: what its memory says while it is played. */
class Machine {
  phase: 'attract' | 'play' | 'initials' = 'attract'
  scores = [0, 0, 0, 0]
  ball = 0
  player = 0
  players = 0
  game: SimulatedGame | null = null
  /** when the phase ends, or the turn of a player */
  until = 0
  /** until when nothing scores: the ball is held, or the players talk */
  stillUntil = 0
  /** how many will play */
  joining = 0
  skill = 1
}

/** A machine board, and the machine in which it sits. */
export class SimulatedBoard {
  readonly address: string
  readonly family: BoardFamily
  /** its memory map has no place for the player up and the number of players */
  readonly lacksPlayers: boolean
  /** it reads no scores, so it tells the high-score table */
  readonly isBlind: boolean
  readonly asksForInitials: boolean
  readonly isInTournament: boolean
  id: string
  name: string
  readonly #dice: Dice
  readonly #sender: Sender
  readonly #games: SimulatedGame[]
  readonly #isOrdinary: boolean
  readonly #lookMs: number
  readonly #machine = new Machine()
  #nextLook: number
  #bootedAt: number
  /** the start-up steps that are done */
  #saidHello = false
  #saidReset = false
  #hasWifi = true
  #offUntil = 0
  #unreachableUntil = 0
  readonly #outages: number
  #counter: number
  #lastSent = ''
  #format = 0
  #selectedFormat = 0
  #endings: Ending[] = []
  /** a game that is over and of which nothing was told yet, and until when its initials are waited for */
  #over: { game: SimulatedGame; scores: readonly number[]; waitUntil: number } | null = null
  #nextCheck = 0
  #table: { initials: string; score: number }[]
  #stepsOfBoot = 0

  constructor(index: number, sender: Sender, games: SimulatedGame[], { seed, families, ordinary, network }: Required<SimulationOptions>) {
    const dice = new Dice(seed * 1009 + index)
    this.#dice = dice
    this.#sender = sender
    this.#games = games
    this.#isOrdinary = ordinary
    this.#outages = network.outages ?? 0
    this.address = `127.0.1.${index + 1}`
    this.family = families[index % families.length]!
    this.id = dice.whole(0, 0xffff_ffff).toString(16).padStart(8, '0')
    this.name = dice.pick(NAMES)
    this.lacksPlayers = this.family === 'em' || (this.family === 'system11' && dice.chance(11 / 39))
    this.isBlind = !ordinary && this.family === 'system11' && dice.chance(0.08)
    this.asksForInitials = this.family === 'wpc' && dice.chance(0.3)
    this.isInTournament = this.family !== 'em' && dice.chance(0.2)
    this.#lookMs = LOOK_MS * dice.between(0.99, 1.01)
    this.#bootedAt = ordinary ? -60_000 : dice.chance(0.5) ? -60_000 : 0
    this.#saidHello = this.#bootedAt < 0
    this.#saidReset = this.#saidHello
    this.#nextLook = dice.between(0, LOOK_MS)
    this.#counter = this.family === 'em' ? dice.whole(0, 3) : dice.pick([0, 0, 1, 7, 98])
    this.#table = [4, 3, 2, 1].map(rank => ({
      initials: this.#letters(),
      score: rank * 30 * SCORE_STEPS[this.family] * dice.whole(10, 12),
    }))
    this.#machine.until = dice.between(0, 60_000)
  }

  /** True while a game of the ordinary play is under way. */
  get isPlayed(): boolean {
    return this.#machine.phase !== 'attract' && this.#machine.game?.format === 0
  }

  /** The answer of `GET /api/game/status`; null: the board doesn't answer. */
  status(at: number): object | null {
    return this.answers(at) ? this.#stateData() : null
  }

  /** True if the board answers questions. */
  answers(at: number): boolean {
    return at >= this.#offUntil && at - this.#bootedAt >= STATES_AFTER_MS && at >= this.#unreachableUntil
  }

  /** Lets the board live until a time. */
  runUntil(at: number): void {
    while (this.#nextLook <= at) {
      this.#look(this.#nextLook)
      this.#nextLook += this.#lookMs
    }
  }

  #look(at: number): void {
    const dice = this.#dice
    if (dice.chance((this.#outages * LOOK_MS) / 60_000)) this.#unreachableUntil = at + dice.between(20_000, 120_000)
    // A machine may be played while its board is off.
    this.#play(at)
    if (at < this.#offUntil) return
    const age = at - this.#bootedAt
    if (age < STATES_AFTER_MS) {
      this.#startUp(at, age)
      return
    }
    this.#sendEndings(at)
    this.#sendState(at)
    this.#stepsOfBoot += 1
  }

  #startUp(at: number, age: number): void {
    if (!this.#saidHello && age >= HELLO_AFTER_MS) {
      this.#saidHello = true
      if (this.#hasWifi) this.#sender.send(at, { board: this, port: DISCOVERY_PORT, bytes: helloBytes(this.name) })
    }
    if (!this.#saidReset && age >= RESET_AFTER_MS) {
      this.#saidReset = true
      if (this.#hasWifi) this.#broadcast(at, 'reset', undefined)
    }
  }

  #sendState(at: number): void {
    this.#broadcast(at, 'game_state', this.#stateData())
  }

  /** What a board says twice in a row is not sent. */
  #broadcast(at: number, type: string, data: object | undefined, end?: SentEnd): void {
    const message = JSON.stringify({ machine_id: this.id, type, ...(data === undefined ? {} : { data }) })
    if (message === this.#lastSent) return
    this.#lastSent = message
    if (at < this.#unreachableUntil) return
    this.#sender.send(at, { board: this, port: GAME_PORT, bytes: text.encode(message) }, end)
  }

  #stateData(): object {
    const { phase, scores, ball, player, players } = this.#machine
    const format = { ActiveFormatName: FORMATS[this.#format], ActiveFormatId: this.#format }
    // Electromechanical boards say for one look after their start that a game is played.
    if (this.family === 'em') return { GameActive: phase !== 'attract' || this.#stepsOfBoot === 0, Scores: scores, ...format }
    if (this.isBlind) {
      return { GameActive: false, BallInPlay: 0, PlayerUp: 0, PlayersInGame: 0, Scores: [0, 0, 0, 0], game_num: this.#counter, ...format }
    }
    const isIdle = phase === 'attract'
    const system11 = this.family === 'system11'
    return {
      GameActive: !isIdle,
      BallInPlay: isIdle ? 0 : phase === 'initials' && system11 ? 15 : ball,
      PlayerUp: this.lacksPlayers ? 0 : isIdle && system11 ? 1 : player,
      PlayersInGame: this.lacksPlayers ? 0 : players,
      Scores: scores,
      game_num: this.#counter,
      ...format,
    }
  }

  // The machine

  #play(at: number): void {
    const machine = this.#machine
    if (machine.phase === 'attract') {
      if (at >= machine.until) this.#begin(at)
      else if (!this.#isOrdinary) this.#fiddle(at)
      return
    }
    if (machine.phase === 'initials') {
      if (at >= machine.until) this.#finish(at)
      return
    }
    if (machine.players < machine.joining && machine.ball === 1 && machine.player === 1 && this.#dice.chance(0.3)) machine.players += 1
    if (!this.#isOrdinary && this.#disturb(at)) return
    this.#score(at)
    if (at >= machine.until) this.#endTurn(at)
  }

  #begin(at: number): void {
    const machine = this.#machine
    const dice = this.#dice
    // A board that waits for initials tells of a game when the next one begins.
    if (this.#over !== null) this.#over.waitUntil = Math.min(this.#over.waitUntil, at)
    this.#format = this.#selectedFormat
    machine.phase = 'play'
    machine.scores = [0, 0, 0, 0]
    machine.ball = 1
    machine.player = 1
    machine.players = 1
    machine.joining = dice.pick([1, 1, 2, 2, 3, 4])
    // Some players turn the digits of a System 11 machine over.
    machine.skill = dice.between(0.2, 3) * (this.family === 'system11' && dice.chance(0.03) ? 100 : 1)
    machine.until = at + dice.between(4000, 25_000)
    machine.stillUntil = at + dice.between(500, 4000)
    machine.game = {
      boardId: this.id,
      family: this.family,
      beganAt: at,
      endedAt: null,
      scores: machine.scores,
      format: this.#format,
      boardStarted: at - this.#bootedAt < STATES_AFTER_MS || at < this.#offUntil,
      told: null,
      gameNumber: null,
      arrivedInitials: [],
      arrived: [],
      arrivedAt: null,
    }
    this.#games.push(machine.game)
  }

  #score(at: number): void {
    const machine = this.#machine
    const dice = this.#dice
    if (at < machine.stillUntil) return
    if (dice.chance(0.002)) machine.stillUntil = at + dice.between(10_000, 80_000)
    if (dice.chance(0.35)) this.#add(dice.whole(1, dice.chance(0.1) ? 40 : 6) * machine.skill)
  }

  #add(steps: number): void {
    const machine = this.#machine
    const step = this.#format === 0 ? SCORE_STEPS[this.family] : 1
    const points = Math.ceil(steps) * step
    // System 11 reads four bytes of digits, and rolls over.
    const most = this.family === 'system11' ? 100_000_000 : this.family === 'em' ? 1_000_000 : Number.MAX_SAFE_INTEGER
    machine.scores = machine.scores.map((score, i) => (i === machine.player - 1 ? (score + points) % most : score))
  }

  #endTurn(at: number): void {
    const machine = this.#machine
    const dice = this.#dice
    if (dice.chance(0.8)) this.#add(dice.whole(1, 30))
    const balls = this.family === 'em' ? 5 : 3
    machine.until = at + (dice.chance(0.1) ? dice.between(500, 3000) : dice.between(4000, 25_000))
    machine.stillUntil = at + dice.between(500, 6000)
    // Who has begun plays with those who have joined.
    if (machine.player < Math.max(machine.players, machine.ball > 1 ? 0 : machine.joining)) {
      machine.players = Math.max(machine.players, machine.joining)
      machine.player += 1
      return
    }
    if (machine.ball < balls) {
      machine.player = 1
      machine.ball += 1
      return
    }
    machine.phase = 'initials'
    machine.until = at + (dice.chance(0.5) ? 0 : dice.between(0, this.family === 'system11' ? 30_000 : 5000))
  }

  #finish(at: number): void {
    const machine = this.#machine
    const dice = this.#dice
    const game = machine.game!
    machine.game = null
    machine.phase = 'attract'
    machine.until = at + (dice.chance(0.3) ? dice.between(500, 10_000) : dice.between(5000, 90_000))
    game.endedAt = at
    game.scores = machine.scores
    if (game.format === 4) machine.scores = [1, 1, 1, 1]
    if (this.family === 'system11' && !this.#isOrdinary && dice.chance(0.04)) machine.scores = [0, 0, 0, 0]
    this.#over = { game, scores: machine.scores, waitUntil: at + (this.asksForInitials ? dice.between(0, 375_000) : 0) }
  }

  /** What happens to a game that is not played to its end. @returns true: the turn does not go on */
  #disturb(at: number): boolean {
    const dice = this.#dice
    const machine = this.#machine
    if (!dice.chance(0.0004)) return false
    const dies = dice.next()
    if (dies < 0.3) {
      // The start button was held: another game begins, and the board may not see that one was stopped.
      machine.game = null
      this.#begin(at)
    } else if (dies < 0.5) {
      this.#powerCut(at)
    } else if (dies < 0.75) {
      machine.game!.boardStarted = true
      this.#restartBoard(at, at + dice.between(500, 4000))
    } else if (dies < 0.85) {
      // Slam tilt: the game is over.
      machine.phase = 'initials'
      machine.until = at
    } else if (dies < 0.9) {
      this.#counter = this.family === 'em' ? this.#counter : 0
    } else {
      this.#selectedFormat = dice.whole(1, 7)
    }
    return true
  }

  /** What people do with a machine at rest. */
  #fiddle(at: number): void {
    const dice = this.#dice
    if (!dice.chance(0.0008)) return
    const what = dice.next()
    if (what < 0.4) {
      this.#selectedFormat = this.#selectedFormat === 0 && dice.chance(0.6) ? dice.whole(1, 7) : 0
      if (this.#selectedFormat === 0) this.#format = 0
    } else if (what < 0.6) this.#powerCut(at)
    else if (what < 0.8) this.#restartBoard(at, at + dice.between(500, 4000))
    else if (this.family !== 'em') this.#counter = 0
  }

  #powerCut(at: number): void {
    const dice = this.#dice
    const machine = this.#machine
    const until = at + dice.between(2000, 60_000)
    machine.game = null
    machine.phase = 'attract'
    machine.scores = [0, 0, 0, 0]
    machine.until = until + dice.between(3000, 60_000)
    if (dice.chance(0.2)) {
      this.id = dice.whole(0, 0xffff_ffff).toString(16).padStart(8, '0')
      this.name = dice.pick(NAMES)
    }
    this.#restartBoard(at, until)
  }

  #restartBoard(at: number, until: number): void {
    this.#offUntil = until
    this.#bootedAt = until
    this.#saidHello = false
    this.#saidReset = false
    this.#hasWifi = this.#dice.chance(0.8)
    this.#lastSent = ''
    this.#endings = []
    this.#over = null
    this.#stepsOfBoot = 0
    this.#nextCheck = at
    if (!this.isInTournament && this.family !== 'em') this.#counter = 0
  }

  // Ends

  #sendEndings(at: number): void {
    const over = this.#over
    const spacingMs = over !== null && over.game.format !== 0 ? 1200 : 5000
    if (over !== null && at >= this.#nextCheck) {
      this.#nextCheck = at + spacingMs
      if (at >= over.waitUntil) this.#tell(at, over.game, over.scores, spacingMs)
    } else if (at >= this.#nextCheck) this.#nextCheck = at + (this.#format !== 0 ? 1200 : 5000)
    for (const ending of this.#endings) if (at >= ending.at) this.#sendEnd(at, ending)
    this.#endings = this.#endings.filter(({ attempt, most }) => attempt <= most)
  }

  #tell(at: number, game: SimulatedGame, scores: readonly number[], spacingMs: number): void {
    this.#over = null
    // A board that started while the game was over tells nothing of it.
    if (game.endedAt! < this.#bootedAt + STATES_AFTER_MS) return
    const least = this.family === 'dataEast' ? 10_000 : 1
    const isTable = this.family === 'system11' && (this.isBlind || scores.every(score => score === 0))
    const told: ToldPlay[] = isTable
      ? this.#table.map(line => ({ ...line, player: null }))
      : scores.flatMap((score, i) => (score >= least ? [{ score, player: i + 1, initials: this.#initialsAtEnd() }] : []))
    if (told.length === 0) return
    game.told = told
    game.gameNumber = this.#counter
    game.arrivedInitials = told.map(() => new Set())
    const ending = { game, gameNumber: this.#counter, attempt: 1, most: this.family === 'em' ? 4 : 6, spacingMs, at }
    this.#endings.push(ending)
    if (this.family !== 'em') this.#counter = (this.#counter + 1) % 100
  }

  #sendEnd(at: number, ending: Ending): void {
    const { game, gameNumber, attempt } = ending
    // Somebody claims a play on the board's page.
    game.told = game.told!.map(play => (play.initials === '' && this.#dice.chance(0.1) ? { ...play, initials: this.#letters() } : play))
    const initials = game.told.map(play => play.initials)
    const plays = game.told.map(play => [play.initials, play.score])
    this.#broadcast(at, 'end_of_game', { plays, try: attempt, game_num: gameNumber }, { game, attempt, initials })
    ending.attempt += 1
    ending.at = at + ending.spacingMs
  }

  #initialsAtEnd(): string {
    const dice = this.#dice
    if (this.asksForInitials && dice.chance(0.7)) return this.#letters()
    return this.family === 'system11' && dice.chance(0.3) ? dice.pick(['   ', '???', ' A ', 'b.7']) : ''
  }

  #letters(): string {
    return Array.from({ length: 3 }, () => this.#dice.pick([...'ABCDEFGHJKLMNPQRSTUVWXYZ'])).join('')
  }
}

/** HELLO of discovery: the board's name. */
export function helloBytes(name: string): Uint8Array {
  const bytes = text.encode(name).subarray(0, 32)
  return Uint8Array.of(1, bytes.length, ...bytes)
}
