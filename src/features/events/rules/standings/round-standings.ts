import type { RoundProgress, RoundRules } from '../format-rules.ts'
import { placesInGroup, type Round } from '../rounds.ts'
import { areDefaultTieBreaks } from '../standings-options.ts'
import { rankByTieBreaks } from './chosen-tie-breaks.ts'
import { type EntrantProgress, type RoundOutcome, rankProgress } from './entrant-progress.ts'
import type { StandingsEntry } from './standings-entry.ts'
import { assignRanks, compareEntrants, type EntrantPlacement } from './tie-break.ts'

export const roundRow = (
  rules: RoundRules,
  { entrantId, games, progress }: EntrantProgress,
  placing: EntrantPlacement,
): StandingsEntry => ({
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
  assign: (entrant: EntrantProgress, placing: EntrantPlacement) => void,
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
