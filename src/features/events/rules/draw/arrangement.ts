import { fieldRule } from '#platform/text/field-rules.ts'
import type { RoundRules } from '../format-rules.ts'

/** Who plays in which group of a round, and who stands by. */
export interface Seating {
  /** players by group, in their order of play */
  groups: ReadonlyMap<string, readonly string[]>
  byes: readonly string[]
}

/** A change of a round: the players whom groups get, and who stands by afterwards. A group without players is broken up. */
export interface Arrangement {
  groups: ReadonlyMap<string, readonly string[]>
  /** null: as before */
  byes: readonly string[] | null
}

/** Returns the round after a change. */
export function arranged(before: Seating, change: Arrangement): Seating {
  const groups = new Map([...before.groups, ...change.groups])
  return { groups: new Map([...groups].filter(([, players]) => players.length > 0)), byes: change.byes ?? before.byes }
}

/** Returns where each player of a round is: the group, or null for a bye. */
const placesOf = ({ groups, byes }: Seating): ReadonlyMap<string, string | null> =>
  new Map([
    ...byes.map(player => [player, null] as const),
    ...[...groups].flatMap(([id, players]) => players.map(player => [player, id] as const)),
  ])

/** Returns the players who are in another group than before, or have become or ceased to be in one, in the order of their new places. */
export function movedPlayers(before: Seating, after: Seating): string[] {
  const [from, to] = [placesOf(before), placesOf(after)]
  return [...new Set([...to.keys(), ...from.keys()])].filter(
    player => from.get(player) !== to.get(player) || from.has(player) !== to.has(player),
  )
}

/** Returns what is wrong with a round, as text for an error message about `groups`; null: nothing. */
export function seatingProblem(
  { groups, byes }: Seating,
  { largestGroup, isOneGroup }: Pick<RoundRules, 'largestGroup' | 'isOneGroup'>,
): string | null {
  const players = [...[...groups.values()].flat(), ...byes]
  if (new Set(players).size < players.length) return fieldRule('player-twice', 'must name each player once in the round')
  const sizes = [...groups.values()].map(({ length }) => length)
  if (sizes.some(size => size < 2 || size > largestGroup))
    return fieldRule('group-size', 'must have {min} to {max} players in each group', { min: 2, max: largestGroup })
  if (sizes.length === 0) return fieldRule('some-group', 'must leave a group in the round')
  if (isOneGroup && sizes.length > 1) return fieldRule('one-group', 'must leave one group, in which everybody plays')
  return null
}

/** True if two lists name the same players, in any order. */
export const isSamePlayers = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && new Set([...a, ...b]).size === new Set(a).size
