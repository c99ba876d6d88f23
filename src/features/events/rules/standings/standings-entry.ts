import type { Figures } from '../format-rules.ts'
import type { EntrantPlacement } from './tie-break.ts'

/** An entrant's best on one machine and what it is worth. Points in thousandths. */
export interface MachineResult extends Figures {
  machineId: string
  attemptId: string
  value: number
  rank: number
  /** false if it is not among the machines that count for the total */
  counted: boolean
}

/** One entrant's part in one game of a round. Points in thousandths. */
export interface GameResult extends Figures {
  /** 1 for the first */
  round: number
  /** which game of the round; absent: the first */
  game?: number
  /** null: a bye */
  machineId: string | null
  /** null: a bye, or the place does not count in this format */
  place: number | null
}

/** A row of an event's standings. Points in thousandths. */
export interface StandingsEntry extends EntrantPlacement, Figures {
  entrantId: string
  /** a playoff decided the place */
  playoff?: true
  /** the round in which the entrant was eliminated; absent while still in */
  outIn?: number
  /** the machines played, in the event's order; empty in formats of rounds */
  machines: MachineResult[]
  /** in formats of rounds: game by game */
  games?: GameResult[]
}
