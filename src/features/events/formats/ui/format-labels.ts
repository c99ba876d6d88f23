import type { StandingsDoc, StandingsGame, StandingsMachine } from '#events/contract/documents.ts'
import type { ByeWorth } from '#events/rules/standings-options.ts'
import type { EventFormat } from '../registry.ts'

/** What a row shows at its end, and its unit in words. */
export interface LabelledFigure {
  value: string
  unit: string
}

/** How the result of a group is entered: players are tapped one after the other. */
export interface ResultEntry<F = EventFormat> {
  /** what the user is asked to tap */
  instruction(format: F): string
  /** Returns what a tap on a player begins, before anything of the result is entered. */
  firstTap(name: string): string
  /** said when the result is sent before it is complete */
  missing(format: F): string
  /** Returns the tapped players that lead to an order, so that it can be corrected. */
  taps(format: F, order: readonly string[]): string[]
  /** Returns the tapped players after a tap on one of the group. A tap on a player who is tapped already changes nothing. */
  tap(format: F, taps: readonly string[], entrantId: string, group: readonly string[]): string[]
  /** Returns the group's players, first place first; null: more have to be tapped. */
  order(format: F, taps: readonly string[], group: readonly string[]): string[] | null
  /** Returns the place that a tap gives, 1 for the first. @param index of the tap, 0 for the first @param size players of the group */
  place(index: number, size: number): number
  /** Returns what a tapped player shows. */
  mark(format: F, place: number): string
  /** Returns what has been tapped, for screen readers. @param names of the players with a place @param places theirs */
  summary(names: readonly string[], places: readonly number[]): string
}

/** The texts about a format, in the page's language. A format's folder exports them from `ui/labels.ts` as `labels`. */
export interface FormatLabels<F = EventFormat> {
  /** where the form lists the format, the lowest first; the first one is chosen in a new form */
  readonly order: number
  /** the format's name */
  name(): string
  /** one sentence for the director who chooses a format */
  summary(): string
  /** Returns one sentence that explains the format to players. @param machines how many machines the event has */
  sentence(format: F, machines: number): string
  figure(row: StandingsFigures): LabelledFigure
  /** Returns what a row has played so far. @param machines how many machines there are to play */
  progress(row: StandingsDoc, machines: number): string
  /** Returns how a total adds up, in one sentence; null: there is nothing to add up. @param machines how many machines count */
  total?(format: F, row: StandingsFigures, machines: number): string | null
  /** True if two rows have the same total, so that only places tell them apart; left out: places are all there is. */
  isTied?(a: StandingsDoc, b: StandingsDoc): boolean
  /** In formats that take scores: what must be reached to gain a rank. @param number formats a score for the user */
  required?(least: number, number: (value: number) => string): string
  /** In formats that take scores: what a result on a machine is worth, besides its rank. */
  machineResult?(result: StandingsMachine): string[]
  /**
   * Explains a row's place among rows with the same total; null: there is nothing to explain. Left out: places break ties, as in most
   * formats.
   * @param rows the standings, best first
   */
  tie?(row: StandingsDoc, rows: readonly StandingsDoc[]): string | null
  /** In formats that are played in rounds: what a game was worth. */
  game?(game: Pick<StandingsGame, 'points' | 'strikes' | 'strokes'>): string
  /** In formats that are played in rounds; left out: the players in the order in which they finished, the winner first. */
  readonly resultEntry?: ResultEntry<F>
  /** In formats that are played in rounds: who has a bye and what for. @param names a list, for a sentence @param worth of a bye in the event */
  byes?(format: F, count: number, names: string, worth: ByeWorth): string
}

export type StandingsFigures = Pick<StandingsDoc, 'machines' | 'points' | 'strokes' | 'strikes' | 'adjustments' | 'games'>
