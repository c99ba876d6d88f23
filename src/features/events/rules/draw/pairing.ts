import type { GroupSize } from '../../formats/options.ts'
import type { RoundRules } from '../format-rules.ts'
import type { Round } from '../rounds.ts'
import { roundStandings } from '../standings/round-standings.ts'
import { drawMachines } from './assign-machines.ts'
import { countRepeats, formGroups, type GroupAssignment } from './form-groups.ts'
import { OpponentHistory } from './opponent-history.ts'
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

/** `swiss`: neighbours in the standings meet; `balanced`: as few rematches as possible, now and in the next round; `random`: any groups. */
export type Grouping = 'swiss' | 'balanced' | 'random'

/** What a draw of groups depends on. */
export interface DrawInput {
  /** entrants who play, best first; equal ranks in random order */
  players: readonly string[]
  /** rounds drawn before */
  rounds: readonly Round[]
  history: OpponentHistory
  /** 0 ≤ n < 1, the same numbers for the same seed */
  random: () => number
}

export type DrawGroups = (input: DrawInput) => GroupAssignment

/** Returns a function that divides players into groups of a size. */
export const groupsOfSize =
  (grouping: Grouping, size: GroupSize): DrawGroups =>
  ({ players, rounds, history, random }) =>
    grouping === 'balanced'
      ? drawBalanced(players, size, rounds, random)
      : formGroups(grouping === 'swiss' ? players : shuffled(players, random), size, history)

export interface Draw {
  /** who plays, best first */
  players: readonly string[]
  /** the rounds drawn before */
  rounds: readonly Round[]
  machineIds: readonly string[]
  /** the same seed gives the same round */
  seed: string
}

/** Draws groups and a machine for each. */
export function drawRound(drawGroups: DrawGroups, { players, rounds, machineIds, seed }: Draw): Round {
  const random = seededRandom(seed)
  const history = new OpponentHistory(rounds)
  const { groups, byes } = drawGroups({ players, rounds, history, random })
  const machines = drawMachines(groups, machineIds, history, random)
  return { groups: groups.map((entrantIds, i) => ({ machineId: machines[i]!, entrantIds })), byes }
}

export interface RoundEntrant {
  id: string
  /** true: not drawn for now */
  paused?: boolean
}

/**
 * Draws the event's next round among the entrants who are neither paused nor eliminated.
 * @returns null if all rounds are drawn or fewer than two entrants can play
 */
export function nextRound(
  rules: RoundRules,
  drawGroups: DrawGroups,
  entrants: readonly RoundEntrant[],
  rounds: readonly Round[],
  machineIds: readonly string[],
  seed: string,
): Round | null {
  if (rules.rounds !== null && rounds.length >= rules.rounds) return null
  const rows = roundStandings(
    rules,
    entrants.map(({ id }) => id),
    rounds,
  )
  const paused = new Set(entrants.filter(entrant => entrant.paused).map(({ id }) => id))
  const playing = rows.filter(row => !paused.has(row.entrantId) && row.outIn === undefined)
  if (playing.length < 2) return null
  const players = shuffled(playing, seededRandom(`${seed}/lots`))
    .sort((a, b) => a.rank - b.rank)
    .map(row => row.entrantId)
  return drawRound(drawGroups, { players, rounds, machineIds, seed })
}
