import { drawMachines } from './assign-machines.ts'
import { countRepeats, formGroups, type GroupAssignment } from './form-groups.ts'
import type { Grouping, GroupSize, RoundFormat } from './format.ts'
import { OpponentHistory } from './opponent-history.ts'
import { roundStandings } from './round-standings.ts'
import type { Round } from './rounds.ts'
import { seededRandom, shuffled } from './seeded-random.ts'

/** How many draws a balanced round is chosen from. */
const DRAWS = 8

const roundOf = ({ groups, byes }: GroupAssignment): Round => ({ groups: groups.map(entrantIds => ({ machineId: '', entrantIds })), byes })

/**
 * Draws several times and returns the draw with the fewest rematches; among draws without any, the one after which the next round needs the
 * fewest. Players who were most often in small groups are placed first, which puts them into the larger groups.
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
  /** who plays; best first if the grouping is `swiss` */
  players: readonly string[]
  grouping: Grouping
  groupSize: GroupSize
  /** the rounds drawn before */
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
  /** true: not drawn for now */
  paused?: boolean
}

/**
 * Draws the event's next round among the entrants who are neither paused nor out. For swiss they are ordered by the standings, equal ranks
 * at random; strikes always use balanced groups.
 * @returns null if all rounds are drawn or fewer than two entrants can play
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
