import type { Attempt } from './attempts.ts'
import type { BestGame, ScoreFormat } from './format.ts'
import { rankPoints } from './points.ts'
import { targetOf, worstStrokes } from './strokes.ts'
import type { Placing } from './tally.ts'

/** An entrant's best on one machine and what it is worth. */
export interface MachineResult {
  machineId: string
  attemptId: string
  value: number
  /** pin-golf */
  strokes?: number
  rank: number
  /** thousandths; 0 in a format without points */
  points: number
  /** false: not among the best `machinesCounted` */
  counted: boolean
}

/** A row of standings that follow from attempts. */
export interface ScoreRow extends Placing {
  entrantId: string
  /** thousandths; 0 in a format without points */
  points: number
  /** pin-golf: over all holes, those not played at their worst */
  strokes?: number
  /** those played, in the event's order */
  machines: MachineResult[]
}

export interface Ranked {
  readonly attempt: Attempt
  readonly merit: number
  readonly rank: number
}

const countedMachines = (format: BestGame): number => format.machinesCounted ?? Number.POSITIVE_INFINITY

/** Which of the event's machines a format knows, in their order. */
export const machinesOf = (format: ScoreFormat, machineIds: readonly string[]): string[] =>
  format.kind === 'pin-golf' ? machineIds.filter(id => targetOf(format, id) !== null) : [...machineIds]

/**
 * An entrant's total, more being better: points in thousandths, or strokes, negative; 0 for all where places alone decide.
 * @param places ranks on machines, ascending, so that the best machines come first
 * @param merits sum of the merits on these machines
 */
export function totalMerit(format: ScoreFormat, holes: number, places: readonly number[], merits: number): number {
  if (format.kind === 'high-score') return 0
  if (format.kind === 'pin-golf') return merits - (holes - places.length) * worstStrokes(format)
  const counted = Math.min(places.length, countedMachines(format))
  let sum = 0
  for (let i = 0; i < counted; i++) sum += rankPoints(format.points, places[i]!)
  return sum
}

/** @param results in the event's order of machines */
export function scoreRow(format: ScoreFormat, entrantId: string, merit: number, placing: Placing, results: readonly Ranked[]): ScoreRow {
  const bestFirst = format.kind === 'best-game' ? [...results].sort((a, b) => a.rank - b.rank) : results
  const counted = new Set(format.kind === 'best-game' ? bestFirst.slice(0, countedMachines(format)) : results)
  const machines = results.map((result): MachineResult => {
    const { attempt, rank } = result
    return {
      machineId: attempt.machineId,
      attemptId: attempt.id,
      value: attempt.value,
      ...(format.kind === 'pin-golf' ? { strokes: 0 - result.merit } : {}),
      rank,
      points: format.kind === 'best-game' ? rankPoints(format.points, rank) : 0,
      counted: counted.has(result),
    }
  })
  return {
    entrantId,
    ...placing,
    points: format.kind === 'best-game' ? merit : 0,
    ...(format.kind === 'pin-golf' ? { strokes: 0 - merit } : {}),
    machines,
  }
}
