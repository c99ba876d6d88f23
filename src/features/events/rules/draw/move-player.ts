import type { Seating } from './arrangement.ts'

/** Where a player of a round goes. `with` and `for`: another player */
export type Move =
  | { kind: 'group'; groupId: string }
  /** a new group with somebody who stands by, or who does not play this round */
  | { kind: 'new group'; with: string }
  /** the two change places */
  | { kind: 'swap'; for: string }
  /** another turn in the same group, 0 for the first */
  | { kind: 'turn'; at: number }
  | { kind: 'bye' }
  | { kind: 'out' }

/** One group of `events.arrange`, or those who stand by. */
interface ArrangedPart {
  groupId?: string
  entrantIds: string[]
  was: string[]
}

export interface ArrangedParts {
  groups: ArrangedPart[]
  byes?: Omit<ArrangedPart, 'groupId'>
}

/**
 * Returns the change of a round that takes a player to another place. A group that is left with one player is broken up, and that player
 * stands by.
 */
export function planMove({ groups, byes }: Seating, player: string, move: Move): ArrangedParts {
  const after = new Map([...groups].map(([id, players]) => [id, [...players]]))
  let standing = [...byes]
  const made: string[][] = []
  const groupOf = (each: string): string[] | undefined => [...after.values()].find(players => players.includes(each))
  const takeOut = (each: string): void => {
    const group = groupOf(each)
    group?.splice(group.indexOf(each), 1)
    standing = standing.filter(other => other !== each)
  }
  if (move.kind === 'turn') {
    const own = groupOf(player)
    if (own !== undefined) own.splice(move.at, 0, ...own.splice(own.indexOf(player), 1))
  } else if (move.kind === 'swap') {
    // Each gets the other's place, also in the order of play.
    const [own, others] = [groupOf(player), groupOf(move.for)]
    const [ownAt, otherAt] = [own?.indexOf(player) ?? -1, others?.indexOf(move.for) ?? -1]
    const [stoodBy, otherStoodBy] = [standing.includes(player), standing.includes(move.for)]
    if (own !== undefined) own[ownAt] = move.for
    if (others !== undefined) others[otherAt] = player
    standing = standing.filter(each => each !== player && each !== move.for)
    if (stoodBy) standing.push(move.for)
    if (otherStoodBy) standing.push(player)
  } else {
    takeOut(player)
    if (move.kind === 'group') after.get(move.groupId)!.push(player)
    if (move.kind === 'bye') standing.push(player)
    if (move.kind === 'new group') {
      takeOut(move.with)
      made.push([move.with, player])
    }
    for (const players of after.values()) if (players.length === 1) standing.push(...players.splice(0))
  }
  const isSame = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((each, i) => each === b[i])
  return {
    groups: [
      ...[...after].flatMap(([groupId, entrantIds]) => {
        const was = [...groups.get(groupId)!]
        return isSame(entrantIds, was) ? [] : [{ groupId, entrantIds, was }]
      }),
      ...made.map(entrantIds => ({ entrantIds, was: [] })),
    ],
    ...(isSame(standing, byes) ? {} : { byes: { entrantIds: standing, was: [...byes] } }),
  }
}
