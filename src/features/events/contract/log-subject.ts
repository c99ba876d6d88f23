import type { AdjustedFigure } from '../rules/adjustment.ts'
import type { Balance, FirstRound, MachineDraw, PlayOrder, Seeding } from '../rules/draw-options.ts'
import type { Presence } from '../rules/presence.ts'
import type { StaffRole } from '../rules/staff.ts'
import type { ByeOpponent, ByeWorth, TieBreak } from '../rules/standings-options.ts'

/**
 * The subject of an entry in an event's log, from which each reader's language makes its words.
 * @typeParam Player as stored an id; as published a name, or null once nobody knows it
 */
export type LogSubject<Player = string | null> =
  | { kind: 'players'; players: Player[] }
  /** a guest who is no longer there */
  | { kind: 'name'; name: string }
  | { kind: 'presence'; players: Player[]; presence: Presence }
  | { kind: 'role'; players: Player[]; role: StaffRole | null }
  /** `name`: what the guest was called until then */
  | { kind: 'renamed' | 'merged'; name: string; players: Player[] }
  | { kind: 'seeds'; count: number }
  /** `value` null: there is no score; `players`: whose score it is, where the entry says it; `ruling`: such as "verified" or "corrected" */
  | { kind: 'score'; value: number | null; strokes?: number; machine: string | null; players: Player[]; ruling?: string; reason?: string }
  /** `from` and `to` in ISO 8601 */
  | { kind: 'window'; machine: string; from: string; to: string; reason?: string }
  /**
   * `round` left out: games begin one by one, and `group` is the number of the game; `game` if the group plays several; `places` of the players
   * where their order does not say them
   */
  | {
      kind: 'result'
      round?: number
      group: number
      game?: number
      machine: string | null
      players: Player[]
      places?: number[]
      reason?: string
    }
  | { kind: 'round'; round: number; groups?: number }
  /** the players who play with others than before, or not */
  | { kind: 'arranged'; round: number; players: Player[] }
  /** `amount`: points, strikes or strokes; negative: they were taken */
  | { kind: 'adjusted'; players: Player[]; amount: number; figure: AdjustedFigure; reason: string }
  /** `round` and `group` as of a result */
  | { kind: 'moved'; round?: number; group: number; game?: number; machine: string }
  | { kind: 'machine'; machine: string; active: boolean }
  /** what was changed */
  | {
      kind: 'options'
      tieBreaks?: TieBreak[]
      byes?: ByeWorth
      byeOpponent?: ByeOpponent
      seeding?: Seeding
      gamesPerRound?: number
      firstRound?: FirstRound
      playOrder?: PlayOrder
      machineDraw?: MachineDraw
      balanceOver?: Balance
      /** the machines of each bank */
      banks?: { bank: string; machines: string[] }[]
    }

/** A subject as it is stored: names of players are inserted when the log is read, so that it stores no names of deleted accounts. */
export type StoredLogSubject = LogSubject<string>

/** Returns the subject with something else in the place of each player. */
export function mapPlayers<From, To>(subject: LogSubject<From>, map: (player: From) => To): LogSubject<To> {
  return 'players' in subject ? { ...subject, players: subject.players.map(map) } : subject
}
