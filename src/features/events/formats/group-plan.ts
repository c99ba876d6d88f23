import type { BracketGame, BracketPlan, Seat } from '#events/rules/bracket/plan.ts'
import { snakeGroups } from '#events/rules/bracket/seeding.ts'

const GROUP = 4
/** how many of a group go on */
const WINNERS = 2
const FINAL_LEVEL = 1000

/** Where players of a bracket of groups sit before a round: by seed, or by the group and the place that they had in it. */
type Seats = Seat[]

/**
 * The games of a bracket of groups of four, of which the best two go on, until one group is left. As many as fill the next smaller bracket of
 * 4, 8, 16, 32 … go through a first round that leaves out the best seeds: with 12 players the best four have a bye, with 24 the best eight,
 * with 40 the best 24. Where two of those who play are over, they play each other and one goes on. Fewer than four play one group.
 */
export function groupBracket(entrants: number): BracketPlan {
  if (entrants < GROUP)
    return [
      finalOf(
        1,
        Array.from({ length: entrants }, (_, i) => ({ seed: i + 1 })),
      ),
    ]
  const size = GROUP * 2 ** Math.floor(Math.log2(entrants / GROUP))
  const first = entrants === size ? [] : firstRound(entrants, size)
  const games: BracketGame[] = [...first]
  let round = first.length === 0 ? 1 : 2
  const byes = entrants - 2 * (entrants - size)
  let seats: Seats = [...Array.from({ length: byes }, (_, i) => ({ seed: i + 1 })), ...qualified(first)]
  while (seats.length > GROUP) {
    const own = groupsOf(
      round,
      snakeGroups(0, seats.length / GROUP, GROUP).map(group => group.map(i => seats[i]!)),
    )
    games.push(...own)
    // The first group's winners meet those of the last one, so the best two seeds of a round can meet in the final alone.
    seats = [...own.map(({ id }): Seat => ({ of: id, place: 1 })), ...own.toReversed().map(({ id }): Seat => ({ of: id, place: 2 }))]
    round++
  }
  return [...games, finalOf(round, seats)]
}

const finalOf = (round: number, seats: Seats): BracketGame => ({ id: `g${round}-1`, round, seats, winners: 1, level: FINAL_LEVEL })

const groupsOf = (round: number, groups: readonly Seats[]): BracketGame[] =>
  groups.map((seats, i) => ({ id: `g${round}-${i + 1}`, round, seats, winners: seats.length > 2 ? WINNERS : 1, level: round }))

/** The first round where there are more players than the bracket has seats: of those who play, half go on. */
function firstRound(entrants: number, size: number): BracketGame[] {
  const players = 2 * (entrants - size)
  const best = entrants - players + 1
  const fours = Math.floor(players / GROUP)
  const hasPair = players % GROUP !== 0
  // The two in the middle play each other.
  const middle = best + players / 2 - 1
  const seeds = Array.from({ length: players }, (_, i) => best + i).filter(seed => !hasPair || (seed !== middle && seed !== middle + 1))
  const groups = snakeGroups(0, fours, GROUP).map(group => group.map((i): Seat => ({ seed: seeds[i]! })))
  return groupsOf(1, hasPair ? [...groups, [{ seed: middle }, { seed: middle + 1 }]] : groups)
}

/** Those who go on from the first round, the winners of its groups before those who came second. */
const qualified = (games: readonly BracketGame[]): Seats => [
  ...games.map(({ id }): Seat => ({ of: id, place: 1 })),
  ...games
    .filter(({ winners }) => winners === WINNERS)
    .map(({ id }): Seat => ({ of: id, place: 2 }))
    .reverse(),
]
