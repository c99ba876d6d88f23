import type { Adjustment } from '../adjustment.ts'
import type { Attempt, VoidWindow } from '../attempt.ts'
import { type BestAttempt, betterAttempt, countingAttempts } from '../attempts.ts'
import type { ScoreRules } from '../format-rules.ts'
import { countUpTo } from './sorted-list.ts'
import type { MachineResult, StandingsEntry } from './standings-entry.ts'
import { assignRanks, compareEntrants, type EntrantPlacement, type RankKey } from './tie-break.ts'

/** What score standings depend on besides entrants and attempts. */
export interface ScoreEvent {
  rules: ScoreRules
  machineIds: readonly string[]
  windows?: readonly VoidWindow[]
  adjustments?: readonly Adjustment[]
}

const NONE: readonly Adjustment[] = []

/** Returns by how much a director has changed an entrant's total. */
export const sumOfAdjustments = ({ totalChange }: ScoreRules, adjustments: readonly Adjustment[] = NONE): number =>
  totalChange === undefined ? 0 : adjustments.reduce((sum, { amount }) => sum + totalChange(amount), 0)

/** Returns the adjustments of each entrant who has some; of nobody in a format whose totals cannot be changed. */
function adjustmentsByEntrant({ rules, adjustments = NONE }: ScoreEvent): ReadonlyMap<string, readonly Adjustment[]> {
  const byEntrant = new Map<string, Adjustment[]>()
  if (rules.totalChange === undefined) return byEntrant
  for (const adjustment of adjustments) {
    const own = byEntrant.get(adjustment.entrantId)
    if (own === undefined) byEntrant.set(adjustment.entrantId, [adjustment])
    else own.push(adjustment)
  }
  return byEntrant
}

interface EntrantAttempts {
  entrantId: string
  /** by index of the machine; null where nothing counts */
  bests: (BestAttempt | null)[]
  /** their ranks on the machines, by the same index; 0 where there is none */
  ranks: number[]
  /** the sum of what they are worth */
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
    entrants.set(entrantId, {
      entrantId,
      bests: new Array<null>(machineIds.length).fill(null),
      ranks: new Array<number>(machineIds.length).fill(0),
      sortValues: 0,
    })
  for (const attempt of countingAttempts(rules, attempts, windows)) {
    const index = machineIndex.get(attempt.machineId)
    const bests = entrants.get(attempt.entrantId)?.bests
    if (index !== undefined && bests !== undefined) bests[index] = betterAttempt(rules, bests[index]!, attempt)
  }
  return entrants
}

/** Ranks the entrants on one machine; equal sort values share a rank. */
function rankOnMachine(entrants: ReadonlyMap<string, EntrantAttempts>, index: number): void {
  const played: EntrantAttempts[] = []
  for (const entrant of entrants.values()) if (entrant.bests[index] !== null) played.push(entrant)
  const sortValues = new Float64Array(played.length)
  for (let i = 0; i < played.length; i++) sortValues[i] = played[i]!.bests[index]!.sortValue
  sortValues.sort()
  for (const entrant of played) {
    const { sortValue } = entrant.bests[index]!
    entrant.ranks[index] = played.length - countUpTo(sortValues, sortValue) + 1
    entrant.sortValues += sortValue
  }
}

function scoreRow(
  rules: ScoreRules,
  { entrantId, bests, ranks, places, sortValue }: EntrantAttempts & RankKey,
  { rank, tieBreak }: EntrantPlacement,
  adjustments: readonly Adjustment[] | undefined,
): StandingsEntry {
  const countedPlaces = Math.min(places.length, rules.countedMachines)
  const worst = places[countedPlaces - 1] ?? 0
  let countedAtWorst = countedPlaces - places.indexOf(worst)
  const machines: MachineResult[] = []
  for (let index = 0; index < bests.length; index++) {
    const best = bests[index]!
    if (best === null) continue
    const machineRank = ranks[index]!
    const counted = machineRank < worst || (machineRank === worst && countedAtWorst-- > 0)
    const { machineId, id: attemptId, value } = best.attempt
    machines.push({
      ...{ machineId, attemptId, rank: machineRank, counted },
      ...(value === undefined ? {} : { value }),
      ...rules.machineFigures(best.sortValue, machineRank),
    })
  }
  const adjusted = adjustments === undefined ? {} : { adjustments }
  return { entrantId, rank, tieBreak, ...adjusted, ...rules.totalFigures(sortValue), machines }
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
  const adjustments = adjustmentsByEntrant(event)
  const totals = Array.from(entrants.values(), entrant => {
    const places = [...Uint32Array.from(entrant.ranks).sort()].filter(place => place > 0)
    const own = adjustments.get(entrant.entrantId)
    const total =
      rules.totalInOrder?.(entrant.bests.map(best => best?.sortValue ?? null)) ?? rules.total(machineIds.length, places, entrant.sortValues)
    const sortValue = total + sumOfAdjustments(rules, own)
    return { ...entrant, places, sortValue }
  })
  const rows: StandingsEntry[] = []
  assignRanks(totals.sort(compareEntrants), (total, rank, tieBreak) =>
    rows.push(scoreRow(rules, total, { rank, tieBreak }, adjustments.get(total.entrantId))),
  )
  return rows
}
