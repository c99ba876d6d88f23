import type { GroupSize } from './format.ts'
import { MOST_EXACT, partition } from './group-exact-search.ts'
import { fewRepeats } from './group-heuristic.ts'
import { groupSizes } from './group-sizes.ts'
import type { OpponentHistory } from './opponent-history.ts'
import { pairPlayers } from './pair-players.ts'

export interface GroupAssignment {
  groups: string[][]
  byes: string[]
}

/** The pairs of all but one; who that is: with him gone there are fewest repeats, then he had fewest byes, then he stands last. */
function pairsAndBye(players: readonly string[], meetings: OpponentHistory): GroupAssignment {
  const candidates = [...players].reverse().sort((a, b) => meetings.byes(a) - meetings.byes(b))
  let fewest = Number.POSITIVE_INFINITY
  let best: GroupAssignment = { groups: [], byes: [...players] }
  for (const bye of candidates) {
    const rest = players.filter(player => player !== bye)
    const { pairs, repeats } = pairPlayers(rest.length, (a, b) => meetings.met(rest[a]!, rest[b]!))
    if (repeats >= fewest) continue
    fewest = repeats
    best = { groups: pairs.map(pair => pair.map(i => rest[i]!)), byes: [bye] }
    if (fewest === 0) break
  }
  return best
}

function groupsFor(n: number, sizes: readonly number[], met: (a: number, b: number) => number): number[][] {
  const exact = n <= MOST_EXACT ? partition(n, sizes, met).groups : null
  return exact ?? fewRepeats(n, sizes, met)
}

/**
 * Players in groups in which nobody meets anybody again, as long as there are such groups: for pairs always, for groups of three and four up to 32 players. Where
 * there are none, pairs have the fewest repeats there can be, larger groups few. Nobody is alone but by twos, when the number is odd.
 * @param players best first, or in whatever order neighbours should meet
 */
export function part(players: readonly string[], size: GroupSize, meetings: OpponentHistory): GroupAssignment {
  if (players.length < 2) return { groups: [], byes: [...players] }
  const sizes = groupSizes(players.length, size)
  if (sizes.at(-1) === 1) return pairsAndBye(players, meetings)
  const met = (a: number, b: number): number => meetings.met(players[a]!, players[b]!)
  const groups = sizes[0] === 2 ? pairPlayers(players.length, met).pairs : groupsFor(players.length, sizes, met)
  return { groups: groups.map(group => group.map(i => players[i]!)), byes: [] }
}

export const repeatsIn = ({ groups }: GroupAssignment, meetings: OpponentHistory): number =>
  groups.reduce(
    (sum, group) => sum + group.reduce((own, a, i) => own + group.slice(i + 1).reduce((n, b) => n + meetings.met(a, b), 0), 0),
    0,
  )
