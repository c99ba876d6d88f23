import type { PlayedEventData } from '#events/formats/event-format.ts'
import { adjustedFigure, type EventFormat, formatRules } from '#events/formats/registry.ts'
import type { Adjustment } from '#events/rules/adjustment.ts'
import type { Attempt } from '#events/rules/attempt.ts'
import type { Round } from '#events/rules/rounds.ts'
import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import type { ImportedEvent } from './imported-event.ts'
import { withRoomFor } from './match-play/formats.ts'

/** The ids that players and machines of an imported event have here, in the order of its lists; empty: a machine that is not known here. */
export interface ImportedIds {
  entrantIds: readonly string[]
  machineIds: readonly string[]
}

/** True if totals are strikes, and not points. */
export const countsStrikes = ({ format }: Pick<ImportedEvent, 'format'>): boolean => adjustedFigure(format.kind) === 'strike'

/** Returns the machines that the event has here. Two machines there may be one here. */
export const knownMachines = (machineIds: readonly string[]): string[] => [...new Set(machineIds.filter(id => id !== ''))]

/** Returns the scores of an imported event. A score is on a machine, so it is left out where that is not known. */
export const toAttempts = ({ attempts }: ImportedEvent, { entrantIds, machineIds }: ImportedIds): Omit<Attempt, 'id'>[] =>
  attempts.flatMap(({ player, machine, value, at }) =>
    machineIds[machine] === '' ? [] : [{ entrantId: entrantIds[player]!, machineId: machineIds[machine]!, value, at: at.getTime() }],
  )

/** Returns the format that the event has here. Where several machines there are one here, its limit of attempts leaves room for those on all of them. */
export function toFormat({ format, attempts }: ImportedEvent, machineIds: readonly string[]): EventFormat {
  const counts = new Map<string, number>()
  for (const { player, machine } of attempts) {
    const key = `${player} ${machineIds[machine]}`
    if (machineIds[machine] !== '') counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return withRoomFor(format, Math.max(0, ...counts.values()))
}

/** Returns the rounds of an imported event as the rules of formats know them. */
export const toRounds = ({ rounds }: ImportedEvent, { entrantIds, machineIds }: ImportedIds): Round[] =>
  rounds.map(({ byes, groups }) => {
    const gamesPerGroup = Math.max(1, ...groups.map(({ games }) => games.length))
    return {
      byes: byes.map(player => entrantIds[player]!),
      ...(gamesPerGroup === 1 ? {} : { gamesPerGroup }),
      groups: groups.flatMap(({ players, games }) =>
        games.map(({ machine, order, places }, i) => ({
          ...(i === 0 ? {} : { game: i + 1 }),
          machineId: machine === null ? '' : machineIds[machine]!,
          entrantIds: players.map(player => entrantIds[player]!),
          ...(order === null ? {} : { order: order.map(player => entrantIds[player]!), ...(places === null ? {} : { places }) }),
        })),
      ),
    }
  })

/**
 * Returns what the director had added to totals. When that was is not known: a strike can only be taken off once the player has it, and all
 * else counts from the start.
 */
export function toAdjustments(event: ImportedEvent, { entrantIds }: Pick<ImportedIds, 'entrantIds'>): Adjustment[] {
  return event.adjustments.map(({ player, amount, reason }) => ({
    entrantId: entrantIds[player]!,
    amount,
    reason,
    afterRound: countsStrikes(event) && amount < 0 ? roundWithStrikes(event, player, -amount) : 0,
  }))
}

/** Returns the first round after which a player had at least so many strikes; the last one if none is it. */
function roundWithStrikes({ rounds }: ImportedEvent, player: number, strikes: number): number {
  let taken = 0
  for (const [i, { groups }] of rounds.entries()) {
    for (const { games } of groups)
      for (const { order, points } of games) {
        const place = order?.indexOf(player) ?? -1
        if (place >= 0) taken += points?.[place] ?? 0
      }
    if (taken >= strikes) return i + 1
  }
  return rounds.length
}

/**
 * Computes the standings that an imported event gets here. A row's `entrantId` is the player's place in the list of players, as a text.
 * @param machineIds the ids that its machines have here, as in `ImportedIds`; left out: each is a machine of its own, as at the source
 */
export function importedStandings(event: ImportedEvent, machineIds = event.machines.map((_, i) => String(i))): StandingsEntry[] {
  const ids = { entrantIds: event.players.map((_, i) => String(i)), machineIds }
  const played: PlayedEventData = {
    rounds: toRounds(event, ids),
    adjustments: toAdjustments(event, ids),
    attempts: toAttempts(event, ids).map((attempt, i) => ({ ...attempt, id: String(i).padStart(6, '0') })),
  }
  return formatRules(toFormat(event, machineIds), event).standings(knownMachines(machineIds), ids.entrantIds, played)
}
