import type { Attempt } from '#events/rules/attempt.ts'
import { countingCards } from '#events/rules/cards.ts'
import { type ScoreEvent, sumOfAdjustments } from '#events/rules/standings/score-standings.ts'
import { countUpTo } from '#events/rules/standings/sorted-list.ts'
import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import { assignRanks, compareEntrants, comparePlaces, type RankKey } from '#events/rules/standings/tie-break.ts'

interface RankedGame {
  attempt: Attempt
  rank: number
}

interface ScoredCard extends RankKey {
  games: RankedGame[]
}

const value = (attempt: Attempt): number => attempt.value ?? 0

/**
 * Ranks players by their best cards. A game is worth what its rank on its machine is worth: one more than the number of other players who have a
 * higher score there on any card of theirs. Of two cards with equal points the one with the better places counts, then the earlier one.
 * @param worth points of a rank, in thousandths
 */
export function cardStandings(
  { rules, machineIds, windows = [], adjustments = [] }: ScoreEvent,
  worth: (rank: number) => number,
  entrantIds: readonly string[],
  attempts: readonly Attempt[],
): StandingsEntry[] {
  const machines = new Set(machineIds)
  const own = new Map(entrantIds.map((id): [string, Attempt[]] => [id, []]))
  for (const attempt of attempts) if (machines.has(attempt.machineId)) own.get(attempt.entrantId)?.push(attempt)
  const cards = new Map([...own].map(([id, list]) => [id, countingCards(rules.cards!, list, windows)]))
  const bests = bestOnMachines(cards)
  const rankOf = (attempt: Attempt): number => {
    const { sorted, byEntrant } = bests.get(attempt.machineId)!
    const better = sorted.length - countUpTo(sorted, value(attempt))
    return better + 1 - (byEntrant.get(attempt.entrantId)! > value(attempt) ? 1 : 0)
  }
  const rows: StandingsEntry[] = []
  const totals = entrantIds.map(entrantId => {
    const best = bestCard(cards.get(entrantId)!.map(games => scoreCard(games, rankOf, worth)))
    const changes = adjustments.filter(each => each.entrantId === entrantId)
    return { entrantId, ...best, sortValue: best.sortValue + sumOfAdjustments(rules, changes), changes }
  })
  assignRanks(totals.sort(compareEntrants), ({ entrantId, games, sortValue, changes }, rank, tieBreak) => {
    const byMachine = new Map(games.map(game => [game.attempt.machineId, game]))
    rows.push({
      ...{ entrantId, rank, tieBreak, ...(changes.length === 0 ? {} : { adjustments: changes }) },
      ...rules.totalFigures(sortValue),
      machines: machineIds.flatMap(machineId => {
        const game = byMachine.get(machineId)
        if (game === undefined) return []
        const { id: attemptId, value: score } = game.attempt
        const shown = score === undefined ? {} : { value: score }
        return [{ machineId, attemptId, rank: game.rank, counted: true, ...shown, points: worth(game.rank) }]
      }),
    })
  })
  return rows
}

/** Returns everybody's best score on each machine. `sorted`: ascending */
function bestOnMachines(
  cards: ReadonlyMap<string, readonly Attempt[][]>,
): Map<string, { sorted: number[]; byEntrant: ReadonlyMap<string, number> }> {
  const machines = new Map<string, Map<string, number>>()
  for (const [entrantId, own] of cards)
    for (const attempt of own.flat()) {
      const byEntrant = machines.get(attempt.machineId) ?? new Map<string, number>()
      machines.set(attempt.machineId, byEntrant)
      byEntrant.set(entrantId, Math.max(byEntrant.get(entrantId) ?? 0, value(attempt)))
    }
  return new Map(
    [...machines].map(([machineId, byEntrant]) => [machineId, { sorted: [...byEntrant.values()].sort((a, b) => a - b), byEntrant }]),
  )
}

function scoreCard(games: readonly Attempt[], rankOf: (attempt: Attempt) => number, worth: (rank: number) => number): ScoredCard {
  const ranked = games.map(attempt => ({ attempt, rank: rankOf(attempt) }))
  return {
    games: ranked,
    places: ranked.map(({ rank }) => rank).sort((a, b) => a - b),
    sortValue: ranked.reduce((sum, { rank }) => sum + worth(rank), 0),
  }
}

const bestCard = (cards: readonly ScoredCard[]): ScoredCard =>
  cards.reduce((best, card) => ((card.sortValue - best.sortValue || comparePlaces(best.places, card.places)) > 0 ? card : best), {
    games: [],
    places: [],
    sortValue: 0,
  })
