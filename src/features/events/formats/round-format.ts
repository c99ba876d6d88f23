import { MAX_GAMES } from '../rules/draw-options.ts'
import type { RoundRules } from '../rules/format-rules.ts'
import { applyPlayoffs } from '../rules/standings/playoffs.ts'
import { RoundStandings, sortedPlaces } from '../rules/standings/round-standings.ts'
import type { StandingsEntry } from '../rules/standings/standings-entry.ts'
import { DEFAULT_OPTIONS, type StandingsOptions } from '../rules/standings-options.ts'
import { groupMultiplier } from '../rules/tgp/meaningful-games.ts'
import type { CountGames, FormatRules, PointTotals } from './event-format.ts'

/** The part of a format's rules in which games earn points, which are added up: most points win. */
export const ADDED_POINTS: Pick<RoundRules, 'isOut' | 'adjust' | 'rankKey' | 'figures'> = {
  isOut: () => false,
  adjust: (progress, points) => ({ ...progress, points: progress.points + points }),
  rankKey: progress => ({ sortValue: progress.points, places: sortedPlaces(progress) }),
  figures: ({ points }) => ({ points }),
}

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
    pointTotals,
  }: Partial<Pick<StandingsOptions, 'tieBreaks' | 'byeOpponent'>> & { countGames?: CountGames; pointTotals?: PointTotals } = {},
): FormatRules {
  const rounds: RoundRules = { ...own, tieBreaks, byeOpponent }
  const standings = new RoundStandings(rounds)
  return {
    scores: null,
    rounds,
    endsByClock: false,
    ...(countGames === undefined ? {} : { countGames }),
    ...(pointTotals === undefined ? {} : { pointTotals }),
    machinesProblem: () => null,
    standings: (_machineIds, entrantIds, played) =>
      applyPlayoffs(standings.compute(entrantIds, played.rounds ?? [], played.adjustments), played.playoffs ?? []),
  }
}

/** Returns how many games there were in an event of rounds, whoever played in them. */
export function countGamesPlayed(standings: readonly StandingsEntry[]): number {
  const games = new Set<number>()
  for (const row of standings) for (const { round, game = 1 } of row.games ?? []) games.add(round * (MAX_GAMES + 1) + game)
  return games.size
}

/** Returns how many meaningful games those who have played had on average. @param size players of a game */
export function averageGames(standings: readonly StandingsEntry[], size: number): number {
  const played = standings.flatMap(({ games = [] }) => (games.length === 0 ? [] : [games.length]))
  const sum = played.reduce((total, games) => total + games * groupMultiplier(size), 0)
  return played.length === 0 ? 0 : Math.round((sum / played.length) * 100) / 100
}
