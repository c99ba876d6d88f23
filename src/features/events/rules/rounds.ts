import { fieldRule } from '#platform/text/field-rules.ts'

/** The most strokes that are entered for a hole. */
export const MOST_STROKES = 10

/** Players of a group at most: a format may put everybody into one. */
export const MAX_GROUP = 500

/** One game of a group. The games of one group follow each other, the first one first. */
export interface MatchGroup {
  /** which of the group's games in this round it is; left out: the first */
  game?: number
  /** empty: the game has none, or none yet */
  machineId: string
  entrantIds: string[]
  /** in a bracket: which of its games the group plays, see `BracketGame`; left out: there is no bracket */
  bracketGame?: string
  /** The result: the same entrants, first place first. */
  order?: string[]
  /** The places of `order`, ascending; tied players share one: 1, 2, 2, 4. Left out: nobody is tied. */
  places?: number[]
  /** The scores that were typed with the result, in the order of `order`; null for a player without one. Left out: none was typed. */
  scores?: (number | null)[]
}

export interface PlaceInGroup {
  entrantId: string
  /** which game of the round, 1 for the first */
  game: number
  group: MatchGroup | null
  place: number | null
  tied: number
}

export interface Round {
  groups: MatchGroup[]
  /** entrants with a bye in this round */
  byes: string[]
  /** how many games each group plays, for each of which a bye counts; left out: one */
  gamesPerGroup?: number
  /** in the first round of a bracket: who plays in it, the best seed first; null: nobody */
  field?: (string | null)[]
  /** in the first round of a bracket: who of its players has left, and loses the games that are not played yet; left out: nobody */
  gone?: string[]
}

/** Returns the games of each group of a round. */
export const gamesOfGroups = ({ groups }: Pick<Round, 'groups'>): MatchGroup[][] => {
  const games: MatchGroup[][] = []
  for (const each of groups) {
    if (each.game === undefined) games.push([each])
    else games.at(-1)!.push(each)
  }
  return games
}

/** Returns what is wrong with a result, as text for an error message; null: nothing. */
export function orderProblem(group: Pick<MatchGroup, 'entrantIds'>, order: readonly string[]): string | null {
  const named = new Set(order)
  const complete = order.length === group.entrantIds.length && group.entrantIds.every(id => named.has(id))
  return complete ? null : fieldRule('each-player', 'must name each player of the group once, the winner first')
}

/** Returns what is wrong with the places of a result, as text for an error message; null: nothing. */
export function placesProblem(size: number, places: readonly number[]): string | null {
  if (places.length !== size) return fieldRule('each-player', 'must name a place for each player of the group')
  const valid = places.every((place, i) => place === i + 1 || (i > 0 && place === places[i - 1]))
  return valid ? null : fieldRule('places', 'must be ascending places such as 1, 2, 2, 4, where tied players share a place')
}

/** Returns the places that follow from scores, the best first. Equal scores share a place. */
export function placesOfScores(scores: readonly number[]): number[] {
  const places: number[] = []
  for (const [i, score] of scores.entries()) places.push(i > 0 && score === scores[i - 1] ? places[i - 1]! : i + 1)
  return places
}

/**
 * Returns what is wrong with the strokes of a result, as text for an error message; null: nothing. All players have some, the fewest first.
 * @param places null: nobody is tied
 */
export function strokesProblem(strokes: readonly (number | null)[], places: readonly number[] | null): string | null {
  const isCounted = strokes.every(each => each !== null && each >= 1 && each <= MOST_STROKES)
  if (!isCounted) return fieldRule('each-strokes', 'must hold the strokes of each player, from 1 to {max}', { max: MOST_STROKES })
  return scoresProblem(
    strokes.map(each => -each!),
    places,
  ) === null
    ? null
    : fieldRule('stroke-order', 'must agree with the places, the fewest strokes first')
}

/**
 * Returns what is wrong with the scores of a result, as text for an error message; null: nothing. A better place has a higher score, and who
 * shares a place has the same score.
 * @param places null: nobody is tied
 */
export function scoresProblem(scores: readonly (number | null)[], places: readonly number[] | null): string | null {
  const typed = scores.flatMap((score, i) => (score === null ? [] : [{ score, place: places?.[i] ?? i + 1 }]))
  const agree = typed.every(({ score, place }, i) => {
    const better = typed[i - 1]
    return better === undefined || (better.place === place ? better.score === score : better.score > score)
  })
  return agree ? null : fieldRule('score-order', 'must agree with the places, the highest score first')
}

/** True if two players share a place. */
export const hasTies = (places: readonly number[]): boolean => places.some((place, i) => place !== i + 1)

/**
 * Yields every entrant of a round with each place in a finished game, or with a bye for each game (`group` and `place` null). `tied`: how
 * many share the place.
 */
export function* placesInGroup(round: Round): Generator<PlaceInGroup> {
  for (const group of round.groups) {
    const places = group.places ?? group.order?.map((_, i) => i + 1) ?? []
    for (const [i, entrantId] of (group.order ?? []).entries())
      yield { entrantId, game: group.game ?? 1, group, place: places[i]!, tied: places.filter(place => place === places[i]).length }
  }
  for (const entrantId of round.byes)
    for (let game = 1; game <= (round.gamesPerGroup ?? 1); game++) yield { entrantId, game, group: null, place: null, tied: 1 }
}
