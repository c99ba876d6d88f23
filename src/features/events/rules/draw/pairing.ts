import type { GroupSize } from '#events/formats/options.ts'
import type { Adjustment } from '../adjustment.ts'
import { DEFAULT_DRAW_OPTIONS, type DrawOptions, type FirstRound, type Grouping } from '../draw-options.ts'
import type { RoundRules } from '../format-rules.ts'
import type { Round } from '../rounds.ts'
import { roundStandings } from '../standings/round-standings.ts'
import { drawMachines, type FixedSeats } from './assign-machines.ts'
import { countRepeats, formGroups, type GroupAssignment } from './form-groups.ts'
import { groupSizes } from './group-sizes.ts'
import { OpponentHistory } from './opponent-history.ts'
import { orderOfPlay } from './play-order.ts'
import { divideInOrder, seededGroups } from './seeded-groups.ts'
import { seededRandom, shuffled } from './seeded-random.ts'

/** How many draws a balanced round is chosen from. */
const BALANCED_DRAWS = 8

const toRound = ({ groups, byes }: GroupAssignment): Round => ({ groups: groups.map(entrantIds => ({ machineId: '', entrantIds })), byes })

/**
 * Draws several times and returns the draw with the fewest rematches; among draws without any, the one after which the next round needs the
 * fewest. Players who were most often in small groups are placed first, which puts them into the larger groups.
 */
function drawBalanced(players: readonly string[], size: GroupSize, rounds: readonly Round[], random: () => number): GroupAssignment {
  const history = new OpponentHistory(rounds)
  let best: { assignment: GroupAssignment; repeats: number; next: number } | null = null
  for (let i = 0; i < BALANCED_DRAWS; i++) {
    const order = shuffled(players, random).sort((a, b) => history.smallGroups(b) - history.smallGroups(a))
    const assignment = formGroups(order, size, history)
    const repeats = countRepeats(assignment, history)
    const nextHistory = new OpponentHistory([...rounds, toRound(assignment)])
    const next = repeats > 0 ? 0 : countRepeats(formGroups(order, size, nextHistory), nextHistory)
    if (best === null || repeats < best.repeats || (repeats === best.repeats && next < best.next)) best = { assignment, repeats, next }
    if (repeats === 0 && next === 0) break
  }
  return best!.assignment
}

/** What a draw of groups depends on. */
export interface DrawInput {
  /** entrants who play, best first; equal ranks in random order */
  players: readonly string[]
  /** rounds drawn before */
  rounds: readonly Round[]
  /** rounds of earlier nights over which the draw is balanced */
  earlierNights: readonly Round[]
  history: OpponentHistory
  /** how the first groups come about if entrants of equal rank stand in the order of their seeds; null: there are no seeds */
  firstRound: FirstRound | null
  /** 0 ≤ n < 1, the same numbers for the same seed */
  random: () => number
}

export type DrawGroups = (input: DrawInput) => GroupAssignment

/** Divides players into groups of neighbours. Of an odd number in pairs, the lowest of those with the fewest byes stands by. */
function drawTiers(players: readonly string[], size: GroupSize, history: OpponentHistory): GroupAssignment {
  if (groupSizes(players.length, size).at(-1) !== 1) return { groups: divideInOrder(players, groupSizes(players.length, size)), byes: [] }
  const fewestByes = Math.min(...players.map(player => history.byes(player)))
  const bye = players.findLast(player => history.byes(player) === fewestByes)!
  const others = players.filter(player => player !== bye)
  return { groups: divideInOrder(others, groupSizes(others.length, size)), byes: [bye] }
}

/** Returns a function that divides players into groups of a size. */
export const groupsOfSize =
  (grouping: Grouping, size: GroupSize): DrawGroups =>
  ({ players, rounds, earlierNights, history, firstRound, random }) => {
    if (firstRound !== null && rounds.length === 0 && grouping !== 'random') {
      if (firstRound !== 'random') return seededGroups(firstRound, players, size)
      return formGroups(shuffled(players, random), size, history)
    }
    switch (grouping) {
      case 'balanced':
        return drawBalanced(players, size, [...earlierNights, ...rounds], random)
      case 'tiers':
        return drawTiers(players, size, history)
      case 'swiss':
        return formGroups(players, size, history)
      case 'random':
        return formGroups(shuffled(players, random), size, history)
    }
  }

export interface Draw {
  /** who plays, best first */
  players: readonly string[]
  /** the rounds drawn before */
  rounds: readonly Round[]
  /** rounds of earlier nights over which opponents, byes and machines are balanced; left out: none */
  earlierNights?: readonly Round[]
  machineIds: readonly string[]
  /** true: who stands before whom in `bySeed` follows from seeds; left out: false */
  isSeeded?: boolean
  /** who plays, in an order that is the same in each round: the best seed first, if there are seeds; left out: as in `players` */
  bySeed?: readonly string[]
  options?: Partial<DrawOptions>
  /** who plays only on some machines; left out: nobody */
  fixedSeats?: FixedSeats
  /** the same seed gives the same round */
  seed: string
}

/** Draws groups, the order of play in each, and a machine for each of their games. */
export function drawRound(
  drawGroups: DrawGroups,
  { players, rounds, earlierNights = [], machineIds, isSeeded = false, bySeed = players, options, fixedSeats = new Map(), seed }: Draw,
): Round {
  const { firstRound, playOrder, machineDraw, banks, gamesPerRound } = { ...DEFAULT_DRAW_OPTIONS, ...options }
  const random = seededRandom(seed)
  const allRounds = [...earlierNights, ...rounds]
  const history = new OpponentHistory(allRounds)
  const drawn = drawGroups({ players, rounds, earlierNights, history, firstRound: isSeeded ? firstRound : null, random })
  const { byes } = drawn
  const groups = orderOfPlay(playOrder, {
    groups: drawn.groups,
    rounds,
    standing: players,
    bySeed,
    // A stream of its own, so that the machines do not depend on the order of play.
    random: seededRandom(`${seed}/order`),
  })
  const machines = drawMachines({
    how: machineDraw,
    groups,
    machineIds,
    banks,
    fixedSeats,
    games: gamesPerRound,
    rounds: allRounds,
    random,
  })
  return {
    groups: groups.flatMap((entrantIds, i) =>
      machines[i]!.map((machineId, game) => ({ ...(game === 0 ? {} : { game: game + 1 }), machineId, entrantIds })),
    ),
    byes,
    ...(gamesPerRound === 1 ? {} : { gamesPerGroup: gamesPerRound }),
  }
}

export interface RoundEntrant {
  id: string
  /** true: not drawn for now */
  paused?: boolean
  /** 1 for the best; left out or null: none */
  seed?: number | null
}

/** Compares seeds, the better one first; no seed comes last. */
const compareSeedNumbers = (a = Number.MAX_SAFE_INTEGER, b = Number.MAX_SAFE_INTEGER): number => a - b

/** What a draw depends on beside entrants, rounds and machines; left out: as if there were none, or as the option's default. */
export interface DrawCircumstances extends Partial<DrawOptions> {
  adjustments?: readonly Adjustment[]
  fixedSeats?: FixedSeats
  earlierNights?: readonly Round[]
}

/**
 * Draws the event's next round among the entrants who are neither paused nor eliminated. Entrants of equal rank stand in the order of their
 * seeds, and those without a seed last; lots decide the rest.
 * @returns null if all rounds are drawn or fewer than two entrants can play
 */
export function nextRound(
  rules: RoundRules,
  drawGroups: DrawGroups,
  entrants: readonly RoundEntrant[],
  rounds: readonly Round[],
  machineIds: readonly string[],
  seed: string,
  { adjustments = [], fixedSeats = new Map(), earlierNights = [], ...options }: DrawCircumstances = {},
): Round | null {
  if (rules.rounds !== null && rounds.length >= rules.rounds) return null
  const rows = roundStandings(
    rules,
    entrants.map(({ id }) => id),
    rounds,
    adjustments,
  )
  const paused = new Set(entrants.filter(entrant => entrant.paused).map(({ id }) => id))
  const seeds = new Map(entrants.flatMap(each => (each.seed === undefined || each.seed === null ? [] : [[each.id, each.seed] as const])))
  const playing = rows.filter(row => !paused.has(row.entrantId) && row.outIn === undefined)
  if (playing.length < 2) return null
  const compareSeeds = (a: string, b: string): number => compareSeedNumbers(seeds.get(a), seeds.get(b))
  const lots = shuffled(playing, seededRandom(`${seed}/lots`))
  const players = [...lots].sort((a, b) => a.rank - b.rank || compareSeeds(a.entrantId, b.entrantId)).map(row => row.entrantId)
  const bySeed = playing.map(({ entrantId }) => entrantId).sort((a, b) => compareSeeds(a, b) || (a < b ? -1 : 1))
  return drawRound(drawGroups, { players, rounds, earlierNights, machineIds, isSeeded: seeds.size > 0, bySeed, options, fixedSeats, seed })
}
