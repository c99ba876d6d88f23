import type { MatchGroup } from '../rounds.ts'
import { MOST_STROKES, placesInGroup } from '../rounds.ts'
import type { BracketOutcome, BracketProgress, FollowGroup } from './group-progress.ts'

/** Follows a pair that plays until one of them has won most of `bestOf` games. */
export const firstToWin =
  (bestOf: number): FollowGroup =>
  (players, games) => {
    const needed = (bestOf + 1) / 2
    const played = games.filter(({ order }) => order !== undefined)
    const wins = players.map(player => played.filter(({ order }) => order![0] === player).length)
    const winner = wins.findIndex(count => count >= needed)
    if (winner < 0) return { games: Math.max(needed, played.length + 1), outcome: null }
    return { games: played.length, outcome: { order: [players[winner]!, players[1 - winner]!], places: [1, 2] } }
  }

/**
 * Follows a group that plays some games and adds up what its places are worth.
 * @param worth what a place in a game is worth, see `GameOutcome`
 */
export const mostPoints =
  (games: number, worth: (game: { place: number; size: number; tied: number }) => number): FollowGroup =>
  (players, own): BracketProgress => {
    const counted = own.filter(({ order }) => order !== undefined).slice(0, games)
    if (counted.length < games) return { games, outcome: null }
    const totals = new Map(players.map(player => [player, 0]))
    for (const { entrantId, place, tied } of placesInGroup({ groups: counted, byes: [] }))
      totals.set(entrantId, totals.get(entrantId)! + worth({ place: place!, size: players.length, tied }))
    return { games, outcome: byTotal(players, totals) }
  }

/** Follows a group that plays some holes and adds up the strokes, of which the fewest are the best. */
export const fewestStrokes =
  (holes: number): FollowGroup =>
  (players, own): BracketProgress => {
    const played = own.filter(({ order }) => order !== undefined).slice(0, holes)
    if (played.length < holes) return { games: holes, outcome: null }
    const totals = new Map(players.map(player => [player, 0]))
    for (const { order, scores } of played)
      for (const [i, player] of order!.entries()) totals.set(player, totals.get(player)! - (scores?.[i] ?? MOST_STROKES))
    return { games: holes, outcome: { ...byTotal(players, totals), totals } }
  }

/** Puts players into the order of their totals, the highest first. */
function byTotal(players: readonly string[], totals: ReadonlyMap<string, number>): BracketOutcome {
  const order = players.toSorted((a, b) => totals.get(b)! - totals.get(a)!)
  const places: number[] = []
  for (const [i, player] of order.entries()) places.push(i > 0 && totals.get(player) === totals.get(order[i - 1]!) ? places[i - 1]! : i + 1)
  return { order, places }
}

/** Follows a group that plays one game, whose places are all. */
export const oneGame: FollowGroup = (_players, [game]: readonly MatchGroup[]) => {
  if (game?.order === undefined) return { games: 1, outcome: null }
  return { games: 1, outcome: { order: game.order, places: game.places ?? game.order.map((_, i) => i + 1) } }
}
