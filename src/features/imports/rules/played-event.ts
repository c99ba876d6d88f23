import type { PlayedEventData } from '#events/formats/event-format.ts'
import { formatRules } from '#events/formats/registry.ts'
import type { Adjustment } from '#events/rules/adjustment.ts'
import type { Round } from '#events/rules/rounds.ts'
import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import { countsStrikes } from './compare-standings.ts'
import type { ImportedEvent } from './imported-event.ts'

/** The ids that players and machines of an imported event have here, in the order of its lists; empty: a machine that is not known here. */
export interface ImportedIds {
  entrantIds: readonly string[]
  machineIds: readonly string[]
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

/** Computes the standings of an imported event. A row's `entrantId` is the player's place in the list of players, as a text. */
export function importedStandings(event: ImportedEvent): StandingsEntry[] {
  const ids = { entrantIds: event.players.map((_, i) => String(i)), machineIds: event.machines.map((_, i) => String(i)) }
  const played: PlayedEventData = {
    rounds: toRounds(event, ids),
    adjustments: toAdjustments(event, ids),
    attempts: event.attempts.map(({ player, machine, value, at }, i) => ({
      id: String(i),
      entrantId: String(player),
      machineId: String(machine),
      value,
      at: at.getTime(),
    })),
  }
  return formatRules(event.format, event).standings(ids.machineIds, ids.entrantIds, played)
}
