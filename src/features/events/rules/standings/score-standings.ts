import type { Attempt, VoidWindow } from '../attempt.ts'
import { type BestAttempt, betterAttempt, countingAttempts } from '../attempts.ts'
import type { ScoreRules } from '../format-rules.ts'
import type { MachineResult, StandingsEntry } from './standings-entry.ts'
import { assignRanks, compareEntrants, type EntrantPlacement, type RankKey } from './tie-break.ts'

/** What score standings depend on besides entrants and attempts. */
export interface ScoreEvent {
  rules: ScoreRules
  machineIds: readonly string[]
  windows?: readonly VoidWindow[]
}

/** An entrant's best attempt on one machine, ranked there. */
interface RankedAttempt extends BestAttempt {
  readonly rank: number
}

interface EntrantAttempts {
  entrantId: string
  /** by index of the machine; null where nothing counts */
  bests: (BestAttempt | null)[]
  /** those that there are, in the order of the machines */
  ranked: RankedAttempt[]
  /** their sum */
  sortValues: number
}

/** Finds the best attempt of each entrant on each machine. */
function findBests(
  { rules, windows = [] }: ScoreEvent,
  machineIds: readonly string[],
  entrantIds: readonly string[],
  attempts: readonly Attempt[],
): Map<string, EntrantAttempts> {
  const machineIndex = new Map(machineIds.map((id, index) => [id, index]))
  const entrants = new Map<string, EntrantAttempts>()
  for (const entrantId of entrantIds)
    entrants.set(entrantId, { entrantId, bests: new Array<null>(machineIds.length).fill(null), ranked: [], sortValues: 0 })
  for (const attempt of countingAttempts(rules, attempts, windows)) {
    const index = machineIndex.get(attempt.machineId)
    const bests = entrants.get(attempt.entrantId)?.bests
    if (index !== undefined && bests !== undefined) bests[index] = betterAttempt(rules, bests[index]!, attempt)
  }
  return entrants
}

/** Ranks the entrants on one machine; equal sort values share a rank. */
function rankOnMachine(entrants: ReadonlyMap<string, EntrantAttempts>, index: number): void {
  const bests: BestAttempt[] = []
  for (const entrant of entrants.values()) {
    const best = entrant.bests[index]!
    if (best !== null) bests.push(best)
  }
  bests.sort((a, b) => b.sortValue - a.sortValue)
  let rank = 0
  for (const [i, { attempt, sortValue }] of bests.entries()) {
    if (i === 0 || sortValue !== bests[i - 1]!.sortValue) rank = i + 1
    const entrant = entrants.get(attempt.entrantId)!
    entrant.ranked.push({ attempt, sortValue, rank })
    entrant.sortValues += sortValue
  }
}

function scoreRow(
  rules: ScoreRules,
  { entrantId, ranked, places, sortValue }: EntrantAttempts & RankKey,
  { rank, tieBreak }: EntrantPlacement,
): StandingsEntry {
  const countedPlaces = Math.min(places.length, rules.countedMachines)
  const worst = places[countedPlaces - 1] ?? 0
  let countedAtWorst = countedPlaces - places.indexOf(worst)
  const machines = ranked.map(({ attempt, sortValue, rank }): MachineResult => {
    const counted = rank < worst || (rank === worst && countedAtWorst-- > 0)
    const { machineId, id: attemptId, value } = attempt
    return { machineId, attemptId, value, rank, counted, ...rules.machineFigures(sortValue, rank) }
  })
  return { entrantId, rank, tieBreak, ...rules.totalFigures(sortValue), machines }
}

/**
 * Computes the standings from scratch. Every entrant has a row, guests included. Entrants without a valid attempt have no places and
 * therefore stand last, with 0 points or the most strokes possible. Attempts of other people or on other machines are ignored.
 *
 * A live event computes them several times a second, so little is allocated for each attempt: `npm run bench standings` measures it.
 */
export function scoreStandings(event: ScoreEvent, entrantIds: readonly string[], attempts: readonly Attempt[]): StandingsEntry[] {
  const { rules } = event
  const machineIds = rules.machineIds(event.machineIds)
  const entrants = findBests(event, machineIds, entrantIds, attempts)
  for (const index of machineIds.keys()) rankOnMachine(entrants, index)
  const totals = Array.from(entrants.values(), entrant => {
    const places = entrant.ranked.map(({ rank }) => rank).sort((a, b) => a - b)
    return { ...entrant, places, sortValue: rules.total(machineIds.length, places, entrant.sortValues) }
  })
  const rows: StandingsEntry[] = []
  assignRanks(totals.sort(compareEntrants), (total, rank, tieBreak) => rows.push(scoreRow(rules, total, { rank, tieBreak })))
  return rows
}
