import type { PlayedEventData } from '#events/formats/event-format.ts'
import { formatRules } from '#events/formats/registry.ts'
import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import type { Db } from '#platform/db/database.ts'
import { listEventAttempts } from '../attempts/attempt-store.ts'
import { listVoidWindows } from '../attempts/void-store.ts'
import { listPlayingEntrants } from '../entrants/entrant-store.ts'
import { listRounds, toRound } from '../rounds/round-store.ts'
import type { EventRow } from '../store.ts'
import { listPlayoffs } from './playoff-store.ts'

/** Reads what the standings of an event depend on. */
export async function loadPlayed(tx: Db, { id, format }: EventRow): Promise<PlayedEventData & Required<Pick<PlayedEventData, 'playoffs'>>> {
  const rules = formatRules(format)
  return {
    ...(rules.scores === null ? {} : { windows: await listVoidWindows(tx, id), attempts: await listEventAttempts(tx, id) }),
    ...(rules.rounds === null ? {} : { rounds: (await listRounds(tx, id)).map(toRound) }),
    playoffs: await listPlayoffs(tx, id),
  }
}

/** Computes the standings of an event from scratch, as they are without playoffs. */
export async function loadStandingsWithoutPlayoffs(tx: Db, event: EventRow): Promise<StandingsEntry[]> {
  const entrantIds = (await listPlayingEntrants(tx, event.id)).map(({ id }) => id)
  const { playoffs: _, ...played } = await loadPlayed(tx, event)
  return formatRules(event.format, event).standings(event.machineIds, entrantIds, played)
}
