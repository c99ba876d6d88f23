/** Players of a group at most: a format may put everybody into one. */
export const MAX_GROUP = 500

/** One group of a round. Its players meet in one game. */
export interface MatchGroup {
  machineId: string
  entrantIds: string[]
  /** The result: the same entrants, first place first. */
  order?: string[]
  /** The places of `order`, ascending; tied players share one: 1, 2, 2, 4. Left out: nobody is tied. */
  places?: number[]
}

export interface PlaceInGroup {
  entrantId: string
  group: MatchGroup | null
  place: number | null
  tied: number
}

export interface Round {
  groups: MatchGroup[]
  /** entrants with a bye in this round */
  byes: string[]
}

/** Returns what is wrong with a result, as text for an error message; null: nothing. */
export function orderProblem(group: Pick<MatchGroup, 'entrantIds'>, order: readonly string[]): string | null {
  const named = new Set(order)
  const complete = order.length === group.entrantIds.length && group.entrantIds.every(id => named.has(id))
  return complete ? null : 'must name each player of the group once, the winner first'
}

/** Returns what is wrong with the places of a result, as text for an error message; null: nothing. */
export function placesProblem(size: number, places: readonly number[]): string | null {
  if (places.length !== size) return 'must name a place for each player of the group'
  const valid = places.every((place, i) => place === i + 1 || (i > 0 && place === places[i - 1]))
  return valid ? null : 'must be ascending places such as 1, 2, 2, 4, where tied players share a place'
}

/** True if two players share a place. */
export const hasTies = (places: readonly number[]): boolean => places.some((place, i) => place !== i + 1)

/**
 * Yields every entrant of a round who has a place in a finished group, or a bye (`group` and `place` null). `tied`: how many share the
 * place.
 */
export function* placesInGroup(round: Round): Generator<PlaceInGroup> {
  for (const group of round.groups) {
    const places = group.places ?? group.order?.map((_, i) => i + 1) ?? []
    for (const [i, entrantId] of (group.order ?? []).entries())
      yield { entrantId, group, place: places[i]!, tied: places.filter(place => place === places[i]).length }
  }
  for (const entrantId of round.byes) yield { entrantId, group: null, place: null, tied: 1 }
}
