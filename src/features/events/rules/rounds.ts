/** One group of a round. Its players meet in one game. */
export interface MatchGroup {
  machineId: string
  entrantIds: string[]
  /**
   * The result: the same entrants, first place first. It has no ties: tied players play on until the tie is broken, so that the points of a
   * group always add up to the same sum.
   */
  order?: string[]
}

export interface Round {
  groups: MatchGroup[]
  /** entrants with a bye in this round */
  byes: string[]
}

/** Returns what is wrong with a result, as text for an error message; null: nothing. */
export function orderProblem(group: MatchGroup, order: readonly string[]): string | null {
  const named = new Set(order)
  const complete = order.length === group.entrantIds.length && group.entrantIds.every(id => named.has(id))
  return complete ? null : 'must name each player of the group once, the winner first'
}

/** Yields every entrant of a round who has a place in a finished group, or a bye (`group` and `place` null). */
export function* placesInGroup(round: Round): Generator<{ entrantId: string; group: MatchGroup | null; place: number | null }> {
  for (const group of round.groups) for (const [i, entrantId] of (group.order ?? []).entries()) yield { entrantId, group, place: i + 1 }
  for (const entrantId of round.byes) yield { entrantId, group: null, place: null }
}
