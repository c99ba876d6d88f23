import type { Attempt, VoidWindow } from '../attempt.ts'
import { type BestAttempt, bestAttempt } from '../attempts.ts'
import type { ScoreRules } from '../format-rules.ts'
import { type Ranked, scoreRow } from './score-row.ts'
import type { StandingsEntry } from './standings-entry.ts'
import { assignRanks, compareEntrants } from './tie-break.ts'

/** What score standings depend on besides entrants and attempts. */
export interface ScoreEvent {
  rules: ScoreRules
  machineIds: readonly string[]
  windows?: readonly VoidWindow[]
}

/** Ranks the best attempts on a machine; equal merits share a rank. */
function rankOnMachine(bests: readonly BestAttempt[]): Ranked[] {
  const sorted = [...bests].sort((a, b) => b.merit - a.merit)
  let rank = 0
  return sorted.map((best, i) => {
    if (i === 0 || best.merit !== sorted[i - 1]!.merit) rank = i + 1
    return { ...best, rank }
  })
}

/** Groups attempts by machine, then by entrant. */
function cellsOf(attempts: Iterable<Attempt>): Map<string, Map<string, Attempt[]>> {
  const cells = new Map<string, Map<string, Attempt[]>>()
  for (const attempt of attempts) {
    const machine = cells.get(attempt.machineId) ?? new Map<string, Attempt[]>()
    cells.set(attempt.machineId, machine)
    const cell = machine.get(attempt.entrantId)
    if (cell === undefined) machine.set(attempt.entrantId, [attempt])
    else cell.push(attempt)
  }
  return cells
}

/**
 * Computes the standings from scratch. Every entrant has a row, guests included. Entrants without a valid attempt have no places and
 * therefore stand last, with 0 points or the most strokes possible. Attempts of other people or on other machines are ignored.
 */
export function scoreStandings(event: ScoreEvent, entrantIds: readonly string[], attempts: Iterable<Attempt>): StandingsEntry[] {
  const { rules, windows = [] } = event
  const machineIds = rules.machineIds(event.machineIds)
  const entrants = new Set(entrantIds)
  const results = new Map<string, Ranked[]>([...entrants].map(id => [id, []]))
  const cells = cellsOf(attempts)
  for (const machineId of machineIds) {
    const here = [...(cells.get(machineId) ?? [])].filter(([entrantId]) => entrants.has(entrantId))
    const bests = here.map(([, cell]) => bestAttempt(rules, cell, windows)).filter(best => best !== null)
    for (const ranked of rankOnMachine(bests)) results.get(ranked.attempt.entrantId)!.push(ranked)
  }
  const tallies = [...results].map(([entrantId, ranked]) => {
    const places = ranked.map(each => each.rank).sort((a, b) => a - b)
    const merits = ranked.reduce((sum, each) => sum + each.merit, 0)
    return { entrantId, places, merit: rules.total(machineIds.length, places, merits), ranked }
  })
  const rows: StandingsEntry[] = []
  assignRanks(tallies.sort(compareEntrants), (tally, rank, tieBreak) => rows.push(scoreRow(rules, tally, { rank, tieBreak }, tally.ranked)))
  return rows
}
