import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import type { NightStandings } from '../api.ts'
import type { CurrentStandings } from '../standings/live-standings.ts'

const NO_ROWS: readonly StandingsEntry[] = []

/** Returns what features above events may know of an event's standings: none while they are held back. */
export const toNight = ({ data: { event, entrants }, rows }: Pick<CurrentStandings, 'data' | 'rows'>): NightStandings | null =>
  event === null ? null : { event, entrants, rows: event.standingsHeld ? NO_ROWS : rows }
