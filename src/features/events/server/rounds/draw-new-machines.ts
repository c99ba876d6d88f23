import { drawMachines, drawsMachines } from '#events/rules/draw/assign-machines.ts'
import { seededRandom } from '#events/rules/draw/seeded-random.ts'
import type { Db } from '#platform/db/database.ts'
import { listFixedSeats } from '../entrants/seat-store.ts'
import { type EventRow, eventMachines } from '../store.ts'
import { type RoundRow, toRound } from './round-store.ts'

/** What machines are drawn for: groups that come into rounds that are drawn already. */
export interface NewMachines {
  /** all rounds of the event */
  rounds: readonly RoundRow[]
  /** the players of each group */
  groups: readonly (readonly string[])[]
  /** how many games each of them plays */
  games: number
  seed: string
  /** the only machines that may be drawn; left out: all that are in order, those first on which nobody plays */
  among?: ReadonlySet<string>
}

/**
 * Draws machines for the games of new groups, as the round would have had: first of those on which nobody plays.
 * @returns null if machines are drawn in this event and all are out of order
 */
export async function drawNewMachines(
  tx: Db,
  event: EventRow,
  { rounds, groups, games, seed, among }: NewMachines,
): Promise<string[][] | null> {
  const inOrder = (await eventMachines(tx, event.id)).filter(({ brokenAt }) => brokenAt === null).map(each => each.machineId)
  const all = inOrder.filter(machineId => among?.has(machineId) ?? true)
  if (all.length === 0 && drawsMachines(event.machineDraw)) return null
  const fixedSeats = await listFixedSeats(tx, event.id, all)
  const needed = new Set(groups.flat().flatMap(player => fixedSeats.get(player) ?? []))
  const open = rounds.flatMap(round => round.groups.flatMap(group => group.games.filter(({ confirmed }) => !confirmed)))
  const taken = new Set(open.map(({ machineId }) => machineId))
  // Who plays on certain machines alone shares them with another group if need be, as in a draw.
  const free = all.filter(machineId => !taken.has(machineId) || needed.has(machineId))
  return drawMachines({
    how: event.machineDraw,
    groups,
    machineIds: free.length >= groups.length ? free : all,
    banks: event.banks,
    fixedSeats,
    games,
    rounds: rounds.map(toRound),
    random: seededRandom(seed),
  })
}
