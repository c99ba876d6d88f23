import { minCostAssignment } from './min-cost-assignment.ts'
import type { OpponentHistory } from './opponent-history.ts'
import { shuffled } from './seeded-random.ts'

/**
 * Cost of giving a group a machine's last turn. It exceeds any possible number of repeats, so last turns are used only when all machines
 * have had all their earlier turns.
 */
const LAST_TURN = 1_000_000

/**
 * Draws a machine for each group. No machine is drawn twice in a round unless there are fewer machines than groups; then the groups are
 * spread evenly over the machines. Within that, players repeat machines as rarely as possible, and those machines least that they have
 * played most often.
 * @param groups entrant ids by group
 * @returns machine ids by group
 */
export function drawMachines(
  groups: readonly (readonly string[])[],
  machineIds: readonly string[],
  history: OpponentHistory,
  random: () => number,
): string[] {
  const turns = Math.ceil(groups.length / machineIds.length)
  const slots = shuffled(
    machineIds.flatMap(machineId => Array.from({ length: turns }, (_, turn) => ({ machineId, isLastTurn: turn === turns - 1 }))),
    random,
  )
  const costs = groups.map(entrantIds =>
    slots.map(({ machineId, isLastTurn }) => countRepeats(entrantIds, machineId, history) + (isLastTurn ? LAST_TURN : 0)),
  )
  return minCostAssignment(costs).map(slot => slots[slot]!.machineId)
}

/**
 * Returns how often the group's players have played the machine, added up. Minimizing it also minimizes the sum of the squared play counts.
 */
const countRepeats = (entrantIds: readonly string[], machineId: string, history: OpponentHistory): number =>
  entrantIds.reduce((sum, entrantId) => sum + history.played(entrantId, machineId), 0)
