import type { GameOutcome, RoundProgress, RoundRules } from '../format-rules.ts'
import { type MatchGroup, placesInGroup, type Round } from '../rounds.ts'
import { areDefaultTieBreaks } from '../standings-options.ts'
import { rankByTieBreaks } from './chosen-tie-breaks.ts'
import type { GameResult, StandingsEntry } from './standings-entry.ts'
import { assignRanks, compareEntrants, type Placing, type RankKey } from './tie-break.ts'

/** What a round came to for one entrant. `group` and `place` null: a bye. */
export interface RoundOutcome {
  /** 1 for the first */
  round: number
  group: MatchGroup | null
  place: number | null
  tied: number
}

/** An entrant's progress through the rounds, and the key that ranks it. */
export interface EntrantProgress extends RankKey {
  readonly entrantId: string
  readonly games: GameResult[]
  readonly progress: RoundProgress
  /** what the games follow from: those rounds that count, in their order */
  readonly outcomes: readonly RoundOutcome[]
}

/**
 * Adds up one entrant's games.
 * @param outcomes of one entrant, in the order of the rounds; what follows the round in which the entrant is eliminated does not count
 */
export function rankProgress(rules: RoundRules, entrantId: string, outcomes: Iterable<RoundOutcome>): EntrantProgress {
  const games: GameResult[] = []
  const counted: RoundOutcome[] = []
  let progress: RoundProgress = { games: 0, points: 0, strikes: 0, places: [], outIn: null }
  for (const outcome of outcomes) {
    const { round, group, place, tied } = outcome
    counted.push(outcome)
    const game: GameOutcome = { place, size: group?.entrantIds.length ?? null, tied }
    const figures = rules.gameFigures(game)
    const shownPlace = rules.countsPlace?.(game) === false ? null : place
    games.push({ round, machineId: group?.machineId ?? null, place: shownPlace, ...figures })
    progress = {
      games: games.length,
      points: progress.points + figures.points,
      strikes: progress.strikes + (figures.strikes ?? 0),
      places: place === null ? progress.places : [...progress.places, place],
      outIn: null,
    }
    if (!rules.isOut(game, progress)) continue
    progress = { ...progress, outIn: round }
    break
  }
  return { entrantId, games, progress, outcomes: counted, ...rules.rankKey(progress) }
}

export const roundRow = (rules: RoundRules, { entrantId, games, progress }: EntrantProgress, placing: Placing): StandingsEntry => ({
  entrantId,
  ...placing,
  ...rules.figures(progress),
  ...(progress.outIn === null ? {} : { outIn: progress.outIn }),
  machines: [],
  games,
})

/**
 * Ranks entrants by the tie-breaks of the event.
 * @param entrants may be sorted in place
 * @returns the entrants, best first
 */
export function rankEntrants(
  { tieBreaks }: RoundRules,
  entrants: EntrantProgress[],
  assign: (entrant: EntrantProgress, placing: Placing) => void,
): EntrantProgress[] {
  if (!areDefaultTieBreaks(tieBreaks)) return rankByTieBreaks(tieBreaks, entrants, assign)
  assignRanks(entrants.sort(compareEntrants), (entrant, rank, tieBreak) => assign(entrant, { rank, tieBreak }))
  return entrants
}

/** Computes standings from scratch. Groups without a result do not count. Every entrant has a row; those who have not played come last. */
export function roundStandings(rules: RoundRules, entrantIds: readonly string[], rounds: readonly Round[]): StandingsEntry[] {
  const outcomes = new Map(entrantIds.map((entrantId): [string, RoundOutcome[]] => [entrantId, []]))
  for (const [i, round] of rounds.entries())
    for (const { entrantId, ...outcome } of placesInGroup(round)) outcomes.get(entrantId)?.push({ round: i + 1, ...outcome })
  const all = [...outcomes].map(([entrantId, own]) => rankProgress(rules, entrantId, own))
  const rows: StandingsEntry[] = []
  rankEntrants(rules, all, (each, placing) => rows.push(roundRow(rules, each, placing)))
  return rows
}

/** The places of an entrant's games, ascending: equal totals are told apart by the most firsts, then seconds, and so on. */
export const sortedPlaces = ({ places }: RoundProgress): number[] => [...places].sort((a, b) => a - b)

/** More than any number of rounds or strikes: whoever is still in stands before all who are eliminated. */
export const STILL_IN_SORT_VALUE = 1_000_000
