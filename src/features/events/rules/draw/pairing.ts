import type { GroupSize } from '#events/formats/options.ts'
import type { RoundRules } from '../format-rules.ts'
import type { Round } from '../rounds.ts'
import { roundStandings } from '../standings/round-standings.ts'
import { drawMachines } from './assign-machines.ts'
import { countRepeats, formGroups, type GroupAssignment } from './form-groups.ts'
import { OpponentHistory } from './opponent-history.ts'
import { seededRandom, shuffled } from './seeded-random.ts'
import { spreadSeeds } from './spread-seeds.ts'

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

/** `swiss`: neighbours in the standings meet; `balanced`: as few rematches as possible, now and in the next round; `random`: any groups. */
export type Grouping = 'swiss' | 'balanced' | 'random'

/** What a draw of groups depends on. */
export interface DrawInput {
  /** entrants who play, best first; equal ranks in random order */
  players: readonly string[]
  /** rounds drawn before */
  rounds: readonly Round[]
  history: OpponentHistory
  /** true: entrants of equal rank stand in the order of their seeds */
  isSeeded: boolean
  /** 0 ≤ n < 1, the same numbers for the same seed */
  random: () => number
}

export type DrawGroups = (input: DrawInput) => GroupAssignment

/** Returns a function that divides players into groups of a size. In the first round of a seeded event, seeds are spread over the groups. */
export const groupsOfSize =
  (grouping: Grouping, size: GroupSize): DrawGroups =>
  ({ players, rounds, history, isSeeded, random }) => {
    if (isSeeded && rounds.length === 0 && grouping !== 'random') return spreadSeeds(players, size)
    return grouping === 'balanced'
      ? drawBalanced(players, size, rounds, random)
      : formGroups(grouping === 'swiss' ? players : shuffled(players, random), size, history)
  }

export interface Draw {
  /** who plays, best first */
  players: readonly string[]
  /** the rounds drawn before */
  rounds: readonly Round[]
  machineIds: readonly string[]
  /** left out: false */
  isSeeded?: boolean
  /** how many games each group plays; left out: one */
  gamesPerGroup?: number
  /** the same seed gives the same round */
  seed: string
}

/** Draws groups and a machine for each of their games. */
export function drawRound(drawGroups: DrawGroups, { players, rounds, machineIds, isSeeded = false, gamesPerGroup = 1, seed }: Draw): Round {
  const random = seededRandom(seed)
  const history = new OpponentHistory(rounds)
  const { groups, byes } = drawGroups({ players, rounds, history, isSeeded, random })
  const games: Round[] = []
  for (let game = 1; game <= gamesPerGroup; game++) {
    // A group plays its games on different machines, as far as there are enough.
    const machines = drawMachines(groups, machineIds, new OpponentHistory([...rounds, ...games]), random)
    const number = game === 1 ? {} : { game }
    games.push({ groups: groups.map((entrantIds, i) => ({ ...number, machineId: machines[i]!, entrantIds })), byes })
  }
  return {
    groups: groups.flatMap((_, i) => games.map(game => game.groups[i]!)),
    byes,
    ...(gamesPerGroup === 1 ? {} : { gamesPerGroup }),
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
const bySeed = (a = Number.MAX_SAFE_INTEGER, b = Number.MAX_SAFE_INTEGER): number => a - b

/**
 * Draws the event's next round among the entrants who are neither paused nor eliminated. Entrants of equal rank stand in the order of their
 * seeds, and those without a seed last; lots decide the rest.
 * @param gamesPerGroup how many games each group plays
 * @returns null if all rounds are drawn or fewer than two entrants can play
 */
export function nextRound(
  rules: RoundRules,
  drawGroups: DrawGroups,
  entrants: readonly RoundEntrant[],
  rounds: readonly Round[],
  machineIds: readonly string[],
  seed: string,
  gamesPerGroup = 1,
): Round | null {
  if (rules.rounds !== null && rounds.length >= rules.rounds) return null
  const rows = roundStandings(
    rules,
    entrants.map(({ id }) => id),
    rounds,
  )
  const paused = new Set(entrants.filter(entrant => entrant.paused).map(({ id }) => id))
  const seeds = new Map(entrants.flatMap(each => (each.seed === undefined || each.seed === null ? [] : [[each.id, each.seed] as const])))
  const playing = rows.filter(row => !paused.has(row.entrantId) && row.outIn === undefined)
  if (playing.length < 2) return null
  const players = shuffled(playing, seededRandom(`${seed}/lots`))
    .sort((a, b) => a.rank - b.rank || bySeed(seeds.get(a.entrantId), seeds.get(b.entrantId)))
    .map(row => row.entrantId)
  return drawRound(drawGroups, { players, rounds, machineIds, isSeeded: seeds.size > 0, gamesPerGroup, seed })
}
