import { minCostAssignment } from './min-cost-assignment.ts'
import type { OpponentHistory } from './opponent-history.ts'
import { shuffled } from './seeded-random.ts'

/** More than any repeats: a machine gets its last turn only when all others have had as many. */
const LAST_TURN = 1_000_000

/**
 * A machine for each group: no machine twice in a round unless there are fewer machines than groups, and then evenly; with that, as few repeats for the
 * players as there can be, those on what they played most often first to go.
 * @param groups entrants by group @returns machine ids, by group
 */
export function drawMachines(
  groups: readonly (readonly string[])[],
  machineIds: readonly string[],
  meetings: OpponentHistory,
  random: () => number,
): string[] {
  const turns = Math.ceil(groups.length / machineIds.length)
  const places = shuffled(
    machineIds.flatMap(machineId => Array.from({ length: turns }, (_, turn) => ({ machineId, isLastTurn: turn === turns - 1 }))),
    random,
  )
  const costs = groups.map(entrantIds =>
    places.map(({ machineId, isLastTurn }) => repeats(entrantIds, machineId, meetings) + (isLastTurn ? LAST_TURN : 0)),
  )
  return minCostAssignment(costs).map(place => places[place]!.machineId)
}

/** What squares of plays grow by when each plays the machine once more. */
const repeats = (entrantIds: readonly string[], machineId: string, meetings: OpponentHistory): number =>
  entrantIds.reduce((sum, entrantId) => sum + meetings.played(entrantId, machineId), 0)
