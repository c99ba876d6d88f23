import type { Banks, MachineDraw } from '../draw-options.ts'
import type { Round } from '../rounds.ts'
import { minCostAssignment } from './min-cost-assignment.ts'
import { OpponentHistory } from './opponent-history.ts'
import { shuffled } from './seeded-random.ts'

/**
 * Cost of giving a group a machine's last turn. It exceeds any possible number of repeats, so last turns are used only when all machines
 * have had all their earlier turns. A turn that a machine has beyond, since several groups may need it, costs twice as much.
 */
const LAST_TURN = 1_000_000

/** Cost of a machine on which a player of the group cannot play, for each such player. It exceeds all last turns of a round. */
const WRONG_SEAT = 1_000_000_000

/** The machine of a game that has none, or none yet. */
export const WITHOUT_MACHINE = ''

/** True if machines are drawn; false: players choose them, or there are none. */
export const drawsMachines = (how: MachineDraw): boolean => how !== 'manual' && how !== 'none'

/** The machines of entrants who play on these alone. */
export type FixedSeats = ReadonlyMap<string, readonly string[]>

/** What groups may be put on: a machine, or a bank with several. */
interface Place {
  machineIds: readonly string[]
}

/**
 * Gives each group a place. None is given twice unless there are fewer places than groups; then the groups are spread evenly over the
 * places, except for those of players with a fixed seat. Within that, the sum of the costs is as low as possible.
 */
function assignPlaces<P extends Place>(
  groups: readonly (readonly string[])[],
  places: readonly P[],
  cost: (group: readonly string[], place: P) => number,
  fixedSeats: FixedSeats,
  random: () => number,
): P[] {
  const turns = Math.ceil(groups.length / places.length)
  const seatsByGroup = groups.map(group => group.flatMap(player => [fixedSeats.get(player) ?? []].filter(seats => seats.length > 0)))
  const misses = (seats: readonly string[], { machineIds }: Place): boolean => !machineIds.some(machineId => seats.includes(machineId))
  const slots = shuffled(
    places.flatMap(place => {
      // Several groups with a fixed seat may have to share a place that others would not.
      const needed = seatsByGroup.filter(each => each.some(seats => !misses(seats, place))).length
      return Array.from({ length: Math.max(turns, needed) }, (_, turn) => ({
        place,
        turnCost: turn < turns - 1 ? 0 : turn < turns ? LAST_TURN : 2 * LAST_TURN,
      }))
    }),
    random,
  )
  const costs = groups.map((group, i) =>
    slots.map(
      ({ place, turnCost }) => cost(group, place) + turnCost + WRONG_SEAT * seatsByGroup[i]!.filter(seats => misses(seats, place)).length,
    ),
  )
  return minCostAssignment(costs).map(slot => slots[slot]!.place)
}

/**
 * Returns how often the group's players have played on a place's machines, added up. Minimizing it also minimizes the sum of the squared play
 * counts.
 */
const countRepeats = (group: readonly string[], { machineIds }: Place, history: OpponentHistory): number =>
  group.reduce((sum, player) => sum + machineIds.reduce((own, machineId) => own + history.played(player, machineId), 0), 0)

export interface MachineDrawInput {
  how: MachineDraw
  /** entrant ids by group */
  groups: readonly (readonly string[])[]
  /** those that are in order */
  machineIds: readonly string[]
  banks: Banks | null
  fixedSeats: FixedSeats
  /** how many games each group plays */
  games: number
  /** the rounds drawn before */
  rounds: readonly Round[]
  /** 0 ≤ n < 1, the same numbers for the same seed */
  random: () => number
}

/** Returns the machines that belong to a bank, by bank, in the order in which the banks occur. */
function machinesByBank(machineIds: readonly string[], banks: Banks): Place[] {
  const byName = new Map<string, string[]>()
  for (const machineId of machineIds) {
    const bank = banks[machineId]
    if (bank !== undefined) byName.set(bank, [...(byName.get(bank) ?? []), machineId])
  }
  return [...byName.values()].map(machines => ({ machineIds: machines }))
}

/**
 * Draws the machine of each game of each group; `WITHOUT_MACHINE` where none is drawn. In each game of the round no machine is drawn twice unless
 * there are fewer machines than groups, and players repeat machines as rarely as possible, and those least that they have played most often.
 * By banks, all games of a group are on the machines of one bank. Without banks, banks are drawn as if all machines were one.
 */
export function drawMachines({ how, groups, machineIds, banks, fixedSeats, games, rounds, random }: MachineDrawInput): string[][] {
  if (!drawsMachines(how)) return groups.map(() => Array.from({ length: games }, () => WITHOUT_MACHINE))
  const byBank = how === 'banks' ? machinesByBank(machineIds, banks ?? {}) : []
  const all = { machineIds }
  const drawBanks = (): Place[] => {
    const before = new OpponentHistory(rounds)
    return assignPlaces(groups, byBank, (group, bank) => countRepeats(group, bank, before), fixedSeats, random)
  }
  const bankOf = byBank.length === 0 ? groups.map(() => all) : drawBanks()
  const drawn: string[][] = groups.map(() => [])
  const played: Round[] = []
  for (let game = 1; game <= games; game++) {
    // A group plays its games on different machines, as far as there are enough.
    const history = new OpponentHistory(how === 'random' ? played : [...rounds, ...played])
    const cost = (group: readonly string[], machine: Place): number => countRepeats(group, machine, history)
    for (const bank of new Set(bankOf)) {
      const here = groups.flatMap((group, i) => (bankOf[i] === bank ? [{ group, i }] : []))
      const machines = bank.machineIds.map(machineId => ({ machineIds: [machineId] }))
      const found = assignPlaces(
        here.map(({ group }) => group),
        machines,
        cost,
        fixedSeats,
        random,
      )
      for (const [at, { i }] of here.entries()) drawn[i]!.push(found[at]!.machineIds[0]!)
    }
    played.push({ groups: groups.map((entrantIds, i) => ({ machineId: drawn[i]!.at(-1)!, entrantIds: [...entrantIds] })), byes: [] })
  }
  return drawn
}
