import type { AdjustedFigure, Adjustment } from '../rules/adjustment.ts'
import type { Attempt, VoidWindow } from '../rules/attempt.ts'
import type { BracketRules } from '../rules/bracket/bracket-rules.ts'
import type { RoundRules, ScoreRules } from '../rules/format-rules.ts'
import type { MatchmakingRules } from '../rules/matchmaking/matchmaker.ts'
import type { Round } from '../rules/rounds.ts'
import type { Playoff } from '../rules/standings/playoffs.ts'
import type { StandingsEntry } from '../rules/standings/standings-entry.ts'
import type { StandingsOptions, TieBreak } from '../rules/standings-options.ts'
import type { FormatGames } from '../rules/tgp/format-games.ts'

/** What was played in an event. A format reads what its standings depend on and ignores the rest. */
export interface PlayedEventData {
  attempts?: readonly Attempt[]
  windows?: readonly VoidWindow[]
  rounds?: readonly Round[]
  playoffs?: readonly Playoff[]
  adjustments?: readonly Adjustment[]
}

/** Counts what was really played in an event. `hours`: from its start to its end. */
export type CountGames = (
  event: { machineIds: readonly string[]; hours: number; standings: readonly StandingsEntry[] },
  played: PlayedEventData,
) => FormatGames

/** What a season has to know of an event whose totals are points. All points are in thousandths. */
export interface PointTotals {
  /** Returns the points of somebody who had won everything that was played so far. */
  possibleSoFar(machineIds: readonly string[], standings: readonly StandingsEntry[]): number
  /** Returns the most points that the whole event can bring; null: that is not known beforehand. */
  most(machineIds: readonly string[], event: { gamesPerRound: number }): number | null
}

/** The rules of one event: a format with its options. */
export interface FormatRules {
  /** null: the format takes no scores */
  readonly scores: ScoreRules | null
  /** null: the format is not played in rounds */
  readonly rounds: RoundRules | null
  /** who plays whom follows from the results alone; left out: the director draws each round */
  readonly bracket?: BracketRules
  /** games begin one by one, when players and a machine are free; left out: rounds are drawn */
  readonly matchmaking?: MatchmakingRules
  /** true: the event ends at its planned end; false: it runs on until its director ends it */
  readonly endsByClock: boolean
  /**
   * Computes the standings, best first. Every entrant has a row; those who have not played come last. Groups that were passed
   * before must not have been modified: what was added up of a group is used again while it is the same object.
   * @param machineIds the event's machines, in their order
   */
  standings(machineIds: readonly string[], entrantIds: readonly string[], played: PlayedEventData): StandingsEntry[]
  /** Counts the games for IFPA's TGP. Left out: IFPA's guide does not say how the format is graded. */
  readonly countGames?: CountGames
  /** Returns the score to reach on a machine; null: it has none. Left out: the format has no targets. */
  target?(machineId: string): number | null
  /** Left out: totals are no points that a season could add up, such as strikes, so that places alone count there. */
  readonly pointTotals?: PointTotals
  /** Returns the field (a path inside the format) and what is wrong with it for an event on these machines; null: nothing. */
  machinesProblem(machineIds: readonly string[]): { path: string; message: string } | null
}

/** How the options that a format has for each machine, such as a target, follow the machines of an event. */
export interface MachineOptions<F> {
  /** @returns the format without the option of this machine; the same object if there is none */
  remove(format: F, machineId: string): F
  /** Gives the option of one machine to the one that it is merged into; the same object if there is none. @param keep whose option stays if both have one */
  merge(format: F, machines: { from: string; into: string; keep: 'from' | 'into' }): F
}

/** What a format's folder declares in `rules.ts`. `F`: its options as they are on the wire, with `kind`. */
export interface EventFormatDefinition<F extends { kind: string }, Schema> {
  readonly kind: F['kind']
  /** checks an argument of a method */
  readonly schema: Schema
  /** the options that may still be changed once the event has begun; left out: none */
  readonly changeableOptions?: readonly Exclude<keyof F, 'kind'>[]
  /** left out: no option belongs to a machine */
  readonly machineOptions?: MachineOptions<F>
  /** the tie-breaks that a director may choose from; left out: none, places decide as far as they do in the format */
  readonly tieBreaks?: readonly TieBreak[]
  /** true: a director may choose what a bye is worth */
  readonly hasByeChoice?: true
  /** true: the draw follows the players' seeds, if the director chose a seeding */
  readonly takesSeeds?: true
  /** what a director may add to a player's total, or take from it; left out: nothing */
  readonly adjusts?: AdjustedFigure
  /** true: it is played in rounds of groups */
  readonly hasRounds?: true
  /** true: the results alone say who plays whom next, so the director draws once */
  readonly isBracket?: true
  /** true: games begin one by one, when players and a machine are free, so the director draws once */
  readonly isMatchmade?: true
  /** true: in each game a few players play against each other, and each place says who was better */
  readonly isHeadToHead?: true
  /** true: each game is a hole of golf, with whose result the strokes of each player are entered in place of scores, the fewest first */
  readonly entersStrokes?: true
  /** true: a group may play several games in a round */
  readonly playsSeveralGames?: true
  rules(format: F, options: StandingsOptions): FormatRules
}

export const defineEventFormat = <F extends { kind: string }, Schema>(
  definition: EventFormatDefinition<F, Schema>,
): EventFormatDefinition<F, Schema> => definition
