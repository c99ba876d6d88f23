import { drawMachines } from './assign-machines.ts'
import { countRepeats, formGroups, type GroupAssignment } from './form-groups.ts'
import type { Grouping, GroupSize, RoundFormat } from './format.ts'
import { OpponentHistory } from './opponent-history.ts'
import { roundStandings } from './round-standings.ts'
import type { Round } from './rounds.ts'
import { seededRandom, shuffled } from './seeded-random.ts'

/** How many draws a balanced one is chosen from. */
const DRAWS = 8

const roundOf = ({ groups, byes }: GroupAssignment): Round => ({ groups: groups.map(entrantIds => ({ machineId: '', entrantIds })), byes })

/**
 * Of several draws the one with fewest repeats, and of these one after which another round without repeats remains, if there can be one. Who was in small
 * groups most often comes first and so into the larger ones.
 */
function balanced(players: readonly string[], size: GroupSize, rounds: readonly Round[], random: () => number): GroupAssignment {
  const meetings = new OpponentHistory(rounds)
  let best: { parting: GroupAssignment; repeats: number; next: number } | null = null
  for (let i = 0; i < DRAWS; i++) {
    const order = shuffled(players, random).sort((a, b) => meetings.smallGroups(b) - meetings.smallGroups(a))
    const parting = formGroups(order, size, meetings)
    const repeats = countRepeats(parting, meetings)
    const after = new OpponentHistory([...rounds, roundOf(parting)])
    const next = repeats > 0 ? 0 : countRepeats(formGroups(order, size, after), after)
    if (best === null || repeats < best.repeats || (repeats === best.repeats && next < best.next)) best = { parting, repeats, next }
    if (repeats === 0 && next === 0) break
  }
  return best!.parting
}

export interface Draw {
  /** who plays; for swiss best first */
  players: readonly string[]
  grouping: Grouping
  groupSize: GroupSize
  /** those drawn before */
  rounds: readonly Round[]
  machineIds: readonly string[]
  /** the same seed gives the same round */
  seed: string
}

export function drawRound({ players, grouping, groupSize, rounds, machineIds, seed }: Draw): Round {
  const random = seededRandom(seed)
  const meetings = new OpponentHistory(rounds)
  const { groups, byes } =
    grouping === 'balanced'
      ? balanced(players, groupSize, rounds, random)
      : formGroups(grouping === 'swiss' ? players : shuffled(players, random), groupSize, meetings)
  const machines = drawMachines(groups, machineIds, meetings, random)
  return { groups: groups.map((entrantIds, i) => ({ machineId: machines[i]!, entrantIds })), byes }
}

export interface RoundEntrant {
  id: string
  /** not to be drawn until further notice */
  paused?: boolean
}

/**
 * The event's next round, drawn among those who are neither paused nor out. Swiss orders them by the standings, equal ranks by lot; strikes are drawn balanced.
 * @returns null when all rounds are drawn or fewer than two can play
 */
export function nextRound(
  format: RoundFormat,
  entrants: readonly RoundEntrant[],
  rounds: readonly Round[],
  machineIds: readonly string[],
  seed: string,
): Round | null {
  if (format.kind === 'match-play' && rounds.length >= format.rounds) return null
  const rows = roundStandings(
    format,
    entrants.map(({ id }) => id),
    rounds,
  )
  const paused = new Set(entrants.filter(entrant => entrant.paused).map(({ id }) => id))
  const playing = rows.filter(row => !paused.has(row.entrantId) && row.outIn === undefined)
  if (playing.length < 2) return null
  const players = shuffled(playing, seededRandom(`${seed}/lots`))
    .sort((a, b) => a.rank - b.rank)
    .map(row => row.entrantId)
  const grouping = format.kind === 'match-play' ? format.grouping : 'balanced'
  return drawRound({ players, grouping, groupSize: format.groupSize, rounds, machineIds, seed })
}
