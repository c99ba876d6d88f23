import type { GroupSize } from './format.ts'

/** One game of a round. */
export interface MatchGroup {
  machineId: string
  entrantIds: string[]
  /**
   * The result: the same entrants, first place first. There are no ties in it: players who tie play on until they do not, so that
   * the points of a group always come to the same sum.
   */
  order?: string[]
}

export interface Round {
  groups: MatchGroup[]
  /** entrants who found no opponent in this round */
  byes: string[]
}

/** What is wrong with a result, to be said of it; null: nothing. */
export function orderProblem(group: MatchGroup, order: readonly string[]): string | null {
  const named = new Set(order)
  const complete = order.length === group.entrantIds.length && group.entrantIds.every(id => named.has(id))
  return complete ? null : 'must name each player of the group once, the winner first'
}

export const roundSize = (group: MatchGroup): GroupSize => group.entrantIds.length as GroupSize

/** Every entrant who has come to an end of a group or stood by, with his place (null: stood by), round by round. */
export function* placesInGroup(round: Round): Generator<{ entrantId: string; group: MatchGroup | null; place: number | null }> {
  for (const group of round.groups) for (const [i, entrantId] of (group.order ?? []).entries()) yield { entrantId, group, place: i + 1 }
  for (const entrantId of round.byes) yield { entrantId, group: null, place: null }
}
