import type { Attempt } from './attempt.ts'
import type { RankKey } from './standings/tie-break.ts'
import type { TieBreak } from './standings-options.ts'

/** Figures of a row or of a result on a machine: points in thousandths, 0 in a format without points. */
export interface Figures {
  points: number
  strokes?: number
  strikes?: number
}

/** A score given in an event, as far as its worth depends on it. `strokes`: the ball that the player named. */
export type PlayedScore = Pick<Attempt, 'machineId' | 'value' | 'strokes'>

/** What has to be reached on a machine, and with how many balls at most. */
export interface Hole {
  target: number
  balls: number
}

/**
 * How scores count in a format whose standings follow from attempts. A sort value is the figure by which attempts are ranked on a machine;
 * a total is the figure by which entrants are ranked. Higher is better in both.
 */
export interface ScoreRules {
  /** attempts that an entrant has on each machine; null: any number */
  readonly attemptLimit: number | null
  /** how many of an entrant's best machines count; Infinity: all */
  readonly countedMachines: number
  /** Returns those of the event's machines that count, in their order. */
  machineIds(all: readonly string[]): string[]
  /** Returns the sort value of a score; null if its machine does not count. */
  sortValue(score: PlayedScore): number | null
  /** Returns the figures of a sort value and rank on a machine. A better rank never has fewer points. */
  machineFigures(sortValue: number, rank: number): Figures
  /**
   * Returns an entrant's total; 0 for everybody if only places decide.
   * @param machines number of machines that count
   * @param places ranks on machines, ascending, so that the best machines come first
   * @param sortValues sum of the sort values on these machines
   */
  total(machines: number, places: readonly number[], sortValues: number): number
  /** Returns what a row shows of its total. */
  totalFigures(total: number): Figures
  /**
   * Returns the sort values that may change an entrant's rank, ascending.
   * @param own the entrant's sort value on the machine; undefined: none
   * @param sortValues everybody's sort values on the machine, ascending
   */
  sortValuesToTry(own: number | undefined, sortValues: readonly number[]): { count: number; sortValue(i: number): number }
  /** Returns what a machine asks for besides a high score; null: nothing. */
  hole(machineId: string): Hole | null
  /** Returns what is wrong with the strokes that were entered with a score, for a sentence that begins with the field; null: nothing. */
  strokesProblem(strokes: number): string | null
}

/** One game of an entrant that counts. `place` and `size` null: a bye. `tied`: how many share the place, 1 if nobody else does. */
export interface GameOutcome {
  place: number | null
  size: number | null
  tied: number
}

/** An entrant after the games so far. */
export interface RoundProgress {
  /** games played, byes included */
  games: number
  /** sum of the points, thousandths */
  points: number
  /** sum of the strikes */
  strikes: number
  /** places in groups, in the order of the rounds */
  places: readonly number[]
  /** the round in which the entrant was eliminated, from 1; null: still in */
  outIn: number | null
}

/** How rounds count in a format whose standings follow from rounds of groups. */
export interface RoundRules {
  /** how many rounds are drawn; null: as many as it takes until one is left */
  readonly rounds: number | null
  /** true: players of a group may share a place */
  readonly allowsTies: boolean
  /** what breaks ties between equal totals, in this order */
  readonly tieBreaks: readonly TieBreak[]
  /** False if a place in a group says nothing about who was better; left out: every place counts. */
  countsPlace?(game: Pick<GameOutcome, 'place' | 'size'>): boolean
  /** Returns what a game is worth. */
  gameFigures(game: GameOutcome): Figures
  /** True if an entrant is eliminated by a game. @param progress with this game */
  isOut(game: GameOutcome, progress: RoundProgress): boolean
  /** Returns by what an entrant is ranked. */
  rankKey(progress: RoundProgress): RankKey
  /** Returns what a row shows of an entrant's progress. */
  figures(progress: RoundProgress): Figures
}
