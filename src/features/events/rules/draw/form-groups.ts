import type { GroupSize } from '#events/formats/options.ts'
import { MAX_EXACT_PLAYERS, partition } from './group-exact-search.ts'
import { groupWithFewRepeats } from './group-heuristic.ts'
import { groupSizes } from './group-sizes.ts'
import type { OpponentHistory } from './opponent-history.ts'
import { pairPlayers } from './pair-players.ts'

export interface GroupAssignment {
  groups: string[][]
  byes: string[]
}

/**
 * Pairs an odd field. One of those with the fewest byes so far stands by: the one whose absence yields the fewest rematches, and of several
 * the lowest in the standings.
 */
function pairWithBye(players: readonly string[], history: OpponentHistory): GroupAssignment {
  const fewestByes = Math.min(...players.map(player => history.byes(player)))
  const candidates = players.filter(player => history.byes(player) === fewestByes).reverse()
  let fewest = Number.POSITIVE_INFINITY
  let best: GroupAssignment = { groups: [], byes: [...players] }
  for (const bye of candidates) {
    const rest = players.filter(player => player !== bye)
    const { pairs, repeats } = pairPlayers(rest.length, (a, b) => history.timesMet(rest[a]!, rest[b]!))
    if (repeats >= fewest) continue
    fewest = repeats
    best = { groups: pairs.map(pair => pair.map(i => rest[i]!)), byes: [bye] }
    if (fewest === 0) break
  }
  return best
}

function formLargerGroups(n: number, sizes: readonly number[], timesMet: (a: number, b: number) => number): number[][] {
  const exact = n <= MAX_EXACT_PLAYERS ? partition(n, sizes, timesMet).groups : null
  return exact ?? groupWithFewRepeats(n, sizes, timesMet)
}

/**
 * Divides players into groups. If there is a division without rematches, it is found: always for pairs, and for groups of three and four
 * with up to 32 players. If there is none, pairs have the fewest rematches possible and larger groups have few. Only an odd number of
 * players in pairs leaves one with a bye, which goes to one of those with the fewest byes, even if another would prevent a rematch.
 * @param players best first, or in any other order in which neighbours should meet
 */
export function formGroups(players: readonly string[], size: GroupSize, history: OpponentHistory): GroupAssignment {
  if (players.length < 2) return { groups: [], byes: [...players] }
  const sizes = groupSizes(players.length, size)
  if (sizes.at(-1) === 1) return pairWithBye(players, history)
  const timesMet = (a: number, b: number): number => history.timesMet(players[a]!, players[b]!)
  const groups = sizes[0] === 2 ? pairPlayers(players.length, timesMet).pairs : formLargerGroups(players.length, sizes, timesMet)
  return { groups: groups.map(group => group.map(i => players[i]!)), byes: [] }
}

export const countRepeats = ({ groups }: GroupAssignment, history: OpponentHistory): number =>
  groups.reduce(
    (sum, group) => sum + group.reduce((own, a, i) => own + group.slice(i + 1).reduce((n, b) => n + history.timesMet(a, b), 0), 0),
    0,
  )
