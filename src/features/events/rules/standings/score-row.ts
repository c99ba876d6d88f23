import type { Attempt } from '../attempt.ts'
import type { ScoreRules } from '../format-rules.ts'
import type { MachineResult, StandingsEntry } from './standings-entry.ts'
import type { Placing, RankKey } from './tie-break.ts'

/** An entrant's best attempt on one machine, ranked there. */
export interface Ranked {
  readonly attempt: Attempt
  readonly merit: number
  readonly rank: number
}

function machineResult(
  rules: ScoreRules,
  { attempt, merit, rank }: Ranked,
  counted: boolean,
  before: MachineResult | undefined,
): MachineResult {
  const { machineId, id: attemptId, value } = attempt
  const figures = rules.machineFigures(merit, rank)
  const isSame =
    before !== undefined &&
    before.machineId === machineId &&
    before.attemptId === attemptId &&
    before.value === value &&
    before.rank === rank &&
    before.counted === counted &&
    before.points === figures.points &&
    before.strokes === figures.strokes
  return isSame ? before : { machineId, attemptId, value, rank, counted, ...figures }
}

/**
 * Makes an entrant's row of the standings.
 * @param results in the event's order of machines; undefined where there was no game
 * @param before the entrant's previous row; results that are still right are taken over from it
 */
export function scoreRow(
  rules: ScoreRules,
  { entrantId, merit, places }: RankKey & { entrantId: string },
  { rank, tieBreak }: Placing,
  results: readonly (Ranked | undefined)[],
  before: StandingsEntry | null = null,
): StandingsEntry {
  const most = Math.min(places.length, rules.countedMachines)
  const worst = places[most - 1] ?? 0
  let countedAtWorst = most - places.indexOf(worst)
  const machines: MachineResult[] = []
  for (const result of results) {
    if (result === undefined) continue
    const counted = result.rank < worst || (result.rank === worst && countedAtWorst-- > 0)
    machines.push(machineResult(rules, result, counted, before?.machines[machines.length]))
  }
  return { entrantId, rank, tieBreak, ...rules.totalFigures(merit), machines }
}
