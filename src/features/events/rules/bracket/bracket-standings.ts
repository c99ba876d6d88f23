import type { Figures, GameOutcome, RoundRules } from '../format-rules.ts'
import { placesInGroup, type Round } from '../rounds.ts'
import { THOUSANDTHS } from '../standings/points.ts'
import { STILL_IN_SORT_VALUE } from '../standings/round-standings.ts'
import type { GameResult, StandingsEntry } from '../standings/standings-entry.ts'
import { assignRanks, compareEntrants, type RankKey } from '../standings/tie-break.ts'
import { type BracketRules, bracketOf } from './bracket-rules.ts'
import type { BracketEnd } from './resolve-bracket.ts'

/** More than the places of a game, and than the strokes of a group's holes. */
const PLACES = 1000

/** Where those stand whose way ended: the further they came the better, then by what their last group was ranked by, then by their place there. */
const standingValue = ({ level, total, place }: BracketEnd): number => level * PLACES + total - (total === 0 ? place : place / 10)

/**
 * Ranks the players of a bracket: first those who are still in, then the others by how far they came, and those who went out in the same round
 * by the strokes there if those are counted, or else by their places. Those who are equal in all this share a rank. Last come those who are not in the bracket.
 * Points are the games of the bracket that somebody has won, or from which somebody went on.
 */
export function bracketStandings(
  rules: Pick<BracketRules, 'plan' | 'follow'>,
  { gameFigures }: Pick<RoundRules, 'gameFigures'>,
  entrantIds: readonly string[],
  rounds: readonly Round[],
): StandingsEntry[] {
  const bracket = bracketOf(rules, rounds)
  const field = new Set(rounds[0]?.field ?? [])
  const games = gamesByEntrant(rounds, gameFigures)
  const keys = entrantIds.map((entrantId): RankKey & { entrantId: string } => {
    const end = bracket?.ended.get(entrantId)
    const sortValue = end !== undefined ? standingValue(end) : field.has(entrantId) ? STILL_IN_SORT_VALUE * PLACES : 0
    return { entrantId, sortValue, places: [] }
  })
  const rows: StandingsEntry[] = []
  assignRanks(keys.sort(compareEntrants), ({ entrantId, sortValue, places }, rank, tieBreak) => {
    const end = bracket?.ended.get(entrantId)
    rows.push({
      ...{ entrantId, rank, tieBreak, rankKey: { sortValue, places } },
      points: (bracket?.wins.get(entrantId) ?? 0) * THOUSANDTHS,
      ...(end === undefined || rank === 1 ? {} : { outIn: end.round }),
      machines: [],
      games: games.get(entrantId) ?? [],
    })
  })
  return rows
}

function gamesByEntrant(rounds: readonly Round[], gameFigures: (game: GameOutcome) => Figures): Map<string, GameResult[]> {
  const games = new Map<string, GameResult[]>()
  for (const [i, { groups }] of rounds.entries())
    for (const { entrantId, game, group, place, tied } of placesInGroup({ groups, byes: [] })) {
      const own = games.get(entrantId) ?? []
      games.set(entrantId, own)
      const score = group!.scores?.[group!.order!.indexOf(entrantId)] ?? null
      const figures = gameFigures({ place, size: group!.entrantIds.length, tied, score })
      own.push({ round: i + 1, ...(game === 1 ? {} : { game }), machineId: group!.machineId, place, ...figures })
    }
  return games
}
