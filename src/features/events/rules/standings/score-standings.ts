import type { Attempt, VoidWindow } from '../attempt.ts'
import { type BestAttempt, bestAttempt } from '../attempts.ts'
import type { ScoreRules } from '../format-rules.ts'
import { type RankedMachineResult, scoreRow } from './score-row.ts'
import type { StandingsEntry } from './standings-entry.ts'
import { assignRanks, compareEntrants } from './tie-break.ts'

/** What score standings depend on besides entrants and attempts. */
export interface ScoreEvent {
  rules: ScoreRules
  machineIds: readonly string[]
  windows?: readonly VoidWindow[]
}

/** Ranks the best attempts on a machine; equal sort values share a rank. */
function rankOnMachine(bests: readonly BestAttempt[]): RankedMachineResult[] {
  const sorted = [...bests].sort((a, b) => b.sortValue - a.sortValue)
  let rank = 0
  return sorted.map((best, i) => {
    if (i === 0 || best.sortValue !== sorted[i - 1]!.sortValue) rank = i + 1
    return { ...best, rank }
  })
}

/** Groups attempts by machine, then by entrant. */
function groupAttempts(attempts: Iterable<Attempt>): Map<string, Map<string, Attempt[]>> {
  const attemptsByMachine = new Map<string, Map<string, Attempt[]>>()
  for (const attempt of attempts) {
    const machine = attemptsByMachine.get(attempt.machineId) ?? new Map<string, Attempt[]>()
    attemptsByMachine.set(attempt.machineId, machine)
    const ownAttempts = machine.get(attempt.entrantId)
    if (ownAttempts === undefined) machine.set(attempt.entrantId, [attempt])
    else ownAttempts.push(attempt)
  }
  return attemptsByMachine
}

/**
 * Computes the standings from scratch. Every entrant has a row, guests included. Entrants without a valid attempt have no places and
 * therefore stand last, with 0 points or the most strokes possible. Attempts of other people or on other machines are ignored.
 */
export function scoreStandings(event: ScoreEvent, entrantIds: readonly string[], attempts: Iterable<Attempt>): StandingsEntry[] {
  const { rules, windows = [] } = event
  const machineIds = rules.machineIds(event.machineIds)
  const entrants = new Set(entrantIds)
  const results = new Map<string, RankedMachineResult[]>([...entrants].map(id => [id, []]))
  const attemptsByMachine = groupAttempts(attempts)
  for (const machineId of machineIds) {
    const attemptsOnMachine = [...(attemptsByMachine.get(machineId) ?? [])].filter(([entrantId]) => entrants.has(entrantId))
    const bests = attemptsOnMachine.map(([, ownAttempts]) => bestAttempt(rules, ownAttempts, windows)).filter(best => best !== null)
    for (const ranked of rankOnMachine(bests)) results.get(ranked.attempt.entrantId)!.push(ranked)
  }
  const totals = [...results].map(([entrantId, ranked]) => {
    const places = ranked.map(each => each.rank).sort((a, b) => a - b)
    const sortValues = ranked.reduce((sum, each) => sum + each.sortValue, 0)
    return { entrantId, places, sortValue: rules.total(machineIds.length, places, sortValues), ranked }
  })
  const rows: StandingsEntry[] = []
  assignRanks(totals.sort(compareEntrants), (total, rank, tieBreak) => rows.push(scoreRow(rules, total, { rank, tieBreak }, total.ranked)))
  return rows
}
