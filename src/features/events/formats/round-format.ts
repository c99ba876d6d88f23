import type { RoundRules } from '../rules/format-rules.ts'
import { applyPlayoffs } from '../rules/standings/playoffs.ts'
import { RoundStandings } from '../rules/standings/round-standings.ts'
import { DEFAULT_OPTIONS, type StandingsOptions } from '../rules/standings-options.ts'
import type { CountGames, FormatRules } from './event-format.ts'

/**
 * Makes the rules of a format whose standings follow from rounds of groups.
 * @param tieBreaks left out: places break ties
 */
export function roundFormat(
  own: Omit<RoundRules, 'tieBreaks' | 'byeOpponent'>,
  {
    tieBreaks = DEFAULT_OPTIONS.tieBreaks,
    byeOpponent = DEFAULT_OPTIONS.byeOpponent,
    countGames,
  }: Partial<Pick<StandingsOptions, 'tieBreaks' | 'byeOpponent'>> & { countGames?: CountGames } = {},
): FormatRules {
  const rounds: RoundRules = { ...own, tieBreaks, byeOpponent }
  const standings = new RoundStandings(rounds)
  return {
    scores: null,
    rounds,
    endsByClock: false,
    ...(countGames === undefined ? {} : { countGames }),
    machinesProblem: () => null,
    standings: (_machineIds, entrantIds, played) =>
      applyPlayoffs(standings.compute(entrantIds, played.rounds ?? [], played.adjustments), played.playoffs ?? []),
  }
}
