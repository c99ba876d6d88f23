import type { Attempt } from './attempts.ts'
import type { BestGame, ScoreFormat } from './format.ts'
import { rankPoints } from './points.ts'
import { findTarget, worstStrokes } from './strokes.ts'
import type { Placing, RankKey } from './tie-break.ts'

/** An entrant's best result on one machine and what it is worth. */
export interface MachineResult {
  machineId: string
  attemptId: string
  value: number
  /** pin-golf only */
  strokes?: number
  rank: number
  /** thousandths; 0 in formats without points */
  points: number
  /** false if the machine is not among the entrant's best `machinesCounted` */
  counted: boolean
}

/** A row of standings that are computed from attempts. */
export interface ScoreRow extends Placing {
  entrantId: string
  /** thousandths; 0 in formats without points */
  points: number
  /** pin-golf: sum over all holes; a hole that was not played costs the most strokes possible */
  strokes?: number
  /** the machines played, in the event's order */
  machines: MachineResult[]
}

export interface Ranked {
  readonly attempt: Attempt
  readonly merit: number
  readonly rank: number
}

const countedMachines = (format: BestGame): number => format.machinesCounted ?? Number.POSITIVE_INFINITY

/** Returns those of the event's machines that count in the format, in their order: in pin-golf only those with a target. */
export const machineColumns = (format: ScoreFormat, machineIds: readonly string[]): string[] =>
  format.kind === 'pin-golf' ? machineIds.filter(id => findTarget(format, id) !== null) : [...machineIds]

/**
 * Computes an entrant's total, higher being better: points in thousandths, or negated strokes. In high-score it is 0 for everybody, since
 * places alone decide there.
 * @param holes how many machines count in the format
 * @param places the entrant's ranks on machines, ascending, so that the best machines come first
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

const isSame = (shown: MachineResult | undefined, { attempt, merit, rank }: Ranked, counted: boolean): shown is MachineResult =>
  shown?.attemptId === attempt.id &&
  shown.machineId === attempt.machineId &&
  shown.value === attempt.value &&
  (shown.strokes === undefined || shown.strokes === -merit) &&
  shown.rank === rank &&
  shown.counted === counted

function machineResult(format: ScoreFormat, { attempt, merit, rank }: Ranked, counted: boolean): MachineResult {
  const { machineId, id: attemptId, value } = attempt
  const points = format.kind === 'best-game' ? rankPoints(format.points, rank) : 0
  const shown: MachineResult = { machineId, attemptId, value, rank, points, counted }
  if (format.kind === 'pin-golf') shown.strokes = -merit
  return shown
}

/**
 * @param results the entrant's results in the event's order of machines; undefined where there is none
 * @param before the same entrant's previous row; its machine results that have not changed are reused as the same objects
 */
export function scoreRow(
  format: ScoreFormat,
  { entrantId, merit, places }: RankKey & { entrantId: string },
  { rank, tieBreak }: Placing,
  results: readonly (Ranked | undefined)[],
  before: ScoreRow | null = null,
): ScoreRow {
  const most = Math.min(places.length, format.kind === 'best-game' ? countedMachines(format) : places.length)
  const worst = places[most - 1] ?? 0
  let countedAtWorst = most - places.indexOf(worst)
  const machines: MachineResult[] = []
  for (const result of results) {
    if (result === undefined) continue
    const counted = result.rank < worst || (result.rank === worst && countedAtWorst-- > 0)
    const old = before?.machines[machines.length]
    machines.push(isSame(old, result, counted) ? old : machineResult(format, result, counted))
  }
  const row: ScoreRow = { entrantId, rank, tieBreak, points: format.kind === 'best-game' ? merit : 0, machines }
  if (format.kind === 'pin-golf') row.strokes = 0 - merit
  return row
}
