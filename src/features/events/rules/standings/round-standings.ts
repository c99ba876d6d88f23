import type { GameOutcome, RoundProgress, RoundRules } from '../format-rules.ts'
import { type MatchGroup, placesInGroup, type Round } from '../rounds.ts'
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
}

/**
 * Adds up one entrant's games.
 * @param outcomes of one entrant, in the order of the rounds; what follows the round in which the entrant is eliminated does not count
 */
export function rankProgress(rules: RoundRules, entrantId: string, outcomes: Iterable<RoundOutcome>): EntrantProgress {
  const games: GameResult[] = []
  let progress: RoundProgress = { games: 0, points: 0, strikes: 0, places: [], outIn: null }
  for (const { round, group, place, tied } of outcomes) {
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
  return { entrantId, games, progress, ...rules.rankKey(progress) }
}

export const roundRow = (
  rules: RoundRules,
  { entrantId, games, progress }: EntrantProgress,
  { rank, tieBreak }: Placing,
): StandingsEntry => ({
  entrantId,
  rank,
  tieBreak,
  ...rules.figures(progress),
  ...(progress.outIn === null ? {} : { outIn: progress.outIn }),
  machines: [],
  games,
})

/** Computes standings from scratch. Groups without a result do not count. Every entrant has a row; those who have not played come last. */
export function roundStandings(rules: RoundRules, entrantIds: readonly string[], rounds: readonly Round[]): StandingsEntry[] {
  const outcomes = new Map(entrantIds.map((entrantId): [string, RoundOutcome[]] => [entrantId, []]))
  for (const [i, round] of rounds.entries())
    for (const { entrantId, ...outcome } of placesInGroup(round)) outcomes.get(entrantId)?.push({ round: i + 1, ...outcome })
  const all = [...outcomes].map(([entrantId, own]) => rankProgress(rules, entrantId, own))
  const rows: StandingsEntry[] = []
  assignRanks(all.sort(compareEntrants), (each, rank, tieBreak) => rows.push(roundRow(rules, each, { rank, tieBreak })))
  return rows
}

/** The places of an entrant's games, ascending: equal totals are told apart by the most firsts, then seconds, and so on. */
export const sortedPlaces = ({ places }: RoundProgress): number[] => [...places].sort((a, b) => a - b)

/** More than any number of rounds or strikes: whoever is still in stands before all who are eliminated. */
export const STILL_IN_SORT_VALUE = 1_000_000
