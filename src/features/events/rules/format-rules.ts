import type { Attempt } from './attempt.ts'
import type { RankKey } from './standings/tie-break.ts'
import type { ByeOpponent, TieBreak } from './standings-options.ts'

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
  /** the most strokes that it may cost */
  worst: number
}

/** How many games a card has, and how many cards an entrant; `most` left out: any number. */
export interface CardLimits {
  readonly games: number
  readonly most?: number
}

/**
 * How scores count in a format whose standings follow from attempts. A sort value is the figure by which attempts are ranked on a machine;
 * a total is the figure by which entrants are ranked. Higher is better in both.
 */
export interface ScoreRules {
  /** attempts that an entrant has on each machine; null: any number */
  readonly attemptLimit: number | null
  /** attempts are games of cards, each a set of games on different machines; left out: there are no cards */
  readonly cards?: CardLimits
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
  /**
   * Returns an entrant's total where it depends on the order of the machines, in place of `total`. Left out: it does not. A better sort value
   * on a machine never makes it less.
   * @param sortValues on the machines that count, in their order; null: nothing counts there
   */
  totalInOrder?(sortValues: readonly (number | null)[]): number
  /**
   * Returns by how much a total changes with what a director adds to it, higher being better. Left out: nothing can be added.
   * @param amount see `Adjustment`
   */
  totalChange?(amount: number): number
  /** Returns what a row shows of its total. */
  totalFigures(total: number): Figures
  /** Returns the smallest score that has at least this sort value on a machine. Left out: what is sought is the sort value without its sign. */
  scoreOf?(machineId: string, sortValue: number): number
  /**
   * Returns the sort values that may change an entrant's rank, ascending.
   * @param own the entrant's sort value on the machine; undefined: none
   * @param sortValues everybody's sort values on the machine, ascending
   */
  sortValuesToTry(own: number | undefined, sortValues: readonly number[]): { count: number; sortValue(i: number): number }
  /** Returns what a machine asks for besides a high score; null: nothing. */
  hole(machineId: string): Hole | null
  /**
   * Returns what is wrong with the strokes that were entered, for a sentence that begins with the field; null: nothing.
   * @param hasValue false: there is no score, so that they alone count
   */
  strokesProblem(strokes: number, hasValue: boolean): string | null
}

/** One game of an entrant that counts. `place` and `size` null: a bye. `tied`: how many share the place, 1 if nobody else does. */
export interface GameOutcome {
  place: number | null
  size: number | null
  tied: number
  /** the score or the strokes that were entered with the result; left out or null: none was */
  score?: number | null
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
  /** True if in a group of this size the player at a place and the next one may share the place, 1 being the first. */
  mayShare(size: number, place: number): boolean
  /** how many players a group has at most */
  readonly largestGroup: number
  /** true: a round is one group of everybody */
  readonly isOneGroup?: true
  /** what breaks ties between equal totals, in this order */
  readonly tieBreaks: readonly TieBreak[]
  /** how a bye counts where opponents' totals break ties */
  readonly byeOpponent: ByeOpponent
  /** False if a place in a group says nothing about who was better; left out: every place counts. */
  countsPlace?(game: Pick<GameOutcome, 'place' | 'size'>): boolean
  /** Returns what a game is worth. */
  gameFigures(game: GameOutcome): Figures
  /** True if an entrant is eliminated by a game. @param progress with this game */
  isOut(game: GameOutcome, progress: RoundProgress): boolean
  /** Returns an entrant's progress with what a director has added to it. Left out: nothing can be added. @param amount see `Adjustment` */
  adjust?(progress: RoundProgress, amount: number): RoundProgress
  /** True if an entrant is eliminated by an adjustment alone. Left out: nobody is. */
  isOutByAdjustment?(progress: RoundProgress): boolean
  /** Returns by what an entrant is ranked. */
  rankKey(progress: RoundProgress): RankKey
  /** Returns what a row shows of an entrant's progress. */
  figures(progress: RoundProgress): Figures
}
