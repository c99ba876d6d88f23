import type { Attempt } from '../attempt.ts'
import type { ScoreRules } from '../format-rules.ts'
import type { MachineResult, StandingsEntry } from './standings-entry.ts'
import type { EntrantPlacement, RankKey } from './tie-break.ts'

/** An entrant's best attempt on one machine, ranked there. */
export interface RankedMachineResult {
  readonly attempt: Attempt
  readonly sortValue: number
  readonly rank: number
}

function machineResult(
  rules: ScoreRules,
  { attempt, sortValue, rank }: RankedMachineResult,
  counted: boolean,
  previous: MachineResult | undefined,
): MachineResult {
  const { machineId, id: attemptId, value } = attempt
  const figures = rules.machineFigures(sortValue, rank)
  const isSame =
    previous !== undefined &&
    previous.machineId === machineId &&
    previous.attemptId === attemptId &&
    previous.value === value &&
    previous.rank === rank &&
    previous.counted === counted &&
    previous.points === figures.points &&
    previous.strokes === figures.strokes
  return isSame ? previous : { machineId, attemptId, value, rank, counted, ...figures }
}

/**
 * Makes an entrant's row of the standings.
 * @param results in the event's order of machines; undefined where there was no game
 * @param previous the entrant's previous row; results that are still right are taken over from it
 */
export function scoreRow(
  rules: ScoreRules,
  { entrantId, sortValue, places }: RankKey & { entrantId: string },
  { rank, tieBreak }: EntrantPlacement,
  results: readonly (RankedMachineResult | undefined)[],
  previous: StandingsEntry | null = null,
): StandingsEntry {
  const countedPlaces = Math.min(places.length, rules.countedMachines)
  const worst = places[countedPlaces - 1] ?? 0
  let countedAtWorst = countedPlaces - places.indexOf(worst)
  const machines: MachineResult[] = []
  for (const result of results) {
    if (result === undefined) continue
    const counted = result.rank < worst || (result.rank === worst && countedAtWorst-- > 0)
    machines.push(machineResult(rules, result, counted, previous?.machines[machines.length]))
  }
  return { entrantId, rank, tieBreak, ...rules.totalFigures(sortValue), machines }
}
