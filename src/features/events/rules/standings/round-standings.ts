import type { RoundProgress, RoundRules } from '../format-rules.ts'
import { placesInGroup, type Round } from '../rounds.ts'
import { areDefaultTieBreaks } from '../standings-options.ts'
import { rankByTieBreaks } from './chosen-tie-breaks.ts'
import { type EntrantProgress, type RoundOutcome, rankProgress } from './entrant-progress.ts'
import type { StandingsEntry } from './standings-entry.ts'
import { assignRanks, compareEntrants, type EntrantPlacement } from './tie-break.ts'

const roundRow = (rules: RoundRules, { entrantId, games, progress }: EntrantProgress, placement: EntrantPlacement): StandingsEntry => ({
  entrantId,
  ...placement,
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
  const entrants = [...outcomes].map(([entrantId, own]) => rankProgress(rules, entrantId, own))
  const rows: StandingsEntry[] = []
  const addRow = (entrant: EntrantProgress, placement: EntrantPlacement): void => void rows.push(roundRow(rules, entrant, placement))
  if (areDefaultTieBreaks(rules.tieBreaks))
    assignRanks(entrants.sort(compareEntrants), (entrant, rank, tieBreak) => {
      const { sortValue, places } = entrant
      rows.push({ ...roundRow(rules, entrant, { rank, tieBreak }), rankKey: { sortValue, places } })
    })
  else rankByTieBreaks(rules.tieBreaks, entrants, addRow)
  return rows
}

/** The places of an entrant's games, ascending: equal totals are told apart by the most firsts, then seconds, and so on. */
export const sortedPlaces = ({ places }: RoundProgress): number[] => [...places].sort((a, b) => a - b)

/** More than any number of rounds or strikes: whoever is still in stands before all who are eliminated. */
export const STILL_IN_SORT_VALUE = 1_000_000
