import type { FormatRules, PlayedEventData } from '#events/formats/event-format.ts'
import { adjustedFigure, formatRules } from '#events/formats/registry.ts'
import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import type { Db } from '#platform/db/database.ts'
import { listEventAttempts } from '../attempts/attempt-store.ts'
import { listVoidWindows } from '../attempts/void-store.ts'
import { listPlayingEntrants } from '../entrants/entrant-store.ts'
import { listAdjustments } from '../rounds/adjustment-store.ts'
import { listRounds, toRound } from '../rounds/round-store.ts'
import { type EventRow, eventById } from '../store.ts'
import type { EventInMemory } from './live-standings.ts'
import { listPlayoffs } from './playoff-store.ts'

/** Reads what was played in an event; only what its format depends on. */
async function loadRows(tx: Db, { id, format }: EventRow) {
  const { scores, rounds } = formatRules(format)
  return {
    windows: scores === null ? [] : await listVoidWindows(tx, id),
    attempts: scores === null ? [] : await listEventAttempts(tx, id),
    // A round that nobody sees counts for nothing yet.
    rounds: rounds === null ? [] : await listRounds(tx, id, { held: false }),
    playoffs: await listPlayoffs(tx, id),
    adjustments: adjustedFigure(format.kind) === null ? [] : await listAdjustments(tx, id),
  }
}

/** Reads what the standings of an event depend on. */
export async function loadPlayed(tx: Db, event: EventRow): Promise<Required<PlayedEventData>> {
  const { rounds, ...played } = await loadRows(tx, event)
  return { ...played, rounds: rounds.map(toRound) }
}

/** Computes the standings of an event as they are without playoffs. */
export async function loadStandingsWithoutPlayoffs(tx: Db, event: EventRow): Promise<StandingsEntry[]> {
  const entrantIds = (await listPlayingEntrants(tx, event.id)).map(({ id }) => id)
  const { playoffs: _, ...played } = await loadPlayed(tx, event)
  return formatRules(event.format, event).standings(event.machineIds, entrantIds, played)
}

const byId = <Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> => new Map(rows.map(row => [row.id, row]))

/** Reads an event with what its standings depend on, to be kept in memory. */
export async function loadEventInMemory(tx: Db, eventId: string): Promise<EventInMemory> {
  const event = await eventById(tx, eventId)
  const entrants = byId(await listPlayingEntrants(tx, eventId))
  const { windows, attempts, rounds, playoffs, adjustments } =
    event === null ? { windows: [], attempts: [], rounds: [], playoffs: [], adjustments: [] } : await loadRows(tx, event)
  return { event, entrants, attempts: byId(attempts), windows: byId(windows), rounds, playoffs, adjustments }
}

/** The rules of each event in memory, which know what they have added up for it. */
const rulesOfEvents = new WeakMap<EventRow, FormatRules>()

/** Computes the standings of an event in memory. */
export function computeStandings({ event, entrants, attempts, windows, rounds, playoffs, adjustments }: EventInMemory): StandingsEntry[] {
  if (event === null) return []
  const rules = rulesOfEvents.get(event) ?? formatRules(event.format, event)
  rulesOfEvents.set(event, rules)
  const played = { attempts: [...attempts.values()], windows: [...windows.values()], rounds: rounds.map(toRound), playoffs, adjustments }
  return rules.standings(event.machineIds, [...entrants.keys()], played)
}
